package shunt

import (
	"context"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: linkBase + path, Perm: linkPerm + ":" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	list.Options(a, route("GET", "/selector", "page", "List shunting links for a picker"), r.list(), func(l *Link) Option {
		return Option{l.ID, l.Name, l.Kind, l.Code, l.URL, l.Status}
	})
	web.Handle(a, route("GET", "/{id}", "page", "Get a shunting link"), r.getRoute)
	web.Handle(a, route("GET", "/{id}/stat", "page", "Count the clicks of a shunting link by day, country and target"), r.statRoute)
	add := route("POST", "", "add", "Add a shunting link. At most shunt.links.max a customer")
	add.Spends = true
	web.Handle(a, add, r.addRoute)
	web.Handle(a, route("PUT", "", "edit", "Change a shunting link"), r.editRoute)
	web.Handle(a, route("PUT", "/status", "status", "Enable or disable a shunting link"), r.statusRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a shunting link with its targets. 409: it is of a sales channel"), r.deleteRoute)
	r.qrRoutes(a, route)
	r.numberRoutes(a)
	r.groupRoutes(a)
}

// Exports declares the module's lists as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Listed(a, d, r.list())
	export.Listed(a, d, r.numberList())
	export.Listed(a, d, r.groupList())
}

// Option is a link in a picker.
type Option struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Kind   string `json:"kind"`
	Code   string `json:"code"`
	URL    string `json:"url"`
	Status string `json:"status"`
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Link, error) {
	e, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, e)
}

func (r *Service) answer(ctx context.Context, e *Row) (*Link, error) {
	one := []Link{e.Link}
	return &one[0], r.shown(ctx, one)
}

func (r *Service) addRoute(ctx context.Context, in *struct {
	Body struct {
		LinkRequest
		Kind        string `json:"kind" enum:"number,group" doc:"What the link leads to. It cannot be changed."`
		CountryCode string `json:"countryCode" example:"BR" doc:"ISO 3166-1 alpha-2. It cannot be changed."`
		CustomerID  string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the caller."`
	}
}) (*Link, error) {
	w, e := in.Body.LinkRequest, &Row{Version: 1}
	var err error
	if e.Owner, e.CustomerName, err = r.owner(ctx, in.Body.CustomerID); err != nil {
		return nil, err
	}
	if !country.Known(in.Body.CountryCode) {
		return nil, fault.Bad("countryCode", "shunt.country")
	}
	e.CustomerID, e.Kind, e.CountryCode, e.Status = e.Owner.Tenant, in.Body.Kind, in.Body.CountryCode, Enabled
	if err := r.check(ctx, &w, e); err != nil {
		return nil, err
	}
	if e, err = r.create(ctx, e, &w); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, view(&e.Link))
	return r.answer(ctx, e)
}

// owner is whose link is added. Faults: 404 for a customer outside of the scope, customerId missing for staff.
func (r *Service) owner(ctx context.Context, customer string) (auth.Owner, string, error) {
	p := auth.Must(ctx)
	switch {
	case customer != "" && customer != p.UserID:
		return r.Customer(ctx, p.Scope(), customer)
	case p.Type == auth.Admin:
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	}
	_, name, err := r.Customer(ctx, p.Scope(), p.UserID)
	return p.Owner(), name, err
}

// fill lays a checked request over a link.
func (l *Link) fill(w *LinkRequest) {
	l.Name, l.Remark, l.Greeting, l.Fallback, l.Params, l.ExpireTime = w.Name, w.Remark, w.Greeting, w.Fallback, w.Params, w.ExpireTime
	if l.ExpireTime != nil {
		at := l.ExpireTime.UTC().Truncate(time.Second)
		l.ExpireTime = &at
	}
}

// view is a link in the audit log.
func view(l *Link) map[string]any {
	return map[string]any{"name": l.Name, "code": l.Code, "kind": l.Kind, "countryCode": l.CountryCode, "greeting": l.Greeting,
		"status": l.Status, "expireTime": l.ExpireTime, "fallback": l.Fallback, "params": l.Params}
}

