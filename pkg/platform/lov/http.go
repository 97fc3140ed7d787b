package lov

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (platform-services §7).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, perm, summary string) web.Route {
		return web.Route{Method: method, Path: "/system/lov" + path, Perm: perm, Summary: summary}
	}
	web.Handle(a, route("GET", "/data/{keyword}", web.SignedIn, "Get a picker definition in the caller's language"), r.data)
	stale := route("POST", "/check", web.SignedIn, "Check which cached picker definitions are outdated or deleted")
	stale.Asks = true
	web.Handle(a, stale, r.stale)
	list.Mount(a, r.list())
	web.Handle(a, route("POST", "", "system:lov:add", "Add a picker definition"), r.post)
	web.Handle(a, route("PUT", "", "system:lov:edit", "Change a picker definition, including shipped ones"), r.edit)
	web.Handle(a, route("PUT", "/{id}/reset", "system:lov:edit", "Reset a shipped picker definition"), r.reset)
	web.Handle(a, route("DELETE", "/{id}", "system:lov:del", "Delete a picker definition. Shipped ones cannot be deleted"), r.remove)
}

func (r *Service) data(ctx context.Context, in *struct {
	Keyword string `path:"keyword"`
}) (*Definition, error) {
	d, ok, err := r.find(ctx, in.Keyword)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fault.New(fault.NotFound, 0, "lov.none", "keyword", in.Keyword)
	}
	d = d.in(web.LangOf(ctx))
	return &d, nil
}

func (r *Service) stale(ctx context.Context, in *struct {
	Body map[string]string `doc:"updateTime by keyword."`
}) ([]string, error) {
	if len(in.Body) > maxChecked {
		return nil, fault.Bad("", "web.valid.maxItems", "n", maxChecked)
	}
	var keywords []string
	for k := range in.Body {
		keywords = append(keywords, k)
	}
	slices.Sort(keywords)
	got, err := r.Overrides.Get(ctx, keywords...)
	if err != nil {
		return nil, err
	}
	out := []string{}
	for _, k := range keywords {
		d, ok := r.Shipped[k]
		if own, mine := got[k]; mine {
			d, ok = own.Definition, true
		}
		if at, err := time.Parse(time.RFC3339, in.Body[k]); !ok || err != nil || !at.Equal(d.UpdateTime) {
			out = append(out, k)
		}
	}
	return out, nil
}

// Entry is a definition in the list.
type Entry struct {
	Definition
	BuiltIn    bool       `json:"builtIn"`
	Changed    bool       `json:"changed" doc:"A shipped definition that an admin changed."`
	Operator   string     `json:"operator"`
	CreateTime *time.Time `json:"createTime" doc:"Null: shipped with the product."`
}

func shippedEntry(d Definition) Entry { return Entry{Definition: d, BuiltIn: true} }

// list declares the list of definitions, by keyword unless asked otherwise.
func (r *Service) list() list.List[Entry] {
	return list.List[Entry]{List: entries, Path: "/system/lov", Perm: "system:lov:page", Summary: "List all picker definitions", Rows: r.all,
		By:   []string{"keyword"},
		File: list.File{Name: "pickers", Summary: "Export the matching definitions as xlsx or CSV"}}
}

var entries = store.List[Entry]{Columns: []store.Column[Entry]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(e *Entry) any { return e.CreateTime }},
	{Name: "keyword", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "keyword",
		Get: func(e *Entry) any { return e.Keyword }},
	{Name: "title", Kind: store.Text, Sort: true, Filter: true, Doc: "Part of the text in the caller's language.", Title: "title",
		Get: func(e *Entry) any { return e.Title }},
	{Name: "url", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Get: func(e *Entry) any { return e.URL }},
	{Title: "url", Get: func(e *Entry) any { return e.Method + " " + e.URL }},
	{Title: "builtIn", Dict: "yes_no", Get: func(e *Entry) any { return e.BuiltIn }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Title: "updated", Get: func(e *Entry) any { return e.UpdateTime }},
	{Title: "operator", Get: func(e *Entry) any { return e.Operator }},
}}

func (r *Service) all(ctx context.Context) ([]Entry, error) {
	r.Overrides.Renew()
	got, err := r.Overrides.All(ctx)
	var rows []Entry
	for keyword, d := range r.Shipped {
		if _, changed := got[keyword]; !changed {
			rows = append(rows, shippedEntry(d))
		}
	}
	for keyword, k := range got {
		_, ships := r.Shipped[keyword]
		rows = append(rows, Entry{k.Definition, ships, ships, k.By, &k.Created})
	}
	for i := range rows {
		if t := rows[i].Languages[web.LangOf(ctx)]; t != "" {
			rows[i].Title = t
		}
	}
	return rows, err
}

func (r *Service) post(ctx context.Context, in *struct{ Body Definition }) (*web.Created, error) {
	return r.write(ctx, in.Body, true)
}

func (r *Service) edit(ctx context.Context, in *struct{ Body Definition }) (*web.Created, error) {
	d := in.Body
	if d.ID != "" && d.ID != d.Keyword {
		return nil, fault.Bad("keyword", "lov.keywordFixed")
	}
	return r.write(ctx, d, false)
}

func (r *Service) write(ctx context.Context, d Definition, created bool) (*web.Created, error) {
	before, err := r.put(ctx, d, created, auth.Must(ctx).Name)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, d.Keyword, audited(before), audited(&d))
	return &web.Created{ID: d.Keyword}, nil
}

// audited is what the audit log keeps of a definition.
func audited(d *Definition) any {
	if d == nil {
		return nil
	}
	var columns, fields []string
	for _, c := range d.BodyList {
		columns = append(columns, c.Field)
	}
	for _, s := range d.SearchList {
		fields = append(fields, s.Field)
	}
	return map[string]any{"title": d.Title, "method": d.Method, "url": d.URL, "key": d.Key, "retField": d.RetField, "ret": d.Ret,
		"multiple":    d.Multiple,
		"fixedParams": d.FixedParams, "columns": columns, "search": fields}
}

type byID struct {
	ID string `path:"id" doc:"The keyword."`
}

func (r *Service) reset(ctx context.Context, in *byID) (*web.Done, error) {
	gone, err := r.drop(ctx, in.ID, true)
	if err == nil {
		d := r.Shipped[in.ID]
		auditlog.Note(ctx, in.ID, audited(gone), audited(&d))
	}
	return &web.Done{}, err
}

func (r *Service) remove(ctx context.Context, in *byID) (*web.Done, error) {
	gone, err := r.drop(ctx, in.ID, false)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, audited(gone), nil)
	return &web.Done{}, nil
}
