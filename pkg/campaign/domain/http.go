package domain

import (
	"cmp"
	"context"
	"slices"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/spf"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
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
	offered := r.list()
	offered.Rows = r.usable
	const picker = "List domains for a picker: those in the caller's scope and those that the platform shares"
	list.Options(a, route("GET", "/selector", "page", picker), offered, func(d *Domain) Option {
		return Option{d.ID, d.Name, d.Uses, d.State, d.Sending, d.Linking, d.Shared, d.Default}
	})
	web.Handle(a, route("GET", "/{id}", "page", "Get a domain with the records that its owner publishes"), r.getRoute)
	add := route("POST", "", "add", "Add a domain. Its records are checked in the background. At most domain.max a customer")
	add.Spends = true
	web.Handle(a, add, r.addRoute)
	const edit = "Change what a domain is for. Staff also say whether the platform shares its own domain"
	web.Handle(a, route("PUT", "", "edit", edit), r.editRoute)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a domain. 409: a sender uses it"), r.deleteRoute)
	web.Handle(a, route("PUT", "/{id}/check", "check", "Check the records of a domain now, in the background"), r.checkRoute)
	web.Handle(a, route("PUT", "/{id}/default", "default", "Make a domain the customer's first choice for what it is for"), r.defaultRoute)
}

// Exports declares the module's list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

// Option is a domain in a picker.
type Option struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Uses    []string `json:"uses" enum:"email,link" nullable:"false"`
	State   State    `json:"state" enum:"pending,verified,failing,expired"`
	Sending bool     `json:"sending"`
	Linking bool     `json:"linking"`
	Shared  bool     `json:"shared" doc:"It belongs to the platform."`
	Default bool     `json:"default"`
}

// usable are the domains of the caller and those that the platform shares.
func (r *Service) usable(ctx context.Context) ([]Domain, error) {
	scope := Scope(auth.Must(ctx))
	all, err := domains.All(ctx, r.DB, string(scope), store.ListQuery{})
	if err != nil || scope == auth.Everything {
		return all, err
	}
	shared, err := domains.All(ctx, r.DB, sharedScope, store.ListQuery{})
	return append(all, shared...), err
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Detail, error) {
	e, err := r.find(ctx, Scope(auth.Must(ctx)), in.ID)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, e)
}

// detail is a domain as it is shown, in the caller's language.
func (r *Service) detail(ctx context.Context, e *entity) (*Detail, error) {
	h, err := r.hosts(ctx)
	if err != nil {
		return nil, err
	}
	one := []Domain{e.Domain}
	if err := r.shown(ctx, one); err != nil {
		return nil, err
	}
	d := &Detail{Domain: one[0], Records: wanted(e, h), Provider: cmp.Or(string(e.Identity), "none"), SPF: e.SPF, DMARC: e.DMARC}
	if d.SPF != nil && d.SPF.Terms == nil {
		d.SPF.Terms = []spf.Term{}
	}
	for i := range d.Records {
		rec := &d.Records[i]
		rec.Found = append([]string{}, rec.Found...)
		if rec.Help != "" {
			args := map[string]any{"value": rec.Value, "host": rec.Host}
			for name, value := range rec.Args {
				args[name] = value
			}
			rec.Help = r.Text(ctx, rec.Help, args)
		}
	}
	return d, nil
}

