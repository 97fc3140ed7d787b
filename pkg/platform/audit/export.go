package audit

import (
	"context"

	log "herald/pkg/kit/auditlog"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the log as a file: author, action and time, without the values before and after.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Mount(a, d, export.List[web.ListInput, log.Record]{Name: "audit", Path: "/system/audit/export", Perm: "system:audit:page",
		Summary: "Export the matching audit records as xlsx. At most 10,000 records are read", Filters: records.Filters(),
		Columns: export.Titled(records),
		Rows: func(ctx context.Context, in *web.ListInput) (export.Rows[log.Record], error) {
			rows, _, err := r.list(ctx, in)
			return export.Of(rows), err
		},
	})
}
