package dict

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// entries declares the list of all values.
var entries = store.List[Entry]{Entity: "dict", Columns: []store.Column[Entry]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(e *Entry) any { return when(e.CreateTime) }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Get: func(e *Entry) any { return when(e.UpdateTime) }},
	{Name: "dictCode", Kind: store.Exact, Sort: true, Get: func(e *Entry) any { return e.DictCode }},
	{Name: "name", Kind: store.Text, Sort: true, Get: func(e *Entry) any { return e.Name }},
	{Name: "value", Kind: store.Text, Sort: true, Get: func(e *Entry) any { return e.Value }},
	{Name: "sort", Kind: store.Number, Sort: true, Get: func(e *Entry) any { return int64(e.Sort) }},
}}

func when(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

// Query are the filters of the list.
type Query struct {
	web.ListParams
	DictCode string `query:"dictCode" doc:"one or several, separated by commas"`
	Name     string `query:"name" doc:"contains; in the caller's language"`
	Value    string `query:"value" doc:"contains"`
}

// all gives every value that matches, by code and place unless asked otherwise.
func (r *Room) all(ctx context.Context, q store.ListQuery) ([]Entry, error) {
	if _, err := entries.Plain(q); err != nil {
		return nil, err
	}
	kept, err := r.Shelf.All(ctx)
	if err != nil {
		return nil, err
	}
	lang := web.LangOf(ctx)
	var out []Entry
	for _, code := range r.codesOf(kept) {
		valueType, items := r.Shipped.whole(code, kept[code])
		for _, it := range items {
			e := r.entryOf(code, valueType, it)
			e.Name = it.Attr.Languages[lang]
			out = append(out, e)
		}
	}
	if len(q.SortFields) == 0 {
		q.SortFields, q.SortOrders = []string{"dictCode", "sort"}, []string{"ascend", "ascend"}
	}
	return entries.Select(out, q)
}

func (r *Room) codesOf(kept map[string]own) []string {
	var codes []string
	for code := range r.Shipped {
		codes = append(codes, code)
	}
	for code := range kept {
		if _, shipped := r.Shipped[code]; !shipped {
			codes = append(codes, code)
		}
	}
	slices.Sort(codes)
	return codes
}

func (r *Room) page(ctx context.Context, in *Query) (web.Page[Entry], error) {
	r.Shelf.Renew()
	rows, err := r.all(ctx, web.ListQuery(in))
	if err != nil {
		return web.Page[Entry]{}, err
	}
	from := min((in.Current-1)*in.Size, len(rows))
	return web.PageOf(in.ListParams, len(rows), rows[from:min(from+in.Size, len(rows))]), nil
}

// Code is a dictionary in the list of all.
type Code struct {
	DictCode  string `json:"dictCode"`
	ValueType int    `json:"valueType" enum:"1,2,3"`
	BuiltIn   bool   `json:"builtIn"`
	Values    int    `json:"values"`
}

func (r *Room) codes(ctx context.Context, _ *struct{}) ([]Code, error) {
	kept, err := r.Shelf.All(ctx)
	out := []Code{}
	for _, code := range r.codesOf(kept) {
		valueType, items := r.Shipped.whole(code, kept[code])
		_, shipped := r.Shipped[code]
		out = append(out, Code{code, valueType, shipped, len(items)})
	}
	return out, err
}

// Known reports whether there is a dictionary of this code.
func (r *Room) Known(ctx context.Context, code string) (bool, error) {
	known, err := r.dictionaries(ctx, []string{code})
	return len(known) > 0, err
}

// Names gives the names of a dictionary's values, hidden ones too, in the language of the call.
func (r *Room) Names(ctx context.Context, code string) (map[string]string, error) {
	known, err := r.dictionaries(ctx, []string{code})
	lang, names := web.LangOf(ctx), map[string]string{}
	_, items := r.Shipped.whole(code, known[code])
	for _, it := range items {
		names[it.Value] = it.Attr.Languages[lang]
	}
	return names, err
}
