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

// The catalogues: what an admin fills and everybody reads. A process has one room of each, so that what was read is kept.

func (e *Env) dict() *dict.Room {
	e.made.dict.Do(func() {
		e.made.dict.it = dict.New(e.DB, e.Now, e.newID, e.parts().dicts())
	})
	return e.made.dict.it
}

func (e *Env) lov() *lov.Room {
	e.made.lov.Do(func() {
		e.made.lov.it = lov.New(e.DB, e.Now, func(method, path string) bool { return e.isList != nil && e.isList(method, path) }, e.dict().Known, e.parts().pickers())
	})
	return e.made.lov.it
}

func (e *Env) countries() *country.Store {
	e.made.countries.Do(func() {
		e.made.countries.it = country.New(e.DB, e.Now, e.parts().codes()["country_business"]...)
	})
	return e.made.countries.it
}

func (e *Env) countryRoom() *country.Room {
	return &country.Room{Book: e.countries(), Services: e.parts().codes()["service"]}
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

// listPaths has no initial value that names the document: whoever does not ask need not carry it.
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
