package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
)

// python makes .venv with the pinned packages of the local cloud, once per content of its list.
func (p project) python(ctx context.Context) (string, error) {
	list, err := os.ReadFile(p.path("localstack", "requirements.txt"))
	if err != nil {
		return "", err
	}
	err = p.once(p.path(".venv", "herald.stamp"), string(list), func() error {
		if _, err := exec.LookPath("python3"); err != nil {
			return fmt.Errorf("python3 (3.10 or newer) is missing: the local cloud is written in it. Debian: apt-get install python3 python3-venv")
		}
		log := p.path(".local", "logs", "python.log")
		if err := command(ctx, log, string(p), os.Environ(), "python3", "-m", "venv", "--clear", p.path(".venv")); err != nil {
			return fmt.Errorf("python3 cannot make a virtual environment (Debian: apt-get install python3-venv): %w", err)
		}
		return command(ctx, log, string(p), os.Environ(), p.path(".venv", "bin", "pip"), "install", "--quiet", "--disable-pip-version-check",
			"-r", p.path("localstack", "requirements.txt"))
	})
	return "MiniStack in .venv", err
}

// node installs the packages of a folder by its lock file, once per content of that.
func (p project) node(ctx context.Context, folder string) (string, error) {
	lock, err := os.ReadFile(p.path(folder, "package-lock.json"))
	if err != nil {
		return "", err
	}
	err = p.once(p.path(folder, "node_modules", ".herald.stamp"), string(lock), func() error {
		if err := nodeVersion(ctx); err != nil {
			return err
		}
		return command(ctx, p.path(".local", "logs", "npm-"+folder+".log"), p.path(folder), os.Environ(), "npm", "ci", "--no-audit", "--no-fund")
	})
	return "packages of " + folder, err
}

func nodeVersion(ctx context.Context) error {
	text, err := exec.CommandContext(ctx, "node", "--version").Output()
	if err == nil {
		major, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(string(text)), "v"), ".")
		if n, _ := strconv.Atoi(major); n >= 20 {
			_, err = exec.LookPath("npm")
		} else {
			err = fmt.Errorf("found %s", text)
		}
	}
	if err != nil {
		return fmt.Errorf("node 20 or newer with npm is missing: the CDK and the console need it: %w", err)
	}
	return nil
}
