package order

import (
	"context"
	"time"

	"herald/pkg/credit/price"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// DraftHead is what a draft has beside its request: one that was not ordered yet. Keys: L#draft.<kind>#<scope> / <id>; a draft
// lives in its list rows.
type DraftHead struct {
	ID      string     `json:"id" dynamodbav:"id"`
	Owner   auth.Owner `json:"-" dynamodbav:"o"`
	Created time.Time  `json:"createTime" dynamodbav:"ca"`
	Changed time.Time  `json:"updateTime" dynamodbav:"ua"`
}

// DraftRow is a pointer to the row of a draft: a struct that embeds DraftHead and the request W, so that its JSON is flat.
type DraftRow[W, T any] interface {
	*T
	Parts() (*DraftHead, *W)
}

// ChangeBody is a pointer to the body of a change: a struct of an id and the request W.
type ChangeBody[W, E any] interface {
	*E
	Parts() (id string, w *W)
}

// Drafts declares the list of drafts of a kind. columns are what can be filtered by besides time and name.
func Drafts[W, T any, D DraftRow[W, T]](kind string, basics func(*W) Basics, columns ...store.Column[T]) store.List[T] {
	return store.List[T]{Table: table, Entity: "draft." + kind, Columns: append([]store.Column[T]{
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Get: func(d *T) any { head, _ := D(d).Parts(); return head.Created }},
		{Name: "name", Kind: store.Text, Sort: true, Filter: true, Get: func(d *T) any { _, w := D(d).Parts(); return basics(w).Name }},
	}, columns...)}
}

// DraftCountry is the column of the country of drafts.
func DraftCountry[W, T any, D DraftRow[W, T]](basics func(*W) Basics) store.Column[T] {
	return store.Column[T]{Name: "countryCode", Kind: store.Exact, Filter: true,
		Get: func(d *T) any { _, w := D(d).Parts(); return basics(w).Country }}
}

// draftOf is the row of a draft.
func (in *Intake[W, T, D]) draftOf(head DraftHead, w *W) T {
	var row T
	h, request := D(&row).Parts()
	*h, *request = head, *w
	return row
}

// saveDraft writes a new draft, once per id.
func (in *Intake[W, T, D]) saveDraft(ctx context.Context, p *auth.Principal, id string, w *W) error {
	if err := in.Keep(ctx, p, w); err != nil {
		return err
	}
	in.Tidy(w)
	head := DraftHead{ID: id, Owner: p.Owner(), Created: in.Flow.Now(), Changed: in.Flow.Now()}
	ops := in.Listed.Insert(head.Owner.ScopeNames(), id, in.draftOf(head, w))
	ops[0].If = store.Missing("pk")
	// Never under the id of an operation whose order stands.
	ops = append(ops, store.Op{Verb: store.Check, Key: Key(id), If: store.Missing("pk")})
	err := in.Flow.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return nil // a repetition of the same call
	}
	return err
}

// changed returns the refusal of a draft that was deleted or changed since it was read. A draft is only submitted in
// the version that the caller has seen.
func (in *Intake[W, T, D]) changed(ctx context.Context, d *T) error {
	head, _ := D(d).Parts()
	if _, err := in.draft(ctx, head.ID); err != nil {
		return err
	}
	return fault.State("order.draftChanged")
}

func (in *Intake[W, T, D]) draft(ctx context.Context, id string) (T, error) {
	d, ok, err := store.Load[T](ctx, in.Flow.DB, in.Listed.Key(string(auth.Must(ctx).Scope()), id), true)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return d, err
}

// drop gives the operations that take a draft away. The first one's condition fails when it is gone, or was changed since it was read.
func (in *Intake[W, T, D]) drop(d *T) []store.Op {
	head, _ := D(d).Parts()
	ops := in.Listed.Remove(head.Owner.ScopeNames(), head.ID)
	ops[0].If = store.Eq("ua", head.Changed)
	return ops
}

