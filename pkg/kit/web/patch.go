package web

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Patch is the body of a change of T (a JSON merge patch): a present member replaces the stored one, an absent or
// null one leaves it. T has plain fields; the checks of a body hold for the present members.
type Patch[T any] struct {
	Value  T // the present fields, over T's zero value
	fields map[string]json.RawMessage
}

// UnmarshalJSON reads a change.
func (p *Patch[T]) UnmarshalJSON(text []byte) error {
	if err := json.Unmarshal(text, &p.fields); err != nil {
		return err
	}
	for name, value := range p.fields {
		if string(value) == "null" {
			delete(p.fields, name)
		}
	}
	return p.Into(&p.Value)
}

// Into lays the change over what is kept.
func (p *Patch[T]) Into(kept *T) error {
	text, err := json.Marshal(p.fields)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, kept)
}

// Has tells whether the change names a member.
func (p *Patch[T]) Has(name string) bool {
	for field := range p.fields {
		if strings.EqualFold(field, name) {
			return true
		}
	}
	return false
}

// Schema is T's.
func (p *Patch[T]) Schema(r huma.Registry) *huma.Schema {
	return r.Schema(reflect.TypeFor[T](), true, "")
}
