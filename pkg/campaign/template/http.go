package template

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

const (
	base = "/gc/template"
	perm = "gc:template"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	list.Serve(a, route("GET", "/lovPage", "page", "List templates for a picker. Default: approved and enabled ones"),
		r.list(), usable, func(t *Template) Template { return *t })
	spends := func(r web.Route) web.Route { r.Spends = true; return r }
	web.Handle(a, spends(route("POST", "", "add", "Create a template and submit it for review. At most template.daily a user and day")),
		r.addRoute)
	web.Handle(a, spends(route("PUT", "", "edit", "Change a template that is not approved and submit it for review again")), r.editRoute)
	web.Handle(a, route("PUT", "/review", "review", "Approve or refuse templates. Returns 200 with a result per id"), r.reviewRoute)
	web.Handle(a, route("PUT", "/status", "status",
		"Enable or disable approved templates. Disabling pauses the orders that use them. Returns 200 with a result per id"), r.statusRoute)
	web.Handle(a, route("POST", "/sync", "sync", "Update all submitted templates of the caller from the provider, in the background"),
		r.syncAll)
	web.Handle(a, route("GET", "/{id}", "page", "Get a template"), r.getRoute)
	web.Handle(a, route("PUT", "/{id}/sync", "sync", "Update a template from the provider, in the background"), r.syncRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a template, also at the provider. 409: an order uses it"), r.deleteRoute)
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

// usable shows what may be sent, unless its caller asks for something else.
func usable(_ context.Context, _ *web.ListInput, _ *list.List[Template], q *store.ListQuery) error {
	if q.Filters["status"] != "" || q.Filters["enabled"] != "" {
		return nil
	}
	if q.Filters == nil {
		q.Filters = map[string]string{}
	}
	q.Filters["status"], q.Filters["enabled"] = string(Approved), "true"
	return nil
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Template, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	r.show(ctx, &e.Template)
	return &e.Template, nil
}

func (r *Service) addRoute(ctx context.Context, in *struct {
	Body struct {
		Request
		CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the calling customer."`
	}
}) (*Template, error) {
	p, w := auth.Must(ctx), in.Body.Request
	if err := r.checked(ctx, &w); err != nil {
		return nil, err
	}
	owner, name := p.Owner(), p.Name
	switch {
	case in.Body.CustomerID != "" && in.Body.CustomerID != p.UserID:
		var err error
		if owner, name, err = r.Customer(ctx, p.Scope(), in.Body.CustomerID); err != nil {
			return nil, err
		}
	case p.Type == auth.Admin:
		return nil, fault.Bad("customerId", "web.valid.missing")
	}
	return r.create(ctx, p, &w, owner, name)
}

// checked refuses a request that cannot be kept.
func (r *Service) checked(ctx context.Context, w *Request) error {
	most, err := r.Settings.Int(ctx, "order.placeholders")
	if err != nil {
		return err
	}
	if err := w.Check(most, r.Texts); err != nil {
		return err
	}
	if err := contact.CheckSegments(ctx, r.Settings, w.Segment, contact.SettingTemplateStars); err != nil {
		return err
	}
	return r.headed(ctx, auth.Must(ctx).Scope(), w)
}

// create writes a new template, once per operation. Faults: template.daily (409), 404 for a file that went meanwhile.
func (r *Service) create(ctx context.Context, p *auth.Principal, w *Request, owner auth.Owner, name string) (*Template, error) {
	daily, err := r.Settings.Int(ctx, "template.daily")
	if err != nil {
		return nil, err
	}
	auto, err := r.Settings.Bool(ctx, "template.review.auto")
	if err != nil {
		return nil, err
	}
	id, now := web.OperationID(ctx, r.NewID), r.now()
	e := &entity{Owner: owner, Version: 1, Since: now, Mark: id}
	e.ID, e.ProviderName, e.Enabled, e.CustomerID, e.CustomerName, e.CreateTime, e.UpdateTime = id, providerName(w.Name, id), true, owner.User,
		name, now, now
	e.fill(w)
	e.Status = firstStatus(w, auto)
	ops := []store.Op{
		{Verb: store.Put, Key: key(id), Item: e, If: store.Missing("pk")},
		{Verb: store.Update, Key: dayKey(p.UserID, now.In(clock.China).Format(time.DateOnly)), Add: map[string]int64{"n": 1},
			Set: map[string]any{"ttl": now.AddDate(0, 0, 3).Unix()},
			If:  store.Or(store.Missing("pk"), store.Lt("n", daily))},
		e.refOp(),
	}
	if e.Status == Review {
		ops = append(ops, e.waitingOps()...)
	}
	if w.MediaID != "" {
		ops = append(ops, r.Files.KeepOps(w.MediaID)...)
	}
	if e.Status == Submitting {
		ops = append(ops, looks(r.DB).At(now.Add(lookAfter), id, "", nil))
	}
	ops = append(ops, templates.Insert(owner.ScopeNames(), id, e.Template)...)
	err = store.TransactWithRetry(ctx, r.DB, tries, append(ops, user.NotLocked(owner.User, owner.Tenant)...))
	switch failed := store.ConditionFailed(err); {
	case failed != nil && failed.Index >= len(ops):
		return nil, user.ErrLocked()
	case failed != nil && failed.Index == 0: // a repetition of the same call
		if e, err = r.find(ctx, id); err != nil {
			return nil, err
		}
	case failed != nil && failed.Index == 1:
		return nil, fault.State("template.daily", "n", daily)
	case failed != nil:
		return nil, fault.Missing()
	case err != nil:
		return nil, err
	}
	auditlog.Note(ctx, id, nil, map[string]any{"name": e.Name, "language": e.Language, "status": e.Status, "customerId": owner.User})
	r.enqueue(ctx, e)
	if e.Status == Review {
		r.tellReviewers(ctx, e)
	}
	r.show(ctx, &e.Template)
	return &e.Template, nil
}

// begun is the status of a template that was written just now.
func firstStatus(w *Request, auto bool) Status {
	switch {
	case w.Draft:
		return Draft
	case auto:
		return Submitting
	}
	return Review
}

func (r *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1"`
		Request
	}
}) (*Template, error) {
	was, err := r.find(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	if locked, err := user.AnyLocked(ctx, r.DB, was.Owner.User, was.Owner.Tenant); err != nil {
		return nil, err
	} else if locked {
		return nil, user.ErrLocked()
	}
	w := in.Body.Request
	if err := r.checked(ctx, &w); err != nil {
		return nil, err
	}
	auto, err := r.Settings.Bool(ctx, "template.review.auto")
	if err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, in.Body.ID, func(e *entity) (after, bool, error) {
		switch {
		case !slices.Contains(Actions[Edit], e.Status):
			return after{}, false, fault.State("template.state.edit")
		case e.Tried && w.Language != e.Language:
			return after{}, false, fault.Bad("language", "template.languageFixed")
		}
		e.fill(&w)
		e.Edits, e.Changed = e.Edits+1, e.Changed || e.Status == Review // also of one that was a draft in between
		e.to(firstStatus(&w, auto), "", r.now())
		follows := after{looks: e.Status == Submitting}
		if w.MediaID != "" {
			follows.ops = r.Files.KeepOps(w.MediaID)
		}
		return follows, true, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, map[string]any{"name": before.Name, "content": before.Content, "status": before.Status},
		map[string]any{"name": now.Name, "content": now.Content, "status": now.Status})
	r.enqueue(ctx, now)
	r.show(ctx, &now.Template)
	return &now.Template, nil
}

func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	used, err := r.Ordered(ctx, e.ref())
	if err != nil {
		return nil, err
	}
	if used {
		return nil, fault.State("template.used")
	}
	before, now, err := r.change(ctx, in.ID, func(e *entity) (after, bool, error) {
		if e.Status == deleted {
			return after{}, false, fault.Missing()
		}
		e.to(deleted, "", r.now())
		return after{looks: true}, true, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, map[string]any{"name": before.Name, "status": cmp.Or(before.Status, deleted)}, nil)
	r.enqueue(ctx, now)
	return &web.Done{}, nil
}
