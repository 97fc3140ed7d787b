// Package image builds the container image of Herald without a daemon: the program of all functions and the built console, for several
// platforms. The same input gives the same bytes.
package image

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// Places in the image.
const (
	program = "herald"
	console = "console"
	sbom    = "sbom.cdx.json"
)

// user is the numeric user and group of the process: it owns nothing in the image.
const user = "65532:65532"

// Input is what an image consists of.
type Input struct {
	Arch    string // amd64 or arm64
	Program string // path of the program, for Linux and Arch
	Console string // folder of the built console
	Lock    string // package-lock.json of the console
	Version string
}

// Build makes the image of one platform. The program's certificates and time zones are inside of it.
func Build(in Input) (v1.Image, error) {
	bill, err := billOfMaterials(in)
	if err != nil {
		return nil, err
	}
	pages, err := layerOf(func(w *tar.Writer) error { return addFolder(w, in.Console, console) })
	if err != nil {
		return nil, err
	}
	app, err := layerOf(func(w *tar.Writer) error {
		return errors.Join(
			addFolderEntry(w, "tmp", 0o1777),
			addBytes(w, "etc/passwd", []byte("herald:x:65532:65532::/:/sbin/nologin\n"), 0o644),
			addFile(w, in.Program, program, 0o755),
			addBytes(w, sbom, bill, 0o644),
		)
	})
	if err != nil {
		return nil, err
	}
	image, err := mutate.AppendLayers(mutate.MediaType(empty.Image, types.OCIManifestSchema1), pages, app) // the console changes less often
	if err != nil {
		return nil, err
	}
	file, err := image.ConfigFile()
	if err != nil {
		return nil, err
	}
	file = file.DeepCopy()
	file.OS, file.Architecture = "linux", in.Arch
	file.Config = v1.Config{
		User:         user,
		Entrypoint:   []string{"/" + program},
		Cmd:          []string{"serve"},
		Env:          []string{"HERALD_CONSOLE=/" + console},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		WorkingDir:   "/",
		StopSignal:   "SIGTERM",
		Labels: map[string]string{"org.opencontainers.image.title": "Herald", "org.opencontainers.image.version": in.Version,
			"org.opencontainers.image.description": "Console, API, websocket, queues and scheduler of Herald in one process"},
	}
	return mutate.ConfigFile(mutate.ConfigMediaType(image, types.OCIConfigJSON), file)
}

// layerOf makes a layer of what write adds.
func layerOf(write func(w *tar.Writer) error) (v1.Layer, error) {
	var raw bytes.Buffer
	w := tar.NewWriter(&raw)
	if err := errors.Join(write(w), w.Close()); err != nil {
		return nil, err
	}
	return tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(raw.Bytes())), nil },
		tarball.WithMediaType(types.OCILayer), tarball.WithCompressedCaching)
}

// header is a file of root without a time, so that the same content has the same digest.
func header(name string, mode, size int64) *tar.Header {
	return &tar.Header{Typeflag: tar.TypeReg, Name: name, Mode: mode, Size: size, ModTime: time.Unix(0, 0), Format: tar.FormatPAX}
}

func addBytes(w *tar.Writer, name string, content []byte, mode int64) error {
	if err := w.WriteHeader(header(name, mode, int64(len(content)))); err != nil {
		return err
	}
	_, err := w.Write(content)
	return err
}

func addFile(w *tar.Writer, from, name string, mode int64) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if err := w.WriteHeader(header(name, mode, info.Size())); err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return err
}

func addFolderEntry(w *tar.Writer, name string, mode int64) error {
	h := header(name+"/", mode, 0)
	h.Typeflag = tar.TypeDir
	return w.WriteHeader(h)
}

// addFolder adds the files below a folder in the order of their names.
func addFolder(w *tar.Writer, from, name string) error {
	if info, err := os.Stat(filepath.Join(from, "index.html")); err != nil || info.IsDir() {
		return fmt.Errorf("%s holds no built console", from)
	}
	return filepath.WalkDir(from, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, file)
		if err != nil {
			return err
		}
		target := path.Join(name, filepath.ToSlash(relative))
		if entry.IsDir() {
			return addFolderEntry(w, target, 0o755)
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("%s is not a regular file", file)
		}
		return addFile(w, file, target, 0o644)
	})
}