// create writes a new link, once per operation. Faults: shunt.links.max (409).
func (r *Service) create(ctx context.Context, e *Row, w *LinkRequest) (*Row, error) {
	most, err := r.Settings.Int(ctx, "shunt.links.max")
	if err != nil {
		return nil, err
	}
	id, now := r.mark(ctx), r.now()
	e.ID, e.Code, e.Mark, e.CreateTime, e.UpdateTime = id, r.NewCode(), id, now, now
	e.fill(w)
	scopes := e.Owner.ScopeNames()
	ops := []store.Op{
		{Verb: store.Check, Key: links.Key(string(auth.Everything), id), If: store.Missing("pk")},
		{Verb: store.Put, Key: key(e.Code), Item: e, If: store.Missing("pk")},
		{Verb: store.Update, Key: countKey(e.Owner.Tenant), Add: map[string]int64{"n": 1}, If: store.Or(store.Missing("n"), store.Lt("n", most))},
	}
	rows := links.Insert(scopes, id, e.Link)
	for i := range rows { // the check is the condition of this row's own write
		if rows[i].Key == ops[0].Key {
			rows[i].If = ops[0].If
			ops[0] = rows[i]
			rows = append(rows[:i], rows[i+1:]...)
			break
		}
	}
	ops = append(ops, rows...)
	all := append(ops[:len(ops):len(ops)], user.NotLocked(e.Owner.User, e.Owner.Tenant)...)
	err = store.TransactWithRetry(ctx, r.DB, tries, all)
	failed := store.ConditionFailed(err)
	switch {
	case failed == nil:
		return e, err
	case failed.Index == 0: // a repetition of the same call
		return r.find(ctx, auth.Must(ctx).Scope(), id)
	case failed.Index == 2:
		return nil, fault.State("shunt.links.max", "n", most)
	case failed.Index >= len(ops):
		return nil, user.ErrLocked()
	}
	return nil, err // two links drew the same code, which a repetition of the call does not
}

func (r *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		LinkRequest
	}
}) (*Link, error) {
	was, err := r.find(ctx, auth.Must(ctx).Scope(), in.Body.ID)
	if err != nil {
		return nil, err
	}
	w := in.Body.LinkRequest
	if err := r.check(ctx, &w, was); err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, was.Code, r.mark(ctx), func(e *Row) ([]store.Op, bool, error) {
		e.fill(&w)
		return nil, true, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, view(&before.Link), view(&now.Link))
	return r.answer(ctx, now)
}

func (r *Service) statusRoute(ctx context.Context, in *struct {
	Body struct {
		ID     string `json:"id" minLength:"1" maxLength:"64"`
		Status string `json:"status" enum:"enabled,disabled"`
	}
}) (*Link, error) {
	was, err := r.find(ctx, auth.Must(ctx).Scope(), in.Body.ID)
	if err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, was.Code, r.mark(ctx), func(e *Row) ([]store.Op, bool, error) {
		e.Status = in.Body.Status
		return nil, true, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, map[string]any{"status": before.Status}, map[string]any{"status": now.Status})
	auditlog.Subject(ctx, now.Name)
	return r.answer(ctx, now)
}

// deleteStep is how many targets one transaction takes away.
const deleteStep = 4

// deleteRoute disables a link, takes its targets away in steps, and then the link. A call that dies half-way is repeated.
func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	e, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	held, err := r.held(ctx, e)
	if err == nil && held {
		err = fault.State("shunt.inChannel")
	}
	if err != nil {
		return nil, err
	}
	was := e.Link
	for e.Status != Disabled || len(e.Targets) > 0 {
		_, e, err = r.change(ctx, e.Code, r.NewID(ctx), func(e *Row) (ops []store.Op, changed bool, err error) {
			e.Status = Disabled
			n := min(deleteStep, len(e.Targets))
			for i := range n {
				ops = append(ops, e.removeOps(&e.Targets[i])...)
			}
			e.Targets = e.Targets[n:]
			return ops, true, nil
		})
		if err != nil {
			return nil, err
		}
	}
	ops := append([]store.Op{
		{Verb: store.Delete, Key: key(e.Code), If: store.Eq("v", e.Version)},
		{Verb: store.Update, Key: countKey(e.Owner.Tenant), Add: map[string]int64{"n": -1}},
	}, links.Remove(e.Owner.ScopeNames(), e.ID)...)
	err = store.TransactWithRetry(ctx, r.DB, tries, ops)
	if failed := store.ConditionFailed(err); failed != nil && failed.Old != nil {
		return nil, fault.State("shunt.changed") // by another user, just now
	} else if failed != nil {
		err = nil // an earlier try of the call
	}
	auditlog.Note(ctx, e.ID, view(&was), nil)
	return &web.Done{}, err
}
