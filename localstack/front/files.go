package front

import (
	"compress/gzip"
	"io"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"herald/localstack/headers"
)

// files serves the built console: a path whose last part has no dot is the one page, the rest are files.
type files struct {
	root     string
	sources  string // the buckets in the content policy
	cashiers string // likewise for the pages of providers of payments
}

const placeholder = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Herald</title>
<h1>Herald is running</h1><p>The console is not built yet. The API is at <a href="/api/openapi.json">/api</a>.</p></html>`

func (f files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	name := path.Clean("/" + r.URL.Path)
	if !strings.Contains(path.Base(name), ".") {
		name = "/index.html"
	}
	for key, value := range headers.Plain {
		w.Header().Set(key, value)
	}
	// Code and styles are no documents: a browser that asks for forty of them needs the policy once.
	if !strings.HasPrefix(name, "/_next/static/") {
		index, _ := os.ReadFile(filepath.Join(f.root, "index.html"))
		w.Header().Set("Content-Security-Policy", headers.ContentPolicy(index, f.sources, f.cashiers))
	}
	file, err := os.Open(filepath.Join(f.root, filepath.FromSlash(name)))
	if err != nil {
		f.missing(w, name)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		f.missing(w, name)
		return
	}
	w.Header().Set("Cache-Control", caching(name))
	kind := mime.TypeByExtension(filepath.Ext(name))
	if kind != "" {
		w.Header().Set("Content-Type", kind)
	}
	if compressible(kind) && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && r.Header.Get("Range") == "" {
		compress(w, r, file)
		return
	}
	http.ServeContent(w, r, name, info.ModTime(), file)
}

func (f files) missing(w http.ResponseWriter, name string) {
	w.Header().Set("Cache-Control", "no-cache")
	if name == "/index.html" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, placeholder)
		return
	}
	http.Error(w, "not found", http.StatusNotFound)
}

func caching(name string) string {
	switch {
	case strings.HasPrefix(name, "/_next/static/"):
		return "public, max-age=31536000, immutable"
	case strings.HasSuffix(name, ".html"):
		return "no-cache"
	}
	return "public, max-age=3600"
}

func compressible(kind string) bool {
	for _, part := range []string{"text/", "javascript", "json", "svg", "xml", "wasm"} {
		if strings.Contains(kind, part) {
			return true
		}
	}
	return false
}

func compress(w http.ResponseWriter, r *http.Request, file io.Reader) {
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Vary", "Accept-Encoding")
	if r.Method == http.MethodHead {
		return
	}
	z := gzip.NewWriter(w)
	defer z.Close()
	// A client that disconnects in the middle is no error.
	_, _ = io.Copy(z, file)
}
