package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// suite is one kind of test. It runs with the variables of the instance and writes to out.
type suite struct {
	name string
	run  func(ctx context.Context, r runner) error
}

// runner is what a suite runs commands with.
type runner struct {
	project
	env    []string
	out    io.Writer
	folder string // of the product, relative to the project
}

func (r runner) command(ctx context.Context, folder string, argv ...string) error {
	c := groupCommand(ctx, folder, r.env, argv...)
	c.Stdout, c.Stderr = r.out, r.out
	return c.Run()
}

// suiteLanes are groups of rows. The groups run one after the other; within a group the rows run in parallel, each
// row its suites in turn. The browser and the product fill two cores by themselves.
var suiteLanes = [][][]suite{
	{{{"web", webTests}, {"infra", infraTests}, {"checks", checks}}, {{"go", goTests}}},
	{{{"e2e", browserTests}}},
	{{{linterSuite, lintAll}}},
}

// linterSuite runs only when it is named (make lint): building the linter and running it take a quarter of the time of all tests. What
// it finds most, long lines, functions and signatures, is a test too (archtest).
const linterSuite = "lint"

func suiteNames() (names []string) {
	for _, lane := range suiteLanes {
		for _, row := range lane {
			for _, s := range row {
				names = append(names, s.name)
			}
		}
	}
	return names
}

// chosen tells whether a suite runs: one of those named, or without names each but the linter.
func chosen(names []string, suite string) bool {
	return slices.Contains(names, suite) || len(names) == 0 && suite != linterSuite
}

// test runs the suites (all but the linter, or those named) against an own product on free ports, and ends it with any outcome.
func test(ctx context.Context, p project, names []string) error {
	for _, name := range names {
		if !slices.Contains(suiteNames(), name) {
			return fmt.Errorf("no suite %q; there are %s", name, strings.Join(suiteNames(), ", "))
		}
	}
	began := time.Now()
	if err := p.forget(); err != nil {
		return err
	}
	folder := fmt.Sprintf(".local/test-%d", os.Getpid())
	report := &report{}
	err := p.forSuites(ctx, names, folder, func(env []string) {
		for _, lane := range suiteLanes {
			var rows sync.WaitGroup
			for _, row := range lane {
				row = slices.DeleteFunc(slices.Clone(row), func(s suite) bool { return !chosen(names, s.name) })
				rows.Go(func() {
					for _, s := range row {
						report.run(ctx, s, runner{project: p, env: env, folder: folder}, len(lane) == 1)
					}
				})
			}
			rows.Wait()
		}
	})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted")
	case len(report.failed) > 0:
		fmt.Printf("what failed:\n%s\n\n", strings.Join(report.reasons, "\n"))
		return fmt.Errorf("failed: %s (%.0f s); logs in %s", strings.Join(report.failed, ", "), time.Since(began).Seconds(), folder)
	}
	fmt.Printf("\neverything passed in %.0f s\n", time.Since(began).Seconds())
	return os.RemoveAll(p.path(folder))
}

// report shows what suites say: at once when one runs alone, else when it has ended.
type report struct {
	mu      sync.Mutex
	failed  []string
	reasons []string
}

func (r *report) run(ctx context.Context, s suite, with runner, alone bool) {
	if ctx.Err() != nil {
		return
	}
	began, said := time.Now(), &bytes.Buffer{}
	fmt.Printf("== %s …\n", s.name)
	if with.out = said; alone {
		with.out = io.MultiWriter(os.Stdout, said)
	}
	err := s.run(ctx, with)
	r.mu.Lock()
	defer r.mu.Unlock()
	verdict := "passed"
	if err != nil {
		verdict = "FAILED: " + err.Error()
		r.failed = append(r.failed, s.name)
		r.reasons = append(r.reasons, failures(said.String())...)
	}
	if alone {
		said.Reset()
	}
	fmt.Printf("%s== %s %s (%.0f s)\n\n", said, s.name, verdict, time.Since(began).Seconds())
}

// failureLine begins the report of a test that failed: of Go, of Playwright and of Vitest.
var failureLine = regexp.MustCompile(`^\s*(--- FAIL: |FAIL\s|FAIL\t|\d+\) e2e/|Error: |AssertionError|\S+\.go:\d+:(\d+:)? |> *\d+ \|)`)

// mostFailures are the lines that are repeated at the end: a log is often kept by its end alone.
const mostFailures = 40

// failures are the lines of a suite that say what failed.
func failures(said string) (lines []string) {
	for line := range strings.Lines(said) {
		if line = strings.TrimRight(line, "\n"); failureLine.MatchString(line) {
			lines = append(lines, line)
		}
	}
	return lines[:min(len(lines), mostFailures)]
}

// forget removes what earlier runs that failed have left, unless one of them still runs.
func (p project) forget() error {
	old, err := filepath.Glob(p.path(".local", "test-*"))
	for _, folder := range old {
		pid, _ := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), "test-"))
		if pid > 0 && syscall.Kill(pid, 0) != nil {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}
	return err
}

