package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	v1 "github.com/google/go-containerregistry/pkg/v1"

	"herald/localstack/image"
	"herald/pkg/app/manifest"
)

// makeImage is the command: the container image of each platform, as files that a registry or a container engine takes.
func makeImage(ctx context.Context, p project, args []string) error {
	flags := flag.NewFlagSet("image", flag.ContinueOnError)
	version := flags.String("version", "dev", "version, which is the tag too")
	platforms := flags.String("arch", "amd64,arm64", "platforms")
	if err := flags.Parse(args); err != nil {
		return exitCode(2)
	}
	if err := p.ignored(".build"); err != nil {
		return err
	}
	console := newConsole()
	if err := console.step("console", p.buildWeb)(ctx); err != nil {
		return err
	}
	var made []v1.Image
	for _, arch := range strings.Split(*platforms, ",") {
		err := console.step(arch, func(ctx context.Context) (string, error) {
			if err := p.compile(ctx, "linux", arch, []string{"-trimpath"}, manifest.AllInOne); err != nil {
				return "", err
			}
			one, err := image.Build(image.Input{Arch: arch, Program: p.path(".build", "bin-linux-"+arch, manifest.AllInOne),
				Console: p.path("web", "out"), Lock: p.path("web", "package-lock.json"), Version: *version})
			if err != nil {
				return "", err
			}
			made = append(made, one)
			return p.writeImage(one, arch, *version)
		})(ctx)
		if err != nil {
			return err
		}
	}
	index, err := image.Index(made...)
	if err != nil {
		return err
	}
	digest, err := index.Digest()
	if err != nil {
		return err
	}
	folder := p.path(".build", "image", "oci")
	fmt.Printf("  all platforms: %s, an OCI image layout; digest %s\n", p.relative(folder), digest)
	return image.WriteLayout(folder, index)
}

func (p project) writeImage(one v1.Image, arch, version string) (string, error) {
	file := p.path(".build", "image", "herald-"+version+"-"+arch+".tar")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", err
	}
	size, err := image.Size(one)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, %.1f MB in a registry", p.relative(file), float64(size)/1e6), image.WriteArchive(file, "herald:"+version, one)
}

// relative is a path as it is shown.
func (p project) relative(path string) string {
	if short, err := filepath.Rel(p.path(), path); err == nil {
		return short
	}
	return path
}
