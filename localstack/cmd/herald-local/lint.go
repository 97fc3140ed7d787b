package main

import (
	"context"
	"fmt"
	"os"
	"strings"
)

// linter is built once into .bin, with the Go of this machine; its rules are in .golangci.yml.
const linter = "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.5.0"

func (p project) lint(ctx context.Context, env []string) error {
	program := p.path(".bin", "golangci-lint")
	err := p.once(p.path(".bin", "golangci-lint.stamp"), linter, func() error {
		fmt.Println("building the linter, once (1–2 minutes)")
		return command(ctx, p.path(".local", "logs", "linter.log"), string(p), append(os.Environ(), "GOBIN="+p.path(".bin"), "GOFLAGS="), "go", "install", linter)
	})
	if err != nil {
		return err
	}
	packages, err := p.packages(ctx)
	if err != nil {
		return err
	}
	for i, name := range packages {
		packages[i] = "." + strings.TrimPrefix(name, "herald")
	}
	return p.attached(ctx, string(p), env, append([]string{program, "run"}, packages...)...)
}
