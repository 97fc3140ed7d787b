package audit

import (
	"context"

	log "herald/pkg/kit/audit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the log as a file: who did what and when, without what was before and after.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	export.Mount(a, d, export.List[Query, log.Record]{Name: "audit", Path: "/system/audit/export", Perm: "system:audit:page",
		Summary: "The changes that match, as xlsx; at most 10,000 records are looked at",
		Rows: func(ctx context.Context, in *Query) (export.Rows[log.Record], error) {
			rows, _, err := r.list(ctx, in)
			return export.Of(rows), err
		},
		Columns: []export.Column[log.Record]{
			{Title: "time", Value: func(e *log.Record) any { return e.At }},
			{Title: "operator", Value: func(e *log.Record) any { return e.Name }},
			{Title: "userId", Value: func(e *log.Record) any { return e.User }},
			{Title: "tenant", Value: func(e *log.Record) any { return e.Tenant }},
			{Title: "ip", Value: func(e *log.Record) any { return e.Address }},
			{Title: "action", Value: func(e *log.Record) any { return e.Action }},
			{Title: "object", Value: func(e *log.Record) any { return e.Object }},
			{Title: "answer", Value: func(e *log.Record) any { return e.Status }},
		},
	})
}
