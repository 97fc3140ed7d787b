package lov

import (
	"context"

	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	export.Mount(a, d, export.List[Query, Entry]{Name: "pickers", Path: "/system/lov/export", Perm: "system:lov:page", Summary: "The definitions that match, as xlsx",
		Rows: func(ctx context.Context, in *Query) (export.Rows[Entry], error) {
			rows, err := r.list(ctx, web.ListQuery(in))
			return export.Of(rows), err
		},
		Columns: []export.Column[Entry]{
			{Title: "keyword", Value: func(e *Entry) any { return e.Keyword }},
			{Title: "title", Value: func(e *Entry) any { return e.Title }},
			{Title: "url", Value: func(e *Entry) any { return e.Method + " " + e.URL }},
			{Title: "builtIn", Dict: "yes_no", Value: func(e *Entry) any { return e.BuiltIn }},
			{Title: "updated", Value: func(e *Entry) any { return e.UpdateTime }},
			{Title: "operator", Value: func(e *Entry) any { return e.Operator }},
		},
	})
}
