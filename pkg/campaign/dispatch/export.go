package dispatch

import (
	"context"
	"strings"

	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the room's lists as files.
func (r *Engine) Exports(a *web.API, d *export.Exporter) {
	s := r.Spec()
	r.Flow.Exports(a, d, string(StateSent), string(StateArrived), string(StateRead), string(StateFailed), string(StateUnknown))
	export.Mount(a, d, export.List[TargetQuery, Target]{Name: s.Targets, Path: s.Path + "/{id}/export", Perm: s.Perm + ":export", Summary: "The recipients of an order that match, as xlsx", Rows: r.exportTargets,
		Columns: append(targetColumns(), variantColumn())})
}

func targetColumns() []export.Column[Target] {
	return []export.Column[Target]{
		{Title: "phoneNumber", Value: func(t *Target) any { return t.PhoneNumber }},
		{Title: "status", Dict: "target_state", Value: func(t *Target) any { return string(t.State) }}, {Title: "reason", Value: func(t *Target) any { return t.Reason }},
		{Title: "sentTime", Value: func(t *Target) any { return t.SentTime }}, {Title: "arrivedTime", Value: func(t *Target) any { return t.ArrivedTime }},
		{Title: "readTime", Value: func(t *Target) any { return t.ReadTime }},
	}
}

// variantColumn tells which of two messages a recipient gets; nothing while that is not chosen.
func variantColumn() export.Column[Target] {
	return export.Column[Target]{Title: "variant", Value: func(t *Target) any { return strings.ToUpper(t.Variant) }}
}

// exportTargets reads an order chunk by chunk, so that the memory stays the same whatever its size.
func (r *Engine) exportTargets(ctx context.Context, in *TargetQuery) (export.Rows[Target], error) {
	o, err := r.Find(ctx, in.ID)
	if err != nil {
		return export.Rows[Target]{}, err
	}
	out := export.Rows[Target]{Total: o.Total}
	if !in.all() {
		out.Total = -1
	}
	if o.Trial == nil {
		out.Columns = targetColumns()
	}
	out.Each = func(yield func(*Target, error) bool) {
		for c := range o.Pieces() {
			chunk, err := r.TargetsOf(ctx, o, c)
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
