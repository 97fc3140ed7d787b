// Package list serves a list from its one declaration: the page with its filters, orders and place in the OpenAPI document, what
// selectors choose from, and by package export the file.
package list

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// List is a list of a room. Its rows are projections in a table (DB), or whatever Rows gives.
type List[T any] struct {
	store.List[T]
	Path    string // of the room: the page is /page below it, the file /export
	Perm    string // of page and file
	Summary string // of the page
	File    File

	DB    store.DB
	Scope func(p *auth.Principal) string // nil: the caller's

	// Rows gives all rows in the caller's scope, which are few.
	Rows func(ctx context.Context) ([]T, error)
	By   []string // order of Rows unless another is asked for, ascending; none: the newest first

	// Show completes the rows that are shown.
	Show func(ctx context.Context, rows []T) error
}

// File is what an export is called: the file and the task by Name, the route by Path and Perm where they are not the list's.
type File struct {
	Name, Summary, Path, Perm string
}

// Find gives a page of what matches, or with size 0 all of it, and how much that is.
func (l *List[T]) Find(ctx context.Context, q store.ListQuery) (rows []T, total store.Total, err error) {
	if l.Rows != nil {
		rows, total, err = l.among(ctx, q)
	} else {
		rows, total, err = l.stored(ctx, q)
	}
	if err == nil && l.Show != nil {
		err = l.Show(ctx, rows)
	}
	return rows, total, err
}

func (l *List[T]) stored(ctx context.Context, q store.ListQuery) ([]T, store.Total, error) {
	p := auth.Must(ctx)
	scope := string(p.Scope())
	if l.Scope != nil {
		scope = l.Scope(p)
	}
	if q.Size > 0 {
		return l.Page(ctx, l.DB, scope, q)
	}
	rows, err := l.All(ctx, l.DB, scope, q)
	return rows, store.Total{N: len(rows)}, err
}

func (l *List[T]) among(ctx context.Context, q store.ListQuery) ([]T, store.Total, error) {
	if _, err := l.Plain(q); err != nil {
		return nil, store.Total{}, err
	}
	rows, err := l.Rows(ctx)
	if err != nil {
		return nil, store.Total{}, err
	}
	if len(q.SortFields) == 0 && l.By != nil {
		q.SortFields, q.SortOrders = l.By, nil
		for range l.By {
			q.SortOrders = append(q.SortOrders, "ascend")
		}
	}
	if rows, err = l.Select(rows, q); err != nil {
		return nil, store.Total{}, err
	}
	total := store.Total{N: len(rows)}
	if q.Size > 0 {
		rows = store.Cut(rows, q.Current, q.Size)
	}
	return rows, total, nil
}
