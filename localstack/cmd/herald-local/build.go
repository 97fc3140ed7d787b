package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"herald/pkg/app/manifest"
)

// functions are all that the manifest names.
func functions() []string {
	var names []string
	for _, g := range manifest.Groups {
		names = append(names, g.Name)
	}
	for _, c := range manifest.Consumers {
		names = append(names, c.Name)
	}
	return append(names, manifest.Sockets, manifest.Janitor)
}

// build is the command: binaries and archives of every function.
func build(ctx context.Context, p project, args []string) error {
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	arch := flags.String("arch", runtime.GOARCH, "amd64 or arm64")
	if err := flags.Parse(args); err != nil {
		return exitCode(2)
	}
	if err := p.ignored(".build"); err != nil {
		return err
	}
	return newConsole().step("functions", func(ctx context.Context) (string, error) {
		return p.buildFunctions(ctx, "linux", *arch, flate.BestCompression)
	})(ctx)
}

// buildShared is buildFunctions for the machine that it runs on: the one binary that holds every function and looks up which
// one it is, because linking twenty binaries takes twenty times as long as linking one. Each function still is one of its
// own, with its own archive, environment and role.
func (p project) buildShared(ctx context.Context) (string, error) {
	const whole = manifest.AllInOne
	names, platform := functions(), runtime.GOOS+"-"+runtime.GOARCH
	if err := p.compile(ctx, runtime.GOOS, runtime.GOARCH, nil, whole); err != nil {
		return "", err
	}
	changed, err := p.pack(whole, platform, flate.BestSpeed)
	if err != nil {
		return "", err
	}
	for _, one := range names {
		err := errors.Join(p.link(".build/"+whole+"/bootstrap", ".build/"+one+"/bootstrap"), p.link(".build/"+whole+".zip", ".build/"+one+".zip"))
		if err != nil {
			return "", err
		}
		_ = os.Remove(p.path(".build", one+".sum")) // the archive is no longer the one that make build packed, if it did
	}
	if !changed {
		return fmt.Sprintf("%d functions, unchanged", len(names)), nil
	}
	return fmt.Sprintf("%d functions", len(names)), nil
}

// link makes a file another name of an existing one.
func (p project) link(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(p.path(to)), 0o755); err != nil {
		return err
	}
	next := p.path(to + ".new")
	_ = os.Remove(next) // of an earlier run that was ended
	if err := os.Link(p.path(from), next); err != nil {
		return err
	}
	err := os.Rename(next, p.path(to))
	_ = os.Remove(next) // a rename of one name of a file to another of the same leaves both
	return err
}

// buildFunctions compiles functions/<name> to .build/<name>/bootstrap and packs it as .build/<name>.zip, and so the program
// that holds them all. Only what has changed is linked and packed anew, and the same code gives the same archive.
func (p project) buildFunctions(ctx context.Context, system, arch string, level int) (string, error) {
	names := append(functions(), manifest.AllInOne)
	for _, name := range names {
		if !p.has("functions", name) {
			return "", fmt.Errorf("functions/%s is missing, but pkg/app/manifest names it", name)
		}
	}
	if err := p.compile(ctx, system, arch, []string{"-trimpath"}, names...); err != nil {
		return "", err
	}
	packed, err := p.packAll(ctx, names, system+"-"+arch, level)
	return fmt.Sprintf("%d functions, %d changed", len(names), packed), err
}

// tags leave out what no function uses: the RPC mode of Lambda's library, and HTTP/2, for every client of ours has a dialer of
// its own and therefore speaks HTTP/1.1. Tests and tools have them too: other tags are other packages, all compiled again.
const tags = "lambda.norpc,nethttpomithttp2"

// compile links functions/<name> to .build/bin-<system>-<arch>/<name>, with more flags if there are any.
func (p project) compile(ctx context.Context, system, arch string, more []string, names ...string) error {
	folder := p.path(".build", "bin-"+system+"-"+arch)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	argv := append([]string{"go", "build", "-tags", tags, "-buildvcs=false", "-ldflags=-s -w", "-o", folder + "/"}, more...)
	for _, name := range names {
		argv = append(argv, "./functions/"+name)
	}
	return command(ctx, p.path(".local", "logs", "build.log"), string(p),
		append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch), argv...)
}

// packAll packs with every core, each a function at a time, and returns how many had changed.
func (p project) packAll(ctx context.Context, names []string, platform string, level int) (changed int, err error) {
	todo := make(chan string, len(names))
	for _, name := range names {
		todo <- name
	}
	close(todo)
	var count atomic.Int64
	work := func(context.Context) error {
		for name := range todo {
			one, err := p.pack(name, platform, level)
			if err != nil {
				return err
			}
			if one {
				count.Add(1)
			}
		}
		return nil
	}
	err = together(ctx, slices.Repeat([]func(context.Context) error{work}, runtime.NumCPU())...)
	return int(count.Load()), err
}

// pack makes the archive of a function when its binary is another than the one that is packed.
func (p project) pack(name, platform string, level int) (changed bool, err error) {
	binary, err := os.ReadFile(p.path(".build", "bin-"+platform, name))
	if err != nil {
		return false, err
	}
	sum := sha256.Sum256(binary)
	stamp, content := p.path(".build", name+".sum"), fmt.Sprintf("%s %d %s", platform, level, hex.EncodeToString(sum[:]))
	if !p.has(".build", name+".zip") {
		_ = os.Remove(stamp) // may not exist either
	}
	return changed, p.once(stamp, content, func() error {
		changed = true
		if err := os.MkdirAll(p.path(".build", name), 0o755); err != nil {
			return err
		}
		if err := replaceFile(p.path(".build", name, "bootstrap"), binary, 0o755); err != nil {
			return err
		}
		archive, err := archiveOf(binary, level)
		if err != nil {
			return err
		}
		return replaceFile(p.path(".build", name+".zip"), archive, 0o644)
	})
}

func archiveOf(binary []byte, level int) ([]byte, error) {
	var buffer bytes.Buffer
	z := zip.NewWriter(&buffer)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, level) })
	header := &zip.FileHeader{Name: "bootstrap", Method: zip.Deflate, Modified: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)}
	header.SetMode(0o755)
	w, err := z.CreateHeader(header)
	if err == nil {
		_, err = w.Write(binary)
	}
	err = errors.Join(err, z.Close())
	return buffer.Bytes(), err
}

// replaceFile writes beside and renames: a running binary cannot be overwritten.
func replaceFile(file string, content []byte, mode os.FileMode) error {
	next := filepath.Join(filepath.Dir(file), ".new-"+filepath.Base(file))
	if err := os.WriteFile(next, content, mode); err != nil {
		return err
	}
	return os.Rename(next, file)
}
