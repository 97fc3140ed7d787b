package web

import (
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/kit/fault"
)

// strict completes the schemas of the routes' input with what holds for every route: a required id is not empty, and a list
// that needs entries is not null.
func strict(all map[string]*huma.Schema) {
	for _, s := range all {
		for field, p := range s.Properties {
			changed := false
			if p.Type == huma.TypeArray && p.MinItems != nil && *p.MinItems > 0 && p.Nullable {
				p.Nullable, changed = false, true
			}
			if p.Type == huma.TypeString && p.MinLength == nil && isID(field) && required(s, field) {
				one := 1
				p.MinLength, changed = &one, true
			}
			if changed {
				p.PrecomputeMessages()
			}
		}
	}
}

// coded replaces the names of dictionaries in enums by their codes: enum:"@service" is every service that a module brought.
func (a *API) coded(doc *huma.OpenAPI) {
	for _, s := range doc.Components.Schemas.Map() {
		for _, p := range s.Properties {
			a.codes(p)
		}
	}
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			for _, p := range op.Parameters {
				a.codes(p.Schema)
				if p.Schema.Items != nil {
					a.codes(p.Schema.Items)
				}
			}
		}
	}
}

func (a *API) codes(s *huma.Schema) {
	var enum []any
	coded := false
	for _, v := range s.Enum {
		text, _ := v.(string)
		name, is := strings.CutPrefix(text, "@")
		if !is {
			enum = append(enum, v)
			continue
		}
		coded = true
		if len(a.opt.Codes[name]) == 0 {
			panic("web: no dictionary is called " + name)
		}
		for _, code := range a.opt.Codes[name] {
			enum = append(enum, code)
		}
	}
	if coded {
		s.Enum = enum
		s.PrecomputeMessages()
	}
}

func isID(field string) bool { return field == "id" || strings.HasSuffix(field, "Id") }

func required(s *huma.Schema, field string) bool {
	for _, r := range s.Required {
		if r == field {
			return true
		}
	}
	return false
}

// unprintable refuses paths that no id or word of a route can have: control characters, and what is no UTF-8.
func unprintable(r *http.Request) error {
	if strings.ContainsFunc(r.URL.Path, unicode.IsControl) || !utf8.ValidString(r.URL.Path) {
		return fault.Bad("path", "web.valid.format")
	}
	return nil
}
