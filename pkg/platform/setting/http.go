package setting

import (
	"context"
	"fmt"
	"strings"
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

// Service is the routes of the settings.
type Service struct{ Store *Store }

// PermEdit is the permission to change settings.
const PermEdit = "lop:config:edit"

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	const edit = PermEdit
	list.Mount(a, r.list())
	web.Handle(a, web.Route{Method: "GET", Path: "/lop/system/config/{key}", Perm: "lop:config:read",
		Summary: "Get a setting. Sensitive settings are for admins only"}, r.get)
	web.Handle(a, web.Route{Method: "PUT", Path: "/lop/system/config/{key}", Perm: edit, Summary: "Change a setting"}, r.put)
	web.Handle(a, web.Route{Method: "POST", Path: "/lop/system/config", Perm: edit,
		Summary: "Change a setting, for example the sending hours of a country"}, r.post)
	web.Handle(a, web.Route{Method: "DELETE", Path: "/lop/system/config/{key}", Perm: edit, Summary: "Reset a setting to its default"},
		r.reset)
}

// Value is a setting.
type Value struct {
	Key         string     `json:"key" example:"order.settle.minutes"`
	Value       any        `json:"value" doc:"Number, boolean or text, by type."`
	Default     any        `json:"default"`
	Type        string     `json:"type" enum:"integer,decimal,boolean,string,enum,window,countries"`
	Group       string     `json:"group" doc:"Group, of the dictionary setting_group."`
	Min         *int       `json:"min,omitempty"`
	Max         *int       `json:"max,omitempty"`
	Options     []string   `json:"options,omitempty" doc:"Allowed values as texts."`
	Open        bool       `json:"open" doc:"Readable by every signed-in user."`
	Pending     bool       `json:"pending" doc:"Belongs to a feature that does not exist yet. It has no effect."`
	Description string     `json:"description" doc:"Text in the caller's language."`
	UpdateTime  *time.Time `json:"updateTime" doc:"Null: never changed."`
	Operator    string     `json:"operator" doc:"Name of the user who changed it last."`
}

func (d Definition) value(ctx context.Context, all map[string]storedValue) Value {
	v := Value{Key: d.Key, Value: d.typed(d.Default), Default: d.typed(d.Default), Type: d.Type, Group: d.Group, Options: d.Options,
		Open: d.Open, Pending: d.Pending,
		Description: d.Text[web.LangOf(ctx)]}
	if d.Type == Integer || d.Type == Decimal || d.Type == Text {
		v.Min, v.Max = &d.Min, &d.Max
	}
	if k, ok := all[d.Key]; ok {
		v.Value, v.UpdateTime, v.Operator = d.typed(k.Value), &k.At, k.By
	}
	return v
}

func (r *Service) get(ctx context.Context, in *struct {
	Key string `path:"key"`
}) (*Value, error) {
	d, ok := r.Store.defs.find(in.Key)
	if !ok {
		return nil, fault.Missing()
	}
	if !d.Open && !auth.Must(ctx).Can(PermEdit) {
		return nil, fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	all, err := r.Store.all(ctx)
	if err != nil {
		return nil, err
	}
	v := d.value(ctx, all)
	return &v, nil
}

// NewValue is what a setting becomes.
type NewValue struct {
	Value any `json:"value" doc:"Number, boolean or text, by type. Can be sent as text."`
}

func (r *Service) put(ctx context.Context, in *struct {
	Key  string `path:"key"`
	Body NewValue
}) (*Value, error) {
	return r.change(ctx, in.Key, func(by string) error { return r.Store.Set(ctx, in.Key, in.Body.Value, by) })
}

func (r *Service) post(ctx context.Context, in *struct {
	Body struct {
		Key string `json:"key" example:"window.BR"`
		NewValue
	}
}) (*Value, error) {
	return r.change(ctx, in.Body.Key, func(by string) error { return r.Store.Set(ctx, in.Body.Key, in.Body.Value, by) })
}

func (r *Service) reset(ctx context.Context, in *struct {
	Key string `path:"key"`
}) (*Value, error) {
	return r.change(ctx, in.Key, func(string) error { return r.Store.Reset(ctx, in.Key) })
}

func (r *Service) change(ctx context.Context, key string, change func(by string) error) (*Value, error) {
	d, ok := r.Store.defs.find(key)
	if !ok {
		return nil, fault.Missing()
	}
	all, err := r.Store.all(ctx)
	if err != nil {
		return nil, err
	}
	before := d.value(ctx, all)
	if err := change(auth.Must(ctx).Name); err != nil {
		return nil, err
	}
	if all, err = r.Store.all(ctx); err != nil {
		return nil, err
	}
	after := d.value(ctx, all)
	auditlog.Note(ctx, key, before.Value, after.Value)
	return &after, nil
}

// groups that settings stand in; a test holds them whole.
var groups = []string{"account", "comment", "contact", "file", "group", "money", "order", "platform", "window"}

// list declares the list of settings, by key unless asked otherwise.
func (r *Service) list() list.List[Value] {
	return list.List[Value]{List: rows, Path: "/lop/system/config", Perm: PermEdit, Summary: "List all settings", Rows: r.all,
		By:   []string{"key"},
		File: list.File{Name: "settings", Summary: "Export the matching settings as xlsx or CSV"}}
}

var rows = store.List[Value]{Columns: []store.Column[Value]{
	{Name: "createTime", Kind: store.Time, Get: func(v *Value) any { return v.UpdateTime }},
	{Name: "key", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "key", Get: func(v *Value) any { return v.Key }},
	{Name: "group", Kind: store.Exact, Sort: true, Filter: true, Words: groups, Title: "group", Dict: "setting_group",
		Get: func(v *Value) any { return v.Group }},
	{Name: "type", Kind: store.Exact, Sort: true, Filter: true, Words: []string{Integer, Decimal, Boolean, Text, Enum, Window, Countries},
		Title: "type", Dict: "setting_type",
		Get: func(v *Value) any { return v.Type }},
	{Title: "value", Get: func(v *Value) any { return fmt.Sprint(v.Value) }},
	{Title: "default", Get: func(v *Value) any { return fmt.Sprint(v.Default) }},
	{Name: "description", Kind: store.Text, Filter: true, Doc: "Part of the text in the caller's language.", Title: "description",
		Get: func(v *Value) any { return v.Description }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Title: "updated", Get: func(v *Value) any { return v.UpdateTime }},
	{Title: "operator", Get: func(v *Value) any { return v.Operator }},
}}

// all gives every setting.
func (r *Service) all(ctx context.Context) ([]Value, error) {
	r.Store.renew()
	all, err := r.Store.all(ctx)
	var list []Value
	for _, d := range r.Store.defs {
		if d.Key != anyWindow {
			list = append(list, d.value(ctx, all))
		}
	}
	for key := range all { // the windows of other countries
		if d, ok := r.Store.defs.find(key); ok && strings.HasPrefix(key, windows) && d.Default == "" {
			list = append(list, d.value(ctx, all))
		}
	}
	return list, err
}
