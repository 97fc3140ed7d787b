package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// project is the folder of the repository.
type project string

func findProject() (project, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "cdk.json")); err == nil {
			return project(folder), nil
		}
		if filepath.Dir(folder) == folder {
			return "", errors.New("run this inside the repository")
		}
		folder = filepath.Dir(folder)
	}
}

func (p project) path(parts ...string) string {
	return filepath.Join(append([]string{string(p)}, parts...)...)
}

func (p project) has(parts ...string) bool {
	_, err := os.Stat(p.path(parts...))
	return err == nil
}

// ignored creates a folder of the project that git does not see.
func (p project) ignored(name string) error {
	if err := os.MkdirAll(p.path(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(p.path(name, ".gitignore"), []byte("*\n"), 0o644)
}

// digest of the content of files and folders; packages and what a build writes beside its sources do not count.
func (p project) digest(names ...string) (string, error) {
	sum := sha256.New()
	for _, name := range names {
		err := filepath.WalkDir(p.path(name), func(file string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case entry.IsDir() && slices.Contains([]string{"node_modules", "out", "e2e", "testdata", "test-results"}, entry.Name()),
				entry.IsDir() && strings.HasPrefix(entry.Name(), ".") && file != p.path(name):
				return filepath.SkipDir
			case !entry.Type().IsRegular(), entry.Name() == "next-env.d.ts", strings.HasSuffix(entry.Name(), ".tsbuildinfo"):
				return nil
			}
			f, err := os.Open(file)
			if err != nil {
				return err
			}
			defer f.Close()
			_, _ = io.WriteString(sum, file+"\x00")
			_, err = io.Copy(sum, f)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// once runs work unless it was done for the same content already; stamp names where that is remembered.
func (p project) once(stamp, content string, work func() error) error {
	if before, err := os.ReadFile(stamp); err == nil && string(before) == content {
		return nil
	}
	if err := work(); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(stamp), 0o755); err != nil {
		return err
	}
	return os.WriteFile(stamp, []byte(content), 0o644)
}

// writeJSON replaces a file at once, so that no reader sees half of it.
func writeJSON(file string, value any, mode os.FileMode) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	next := file + ".new"
	if err := os.WriteFile(next, append(text, '\n'), mode); err != nil {
		return err
	}
	return os.Rename(next, file)
}

func readJSON(file string, value any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}
