package emailsender

import (
	"context"
	"reflect"

	"herald/pkg/campaign/domain"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
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
	list.Mount(a, r.list())
	offered := r.list()
	offered.Rows, offered.Show = r.usable, nil
	list.Options(a, route("GET", "/selector", "page",
		"List enabled email senders for a picker: those in the caller's scope and those that the platform shares"),
		offered, func(s *Sender) Option {
			return Option{s.ID, s.Name, s.Address, s.ReplyTo, s.State, s.Allowance, s.Used, s.Platform}
		})
	web.Handle(a, route("GET", "/{id}", "page", "Get an email sender"), r.getRoute)
	add := route("POST", "", "add", "Add an email sender. At most emailsender.max a customer")
	add.Spends = true
	web.Handle(a, add, r.addRoute)
	web.Handle(a, route("PUT", "", "edit", "Change an email sender"), r.editRoute)
	web.Handle(a, route("PUT", "/status", "status", "Enable or disable an email sender"), r.statusRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete an email sender"), r.deleteRoute)
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

// Option is a sender in a picker.
type Option struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Address   string `json:"address"`
	ReplyTo   string `json:"replyTo"`
	State     string `json:"state" enum:"usable,unverified,failing,paused,disabled"`
	Allowance *int   `json:"allowance" doc:"Emails that it can send today in all. Null: no limit."`
	Used      int    `json:"used" doc:"Emails of today."`
	Platform  bool   `json:"platform" doc:"It belongs to the platform."`
}

// usable are the enabled senders of the caller and those that the platform shares with all.
func (r *Service) usable(ctx context.Context) ([]Sender, error) {
	scope, on := domain.Scope(auth.Must(ctx)), store.ListQuery{Filters: map[string]string{"enabled": "true"}}
	all, err := senders.All(ctx, r.DB, string(scope), on)
	if err == nil && scope != auth.Everything {
		var shared []Sender
		shared, err = senders.All(ctx, r.DB, sharedScope, on)
		all = append(all, shared...)
	}
	if err != nil {
		return nil, err
	}
	return all, r.shown(ctx, all)
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Sender, error) {
	e, err := r.find(ctx, domain.Scope(auth.Must(ctx)), in.ID)
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, e)
}

func (r *Service) answer(ctx context.Context, e *entity) (*Sender, error) {
	one := []Sender{e.Sender}
	return &one[0], r.shown(ctx, one)
}

func (r *Service) addRoute(ctx context.Context, in *struct {
	Body struct {
		Request
		CustomerID string `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the calling customer, for staff the platform itself."`
	}
}) (*Sender, error) {
	w, e := in.Body.Request, &entity{Version: 1}
	var err error
	if e.Owner, e.CustomerName, err = r.owner(ctx, in.Body.CustomerID); err != nil {
		return nil, err
	}
	e.Platform, e.Enabled = e.Owner.Tenant == domain.Platform, true
	if !e.Platform {
		e.CustomerID = e.Owner.Tenant
	}
	if err := r.check(ctx, &w, e.Platform); err != nil {
		return nil, err
	}
	d, err := r.domain(ctx, &w, e.Owner.Tenant)
	if err != nil {
		return nil, err
	}
	if e, err = r.create(ctx, e, &w, d); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, view(&e.Sender))
	return r.answer(ctx, e)
}

// owner is whose sender is added. Faults: 404 for a customer outside of the scope, customerId missing for staff with a narrowed view.
func (r *Service) owner(ctx context.Context, customer string) (auth.Owner, string, error) {
	p := auth.Must(ctx)
	switch {
	case customer != "" && customer != p.UserID:
		return r.Customer(ctx, p.Scope(), customer)
	case p.Type != auth.Admin:
		return p.Owner(), p.Name, nil
	case p.Scope() != auth.Everything:
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	}
	return auth.Owner{User: p.UserID, Tenant: domain.Platform}, "", nil
}

// fill lays a checked request over a sender.
func (e *entity) fill(r *Service, w *Request, d *domain.Domain) {
	if !reflect.DeepEqual(w.WarmUp, e.WarmUp) {
		e.WarmUp, e.WarmFrom = w.WarmUp, nil
		if w.WarmUp != nil {
			now := r.now()
			e.WarmFrom = &now
		}
	}
	e.Name, e.Mailbox, e.ReplyTo, e.ReplyToName = w.Name, w.Mailbox, w.ReplyTo, w.ReplyToName
	e.DailyLimit, e.Share, e.Customers = w.DailyLimit, w.Share, w.Customers
	e.DomainID, e.Domain, e.Address = d.ID, d.Name, w.Mailbox+"@"+d.ASCII
}

// view is a sender in the audit log.
func view(s *Sender) map[string]any {
	return map[string]any{"name": s.Name, "address": s.Address, "replyTo": s.ReplyTo, "dailyLimit": s.DailyLimit, "warmUp": s.WarmUp,
		"share": s.Share, "customers": s.Customers, "enabled": s.Enabled}
}

