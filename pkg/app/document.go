package app

import (
	_ "embed"
	"net/http"

	"herald/pkg/kit/web"
)

// document is made from the handlers by `go generate ./pkg/app`; a test holds it fresh.
//
//go:generate go run herald/tools/openapi
//go:embed openapi.json
var document []byte

// describe adds the document, and lets modules look into it.
func describe(e *Env, a *web.API) {
	e.isList, e.permissions = isList, permissionTable
	web.HandleRaw(a, web.Route{Method: "GET", Path: "/openapi.json", Perm: web.Public,
		Summary: "Get the OpenAPI 3.1 document of the API"}, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // the client is gone when this fails
	})
}
