package commenttemplate

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/campaign/review"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
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
		return web.Route{Method: method, Path: base + path, Perm: perm + ":" + verb, Summary: summary}
	}
	spends := func(r web.Route) web.Route { r.Spends = true; return r }
	list.Mount(a, r.list())
	list.Serve(a, route("GET", "/lovPage", "page", "List comment templates for a picker. Default: approved and enabled ones"), r.list(),
		usable, func(t *Template) Template { return *t })
	web.Handle(a, route("GET", "/{id}", "page", "Get a comment template"), r.getRoute)
	web.Handle(a, spends(route("POST", "", "add", "Create a comment template and submit it for review")), r.addRoute)
	web.Handle(a, spends(route("PUT", "", "edit", "Change a comment template and submit it for review again")), r.editRoute)
	web.Handle(a, route("PUT", "/review", "review", "Approve or refuse comment templates. Returns 200 with a result per id"), r.reviewRoute)
	web.Handle(a, route("PUT", "/status", "status", "Enable or disable an approved comment template"), r.statusRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a comment template. Orders keep their texts"), r.deleteRoute)
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

// usable shows what orders can use, unless its caller asks for something else.
func usable(_ context.Context, _ *web.ListInput, _ *list.List[Template], q *store.ListQuery) error {
	if q.Filters["status"] != "" || q.Filters["enabled"] != "" {
		return nil
	}
	if q.Filters == nil {
		q.Filters = map[string]string{}
	}
	q.Filters["status"], q.Filters["enabled"] = Approved, "true"
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
	return &e.Template, nil
}

func (r *Service) addRoute(ctx context.Context, in *struct {
	Body struct {
		Request
		CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the calling customer."`
	}
}) (*Template, error) {
	p, w := auth.Must(ctx), in.Body.Request
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
	if err := w.check(); err != nil {
		return nil, err
	}
	return r.create(ctx, &w, owner, name)
}

// create writes a new template, once per operation. Fault: commenttemplate.most (409).
func (r *Service) create(ctx context.Context, w *Request, owner auth.Owner, name string) (*Template, error) {
	most, err := r.Settings.Int(ctx, "comment.templates.max")
	if err != nil {
		return nil, err
	}
	status, err := r.firstStatus(ctx)
	if err != nil {
		return nil, err
	}
	id, now := web.OperationID(ctx, r.NewID), r.now()
	e := &entity{Owner: owner, Rev: 1, Mark: id}
	e.ID, e.Status, e.Enabled, e.CustomerID, e.CustomerName, e.CreateTime, e.UpdateTime = id, status, true, owner.User, name, now, now
	e.fill(w)
	e.show()
	ops := append([]store.Op{{Verb: store.Put, Key: key(id), Item: e, If: store.Missing("pk")},
		{Verb: store.Update, Key: countKey(owner.Tenant), Add: map[string]int64{"n": 1}, If: store.Or(store.Missing("n"), store.Lt("n", most))}},
		e.queueOps()...)
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
		return nil, fault.State("commenttemplate.most", "n", most)
	case err != nil:
		return nil, err
	}
	auditlog.Note(ctx, id, nil, e.view())
	if e.Status == Review {
		r.tellReviewers(ctx, e)
	}
	return &e.Template, nil
}

// firstStatus is the status of a template that was written just now.
func (r *Service) firstStatus(ctx context.Context) (string, error) {
	auto, err := r.Settings.Bool(ctx, "comment.template.review.auto")
	if auto {
		return Approved, err
	}
	return Review, err
}

func (r *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		Request
	}
}) (*Template, error) {
	w := in.Body.Request
	if _, err := r.find(ctx, in.Body.ID); err != nil {
		return nil, err
	}
	if err := w.check(); err != nil {
		return nil, err
	}
	status, err := r.firstStatus(ctx)
	if err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, in.Body.ID, func(e *entity) error {
		e.Changed = e.Status == Review
		e.fill(&w)
		e.Status = status
		e.Edits++
		return nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, before.view(), now.view())
	return &now.Template, nil
}

