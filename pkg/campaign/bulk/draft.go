package bulk

import (
	"context"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Draft is a wish that was not ordered yet. Keys: L#bulkdraft#<scope> / <id>; a draft lives in its list rows.
type Draft struct {
	ID      string     `json:"id" dynamodbav:"id"`
	Owner   auth.Owner `json:"-" dynamodbav:"o"`
	Created time.Time  `json:"createTime" dynamodbav:"ca"`
	Changed time.Time  `json:"updateTime" dynamodbav:"ua"`
	Wish
}

var drafts = store.List[Draft]{Table: "campaign", Entity: "bulkdraft", Columns: []store.Column[Draft]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(d *Draft) any { return d.Created }},
	{Name: "name", Kind: store.Text, Sort: true, Get: func(d *Draft) any { return d.Name }},
	{Name: "channel", Kind: store.Exact, Get: func(d *Draft) any { return d.Channel }},
	{Name: "countryCode", Kind: store.Exact, Get: func(d *Draft) any { return d.CountryCode }},
}}

func draftScopes(o auth.Owner) []string {
	var out []string
	for _, s := range o.Scopes() {
		out = append(out, string(s))
	}
	return out
}

// saveDraft writes a new draft, once per id.
func (r *Room) saveDraft(ctx context.Context, p *auth.Principal, id string, w *Wish) error {
	if err := r.keepFiles(ctx, p, w); err != nil {
		return err
	}
	w.tidy()
	d := Draft{ID: id, Owner: p.Owner(), Created: r.Now(), Changed: r.Now(), Wish: *w}
	ops := drafts.Insert(draftScopes(d.Owner), id, d)
	ops[0].If = store.Missing("pk")
	// Never under the id of an operation whose order stands.
	ops = append(ops, store.Op{Verb: store.Check, Key: order.Key(id), If: store.Missing("pk")})
	err := r.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return nil // a repetition of the same call
	}
	return err
}

func (r *Room) draft(ctx context.Context, id string) (Draft, error) {
	d, ok, err := store.Load[Draft](ctx, r.DB, drafts.Key(string(auth.Must(ctx).Scope()), id), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return d, err
}

func (r *Room) draftRoutes(a *web.API) {
	base := "/gc/groupsendorder/draft"
	web.Handle(a, web.Route{Method: "GET", Path: base + "/page", Perm: "gc:groupsendorder:page", Summary: "Drafts", Sorts: drafts.Sorts()}, r.draftPage)
	web.Handle(a, web.Route{Method: "POST", Path: base, Perm: "gc:groupsendorder:add", Summary: "Save a draft"}, r.draftAdd)
	web.Handle(a, web.Route{Method: "PUT", Path: base, Perm: "gc:groupsendorder:edit", Summary: "Change a draft"}, r.draftEdit)
	web.Handle(a, web.Route{Method: "DELETE", Path: base + "/{id}", Perm: "gc:groupsendorder:del", Summary: "Delete a draft"}, r.draftDelete)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/commit", Perm: "gc:groupsendorder:add", Summary: "Order a draft", Spends: true}, r.draftCommit)
}

func (r *Room) draftPage(ctx context.Context, in *struct {
	web.ListParams
	Name            string `query:"name"`
	Channel         string `query:"channel" enum:"whatsapp,sms,"`
	CountryCode     string `query:"countryCode"`
	CreateTimeStart string `query:"createTimeStart"`
	CreateTimeEnd   string `query:"createTimeEnd"`
}) (web.Page[Draft], error) {
	rows, total, err := drafts.Page(ctx, r.DB, string(auth.Must(ctx).Scope()), web.ListQuery(in))
	return web.Found(in.ListParams, total, rows), err
}

func (r *Room) draftAdd(ctx context.Context, in *struct{ Body Wish }) (*web.Created, error) {
	id := r.NewID(ctx)
	audit.Note(ctx, id, nil, map[string]any{"name": in.Body.Name})
	return &web.Created{ID: id}, r.saveDraft(ctx, auth.Must(ctx), id, &in.Body)
}

func (r *Room) draftEdit(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id"`
		Wish
	}
}) (*web.Created, error) {
	d, err := r.draft(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	if err := r.keepFiles(ctx, auth.Must(ctx), &in.Body.Wish); err != nil {
		return nil, err
	}
	in.Body.Wish.tidy()
	before := map[string]any{"name": d.Name}
	d.Wish, d.Changed = in.Body.Wish, r.Now()
	ops := drafts.Replace(draftScopes(d.Owner), d.ID, d)
	for i := range ops {
		ops[i].If = store.Exists("pk")
	}
	err = r.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return nil, fault.Missing()
	}
	audit.Note(ctx, d.ID, before, map[string]any{"name": d.Name})
	return &web.Created{ID: d.ID}, err
}

func (r *Room) draftDelete(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	d, err := r.draft(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	err = r.DB.Transact(ctx, dropDraft(&d))
	if store.ConditionFailed(err) != nil {
		return nil, fault.Missing()
	}
	audit.Note(ctx, d.ID, map[string]any{"name": d.Name}, nil)
	return &web.Done{}, err
}

// dropDraft gives the operations that take a draft away. The first one's condition fails when it is gone.
func dropDraft(d *Draft) []store.Op {
	ops := drafts.Remove(draftScopes(d.Owner), d.ID)
	ops[0].If = store.Exists("pk")
	return ops
}

// draftCommit orders a draft as its owner; the draft goes in the transaction that writes the order. With a balance or a stock
// that is still short it stays. Repeated under its Idempotency-Key it answers the order that it made.
func (r *Room) draftCommit(ctx context.Context, in *struct {
	Body struct {
		ID string `json:"id"`
	}
}) (*Submitted, error) {
	p, operation := auth.Must(ctx), r.NewID(ctx)
	stands, d, err := r.before(ctx, p, operation, in.Body.ID)
	if err != nil || stands != nil {
		return stands, err
	}
	if d == nil {
		return nil, fault.Missing()
	}
	return r.place(ctx, p, &d.Wish, operation, d)
}
