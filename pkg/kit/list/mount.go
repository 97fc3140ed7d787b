package list

import (
	"context"

	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Input is the input of a list: web.ListInput, or what embeds it.
type Input interface{ Query() store.ListQuery }

// Prepare makes of a list the one that an input of more parameters is about: it may refuse, set Rows or Scope, and change the query.
type Prepare[I, T any] func(ctx context.Context, in *I, l *List[T], q *store.ListQuery) error

// Mount serves the page of a list.
func Mount[T any](a *web.API, l List[T]) {
	MountFor[web.ListInput](a, l, nil)
}

// MountFor serves the page of a list with an input of its own.
func MountFor[I, T any](a *web.API, l List[T], prepare Prepare[I, T]) {
	Serve(a, l.Line("/page"), l, prepare, func(row *T) T { return *row })
}

// MountAs serves the page of a list whose rows are shown as something else.
func MountAs[T, O any](a *web.API, l List[T], show func(*T) O) {
	Options(a, l.Line("/page"), l, show)
}

// Options serves what a selector chooses from: the list with other rows under a line of its own.
func Options[T, O any](a *web.API, line web.Route, l List[T], show func(*T) O) {
	Serve[web.ListInput](a, line, l, nil, show)
}

// Line is the route of a page below the list's path.
func (l *List[T]) Line(below string) web.Route {
	return web.Route{Method: "GET", Path: l.Path + below, Perm: l.Perm, Summary: l.Summary}
}

// Serve serves pages of a list under a line; what the line does not say itself about sorts and filters is the list's.
func Serve[I, T, O any](a *web.API, line web.Route, l List[T], prepare Prepare[I, T], show func(*T) O) {
	line.Sorts = l.Sorts()
	if line.Filters == nil {
		line.Filters = l.Filters()
	}
	_ = any(new(I)).(Input) // now, not at the first request
	web.Handle(a, line, func(ctx context.Context, in *I) (*web.Page[O], error) {
		l := l // the request's own
		q, err := Prepared(ctx, in, &l, prepare)
		if err != nil {
			return nil, err
		}
		rows, total, err := l.Find(ctx, q)
		if err != nil {
			return nil, err
		}
		out := make([]O, len(rows))
		for i := range rows {
			out[i] = show(&rows[i])
		}
		page := web.PageOf(web.Paging{Current: q.Current, Size: q.Size}, total, out)
		return &page, nil
	})
}

// Prepared makes of a list the one that an input is about, and gives what is asked of it.
func Prepared[I, T any](ctx context.Context, in *I, l *List[T], prepare Prepare[I, T]) (store.ListQuery, error) {
	q := any(in).(Input).Query()
	var err error
	if prepare != nil {
		err = prepare(ctx, in, l, &q)
	}
	return q, err
}
