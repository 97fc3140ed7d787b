package balancereport

import (
	"context"
	"iter"

	"herald/pkg/account/customer"
	"herald/pkg/kit/list"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the statistics as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Mount(a, d, export.List[web.ListInput, Row]{Name: "userStatistics", Path: base + "/export", Perm: perm,
		Summary: "Export account totals of the matching customers as xlsx or CSV", Filters: customer.Customers.Filters(), Columns: columns,
		Rows: r.rows})
}

var columns = []export.Column[Row]{
	{Title: "customer", Value: func(r *Row) any { return r.Name }},
	{Title: "phone", Value: func(r *Row) any { return r.Phone }},
	{Title: "company", Value: func(r *Row) any { return r.CompanyName }},
	{Title: "country", Value: func(r *Row) any { return r.CountryCode }},
	{Title: "userType", Dict: "user_type", Value: func(r *Row) any { return int64(r.Type) }},
	{Title: "status", Dict: "user_status", Value: func(r *Row) any { return r.Status }},
	{Title: "statisticBalance", Value: func(r *Row) any { return r.Balance }},
	{Title: "statisticReserved", Value: func(r *Row) any { return r.Reserved }},
	{Title: "statisticRecharged", Value: func(r *Row) any { return r.Recharged }},
	{Title: "statisticConsumed", Value: func(r *Row) any { return r.Consumed }},
	{Title: "statisticGiven", Value: func(r *Row) any { return r.Given }},
	{Title: "statisticWithdrawn", Value: func(r *Row) any { return r.Withdrawn }},
	{Title: "statisticAdjusted", Value: func(r *Row) any { return r.Adjusted }},
	{Title: "statisticMoved", Value: func(r *Row) any { return r.LastMoveTime }},
	{Title: "created", Value: func(r *Row) any { return r.CreateTime }},
}

func (r *Service) rows(ctx context.Context, in *web.ListInput) (export.Rows[Row], error) {
	l := r.customers()
	q, err := list.Prepared[web.ListInput](ctx, in, &l, nil)
	if err != nil {
		return export.Rows[Row]{}, err
	}
	all, err := l.Everything(ctx, q)
	return export.Rows[Row]{Total: all.Number, Each: r.each(ctx, all.Each)}, err
}

// together is how many accounts are read at once: as many as one call gives.
const together = 100

// each puts accounts beside customers as they come, so many at once.
func (r *Service) each(ctx context.Context, from iter.Seq2[*customer.Row, error]) iter.Seq2[*Row, error] {
	return func(yield func(*Row, error) bool) {
		batch := make([]customer.Row, 0, together)
		flush := func() bool {
			rows, err := r.related(ctx, batch)
			if batch = batch[:0]; err != nil {
				yield(nil, err)
				return false
			}
			for i := range rows {
				if !yield(&rows[i], nil) {
					return false
				}
			}
			return true
		}
		for c, err := range from {
			if err != nil {
				yield(nil, err)
				return
			}
			if batch = append(batch, *c); len(batch) == together && !flush() {
				return
			}
		}
		if len(batch) > 0 {
			flush()
		}
	}
}
