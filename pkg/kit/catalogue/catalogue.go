// Package catalogue serves entities without rules of their own: what a list shows is made, changed and taken away by a form.
// As soon as an entity has a state or touches credit, its module writes its verbs itself.
package catalogue

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/web"
)

// Catalogue is a list (T) with the form of its entities (W). The routes are POST and PUT of the list's path and DELETE below it.
type Catalogue[W, T any] struct {
	list.List[T]
	Of             string // the prefix of the permissions: <Of>:add, :edit, :del
	Add, Edit, Del string // summaries of the routes
	Repository     Repository[T]

	// Make gives a new entity of a form, Change lays a form over one that stands; both refuse what the form may not say.
	Make      func(ctx context.Context, w *W) (id string, row T, err error)
	Change    func(ctx context.Context, w *W, row *T) error
	ID        func(w *W) string // of the entity that is changed
	AuditView func(row *T) any  // the entity as the audit log stores it
	// Made is called with a new entity, also when its creation is repeated; it may be nil.
	Made func(ctx context.Context, row *T) error
}

// Mount serves the page and the form.
func Mount[W, T any](a *web.API, c Catalogue[W, T]) {
	list.Mount(a, c.List)
	Form(a, c)
}

// Form serves the form alone, beside a page that is mounted otherwise.
func Form[W, T any](a *web.API, c Catalogue[W, T]) {
	web.Handle(a, web.Route{Method: "POST", Path: c.Path, Perm: c.Of + ":add", Summary: c.Add}, c.post)
	web.Handle(a, web.Route{Method: "PUT", Path: c.Path, Perm: c.Of + ":edit", Summary: c.Edit}, c.put)
	web.Handle(a, web.Route{Method: "DELETE", Path: c.Path + "/{id}", Perm: c.Of + ":del", Summary: c.Del}, c.remove)
}

// Body is a form as it comes.
type Body[W any] struct{ Body W }

func (c Catalogue[W, T]) post(ctx context.Context, in *Body[W]) (*T, error) {
	id, row, err := c.Make(ctx, &in.Body)
	if err != nil {
		return nil, err
	}
	if row, err = c.Repository.Add(ctx, id, row); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, nil, c.AuditView(&row))
	if c.Made != nil {
		if err := c.Made(ctx, &row); err != nil {
			return nil, err
		}
	}
	return c.answer(ctx, row)
}

func (c Catalogue[W, T]) put(ctx context.Context, in *Body[W]) (*T, error) {
	id := c.ID(&in.Body)
	if id == "" {
		return nil, fault.Bad("id", "web.valid.missing")
	}
	var before any
	row, err := Change(ctx, c.Repository, id, func(row *T) error {
		before = c.AuditView(row)
		return c.Change(ctx, &in.Body, row)
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, id, before, c.AuditView(&row))
	return c.answer(ctx, row)
}

func (c Catalogue[W, T]) answer(ctx context.Context, row T) (*T, error) {
	one := []T{row}
	if c.Show == nil {
		return &one[0], nil
	}
	return &one[0], c.Show(ctx, one)
}

func (c Catalogue[W, T]) remove(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	row, err := c.Repository.Find(ctx, in.ID)
	if err == nil {
		err = c.Repository.Drop(ctx, in.ID, row)
	}
	if err == nil {
		auditlog.Note(ctx, in.ID, c.AuditView(&row), nil)
	}
	return &web.Done{}, err
}
