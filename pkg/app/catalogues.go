package app

import (
	"context"
	"encoding/json"
	"strings"
	"sync"

	"herald/pkg/platform/country"
	"herald/pkg/platform/dict"
	"herald/pkg/platform/lov"
)

// The catalogues have entries that an admin writes and all users read. A process has one module of each, so that
// entries that were read are kept.

func (e *Env) dict() *dict.Service {
	return e.singletons.dict.get(func() *dict.Service {
		return dict.New(e.DB, e.Now, e.NewID, e.ownParts().dicts())
	})
}

func (e *Env) lov() *lov.Service {
	return e.singletons.lov.get(func() *lov.Service {
		return lov.New(e.DB, e.Now, func(method, path string) bool { return e.isList != nil && e.isList(method, path) },
			e.dict().Known, e.ownParts().pickers())
	})
}

func (e *Env) countries() *country.Store {
	return e.singletons.countries.get(func() *country.Store {
		return country.New(e.DB, e.Now, e.ownParts().codes()["country_business"]...)
	})
}

func (e *Env) countryService() *country.Service {
	return &country.Service{Store: e.countries(), Services: e.ownParts().codes()["service"]}
}

// open refuses a country that an admin closed for a business.
func (e *Env) open(business string) func(ctx context.Context, field, code string) error {
	return func(ctx context.Context, field, code string) error {
		return e.countries().Open(ctx, field, code, business)
	}
}

// isList tells whether the running system has a list of this method and path: a route that takes a page's parameters. The
// function that asks has only its own routes, so the document of all of them answers.
func isList(method, path string) bool {
	return lists()[method+" "+path]
}

func lists() map[string]bool {
	listPaths.Do(func() { listPaths.all = readLists() })
	return listPaths.all
}

// listPaths has no initial value that names the document: a function that does not use it need not carry it.
var listPaths struct {
	sync.Once
	all map[string]bool
}

func readLists() map[string]bool {
	type operation struct {
		Parameters []struct {
			Name string `json:"name"`
		} `json:"parameters"`
	}
	var doc struct {
		Paths map[string]map[string]operation `json:"paths"`
	}
	if err := json.Unmarshal(document, &doc); err != nil {
		panic(err) // embedded at build time
	}
	all := map[string]bool{}
	for path, methods := range doc.Paths {
		for method, op := range methods {
			for _, p := range op.Parameters {
				if p.Name == "current" && !strings.Contains(path, "{") {
					all[strings.ToUpper(method)+" "+path] = true
				}
			}
		}
	}
	return all
}
