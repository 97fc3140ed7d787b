package suppression

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	export.Mount(a, d, export.List[PageQuery, Entry]{Name: "suppression", Path: base + "/export", Perm: "aty:suppression:page", Summary: "The suppressed numbers that match, as xlsx",
		Rows: func(ctx context.Context, in *PageQuery) (export.Rows[Entry], error) {
			rows, err := entries.All(ctx, r.DB, ScopeOf(auth.Must(ctx)), web.ListQuery(in))
			return export.Of(rows), err
		},
		Columns: []export.Column[Entry]{
			{Title: "phone", Value: func(e *Entry) any { return e.PhoneNumber }},
			{Title: "suppression.column.scope", Dict: "suppression_scope", Value: func(e *Entry) any { return e.Scope }},
			{Title: "suppression.column.channel", Value: func(e *Entry) any { return e.Channel }},
			{Title: "suppression.column.source", Dict: "suppression_source", Value: func(e *Entry) any { return string(e.Source) }},
			{Title: "suppression.column.reason", Value: func(e *Entry) any { return e.Reason }},
			{Title: "suppression.column.evidence", Value: func(e *Entry) any { return e.Evidence }},
			{Title: "customer", Value: func(e *Entry) any { return e.CustomerName }},
			{Title: "suppression.column.operator", Value: func(e *Entry) any { return e.Operator }},
			{Title: "suppression.column.eventTime", Value: func(e *Entry) any { return e.EventTime }},
			{Title: "created", Value: func(e *Entry) any { return e.CreateTime }},
		},
	})
}