// forSuites runs work with the variables that name the product, started when one of the suites needs it.
func (p project) forSuites(ctx context.Context, names []string, folder string, work func([]string)) error {
	if len(names) > 0 && !slices.Contains(names, "go") && !slices.Contains(names, "e2e") {
		work(os.Environ())
		return nil
	}
	return p.withInstance(ctx, folder, ports{}, func(i *instance, d description) error {
		file := p.path(folder, "dev.json")
		if err := writeJSON(file, d, 0o600); err != nil {
			return err
		}
		env := []string{"HERALD_TEST_CLOUD=" + i.cloud.endpoint, "HERALD_TEST_DEV=" + file}
		if len(names) > 0 && !slices.Contains(names, "go") {
			work(cleanEnvironment(env...))
			return nil
		}
		server, err := p.withPostgres(ctx, folder)
		defer server.stop()
		if err == nil {
			work(cleanEnvironment(append(env, "HERALD_TEST_POSTGRES="+server.url)...))
		}
		return err
	})
}

// checks are the form of the Go code. Go's tests have the main checks of vet, the linter has all.
func checks(ctx context.Context, r runner) error { return r.formatted(ctx) }

// formatted looks at the files that git knows or would know.
func (p project) formatted(ctx context.Context) error {
	files, err := exec.CommandContext(ctx, "git", "-C", string(p), "ls-files", "-z", "--cached", "--others", "--exclude-standard",
		"*.go").Output()
	if err != nil {
		return fmt.Errorf("git ls-files: %w", err)
	}
	names := strings.Split(strings.TrimRight(string(files), "\x00"), "\x00")
	names = slices.DeleteFunc(names, func(name string) bool { return !p.has(name) })
	c := exec.CommandContext(ctx, "gofmt", append([]string{"-l"}, names...)...)
	c.Dir = string(p)
	unformatted, err := c.CombinedOutput()
	if err != nil {
		return fmt.Errorf("gofmt: %w\n%s", err, unformatted)
	}
	if len(unformatted) > 0 {
		return fmt.Errorf("not as gofmt writes it:\n%s", unformatted)
	}
	return nil
}

// packages of the main module, without Go files that npm packages bring along.
func (p project) packages(ctx context.Context) ([]string, error) {
	c := exec.CommandContext(ctx, "go", "list", "./...")
	c.Dir, c.Stderr = string(p), os.Stderr
	text, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	list := strings.Fields(string(text))
	return slices.DeleteFunc(list, func(name string) bool { return strings.Contains(name, "/node_modules/") }), nil
}

// lessGarbage has the compiler, tests and the linter collect garbage less often: they end sooner, and memory is not scarce.
const lessGarbage = "GOGC=300"

// goTests are all of the main module, with those of the build tags cloud and postgres.
func goTests(ctx context.Context, r runner) error {
	packages, err := r.packages(ctx)
	if err != nil {
		return err
	}
	r.env = append(slices.Clone(r.env), lessGarbage)
	// Without data for a debugger programs link faster. The linter has all checks of vet (make lint).
	argv := []string{"go", "test", "-tags", "cloud,postgres," + tags, "-ldflags=-s -w", "-timeout", "30m"}
	return r.command(ctx, string(r.project), append(argv, packages...)...)
}

func infraTests(ctx context.Context, r runner) error {
	r.env = append(slices.Clone(r.env), "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=1")
	argv := []string{"go", "test"}
	if slices.ContainsFunc(r.env, func(v string) bool { return strings.HasPrefix(v, "HERALD_TEST_CLOUD=") }) {
		argv = append(argv, "-tags", "cloud,"+tags) // what asks the local cloud
	}
	return r.command(ctx, r.path("infra"), append(argv, "./...")...)
}

// webTests are the console's own checks and unit tests.
func webTests(ctx context.Context, r runner) error {
	if _, err := r.node(ctx, "web"); err != nil {
		return err
	}
	var failures []error
	for _, script := range []string{"typecheck", "lint", "test"} {
		failures = append(failures, r.command(ctx, r.path("web"), "npm", "run", "--silent", script))
	}
	return errors.Join(failures...)
}

func browserTests(ctx context.Context, r runner) error {
	browser, err := r.browser(ctx)
	if err != nil {
		return err
	}
	r.env = append(slices.Clone(r.env), "CHROMIUM="+browser)
	return r.withoutDenials(func() error { return r.command(ctx, r.path("web"), "npm", "run", "--silent", "e2e") })
}

// browser finds Chromium, and installs Debian's where we may: the one without windows, which needs half the time for a page.
func (p project) browser(ctx context.Context) (string, error) {
	const light = "chromium-headless-shell"
	names := []string{light, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	find := func() string {
		for _, name := range names {
			if path, err := exec.LookPath(name); err == nil {
				return path
			}
		}
		return ""
	}
	_, apt := exec.LookPath("apt-get")
	if path := find(); path != "" && (filepath.Base(path) == light || apt != nil || os.Geteuid() != 0) {
		return path, nil
	}
	if apt == nil && os.Geteuid() == 0 {
		log := p.path(".local", "logs", "chromium.log")
		env := append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		packages := []string{light}
		if find() == "" {
			packages = append(packages, "fonts-noto-cjk") // a machine with a browser has the fonts that it wants
		}
		err := command(ctx, log, string(p), env, "apt-get", "update")
		if err == nil {
			err = command(ctx, log, string(p), env, append([]string{"apt-get", "install", "-y", "--no-install-recommends"}, packages...)...)
		}
		if err != nil && find() == "" {
			return "", err
		}
	}
	if path := find(); path != "" {
		return path, nil
	}
	return "", errors.New("the browser tests need Chromium. Debian: apt-get install chromium-headless-shell fonts-noto-cjk")
}
