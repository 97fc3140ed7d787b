package dict

import (
	"context"
	"slices"

	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// list declares the list of all values, by code and place unless asked otherwise.
func (r *Service) list() list.List[Entry] {
	return list.List[Entry]{List: entries, Path: "/system/dict", Perm: "system:dict:page", Summary: "List all values of all dictionaries",
		Rows: r.all,
		By:   []string{"dictCode", "sort"}, File: list.File{Name: "dictionaries", Summary: "Export the matching values as xlsx or CSV"}}
}

var entries = store.List[Entry]{Columns: []store.Column[Entry]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(e *Entry) any { return e.CreateTime }},
	{Name: "dictCode", Kind: store.Exact, Sort: true, Filter: true, Doc: "One or several, separated by commas.", Title: "dictCode",
		Get: func(e *Entry) any { return e.DictCode }},
	{Name: "value", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "value", Get: func(e *Entry) any { return e.Value }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Part of the text in the caller's language.", Title: "name",
		Get: func(e *Entry) any { return e.Name }},
	{Title: "valueType", Dict: "dict_value_type", Get: func(e *Entry) any { return e.ValueType }},
	{Title: "tagColor", Get: func(e *Entry) any { return e.Attributes.TagColor }},
	{Title: "textColor", Get: func(e *Entry) any { return e.Attributes.TextColor }},
	{Name: "sort", Kind: store.Number, Sort: true, Title: "sort", Get: func(e *Entry) any { return e.Sort }},
	{Title: "builtIn", Dict: "yes_no", Get: func(e *Entry) any { return e.BuiltIn }},
	{Title: "hidden", Dict: "yes_no", Get: func(e *Entry) any { return e.Hidden }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Title: "updated", Get: func(e *Entry) any { return e.UpdateTime }},
	{Title: "operator", Get: func(e *Entry) any { return e.Operator }},
}}

// all gives every value.
func (r *Service) all(ctx context.Context) ([]Entry, error) {
	r.Overrides.Renew()
	kept, err := r.Overrides.All(ctx)
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
	return out, err
}

func (r *Service) codesOf(kept map[string]own) []string {
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

// Code is a dictionary in the list of all.
type Code struct {
	DictCode  string `json:"dictCode"`
	ValueType int    `json:"valueType" enum:"1,2,3"`
	BuiltIn   bool   `json:"builtIn"`
	Values    int    `json:"values"`
}

func (r *Service) codes(ctx context.Context, _ *struct{}) ([]Code, error) {
	kept, err := r.Overrides.All(ctx)
	out := []Code{}
	for _, code := range r.codesOf(kept) {
		valueType, items := r.Shipped.whole(code, kept[code])
		_, shipped := r.Shipped[code]
		out = append(out, Code{code, valueType, shipped, len(items)})
	}
	return out, err
}

// Known reports whether there is a dictionary of this code.
func (r *Service) Known(ctx context.Context, code string) (bool, error) {
	known, err := r.dictionaries(ctx, []string{code})
	return len(known) > 0, err
}

// Names gives the names of a dictionary's values, hidden ones too, in the language of the call.
func (r *Service) Names(ctx context.Context, code string) (map[string]string, error) {
	known, err := r.dictionaries(ctx, []string{code})
	lang, names := web.LangOf(ctx), map[string]string{}
	_, items := r.Shipped.whole(code, known[code])
	for _, it := range items {
		names[it.Value] = it.Attr.Languages[lang]
	}
	return names, err
}
