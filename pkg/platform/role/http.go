package role

import (
	"context"
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Service is where admins make roles.
type Service struct {
	Store *Store
	// Table is the permissions of the running system with their routes; the OpenAPI document has the same source.
	Table func() ([]Line, error)
	// Changed is called after what roles give has changed, so that consoles ask anew.
	Changed func(ctx context.Context) error
}

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/system/role" + path, Perm: "system:role:" + verb, Summary: summary}
	}
	list.Mount(a, list.List[Row]{List: roles, Path: "/system/role", Perm: "system:role:page", Summary: "List roles, including built-in ones",
		Rows: r.all})
	web.Handle(a, route("GET", "/list", "page", "List all roles for a picker"),
		func(ctx context.Context, _ *struct{}) ([]Row, error) { return r.all(ctx) })
	web.Handle(a, route("GET", "/permissions", "page", "List permissions with the routes that require them"), r.table)
	web.Handle(a, route("POST", "", "add", "Create a role"), r.post)
	web.Handle(a, route("PUT", "", "edit", "Change a role. It applies to the next request of its users"), r.put)
	web.Handle(a, route("DELETE", "/{code}", "del", "Delete a role without users"), r.remove)
}

//go:embed names.json
var namesFile []byte

// names of the built-in roles.
var names = sync.OnceValue(func() map[string]map[i18n.Lang]string {
	var n map[string]map[i18n.Lang]string
	if err := json.Unmarshal(namesFile, &n); err != nil {
		panic(err) // the file is part of the program
	}
	return n
})

// builtIn are the built-in roles.
func (b *Store) builtIn() []Row {
	var rows []Row
	for _, name := range Names() {
		rows = append(rows, Row{Code: name, Name: names()[name][i18n.EnUS], Languages: names()[name], Types: types[name],
			Permissions: b.Grants.of[name], BuiltIn: true})
	}
	return rows
}

func (r *Service) all(ctx context.Context) ([]Row, error) {
	kept, err := r.Store.storedRows(ctx)
	all := append(kept, r.Store.builtIn()...)
	for i := range all {
		if name := all[i].Languages[web.LangOf(ctx)]; name != "" {
			all[i].Name = name
		}
	}
	return all, err
}

// Line is one route and its permission.
type Line struct {
	Permission, Method, Path, Summary string
}

// PermissionDetail is a permission with the routes that ask for it.
type PermissionDetail struct {
	Permission string      `json:"permission"`
	Types      []auth.Type `json:"types" doc:"User types that can have it."`
	Routes     []Route     `json:"routes" doc:"Empty: only the console checks the permission."`
}

// Route asks for a permission.
type Route struct {
	Method  string `json:"method"`
	Path    string `json:"path"`
	Summary string `json:"summary"`
}

// Group is the permissions that begin with the same word.
type Group struct {
	Group       string             `json:"group"`
	Permissions []PermissionDetail `json:"permissions"`
}

func (r *Service) table(context.Context, *struct{}) ([]Group, error) {
	lines, err := r.Table()
	if err != nil {
		return nil, err
	}
	of := map[string][]Route{}
	for _, l := range lines {
		of[l.Permission] = append(of[l.Permission], Route{l.Method, l.Path, l.Summary})
	}
	can := map[auth.Type][]string{}
	for _, t := range []auth.Type{auth.Admin, auth.First, auth.Secondary, auth.Agent} {
		can[t] = r.Store.Grants.Grantable(t)
	}
	groups := []Group{}
	for _, p := range r.Store.Grants.All() {
		asked := PermissionDetail{Permission: p, Routes: of[p]}
		if asked.Routes == nil {
			asked.Routes = []Route{}
		}
		for _, t := range []auth.Type{auth.Admin, auth.Agent, auth.First, auth.Secondary} {
			if slices.Contains(can[t], p) {
				asked.Types = append(asked.Types, t)
			}
		}
		name, _, _ := strings.Cut(p, ":")
		if len(groups) == 0 || groups[len(groups)-1].Group != name {
			groups = append(groups, Group{Group: name})
		}
		last := &groups[len(groups)-1]
		last.Permissions = append(last.Permissions, asked)
	}
	return groups, nil
}

func seen(r *Role) map[string]any {
	return map[string]any{"name": r.Name, "types": r.Types, "permissions": r.Permissions, "remark": r.Remark}
}

func (r *Service) post(ctx context.Context, in *struct{ Body Request }) (*Row, error) {
	w := in.Body.role()
	if err := r.Store.check(&w, auth.Must(ctx)); err != nil {
		return nil, err
	}
	w.Op = web.Operation(ctx)
	w, err := r.Store.create(ctx, w)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, w.Code, nil, seen(&w))
	row := rowOf(&w)
	return &row, nil
}

// find reads a role that is kept; a built-in one cannot be changed (role.builtIn).
func (r *Service) find(ctx context.Context, code string) (*Role, error) {
	if Known(code) {
		return nil, fault.Bad("code", "role.builtIn", "code", code)
	}
	if !codeForm.MatchString(code) {
		return nil, fault.Missing()
	}
	was, ok, err := store.Load[Role](ctx, r.Store.DB, Key(code), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return &was, err
}

func (r *Service) put(ctx context.Context, in *struct{ Body Request }) (*Row, error) {
	p, w := auth.Must(ctx), in.Body.role()
	was, err := r.find(ctx, w.Code)
	if err == nil {
		err = r.Store.check(&w, p)
	}
	if err == nil {
		err = Within(p, was.Permissions)
	}
	if err == nil {
		w, err = r.Store.change(ctx, was, w)
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, w.Code, seen(was), seen(&w))
	row := rowOf(&w)
	return &row, r.tell(ctx)
}

func (r *Service) remove(ctx context.Context, in *struct {
	Code string `path:"code"`
}) (*web.Done, error) {
	was, err := r.find(ctx, in.Code)
	if err == nil {
		err = Within(auth.Must(ctx), was.Permissions)
	}
	if err == nil {
		err = r.Store.remove(ctx, was)
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, was.Code, seen(was), nil)
	return &web.Done{}, nil
}

// tell pushes to the consoles. A failed push is no failure of the change.
func (r *Service) tell(ctx context.Context) error {
	if r.Changed == nil {
		return nil
	}
	return r.Changed(ctx)
}
