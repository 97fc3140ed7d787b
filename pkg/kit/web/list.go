package web

import (
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/kit/store"
)

// Paging are the parameters of every list shown in pages.
type Paging struct {
	Current int `query:"current" minimum:"1" maximum:"1000000" default:"1" doc:"Page, from 1."`
	Size    int `query:"size" minimum:"1" maximum:"100" default:"10" doc:"Rows per page."`
}

// ListParams are the parameters of every list (decisions §1).
type ListParams struct {
	Paging
	SortFields []string `query:"sortFields,explode" doc:"Repeatable. Default: createTime."`
	SortOrders []string `query:"sortOrders,explode" enum:"ascend,descend" doc:"Repeatable, one per sortFields. Default: descend."`
}

// ListInput is the input of a list; an input of more than that embeds it. Its filters are those of the route's line.
type ListInput struct {
	ListParams
	Filters map[string]string
}

// filtered is where an operation keeps its parameters of Filters.
const filtered = "filters"

// severalStyle is that of filters with several words, separated by commas: `form` without `explode`.
const severalStyle = "form"

// filterParams adds the filters of a list to an operation.
func filterParams(op *huma.Operation, filters []store.Filter) {
	var params []*huma.Param
	for _, f := range filters {
		s := &huma.Schema{Type: huma.TypeString, Description: f.Doc}
		for _, word := range f.OneOf {
			s.Enum = append(s.Enum, word)
		}
		if f.OneOf != nil && !f.Several {
			s.Enum = append(s.Enum, "") // an empty one is none
		}
		s.PrecomputeMessages()
		p := &huma.Param{Name: f.Name, In: "query", Description: f.Doc, Explode: new(bool), Schema: s}
		if f.Several {
			p.Style = severalStyle
			p.Schema = &huma.Schema{Type: huma.TypeArray, Items: s, Description: f.Doc}
			p.Schema.PrecomputeMessages()
		}
		params = append(params, p)
	}
	op.Parameters, op.Metadata = params, map[string]any{filtered: params}
}

// Resolve takes the filters from the request, as huma does with fields of a struct.
func (in *ListInput) Resolve(ctx huma.Context) []error {
	in.Filters = map[string]string{}
	params, _ := ctx.Operation().Metadata[filtered].([]*huma.Param)
	var refused huma.ValidateResult
	for _, p := range params {
		value := ctx.Query(p.Name)
		if value == "" {
			continue
		}
		in.Filters[p.Name] = value
		path := huma.NewPathBuffer([]byte{}, 0)
		path.Push("query")
		path.Push(p.Name)
		if p.Style != severalStyle {
			huma.Validate(nil, p.Schema, path, huma.ModeWriteToServer, value, &refused)
			continue
		}
		for word := range strings.SplitSeq(value, ",") {
			huma.Validate(nil, p.Schema.Items, path, huma.ModeWriteToServer, word, &refused)
		}
	}
	return refused.Errors
}

// Among tells whether a value is one of a filter's words. A filter without words leaves everything in.
func Among(words []string, value string) bool {
	return len(words) == 0 || slices.Contains(words, value)
}

// Query is what a list is asked; the answer may be changed.
func (in *ListInput) Query() store.ListQuery {
	return store.ListQuery{Current: in.Current, Size: in.Size, SortFields: in.SortFields, SortOrders: in.SortOrders,
		Filters: maps.Clone(in.Filters)}
}

// Page is the answer of every list.
type Page[T any] struct {
	Records []T `json:"records"`
	Total   int `json:"total"`
	Current int `json:"current"`
	Size    int `json:"size"`
	// More tells that a filter or another order looked at the newest rows alone (store.Budget).
	More bool `json:"more,omitempty" doc:"True when older rows were not read: total and records cover the newest 10,000 rows. Use a narrower filter."`
}

// PageOf makes an answer of a page's rows; Records is never null.
func PageOf[T any](p Paging, total store.Total, records []T) Page[T] {
	if records == nil {
		records = []T{}
	}
	return Page[T]{Records: records, Total: total.N, Current: p.Current, Size: p.Size, More: total.More}
}

// Cut makes an answer of all rows.
func Cut[T any](p Paging, rows []T) Page[T] {
	return PageOf(p, store.Total{N: len(rows)}, store.Cut(rows, p.Current, p.Size))
}

// Done is the answer of an action that has nothing to tell.
type Done struct{}

// Created is the answer of a creation.
type Created struct {
	ID string `json:"id"`
}
