package main

import (
	"html/template"
	"net/http"
	"strings"

	"herald/localstack/simulators/sim"
)

// bank is the simulators, each below its name.
type bank struct {
	names []string
	parts map[string]sim.Simulator
}

func (b *bank) add(name string, s sim.Simulator) {
	b.names = append(b.names, name)
	b.parts[name] = s
}

// ServeHTTP hands a request to the simulator that its path begins with. Request.RequestURI stays as it came: signatures are over it.
func (b *bank) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if name == "" {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_ = index().Execute(w, b.names) // an error means that the client is gone
		return
	}
	part := b.parts[name]
	if part == nil {
		http.NotFound(w, r)
		return
	}
	inner := r.Clone(r.Context())
	inner.URL.Path, inner.URL.RawPath = "/"+rest, ""
	part.ServeHTTP(w, inner)
}

// Close ends all of them.
func (b *bank) Close() {
	for _, s := range b.parts {
		s.Close()
	}
}

func index() *template.Template {
	return template.Must(template.New("index").Parse(
		`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Simulated money</title></head>
<body style="font:16px system-ui;max-width:40rem;margin:2rem auto"><h1>Simulated money</h1><ul>
{{range .}}<li>{{.}}{{if and (ne . "rates") (ne . "partner") (ne . "workers")}}: <a href="/{{.}}/cashier">cashier</a>{{end}}</li>
{{end}}</ul></body></html>`))
}
