package front

import (
	"io"
	"net/http"

	"herald/pkg/app/console"
)

const placeholder = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Herald</title>
<h1>Herald is running</h1><p>The console is not built yet. The API is at <a href="/api/openapi.json">/api</a>.</p></html>`

// files serves the built console, or says that it is not built.
func files(o console.Options) http.Handler {
	built, err := console.New(o)
	if err != nil {
		panic(err) // its options are constants
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if o.Check() != nil {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, placeholder) // the client is gone when this fails
			return
		}
		built.ServeHTTP(w, r)
	})
}
