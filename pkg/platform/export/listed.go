package export

import (
	"cmp"
	"context"
	"slices"

	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Listed declares a list as a file: those of its columns that have a title.
func Listed[T any](a *web.API, d *Exporter, l list.List[T]) {
	ListedFor[web.ListInput](a, d, l, nil)
}

// ListedFor declares a list with an input of its own as a file.
func ListedFor[I, T any](a *web.API, d *Exporter, l list.List[T], prepare list.Prepare[I, T]) {
	Mount(a, d, List[I, T]{Name: l.File.Name, Path: cmp.Or(l.File.Path, l.Path+"/export"), Perm: cmp.Or(l.File.Perm, l.Perm),
		Summary: l.File.Summary,
		Filters: l.Filters(), Columns: Titled(l.List),
		Rows: func(ctx context.Context, in *I) (Rows[T], error) {
			l := l // the request's own
			q, err := list.Prepared(ctx, in, &l, prepare)
			if err != nil {
				return Rows[T]{}, err
			}
			all, err := l.Everything(ctx, q)
			return Rows[T]{Total: all.Number, Each: all.Each}, err
		}})
}

// Titled are the columns of a list that a file has.
func Titled[T any](l store.List[T]) (columns []Column[T]) {
	for _, c := range l.Columns {
		if c.Title != "" {
			columns = append(columns, Column[T]{Title: c.Title, Dict: c.Dict, Words: slices.Concat(c.Words, c.OneOf), Value: c.Get})
		}
	}
	return columns
}
