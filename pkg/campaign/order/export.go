package order

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the list of the kind as a file. counted are the states that get a column.
func (f *Flow) Exports(a *web.API, d *export.Desk, counted ...string) {
	s := f.Kind.Spec()
	columns := []export.Column[Row]{
		{Title: "orderNo", Value: func(o *Row) any { return o.OrderNo }}, {Title: "name", Value: func(o *Row) any { return o.Name }},
		{Title: "customer", Value: func(o *Row) any { return o.CustomerName }},
		{Title: "status", Dict: "order_status", Value: func(o *Row) any { return int(o.Status) }},
		{Title: "channel", Dict: "channel", Value: func(o *Row) any { return o.Channel }}, {Title: "country", Value: func(o *Row) any { return o.CountryCode }},
		{Title: "total", Value: func(o *Row) any { return o.Total }},
	}
	for _, state := range counted {
		columns = append(columns, export.Column[Row]{Title: state, Value: func(o *Row) any { return o.Counts[state] }})
	}
	export.Mount(a, d, export.List[PageQuery, Row]{Name: s.File, Path: s.Path + "/export", Perm: s.Perm + ":export", Summary: "The orders that match, as xlsx", Rows: f.exported,
		Columns: append(columns,
			export.Column[Row]{Title: "estimatedCost", Value: func(o *Row) any { return o.EstimatedCost }}, export.Column[Row]{Title: "actualCost", Value: func(o *Row) any { return o.ActualCost }},
			export.Column[Row]{Title: "start", Value: func(o *Row) any { return o.StartTime }}, export.Column[Row]{Title: "created", Value: func(o *Row) any { return o.CreateTime }},
			export.Column[Row]{Title: "reason", Value: func(o *Row) any { return o.Reason }}, export.Column[Row]{Title: "remark", Value: func(o *Row) any { return o.Remark }},
		)})
}

func (f *Flow) exported(ctx context.Context, in *PageQuery) (export.Rows[Row], error) {
	if err := in.check(); err != nil {
		return export.Rows[Row]{}, err
	}
	rows, err := ListOf(f.Kind.Spec().Name).All(ctx, f.DB, string(auth.Must(ctx).Scope()), web.ListQuery(in))
	for i := range rows {
		rows[i].Reason = f.Said(ctx, rows[i].Reason)
	}
	return export.Of(rows), err
}