// draftRoutes mounts the drafts. E is the body of a change.
func draftRoutes[E, W, T any, D DraftRow[W, T], C ChangeBody[W, E]](a *web.API, in *Intake[W, T, D]) {
	s := in.Flow.Kind.Spec()
	base, perm := s.Path+"/draft", func(verb string) string { return s.Perm + ":" + verb }
	list.Mount(a, list.List[T]{List: in.Listed, DB: in.Flow.DB, Path: base, Perm: perm("page"), Summary: "List drafts"})
	web.Handle(a, web.Route{Method: "POST", Path: base, Perm: perm("add"), Summary: "Save a draft", Spends: true}, in.draftAdd)
	web.Handle(a, web.Route{Method: "PUT", Path: base, Perm: perm("edit"), Summary: "Change a draft", Spends: true},
		func(ctx context.Context, body *struct{ Body E }) (*web.Created, error) {
			id, w := C(&body.Body).Parts()
			return in.draftEdit(ctx, id, w)
		})
	web.Handle(a, web.Route{Method: "DELETE", Path: base + "/{id}", Perm: perm("del"), Summary: "Delete a draft"}, in.draftDelete)
	web.Handle(a, web.Route{Method: "POST", Path: base + "/commit", Perm: perm("add"), Summary: "Submit a draft",
		Spends: true}, in.draftCommit)
}

func (in *Intake[W, T, D]) draftAdd(ctx context.Context, body *struct{ Body W }) (*web.Created, error) {
	id := web.OperationID(ctx, in.Flow.NewID)
	auditlog.Note(ctx, id, nil, map[string]any{"name": in.Head(&body.Body).Name})
	return &web.Created{ID: id}, in.saveDraft(ctx, auth.Must(ctx), id, &body.Body)
}

func (in *Intake[W, T, D]) draftEdit(ctx context.Context, id string, w *W) (*web.Created, error) {
	d, err := in.draft(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := in.Keep(ctx, auth.Must(ctx), w); err != nil {
		return nil, err
	}
	in.Tidy(w)
	head, old := D(&d).Parts()
	before := map[string]any{"name": in.Head(old).Name}
	head.Changed = in.Flow.Now()
	ops := in.Listed.Replace(head.Owner.ScopeNames(), id, in.draftOf(*head, w))
	for i := range ops {
		ops[i].If = store.Exists("pk")
	}
	err = in.Flow.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return nil, fault.Missing()
	}
	auditlog.Note(ctx, id, before, map[string]any{"name": in.Head(w).Name})
	return &web.Created{ID: id}, err
}

func (in *Intake[W, T, D]) draftDelete(ctx context.Context, q *byID) (*web.Done, error) {
	d, err := in.draft(ctx, q.ID)
	if err != nil {
		return nil, err
	}
	ops := in.drop(&d)
	ops[0].If = store.Exists("pk") // even if the draft was changed meanwhile
	err = in.Flow.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return nil, fault.Missing()
	}
	_, w := D(&d).Parts()
	auditlog.Note(ctx, q.ID, map[string]any{"name": in.Head(w).Name}, nil)
	return &web.Done{}, err
}

// draftCommit orders a draft as its owner; the draft goes in the transaction that writes the order. With a balance or a stock
// that is still short it stays. Repeated under its Idempotency-Key it answers the order that it made.
func (in *Intake[W, T, D]) draftCommit(ctx context.Context, body *struct {
	Body struct {
		ID string `json:"id"`
		price.Expected
	}
}) (*SubmitResponse, error) {
	p := auth.Must(ctx)
	var stands *SubmitResponse
	var row store.Item
	err := parallel.Do(
		func() (err error) { stands, _, err = in.earlier(ctx, p, body.Body.ID); return err },
		func() (err error) {
			row, err = in.Flow.DB.Get(ctx, in.Listed.Key(string(p.Scope()), body.Body.ID), true)
			return err
		})
	if err != nil || stands != nil {
		return stands, err
	}
	d, err := in.own(p, row)
	if err != nil {
		return nil, err
	}
	if d == nil {
		return nil, fault.Missing()
	}
	_, w := D(d).Parts()
	of, err := in.prepare(ctx, p, w)
	if err != nil {
		return nil, err
	}
	of.Expected = body.Body.Expected
	return in.place(ctx, p, w, of, d)
}
