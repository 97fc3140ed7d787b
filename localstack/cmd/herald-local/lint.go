package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
)

// linter is built once into .bin, with the Go of this machine; its rules are in .golangci.yml.
const linter = "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.5.0"

// lintAll checks all packages of the main module.
func lintAll(ctx context.Context, r runner) error { return r.lint(ctx) }

// lint checks folders of packages ("./pkg/kit/web"); all of the main module when there are none.
func (r runner) lint(ctx context.Context, folders ...string) error {
	program := r.path(".bin", "golangci-lint")
	err := r.once(program+".stamp", linter, func() error {
		fmt.Fprintln(r.out, "building the linter, once (1–2 minutes)")
		return command(ctx, r.path(".local", "logs", "linter.log"), string(r.project), append(os.Environ(), "GOBIN="+r.path(".bin"), "GOFLAGS="),
			"go", "install", linter)
	})
	if err != nil {
		return err
	}
	if len(folders) == 0 {
		if folders, err = r.packages(ctx); err != nil {
			return err
		}
		for i, name := range folders {
			folders[i] = "." + strings.TrimPrefix(name, "herald")
		}
	}
	r.env = append(slices.Clone(r.env), lessGarbage)
	return r.command(ctx, string(r.project), append([]string{program, "run"}, folders...)...)
}