func (r *Service) statusRoute(ctx context.Context, in *struct {
	Body struct {
		ID      string `json:"id" minLength:"1" maxLength:"64"`
		Enabled bool   `json:"enabled"`
	}
}) (*Template, error) {
	before, now, err := r.change(ctx, in.Body.ID, func(e *entity) error {
		if e.Status != Approved {
			return fault.State("commenttemplate.state.status")
		}
		e.Enabled = in.Body.Enabled
		return nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, map[string]any{"enabled": before.Enabled}, map[string]any{"enabled": now.Enabled})
	auditlog.Subject(ctx, now.Name)
	return &now.Template, nil
}

func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	e, err := r.find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	ops := append([]store.Op{{Verb: store.Delete, Key: key(e.ID), If: store.Exists("pk")},
		{Verb: store.Update, Key: countKey(e.Owner.Tenant), Add: map[string]int64{"n": -1}}}, review.QueueRemoval(queueName, e.Owner, e.ID)...)
	err = store.TransactWithRetry(ctx, r.DB, tries, append(ops, templates.Remove(e.Owner.ScopeNames(), e.ID)...))
	if store.ConditionFailed(err) != nil {
		err = nil // an earlier try of the call
	}
	auditlog.Note(ctx, e.ID, e.view(), nil)
	return &web.Done{}, err
}

// Line is what became of one id (decisions §13).
type Line struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Status  string `json:"status,omitempty"`
	Code    int    `json:"code,omitempty" doc:"Error code. 404: the id is not in the caller's scope. 409: the state does not allow it. 40921: changed since it was read."`
	Message string `json:"message,omitempty"`
}

func (r *Service) reviewRoute(ctx context.Context, in *struct {
	Body struct {
		IDs      []string        `json:"ids" minItems:"1" maxItems:"100"`
		Versions review.Versions `json:"versions,omitempty" doc:"Version that was read, by id. Required to approve a template that was changed since it was submitted."`
		Pass     bool            `json:"pass"`
		Reason   string          `json:"reason,omitempty" maxLength:"255"`
	}
}) ([]Line, error) {
	b := in.Body
	reason := strings.TrimSpace(b.Reason)
	if !b.Pass && reason == "" {
		return nil, fault.Bad("reason", "commenttemplate.reviewReason")
	}
	ids := slices.Compact(slices.Sorted(slices.Values(b.IDs)))
	out := make([]Line, len(ids))
	parallel.Each(len(ids), 8, func(i int) error {
		out[i] = r.line(ctx, ids[i], func(e *entity) error {
			if e.Status != Review {
				return fault.State("commenttemplate.state.review")
			}
			if !b.Pass {
				e.Status, e.Reason, e.Changed = Refused, reason, false
				return nil
			}
			if err := b.Versions.Check(e.ID, e.Version, e.Changed); err != nil {
				return err
			}
			e.Status, e.Reason, e.Changed = Approved, "", false
			return nil
		})
		return nil
	})
	auditlog.Note(ctx, out[0].ID, nil, map[string]any{"pass": b.Pass, "reason": reason, "results": out})
	return out, nil
}

// line changes one of several templates: what is wrong with it touches no other.
func (r *Service) line(ctx context.Context, id string, set func(e *entity) error) Line {
	_, now, err := r.change(ctx, id, set)
	if err == nil {
		return Line{ID: id, OK: true, Status: now.Status}
	}
	refused := fault.As(err)
	if refused == nil {
		r.Log(map[string]any{"error": "commenttemplate: " + err.Error(), "id": id})
		refused = fault.New(fault.Internal, 0, "web.internal")
	}
	return Line{ID: id, Code: refused.Code, Message: r.Text(ctx, refused.Key)}
}
