// Package console serves the built console, as the distribution on AWS does (infra/web.go): every page is the one index page, hashed files
// are immutable, text is compressed, and each document carries the content policy.
package console

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"

	"herald/pkg/app/pageheaders"
)

// Options of a console.
type Options struct {
	Folder   string // of the built console
	Sources  string // origins of files, for the content policy
	Cashiers string // origins of providers' payment pages, likewise
	Secure   bool   // TLS ends in front of it, for all of the host
}

const index = "/index.html"

// hashed is where files lie whose names change with their contents.
const hashed = "/_next/static/"

// Check reports a folder without a console.
func (o Options) Check() error {
	if _, err := os.Stat(filepath.Join(o.Folder, index)); err != nil {
		return fmt.Errorf("console: the folder %q has no index.html: build the console by npm run build in web, or correct HERALD_CONSOLE",
			o.Folder)
	}
	return nil
}

// New makes the handler. It reads the folder at each request, so a console that is built again is served at once.
func New(o Options) (http.Handler, error) {
	compressed, err := gzhttp.NewWrapper()
	if err != nil {
		return nil, err
	}
	return compressed(o), nil
}

// Harden sets the headers that documents and answers of the API carry.
func (o Options) Harden(h http.Header) {
	o.HardenPage(h)
	page, _ := os.ReadFile(filepath.Join(o.Folder, index)) // without one no script is allowed
	h.Set("Content-Security-Policy", pageheaders.ContentPolicy(page, o.Sources, o.Cashiers))
}

// HardenPage is Harden for what brings a content policy of its own, or needs none.
func (o Options) HardenPage(h http.Header) {
	for key, value := range pageheaders.Plain {
		h.Set(key, value)
	}
	if o.Secure {
		h.Set("Strict-Transport-Security", "max-age=31536000")
	}
}

// ServeHTTP serves a file. A path whose last part has no dot is the index page.
func (o Options) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := path.Clean("/" + r.URL.Path)
	if !strings.Contains(path.Base(name), ".") {
		name = index
	}
	// Code and styles are no documents: a browser that asks for forty of them needs the policy once.
	if strings.HasPrefix(name, hashed) {
		o.HardenPage(w.Header())
	} else {
		o.Harden(w.Header())
	}
	content, err := os.ReadFile(filepath.Join(o.Folder, filepath.FromSlash(name)))
	if err != nil {
		w.Header().Set("Cache-Control", "no-cache")
		status := http.StatusServiceUnavailable
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) || name != index {
			status = http.StatusNotFound
		}
		http.Error(w, strings.ToLower(http.StatusText(status)), status)
		return
	}
	w.Header().Set("Cache-Control", caching(name))
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	sum := sha256.Sum256(content) // the time of a file in an image says nothing
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(sum[:12])+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}

func caching(name string) string {
	switch {
	case strings.HasPrefix(name, hashed):
		return "public, max-age=31536000, immutable"
	case strings.HasSuffix(name, ".html"):
		return "no-cache"
	}
	return "public, max-age=3600"
}
