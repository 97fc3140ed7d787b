package bulk

import (
	"context"
	"slices"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
)

// ReviewLine is what became of one order (decisions §13).
type ReviewLine struct {
	ID      string       `json:"id"`
	OK      bool         `json:"ok"`
	Status  order.Status `json:"status,omitempty" doc:"of an order that was reviewed"`
	Code    int          `json:"code,omitempty" doc:"why it was not: 404 for an id that the caller does not see, 409 for a state that forbids it"`
	Message string       `json:"message,omitempty"`
}

// review passes or refuses each order by itself, and answers in the order of the ids: what is wrong with one touches no other.
func (r *Room) review(ctx context.Context, in *struct {
	Body struct {
		IDs    []string `json:"ids" minItems:"1" maxItems:"100"`
		Pass   bool     `json:"pass"`
		Reason string   `json:"reason,omitempty" maxLength:"255"`
	}
}) ([]ReviewLine, error) {
	b := in.Body
	if !b.Pass && blank(b.Reason) {
		return nil, fault.Bad("reason", "bulk.reviewReason")
	}
	var ids []string
	for _, id := range b.IDs {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	out := make([]ReviewLine, len(ids))
	each(len(ids), 8, func(i int) error {
		out[i] = r.reviewLine(ctx, ids[i], b.Pass, b.Reason)
		return nil
	})
	audit.Note(ctx, ids[0], nil, map[string]any{"pass": b.Pass, "reason": b.Reason, "results": out})
	return out, nil
}

func (r *Room) reviewLine(ctx context.Context, id string, pass bool, reason string) ReviewLine {
	o, err := r.judge(ctx, id, pass, reason)
	if err == nil {
		return ReviewLine{ID: id, OK: true, Status: o.Status}
	}
	f := fault.As(err)
	if f == nil {
		r.Log(map[string]any{"error": "review: " + err.Error(), "order": id})
		f = fault.As(fault.New(fault.Internal, 0, "web.internal"))
	}
	return ReviewLine{ID: id, Code: f.Code, Message: r.reason(ctx, f.Key)}
}

// judge passes or refuses one order under review, in the reviewer's scope.
func (r *Room) judge(ctx context.Context, id string, pass bool, reason string) (*order.Order, error) {
	o, err := r.Orders.Find(ctx, auth.Must(ctx).Scope(), Kind, id)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Act == r.NewID(ctx): // it was reviewed by this very call, and the answer was lost
	case pass:
		err = r.approve(ctx, id)
	default:
		_, err = r.end(ctx, id, order.Refuse, func(o *order.Order) error {
			o.Status, o.Reason = order.Refused, reason
			return nil
		})
	}
	if err != nil {
		return nil, err
	}
	r.announce(ctx, id)
	o, _, err = r.Orders.Get(ctx, id)
	if err == nil {
		r.tellJudged(ctx, o, pass)
	}
	return o, err
}
