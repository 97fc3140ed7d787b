package bulk

import (
	"context"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the room's lists as files.
func (r *Room) Exports(a *web.API, d *export.Desk) {
	const perm = "gc:groupsendorder:export"
	count := func(state State) export.Column[order.Row] {
		return export.Column[order.Row]{Title: string(state), Value: func(o *order.Row) any { return o.Counts[string(state)] }}
	}
	export.Mount(a, d, export.List[PageQuery, order.Row]{Name: "orders", Path: base + "/export", Perm: perm, Summary: "The orders that match, as xlsx", Rows: r.exportOrders,
		Columns: []export.Column[order.Row]{
			{Title: "orderNo", Value: func(o *order.Row) any { return o.OrderNo }}, {Title: "name", Value: func(o *order.Row) any { return o.Name }},
			{Title: "customer", Value: func(o *order.Row) any { return o.CustomerName }},
			{Title: "status", Dict: "order_status", Value: func(o *order.Row) any { return int(o.Status) }},
			{Title: "channel", Dict: "channel", Value: func(o *order.Row) any { return o.Channel }}, {Title: "country", Value: func(o *order.Row) any { return o.CountryCode }},
			{Title: "total", Value: func(o *order.Row) any { return o.Total }},
			count(StateSent), count(StateArrived), count(StateRead), count(StateFailed), count(StateUnknown),
			{Title: "estimatedCost", Value: func(o *order.Row) any { return o.EstimatedCost }}, {Title: "actualCost", Value: func(o *order.Row) any { return o.ActualCost }},
			{Title: "start", Value: func(o *order.Row) any { return o.StartTime }}, {Title: "created", Value: func(o *order.Row) any { return o.CreateTime }},
			{Title: "reason", Value: func(o *order.Row) any { return o.Reason }}, {Title: "remark", Value: func(o *order.Row) any { return o.Remark }},
		},
	})
	export.Mount(a, d, export.List[TargetQuery, Target]{Name: "targets", Path: base + "/{id}/export", Perm: perm, Summary: "The recipients of an order that match, as xlsx", Rows: r.exportTargets,
		Columns: []export.Column[Target]{
			{Title: "phoneNumber", Value: func(t *Target) any { return t.PhoneNumber }},
			{Title: "status", Dict: "target_state", Value: func(t *Target) any { return string(t.State) }}, {Title: "reason", Value: func(t *Target) any { return t.Reason }},
			{Title: "sentTime", Value: func(t *Target) any { return t.SentTime }}, {Title: "arrivedTime", Value: func(t *Target) any { return t.ArrivedTime }},
			{Title: "readTime", Value: func(t *Target) any { return t.ReadTime }},
		},
	})
}

func (r *Room) exportOrders(ctx context.Context, in *PageQuery) (export.Rows[order.Row], error) {
	if err := in.check(); err != nil {
		return export.Rows[order.Row]{}, err
	}
	rows, err := order.Orders.All(ctx, r.DB, string(auth.Must(ctx).Scope()), web.ListQuery(in))
	for i := range rows {
		rows[i].Reason = r.reason(ctx, rows[i].Reason)
	}
	return export.Of(rows), err
}

// exportTargets reads an order chunk by chunk, so that the memory stays the same whatever its size.
func (r *Room) exportTargets(ctx context.Context, in *TargetQuery) (export.Rows[Target], error) {
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, in.ID)
	if err != nil {
		return export.Rows[Target]{}, err
	}
	out := export.Rows[Target]{Total: o.Total}
	if in.State != "" || in.PhoneNumber != "" || in.Reason != "" {
		out.Total = -1
	}
	out.Each = func(yield func(*Target, error) bool) {
		for c := range o.Chunks {
			chunk, err := r.targetsOf(ctx, o, c)
			if err != nil {
				yield(nil, err)
				return
			}
			for i := range chunk {
				t := &chunk[i]
				if in.matches(t) && !yield(t, nil) {
					return
				}
			}
		}
	}
	return out, nil
}
