package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// suite is one kind of test. It runs with the variables of the instance and writes to our terminal.
type suite struct {
	name string
	run  func(ctx context.Context, p project, env []string) error
}

var suites = []suite{
	{"checks", checks},
	{"go", goTests},
	{"infra", infraTests},
	{"web", webTests},
	{"e2e", browserTests},
}

// test runs the suites (all, or those named) against an own product on free ports, and ends it whatever happens.
func test(ctx context.Context, p project, names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(suites, func(s suite) bool { return s.name == name }) {
			return fmt.Errorf("no suite %q; there are checks, go, infra, web, e2e", name)
		}
	}
	began := time.Now()
	if err := p.forget(); err != nil {
		return err
	}
	folder := fmt.Sprintf(".local/test-%d", os.Getpid())
	var failed []string
	work := func(env []string) {
		for _, s := range suites {
			if len(names) > 0 && !slices.Contains(names, s.name) || ctx.Err() != nil {
				continue
			}
			start := time.Now()
			fmt.Printf("\n== %s\n", s.name)
			err := s.run(ctx, p, env)
			verdict := "passed"
			if err != nil {
				verdict = "FAILED: " + err.Error()
				failed = append(failed, s.name)
			}
			fmt.Printf("== %s %s (%.0f s)\n", s.name, verdict, time.Since(start).Seconds())
		}
	}
	err := p.forSuites(ctx, names, folder, work)
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return errors.New("interrupted")
	case len(failed) > 0:
		return fmt.Errorf("failed: %s (%.0f s); logs in %s", strings.Join(failed, ", "), time.Since(began).Seconds(), folder)
	}
	fmt.Printf("\neverything passed in %.0f s\n", time.Since(began).Seconds())
	return os.RemoveAll(p.path(folder))
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
		work(cleanEnvironment("HERALD_TEST_CLOUD="+i.cloud.endpoint, "HERALD_TEST_DEV="+file))
		return nil
	})
}

// checks are what needs no running product: form, vet and lint of the Go code.
func checks(ctx context.Context, p project, env []string) error {
	packages, err := p.packages(ctx)
	if err != nil {
		return err
	}
	return errors.Join(
		p.formatted(ctx),
		p.attached(ctx, string(p), env, append([]string{"go", "vet"}, packages...)...),
		p.attached(ctx, p.path("infra"), env, "go", "vet", "./..."),
		p.lint(ctx, env),
	)
}

// formatted looks at the files that git knows or would know.
func (p project) formatted(ctx context.Context) error {
	files, err := exec.CommandContext(ctx, "git", "-C", string(p), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "*.go").Output()
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

func goTests(ctx context.Context, p project, env []string) error {
	packages, err := p.packages(ctx)
	if err != nil {
		return err
	}
	c := groupCommand(ctx, string(p), env, append([]string{"go", "test", "-timeout", "30m"}, packages...)...)
	c.Stderr = os.Stderr
	output, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	for lines := bufio.NewScanner(output); lines.Scan(); {
		if !strings.HasSuffix(lines.Text(), "[no test files]") {
			fmt.Println(lines.Text())
		}
	}
	return c.Wait()
}

func infraTests(ctx context.Context, p project, env []string) error {
	return p.attached(ctx, p.path("infra"), append(env, "JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION=1"), "go", "test", "./...")
}

// webTests run the console's own checks and unit tests, each that its package names.
func webTests(ctx context.Context, p project, env []string) error {
	if !p.has("web", "package.json") {
		fmt.Println("no web/ yet")
		return nil
	}
	if _, err := p.node(ctx, "web"); err != nil {
		return err
	}
	var failures []error
	for _, script := range []string{"typecheck", "lint", "test"} {
		if p.script(script) {
			failures = append(failures, p.attached(ctx, p.path("web"), env, "npm", "run", "--silent", script))
		}
	}
	return errors.Join(failures...)
}

// script tells whether the console's package has it.
func (p project) script(name string) bool {
	var file struct{ Scripts map[string]string }
	return readJSON(p.path("web", "package.json"), &file) == nil && file.Scripts[name] != ""
}

func browserTests(ctx context.Context, p project, env []string) error {
	if !p.script("e2e") {
		fmt.Println("no browser tests yet")
		return nil
	}
	browser, err := p.browser(ctx)
	if err != nil {
		return err
	}
	return p.attached(ctx, p.path("web"), append(env, "CHROMIUM="+browser), "npm", "run", "--silent", "e2e")
}

// browser finds Chromium, and installs Debian's where we may.
func (p project) browser(ctx context.Context) (string, error) {
	names := []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}
	find := func() string {
		for _, name := range names {
			if path, err := exec.LookPath(name); err == nil {
				return path
			}
		}
		return ""
	}
	if path := find(); path != "" {
		return path, nil
	}
	if _, err := exec.LookPath("apt-get"); err == nil && os.Geteuid() == 0 {
		log := p.path(".local", "logs", "chromium.log")
		env := append(os.Environ(), "DEBIAN_FRONTEND=noninteractive")
		err := command(ctx, log, string(p), env, "apt-get", "update")
		if err == nil {
			err = command(ctx, log, string(p), env, "apt-get", "install", "-y", "--no-install-recommends", "chromium", "fonts-noto-cjk")
		}
		if err != nil {
			return "", err
		}
	}
	if path := find(); path != "" {
		return path, nil
	}
	return "", errors.New("the browser tests need Chromium. Debian: apt-get install chromium fonts-noto-cjk")
}
