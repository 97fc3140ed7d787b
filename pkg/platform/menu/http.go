package menu

import (
	"cmp"
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Service is the menu.
type Service struct {
	DB    store.DB
	NewID func(ctx context.Context) string
	// Changed is called after a change, so that consoles ask anew.
	Changed func(ctx context.Context) error
	Nodes   Nodes // built-in ones
	// Permissions that exist: a node is shown by one of them.
	Permissions []string
}

// RouterRoutes mounts the route that every signed-in user calls.
func (r *Service) RouterRoutes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/oauth/router", Perm: web.SignedIn, Summary: "Get the caller's menu"},
		r.router)
}

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/system/menu" + path, Perm: "system:menu:" + verb, Summary: summary}
	}
	web.Handle(a, route("GET", "/list", "list", "Get the whole menu as a tree"), r.list)
	web.Handle(a, route("POST", "", "add", "Add a menu entry"), r.post)
	web.Handle(a, route("PUT", "", "edit", "Change a menu entry. For a built-in one: name, icon, position and visibility"), r.put)
	web.Handle(a, route("PUT", "/sort", "edit", "Set the order of a directory's entries. Entries of other directories move into it"), r.sort)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a menu entry that is not built in"), r.del)
}

func (r *Service) router(ctx context.Context, _ *struct{}) ([]Node, error) {
	all, _, err := r.load(ctx)
	if err != nil {
		return nil, err
	}
	return visible(all, "", auth.Must(ctx), web.LangOf(ctx)), nil
}

// NodeDetail is a node for those who keep the menu.
type NodeDetail struct {
	Entry
	Title    string       `json:"title" doc:"Text in the caller's language."`
	BuiltIn  bool         `json:"builtIn" doc:"Shipped with the product: can be hidden, renamed and moved."`
	Children []NodeDetail `json:"children"`
}

func tree(all []Entry, parent string, lang i18n.Lang) []NodeDetail {
	nodes := []NodeDetail{}
	for _, e := range all {
		if e.Parent == parent {
			nodes = append(nodes, NodeDetail{Entry: e, Title: e.title(lang), BuiltIn: e.BuiltIn, Children: tree(all, e.ID, lang)})
		}
	}
	return nodes
}

func (r *Service) list(ctx context.Context, _ *struct{}) ([]NodeDetail, error) {
	all, _, err := r.load(ctx)
	return tree(all, "", web.LangOf(ctx)), err
}

// Request is what an admin says about a node. Its rules are check's, so that each has its own message.
type Request struct {
	ID         string               `json:"id,omitempty" doc:"Required for PUT."`
	ParentID   string               `json:"parentId,omitempty" doc:"Id of a directory. Empty: top level."`
	Type       int                  `json:"type" enum:"0,1" doc:"0 directory, 1 page."`
	TargetType int                  `json:"targetType,omitempty" enum:"1,2,3" default:"1" doc:"1 module of the console, 2 embedded page, 3 link."`
	URI        string               `json:"uri,omitempty" doc:"The module, or the http(s) URL for types 2 and 3."`
	Path       string               `json:"path,omitempty" doc:"Required for a page." example:"/help/guide"`
	Icon       string               `json:"icon,omitempty" example:"book"`
	Hidden     bool                 `json:"hidden,omitempty"`
	Languages  map[i18n.Lang]string `json:"languages,omitempty" doc:"Required. Name in the four languages."`
	Permission string               `json:"permission,omitempty" doc:"Permission required to open it. Empty: none."`
	Sort       int                  `json:"sort,omitempty" minimum:"0" maximum:"100000" doc:"Position among its siblings."`
}

func (w *Request) entry() Entry {
	return Entry{ID: w.ID, Parent: w.ParentID, Type: w.Type, TargetType: max(w.TargetType, Internal), URI: w.URI, Path: w.Path, Icon: w.Icon,
		Hidden:    w.Hidden,
		Languages: w.Languages, Permission: w.Permission, Sort: w.Sort}
}

func seen(e *Entry) map[string]any {
	return map[string]any{"parentId": e.Parent, "type": e.Type, "targetType": e.TargetType, "uri": e.URI, "path": e.Path, "icon": e.Icon,
		"hidden": e.Hidden,
		"title":  e.title(i18n.EnUS), "permission": e.Permission, "sort": e.Sort}
}

func (r *Service) post(ctx context.Context, in *struct{ Body Request }) (*web.Created, error) {
	e, err := r.add(ctx, in.Body.entry())
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, seen(&e))
	return &web.Created{ID: e.ID}, r.tell(ctx)
}

func (r *Service) put(ctx context.Context, in *struct{ Body Request }) (*web.Done, error) {
	before, after, err := r.edit(ctx, in.Body.entry())
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, after.ID, seen(&before), seen(&after))
	return &web.Done{}, r.tell(ctx)
}

func (r *Service) sort(ctx context.Context, in *struct {
	Body struct {
		ParentID string   `json:"parentId,omitempty" doc:"Id of a directory. Empty: top level."`
		IDs      []string `json:"ids" minItems:"1" doc:"All entries of the directory in their new order."`
	}
}) (*web.Done, error) {
	if err := r.order(ctx, in.Body.ParentID, in.Body.IDs); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, cmp.Or(in.Body.ParentID, "top"), nil, map[string]any{"order": in.Body.IDs})
	return &web.Done{}, r.tell(ctx)
}

func (r *Service) del(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	gone, err := r.drop(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, seen(&gone), nil)
	return &web.Done{}, r.tell(ctx)
}

func (r *Service) tell(ctx context.Context) error {
	if r.Changed == nil {
		return nil
	}
	return r.Changed(ctx)
}
