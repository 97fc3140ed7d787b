package web

import (
	"net/http"
	"sync"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"herald/pkg/kit/auth"
)

// registration adds a route to an API of huma's.
type registration func(to huma.API)

// later adds a route whose input is analysed by its first call: a function that starts cold for one of its seventy routes
// does not analyse them all.
func (a *API) later(r Route, register registration) {
	a.add(r)
	a.describe = append(a.describe, register)
	own := &single{}
	var once sync.Once
	a.mux.HandleFunc(r.Method+" /api"+r.Path, func(w http.ResponseWriter, req *http.Request) {
		once.Do(func() { a.described(own, register) })
		own.ServeHTTP(w, req)
	})
}

// OpenAPI is the document of all routes added so far.
func (a *API) OpenAPI() ([]byte, error) {
	return a.described(http.NewServeMux(), a.describe...).OpenAPI().MarshalJSON()
}

// described registers routes with an API of huma's.
func (a *API) described(mux humago.Mux, routes ...registration) huma.API {
	cfg := huma.DefaultConfig("Herald", "1")
	cfg.OpenAPIPath, cfg.DocsPath, cfg.SchemasPath, cfg.CreateHooks = "", "", "", nil
	cfg.AllowAdditionalPropertiesByDefault = true
	cfg.Formats = formats()
	cfg.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	cfg.Components.SecuritySchemes = map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer", BearerFormat: "JWT"}}
	cfg.Components.SecuritySchemes["appKey"] = &huma.SecurityScheme{Type: "apiKey", In: "header", Name: auth.KeyHeader, Description: signing}
	cfg.Servers = []*huma.Server{{URL: "/api"}}
	to := humago.NewWithPrefix(mux, "/api", cfg)
	for _, register := range routes {
		register(to)
	}
	strict(cfg.Components.Schemas.Map())
	a.coded(to.OpenAPI())
	return to
}

// single is a mux with one route.
type single struct{ serve http.HandlerFunc }

func (s *single) HandleFunc(_ string, serve func(http.ResponseWriter, *http.Request)) {
	s.serve = serve
}

func (s *single) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.serve(w, r) }