// create writes a new sender, once per operation. Faults: emailsender.max (409), those of claimOps, 404 for a domain that is gone.
func (r *Service) create(ctx context.Context, e *entity, w *Request, d *domain.Domain) (*entity, error) {
	most, err := r.Settings.Int(ctx, "emailsender.max")
	if err != nil {
		return nil, err
	}
	id, now := web.OperationID(ctx, r.NewID), r.now()
	e.ID, e.Mark, e.CreateTime, e.UpdateTime = id, id, now, now
	e.fill(r, w, d)
	claims, err := r.claimOps(ctx, e, nil, d)
	if err != nil {
		return nil, err
	}
	ops := []store.Op{
		{Verb: store.Put, Key: key(id), Item: e, If: store.Missing("pk")},
		{Verb: store.Update, Key: countKey(e.Owner.Tenant), Add: map[string]int64{"n": 1}, If: store.Or(store.Missing("n"), store.Lt("n", most))},
		domain.UseOp(d.ID, 1),
	}
	last := len(ops) + len(claims)
	ops = append(append(ops, claims...), senders.Insert(e.scopes(), id, e.Sender)...)
	all := ops
	if !e.Platform {
		all = append(all, user.NotLocked(e.Owner.User, e.Owner.Tenant)...)
	}
	err = store.TransactWithRetry(ctx, r.DB, tries, all)
	failed := store.ConditionFailed(err)
	switch {
	case failed == nil:
		return e, err
	case failed.Index == 0: // a repetition of the same call
		return r.find(ctx, auth.Must(ctx).Scope(), id)
	case failed.Index == 1:
		return nil, fault.State("emailsender.max", "n", most)
	case failed.Index > 2 && failed.Index < last:
		return nil, fault.Bad("mailbox", "emailsender.taken", "address", e.Address) // by another customer, just now
	case failed.Index >= len(ops):
		return nil, user.ErrLocked()
	}
	return nil, fault.Missing()
}

func (r *Service) editRoute(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id" minLength:"1" maxLength:"64"`
		Request
	}
}) (*Sender, error) {
	was, err := r.mine(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	w := in.Body.Request
	if err := r.check(ctx, &w, was.Platform); err != nil {
		return nil, err
	}
	d, err := r.kept(ctx, was, &w)
	if err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, was.ID, func(e *entity) (more []store.Op, changed bool, err error) {
		had := *e
		if e.DomainID != d.ID {
			more = []store.Op{domain.UseOp(e.DomainID, -1), domain.UseOp(d.ID, 1)}
		}
		e.fill(r, &w, d)
		e.UpdateTime = r.now()
		claims, err := r.claimOps(ctx, e, &had, d)
		return append(more, claims...), true, err
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, view(&before.Sender), view(&now.Sender))
	return r.answer(ctx, now)
}

// kept is the domain of a changed sender. One that stays may be failing meanwhile.
func (r *Service) kept(ctx context.Context, was *entity, w *Request) (*domain.Domain, error) {
	if w.DomainID != was.DomainID {
		return r.domain(ctx, w, was.Owner.Tenant)
	}
	all, err := r.Domains.Load(ctx, was.DomainID)
	if err != nil {
		return nil, err
	}
	known, ok := all[was.DomainID]
	if !ok {
		return nil, fault.Missing()
	}
	return &known.Domain, nil
}

func (r *Service) statusRoute(ctx context.Context, in *struct {
	Body struct {
		ID      string `json:"id" minLength:"1" maxLength:"64"`
		Enabled bool   `json:"enabled"`
	}
}) (*Sender, error) {
	if _, err := r.mine(ctx, in.Body.ID); err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, in.Body.ID, func(e *entity) ([]store.Op, bool, error) {
		e.Enabled = in.Body.Enabled
		return nil, true, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, map[string]any{"enabled": before.Enabled}, map[string]any{"enabled": now.Enabled})
	auditlog.Subject(ctx, now.Name)
	return r.answer(ctx, now)
}

func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	e, err := r.mine(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	releases, err := r.releaseOps(ctx, e)
	if err != nil {
		return nil, err
	}
	ops := append([]store.Op{
		{Verb: store.Delete, Key: key(e.ID), If: store.Eq("v", e.Version)},
		{Verb: store.Update, Key: countKey(e.Owner.Tenant), Add: map[string]int64{"n": -1}},
		domain.UseOp(e.DomainID, -1),
	}, senders.Remove(e.scopes(), e.ID)...)
	err = store.TransactWithRetry(ctx, r.DB, tries, append(ops, releases...))
	switch failed := store.ConditionFailed(err); {
	case failed == nil:
	case failed.Index == 0 && failed.Old == nil:
		err = nil // an earlier try of the call
	case failed.Index == 0, failed.Index >= len(ops):
		return nil, fault.State("emailsender.changed") // by another user, or it sent, just now
	}
	auditlog.Note(ctx, e.ID, view(&e.Sender), nil)
	return &web.Done{}, err
}
