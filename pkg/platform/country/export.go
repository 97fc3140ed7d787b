package country

import (
	"context"
	"strings"

	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the room's list as a file.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	export.Mount(a, d, export.List[Query, Row]{Name: "countries", Path: "/conf/country/export", Perm: "conf:country:page", Summary: "The countries that match, as xlsx",
		Rows: func(ctx context.Context, in *Query) (export.Rows[Row], error) {
			rows, err := r.all(ctx, web.ListQuery(in))
			return export.Of(rows), err
		},
		Columns: []export.Column[Row]{
			{Title: "code", Value: func(e *Row) any { return e.Code }},
			{Title: "name", Value: func(e *Row) any { return e.Name }},
			{Title: "english", Value: func(e *Row) any { return e.EnName }},
			{Title: "callingCode", Value: func(e *Row) any { return e.CallingCode }},
			{Title: "timeZone", Value: func(e *Row) any { return e.TimeZone }},
			{Title: "disabled", Dict: "yes_no", Value: func(e *Row) any { return e.Disabled }},
			{Title: "blacklist", Value: func(e *Row) any { return strings.Join(e.Blacklist, ", ") }},
			{Title: "updated", Value: func(e *Row) any { return e.UpdateTime }},
			{Title: "operator", Value: func(e *Row) any { return e.Operator }},
		},
	})
}
