// Package list serves a list from its one declaration: the page with its filters, orders and place in the OpenAPI document, what
// selectors choose from, and by package export the file.
package list

import (
	"context"
	"iter"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// List is a list of a module. Its rows are projections in a table (DB), or those that Rows gives.
type List[T any] struct {
	store.List[T]
	Path    string // of the module: the page is /page below it, the file /export
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

func (l *List[T]) scope(p *auth.Principal) string {
	if l.Scope != nil {
		return l.Scope(p)
	}
	return string(p.Scope())
}

func (l *List[T]) stored(ctx context.Context, q store.ListQuery) ([]T, store.Total, error) {
	scope := l.scope(auth.Must(ctx))
	if q.Size > 0 {
		return l.Page(ctx, l.DB, scope, q)
	}
	rows, err := l.All(ctx, l.DB, scope, q)
	return rows, store.Total{N: len(rows)}, err
}

// All rows of a list for a file. Number is how many; -1 where only reading tells.
type All[T any] struct {
	Number int
	Each   iter.Seq2[*T, error]
}

// Everything gives all rows that match. Rows of a table in the default order come a page at a time, so that memory
// is bounded for any number of rows. For another order the list is read whole.
func (l *List[T]) Everything(ctx context.Context, q store.ListQuery) (all All[T], err error) {
	newest, err := l.Plain(store.ListQuery{SortFields: q.SortFields, SortOrders: q.SortOrders})
	if err != nil {
		return all, err
	}
	if l.Rows != nil || !newest {
		q.Size = 0
		rows, total, err := l.Find(ctx, q)
		return All[T]{total.N, func(yield func(*T, error) bool) {
			for i := range rows {
				if !yield(&rows[i], nil) {
					return
				}
			}
		}}, err
	}
	scope := l.scope(auth.Must(ctx))
	each, err := l.Each(ctx, l.DB, scope, q.Filters)
	if all = (All[T]{-1, l.shown(ctx, each)}); err == nil && len(q.Filters) == 0 {
		var total store.Total
		_, total, err = l.Page(ctx, l.DB, scope, store.ListQuery{Current: 1, Size: 1})
		all.Number = total.N
	}
	return all, err
}

// shown completes rows as they come.
func (l *List[T]) shown(ctx context.Context, rows iter.Seq2[*T, error]) iter.Seq2[*T, error] {
	if l.Show == nil {
		return rows
	}
	return func(yield func(*T, error) bool) {
		for row, err := range rows {
			if err == nil {
				one := []T{*row}
				err = l.Show(ctx, one)
				row = &one[0]
			}
			if !yield(row, err) {
				return
			}
		}
	}
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