// shown completes rows: which is the customer's first choice, and whether a check runs.
func (r *Service) shown(ctx context.Context, rows []Domain) error {
	var keys []store.Key
	for i := range rows {
		for _, use := range rows[i].Uses {
			if k := defaultKey(cmp.Or(rows[i].CustomerID, Platform), use); !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	chosen := map[string]bool{}
	for some := range slices.Chunk(keys, 100) {
		found, err := r.DB.GetMany(ctx, some, true)
		if err != nil {
			return err
		}
		all, err := store.DecodeAll[named](found)
		if err != nil {
			return err
		}
		for _, one := range all {
			chosen[one.ID] = true
		}
	}
	for i := range rows {
		d := &rows[i]
		d.Default, d.Checking = chosen[d.ID], d.running(r.Now())
		if d.Problems == nil {
			d.Problems = []string{}
		}
	}
	return nil
}

// AddRequest is a new domain.
type AddRequest struct {
	Name       string   `json:"name" minLength:"1" maxLength:"253" example:"mail.shop.example"`
	Uses       []string `json:"uses" minItems:"1" maxItems:"2" enum:"email,link"`
	CustomerID string   `json:"customerId,omitempty" maxLength:"64" doc:"Id of the customer, for staff and agents. Default: the calling customer, for staff the platform itself."`
}

func (r *Service) addRoute(ctx context.Context, in *struct{ Body AddRequest }) (*Detail, error) {
	ascii, shown, err := parse(in.Body.Name)
	if err != nil {
		return nil, err
	}
	owner, name, err := r.owner(ctx, in.Body.CustomerID)
	if err != nil {
		return nil, err
	}
	e := &entity{Owner: owner, Version: 1, Token: "herald-verification=" + r.NewToken()}
	e.Name, e.ASCII, e.Uses, e.State, e.CustomerName = shown, ascii, unique(in.Body.Uses), Pending, name
	if owner.Tenant != Platform {
		e.CustomerID = owner.Tenant
	}
	if e, err = r.create(ctx, e); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, view(&e.Domain))
	return r.detail(ctx, e)
}

func unique(words []string) []string {
	words = slices.Clone(words)
	slices.Sort(words)
	return slices.Compact(words)
}

// view is a domain in the audit log.
func view(d *Domain) map[string]any {
	return map[string]any{"name": d.Name, "uses": d.Uses, "state": d.State, "shared": d.Shared, "customerId": d.CustomerID}
}

// owner is whose domain is added. Faults: 404 for a customer outside of the scope, customerId missing for staff with a narrowed view.
func (r *Service) owner(ctx context.Context, customer string) (auth.Owner, string, error) {
	p := auth.Must(ctx)
	switch {
	case customer != "" && customer != p.UserID:
		return r.Customer(ctx, p.Scope(), customer)
	case p.Type != auth.Admin:
		o := p.Owner()
		return o, p.Name, nil
	case p.Scope() != auth.Everything:
		return auth.Owner{}, "", fault.Bad("customerId", "web.valid.missing")
	}
	return auth.Owner{User: p.UserID, Tenant: Platform}, "", nil
}

// EditRequest changes a domain. Missing fields stay unchanged.
type EditRequest struct {
	ID     string   `json:"id" minLength:"1" maxLength:"64"`
	Uses   []string `json:"uses,omitempty" maxItems:"2" enum:"email,link" doc:"Changed uses are checked anew."`
	Shared *bool    `json:"shared,omitempty" doc:"Every customer can use the domain. Only for domains of the platform, and by staff."`
}

func (r *Service) editRoute(ctx context.Context, in *struct{ Body EditRequest }) (*Detail, error) {
	w, p := in.Body, auth.Must(ctx)
	if _, err := r.find(ctx, p.Scope(), w.ID); err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, w.ID, func(e *entity) (after, bool, error) {
		changed := false
		if w.Shared != nil && *w.Shared != e.Shared {
			if p.Type != auth.Admin || e.tenant() != Platform {
				return after{}, false, fault.Bad("shared", "domain.share")
			}
			e.Shared, changed = *w.Shared, true
		}
		var follows after
		if fresh := unique(w.Uses); len(fresh) > 0 && !slices.Equal(fresh, unique(e.Uses)) {
			if e.Used > 0 && !slices.Contains(fresh, UseEmail) {
				return after{}, false, fault.State("domain.used")
			}
			at := r.now()
			e.Uses, e.State, e.Since, e.Asked, changed = fresh, Pending, at, &at, true
			e.Linking = e.links()
			follows.due = true
		}
		return follows, changed, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, now.ID, view(&before.Domain), view(&now.Domain))
	if now.running(r.Now()) {
		r.enqueue(ctx, now)
	}
	return r.detail(ctx, now)
}

func (r *Service) deleteRoute(ctx context.Context, in *byID) (*web.Done, error) {
	e, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	chosen, err := r.defaults(ctx, e)
	if err != nil {
		return nil, err
	}
	before, now, err := r.change(ctx, in.ID, func(e *entity) (after, bool, error) {
		switch {
		case e.State == deleted:
			return after{}, false, fault.Missing()
		case e.Used > 0:
			return after{}, false, fault.State("domain.used")
		}
		ops := append([]store.Op{{Verb: store.Delete, Key: nameKey(e.ASCII, tenantPrefix+e.tenant())},
			{Verb: store.Update, Key: countKey(e.tenant()), Add: map[string]int64{"n": -1}}}, chosen...)
		if e.Proven {
			ops = append(ops, e.releaseOp())
		}
		e.State, e.Sending, e.Linking, e.Proven = deleted, false, false, false
		return after{ops: ops, due: true}, true, nil
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, in.ID, view(&before.Domain), nil)
	r.enqueue(ctx, now)
	return &web.Done{}, nil
}

// defaults are the operations that take a domain's places as first choice away.
func (r *Service) defaults(ctx context.Context, e *entity) (ops []store.Op, err error) {
	for _, use := range uses {
		k := defaultKey(e.tenant(), use)
		chosen, ok, err := store.Load[named](ctx, r.DB, k, true)
		if err != nil {
			return nil, err
		}
		if ok && chosen.ID == e.ID {
			ops = append(ops, store.Op{Verb: store.Delete, Key: k})
		}
	}
	return ops, nil
}

func (r *Service) defaultRoute(ctx context.Context, in *byID) (*Detail, error) {
	e, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	if !e.Proven {
		return nil, fault.State("domain.unproven")
	}
	ops := []store.Op{{Verb: store.Check, Key: key(e.ID), If: store.And(store.Exists("pk"), store.Ne("s", string(deleted)))}}
	for _, use := range e.Uses {
		ops = append(ops, store.Op{Verb: store.Put, Key: defaultKey(e.tenant(), use), Item: named{e.ID}})
	}
	if err := store.TransactWithRetry(ctx, r.DB, tries, ops); err != nil {
		if store.ConditionFailed(err) != nil {
			err = fault.Missing()
		}
		return nil, err
	}
	auditlog.Note(ctx, e.ID, nil, map[string]any{"default": e.Name, "uses": e.Uses})
	auditlog.Subject(ctx, e.Name)
	return r.detail(ctx, e)
}
