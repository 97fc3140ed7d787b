// Package savedview stores the views of lists that users name: filters, order and columns, as the address of the list has them.
package savedview

import (
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Limits of a user's views.
const (
	maxViews = 20 // of a list
	maxLists = 100
	maxName  = 40
	maxQuery = 1500
)

// View is a named state of a list.
type View struct {
	ID        string `dynamodbav:"id" json:"id"`
	Name      string `dynamodbav:"nm" json:"name"`
	Query     string `dynamodbav:"qu" json:"query" doc:"Filters, order and columns, as the query of the list's address."`
	IsDefault bool   `dynamodbav:"df,omitempty" json:"isDefault" doc:"The list opens with this view."`
}

// ListViews is the views of a list. Keys: table platform, VIEW#<user> / <list>.
type ListViews struct {
	List     string `dynamodbav:"li" json:"list" doc:"Name of the list in the console."`
	Views    []View `dynamodbav:"vs" json:"views"`
	Revision int    `dynamodbav:"rv" json:"-"`
}

func key(userID, list string) store.Key {
	return store.Key{Table: "platform", PK: "VIEW#" + userID, SK: list}
}

// Service is the module of saved views.
type Service struct {
	DB    store.DB
	NewID func(ctx context.Context) string
}

var _ module.Module = (*Service)(nil)

// Routes of the module. Each user has their own views.
func (s *Service) Routes(a *web.API) {
	const path = "/pi/personal/info/view"
	line := func(method, below, summary string) web.Route {
		return web.Route{Method: method, Path: path + below, Perm: web.SignedIn, Summary: summary}
	}
	web.Handle(a, line("GET", "", "List the caller's saved views of all lists"), s.all)
	web.Handle(a, line("POST", "", "Save a view of a list"), s.create)
	web.Handle(a, line("PUT", "", "Change a saved view"), s.change)
	web.Handle(a, line("DELETE", "/{id}", "Delete a saved view"), s.remove)
}

func (s *Service) all(ctx context.Context, _ *struct{}) ([]ListViews, error) {
	q := store.Query{Table: "platform", PK: key(auth.Must(ctx).UserID, "").PK}
	rows, err := store.Collect(store.Rows(ctx, s.DB, q))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[ListViews](rows)
}

// SaveRequest is a new view.
type SaveRequest struct {
	List      string `json:"list" minLength:"1" maxLength:"200" doc:"Name of the list in the console."`
	Name      string `json:"name" minLength:"1"`
	Query     string `json:"query" doc:"Filters, order and columns, as the query of the list's address."`
	IsDefault bool   `json:"isDefault,omitempty"`
}

func (s *Service) create(ctx context.Context, in *struct{ Body SaveRequest }) (*web.Created, error) {
	b, id := in.Body, s.NewID(ctx)
	err := s.update(ctx, b.List, func(l *ListViews) error {
		if slices.ContainsFunc(l.Views, func(v View) bool { return v.ID == id }) {
			return nil // saved before an unclear answer
		}
		if len(l.Views) >= maxViews {
			return fault.New(fault.Conflict, 409, "savedview.limit", "n", maxViews)
		}
		l.Views = append(l.Views, View{ID: id, Name: strings.TrimSpace(b.Name), Query: b.Query, IsDefault: b.IsDefault})
		return l.check(id)
	})
	auditlog.Note(ctx, id, nil, b)
	return &web.Created{ID: id}, err
}

// ChangeRequest changes a view. What is absent or null keeps its value.
type ChangeRequest struct {
	ID        string  `json:"id" minLength:"1"`
	List      string  `json:"list" minLength:"1" maxLength:"200"`
	Name      *string `json:"name,omitempty" minLength:"1"`
	Query     *string `json:"query,omitempty"`
	IsDefault *bool   `json:"isDefault,omitempty"`
}

func (s *Service) change(ctx context.Context, in *struct{ Body ChangeRequest }) (*web.Done, error) {
	b := in.Body
	auditlog.Note(ctx, b.ID, nil, b)
	return &web.Done{}, s.update(ctx, b.List, func(l *ListViews) error {
		i := slices.IndexFunc(l.Views, func(v View) bool { return v.ID == b.ID })
		if i < 0 {
			return fault.Missing()
		}
		v := &l.Views[i]
		if b.Name != nil {
			v.Name = strings.TrimSpace(*b.Name)
		}
		if b.Query != nil {
			v.Query = *b.Query
		}
		if b.IsDefault != nil {
			v.IsDefault = *b.IsDefault
		}
		return l.check(b.ID)
	})
}

func (s *Service) remove(ctx context.Context, in *struct {
	ID   string `path:"id"`
	List string `query:"list" required:"true" minLength:"1" maxLength:"200"`
}) (*web.Done, error) {
	auditlog.Note(ctx, in.ID, map[string]any{"list": in.List}, nil)
	tried := false
	return &web.Done{}, s.update(ctx, in.List, func(l *ListViews) error {
		n := len(l.Views)
		l.Views = slices.DeleteFunc(l.Views, func(v View) bool { return v.ID == in.ID })
		if len(l.Views) == n && !tried {
			return fault.Missing()
		}
		tried = true // the answer of a write may be unclear
		return nil
	})
}

// check refuses a changed view that is too long or has the name of another one. One view of a list is the default: the last one that
// was made so. Faults: savedview.name, savedview.long, savedview.exists.
func (l *ListViews) check(id string) error {
	changed := l.Views[slices.IndexFunc(l.Views, func(v View) bool { return v.ID == id })]
	if n := utf8.RuneCountInString(changed.Name); n == 0 || n > maxName {
		return fault.Bad("name", "savedview.name", "max", maxName)
	}
	if len(changed.Query) > maxQuery {
		return fault.Bad("query", "savedview.long")
	}
	for i := range l.Views {
		v := &l.Views[i]
		if v.ID == id {
			continue
		}
		if plain.Fold(v.Name) == plain.Fold(changed.Name) {
			return fault.Bad("name", "savedview.exists", "name", changed.Name)
		}
		v.IsDefault = v.IsDefault && !changed.IsDefault
	}
	return nil
}

// tries bounds how often a change is decided anew after a conflict.
const tries = 8

// update changes the views of a list in the row that was read.
func (s *Service) update(ctx context.Context, list string, change func(l *ListViews) error) error {
	at := key(auth.Must(ctx).UserID, list)
	return store.Retry(ctx, tries, func() error {
		l, had, err := store.Load[ListViews](ctx, s.DB, at, true)
		if err != nil {
			return err
		}
		cond := store.Missing("pk")
		if had {
			cond = store.Eq("rv", l.Revision)
		} else if err := s.mayAdd(ctx, at.PK); err != nil {
			return err
		}
		l.List = list
		if err := change(&l); err != nil {
			return err
		}
		l.Revision++
		op := store.Op{Verb: store.Put, Key: at, Item: l, If: cond}
		if len(l.Views) == 0 {
			op = store.Op{Verb: store.Delete, Key: at, If: cond}
		}
		err = s.DB.Transact(ctx, []store.Op{op})
		if errors.Is(err, store.ErrUnclear) {
			return store.Retryable(err)
		}
		return err
	})
}

// mayAdd refuses views of more than maxLists lists, which bounds a user's rows. Fault: savedview.lists.
func (s *Service) mayAdd(ctx context.Context, partition string) error {
	rows, err := s.DB.Query(ctx, store.Query{Table: "platform", PK: partition, Limit: maxLists})
	if err == nil && len(rows) >= maxLists {
		err = fault.New(fault.Conflict, 409, "savedview.lists", "n", maxLists)
	}
	return err
}
