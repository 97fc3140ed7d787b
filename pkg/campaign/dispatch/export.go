package dispatch

import (
	"context"
	"strings"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Exports declares the module's lists as files.
func (r *Statistics) Exports(a *web.API, d *export.Exporter) {
	s := r.Content.Spec()
	r.Flow.Listing().Exports(a, d, string(chunkrow.StateSent), string(chunkrow.StateArrived), string(chunkrow.StateRead),
		string(chunkrow.StateFailed), string(chunkrow.StateUnknown))
	export.Mount(a, d, export.List[TargetQuery, Target]{Name: s.Targets, Path: s.Path + "/{id}/export", Perm: s.Perm + ":export",
		Summary: "Export the matching recipients of an order as xlsx or CSV", Rows: r.exportTargets,
		Columns: r.declared()})
}

// columns are those of the kind's recipients, and declared all that a file of them may have.
func (r *Statistics) columns() []export.Column[Target] {
	switch {
	case r.metersCalls():
		return callColumns()
	case r.addressed():
		return addressColumns()
	}
	return targetColumns()
}

func (r *Statistics) declared() []export.Column[Target] {
	if r.metersCalls() {
		return callColumns()
	}
	return append(r.columns(), variantColumn())
}

// callColumns are those of recipients who are called.
func callColumns() []export.Column[Target] {
	of := func(title, dict string, value func(*CallFacts) any) export.Column[Target] {
		return export.Column[Target]{Title: "call.column." + title, Dict: dict, Value: func(t *Target) any {
			if t.Call == nil {
				return nil
			}
			return value(t.Call)
		}}
	}
	return []export.Column[Target]{
		{Title: "phoneNumber", Value: func(t *Target) any { return t.PhoneNumber }},
		{Title: "status", Dict: "call_state", Value: func(t *Target) any { return string(t.State) }},
		{Title: "reason", Value: func(t *Target) any { return t.Reason }},
		{Title: "sentTime", Value: func(t *Target) any { return t.SentTime }},
		{Title: "call.column.answered", Value: func(t *Target) any { return t.ArrivedTime }},
		{Title: "call.column.ended", Value: func(t *Target) any { return t.ReadTime }},
		of("seconds", "", func(c *CallFacts) any { return c.Seconds }), of("minutes", "", func(c *CallFacts) any { return c.Minutes }),
		of("by", "call_answerer", func(c *CallFacts) any { return c.AnsweredBy }),
		of("hangup", "call_party", func(c *CallFacts) any { return c.HangUp }), of("intent", "", func(c *CallFacts) any { return c.Intent }),
	}
}

func targetColumns() []export.Column[Target] {
	return []export.Column[Target]{
		{Title: "phoneNumber", Value: func(t *Target) any { return t.PhoneNumber }},
		{Title: "status", Dict: "target_state", Value: func(t *Target) any { return string(t.State) }},
		{Title: "reason", Value: func(t *Target) any { return t.Reason }},
		{Title: "sentTime", Value: func(t *Target) any { return t.SentTime }},
		{Title: "arrivedTime", Value: func(t *Target) any { return t.ArrivedTime }},
		{Title: "readTime", Value: func(t *Target) any { return t.ReadTime }},
		{Title: "replyTime", Value: func(t *Target) any { return t.ReplyTime }},
		{Title: "sentFrom", Value: func(t *Target) any { return t.From }},
	}
}

// addressColumns are those of recipients of emails. Nothing tells of an email that it was read, and answers reach the sender's own mailbox.
func addressColumns() []export.Column[Target] {
	return []export.Column[Target]{
		{Title: "emailAddress", Value: func(t *Target) any { return t.Email }},
		{Title: "status", Dict: "target_state", Value: func(t *Target) any { return string(t.State) }},
		{Title: "emailResult", Dict: "email_result", Value: func(t *Target) any { return t.Result }},
		{Title: "reason", Value: func(t *Target) any { return t.Reason }},
		{Title: "sentTime", Value: func(t *Target) any { return t.SentTime }},
		{Title: "arrivedTime", Value: func(t *Target) any { return t.ArrivedTime }},
		{Title: "loadedTime", Value: func(t *Target) any { return t.LoadedTime }},
		{Title: "clickedTime", Value: func(t *Target) any { return t.ClickedTime }},
		{Title: "unsubscribedTime", Value: func(t *Target) any { return t.UnsubscribedTime }},
		{Title: "sentFrom", Value: func(t *Target) any { return t.From }},
	}
}

// variantColumn tells which of two messages a recipient gets; nothing while that is not chosen.
func variantColumn() export.Column[Target] {
	return export.Column[Target]{Title: "variant", Value: func(t *Target) any { return strings.ToUpper(t.Variant) }}
}

// columnsOf returns the export columns of an order's recipients. The values that recipients brought for the messages
// are columns under their own names. So failed recipients can be corrected and imported again as a contact file.
func (r *Statistics) columnsOf(ctx context.Context, o *order.Order) ([]export.Column[Target], error) {
	columns := r.columns()
	if o.Trial != nil {
		columns = append(columns, variantColumn())
	}
	names, err := r.Content.Placeholders(ctx, o)
	for i, name := range names {
		if i == 0 && r.addressed() {
			continue // the address, which is there
		}
		columns = append(columns, export.Column[Target]{Title: name, Own: true, Value: func(t *Target) any {
			if i >= len(t.own) {
				return nil
			}
			return t.own[i]
		}})
	}
	return columns, err
}

// exportTargets reads an order chunk by chunk, so that memory does not grow with the order.
func (r *Statistics) exportTargets(ctx context.Context, in *TargetQuery) (export.Rows[Target], error) {
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return export.Rows[Target]{}, err
	}
	out := export.Rows[Target]{Total: o.Total}
	if !in.all() {
		out.Total = -1
	}
	if out.Columns, err = r.columnsOf(ctx, o); err != nil {
		return out, err
	}
	out.Each = func(yield func(*Target, error) bool) {
		for c := range o.Pieces() {
			chunk, err := r.targetsOf(ctx, o, c, true)
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
