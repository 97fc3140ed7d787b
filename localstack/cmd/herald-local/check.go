package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// check runs format, lint and tests of what changed since the main branch, committed or not. It needs no local cloud.
func check(ctx context.Context, p project, _ []string) error {
	files, err := p.changed(ctx)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		fmt.Println("nothing changed since the main branch")
		return nil
	}
	r := runner{project: p, env: os.Environ(), out: os.Stdout}
	return errors.Join(r.checkGo(ctx, files), r.checkInfra(ctx, files), r.checkWeb(ctx, files))
}

// changed returns the files that differ from the commit at which this branch left the main branch; on the main branch, from the last
// commit. Files that git ignores are left out.
func (p project) changed(ctx context.Context) ([]string, error) {
	base := "HEAD"
	for _, branch := range []string{"origin/main", "main"} {
		if at, err := p.git(ctx, "merge-base", "HEAD", branch); err == nil {
			base = strings.TrimSpace(at)
			break
		}
	}
	tracked, err := p.git(ctx, "diff", "--name-only", "-z", base)
	if err != nil {
		return nil, err
	}
	fresh, err := p.git(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	files := strings.FieldsFunc(tracked+fresh, func(c rune) bool { return c == 0 })
	slices.Sort(files)
	return slices.Compact(files), nil
}

func (p project) git(ctx context.Context, argv ...string) (string, error) {
	out, err := exec.CommandContext(ctx, "git", append([]string{"-C", string(p)}, argv...)...).Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", argv[0], err)
	}
	return string(out), nil
}

// checkGo looks at the packages of the main module whose folders hold a changed file: code, tests and the data beside them.
func (r runner) checkGo(ctx context.Context, files []string) error {
	folders := r.goFolders(files)
	if len(folders) == 0 {
		return nil
	}
	fmt.Printf("== go: %s\n", strings.Join(folders, " "))
	return errors.Join(r.formatted(ctx), r.lint(ctx, folders...),
		r.command(ctx, string(r.project), append([]string{"go", "test", "-tags", tags, "./pkg/app/archtest"}, folders...)...))
}

// goFolders returns the folders of changed packages as Go patterns, each once.
func (p project) goFolders(files []string) (folders []string) {
	for _, file := range files {
		folder := path.Dir(file)
		for strings.Contains(folder, "testdata") {
			folder = path.Dir(folder)
		}
		top, _, _ := strings.Cut(folder, "/")
		code, _ := filepath.Glob(p.path(folder, "*.go"))
		if slices.Contains([]string{"pkg", "internal", "localstack", "bench", "functions"}, top) && len(code) > 0 {
			folders = append(folders, "./"+folder)
		}
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

func (r runner) checkInfra(ctx context.Context, files []string) error {
	if !slices.ContainsFunc(files, func(file string) bool {
		return strings.HasPrefix(file, "infra/") || strings.HasPrefix(file, "pkg/app/manifest/") || strings.HasSuffix(file, "/needs.tsv")
	}) {
		return nil
	}
	fmt.Println("== infra")
	return infraTests(ctx, r)
}

// checkWeb checks types, the form of changed files, and the unit tests that import them.
func (r runner) checkWeb(ctx context.Context, files []string) error {
	var changed []string
	for _, file := range files {
		if file, web := strings.CutPrefix(file, "web/"); web && r.has("web/"+file) &&
			slices.Contains([]string{".ts", ".tsx", ".mjs", ".css", ".json"}, path.Ext(file)) {
			changed = append(changed, file)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	fmt.Printf("== web: %d files\n", len(changed))
	if _, err := r.node(ctx, "web"); err != nil {
		return err
	}
	return errors.Join(r.command(ctx, r.path("web"), "npm", "run", "--silent", "typecheck"),
		r.command(ctx, r.path("web"), append([]string{"npx", "biome", "check", "--no-errors-on-unmatched"}, changed...)...),
		r.command(ctx, r.path("web"), append([]string{"npx", "vitest", "related", "--run"}, changed...)...))
}
