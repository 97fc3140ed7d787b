package order

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/campaign/review"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
)

// Reviews passes and refuses orders, and collects what a reviewer reads of them.
type Reviews struct{ flow *Flow }

// Reviews is the review of the orders of the kind.
func (f *Flow) Reviews() Reviews { return Reviews{f} }

// ReviewLine is what became of one order (decisions §13).
type ReviewLine struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	Status  Status `json:"status,omitempty" doc:"Status after the review."`
	Code    int    `json:"code,omitempty" doc:"Error code. 404: the id is not in the caller's scope. 409: the state does not allow it. 40921: changed since it was read."`
	Message string `json:"message,omitempty"`
}

// Verdict is what a reviewer says of orders: of one, or of each of several.
type Verdict struct {
	Pass     bool
	Reason   string
	Versions review.Versions // that were read
}

// review passes or refuses each order by itself, and answers in the order of the ids: what is wrong with one touches no other.
func (rv Reviews) review(ctx context.Context, in *struct {
	Body struct {
		IDs      []string        `json:"ids" minItems:"1" maxItems:"100"`
		Versions review.Versions `json:"versions,omitempty" doc:"Version that was read, by id. Required to approve an order that was changed since it was submitted."`
		Pass     bool            `json:"pass"`
		Reason   string          `json:"reason,omitempty" maxLength:"255"`
	}
}) ([]ReviewLine, error) {
	b := in.Body
	if !b.Pass && Blank(b.Reason) {
		return nil, fault.Bad("reason", "order.reviewReason")
	}
	var ids []string
	for _, id := range b.IDs {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	out, reviewed := make([]ReviewLine, len(ids)), make([]*Order, len(ids))
	parallel.Each(len(ids), 16, func(i int) error {
		out[i], reviewed[i] = rv.reviewLine(ctx, ids[i], &Verdict{b.Pass, b.Reason, b.Versions})
		return nil
	})
	var bells []queue.Message
	var numbers []string
	for _, o := range reviewed {
		if o != nil {
			bells = append(bells, rv.flow.transitionTask(o, reviewTransition(b.Pass)))
			numbers = append(numbers, o.No)
		}
	}
	if len(bells) > 0 {
		rv.flow.enqueue(ctx, ids[0], bells...)
		web.AfterWrite(ctx, func(ctx context.Context) { rv.record(ctx, reviewed) })
	}
	auditlog.Note(ctx, ids[0], nil, map[string]any{"orderNo": strings.Join(numbers, ", "), "pass": b.Pass, "reason": b.Reason, "results": out})
	return out, nil
}

// record keeps how long the reviewed orders waited, which who waits next is told. An order that was edited began to wait at a time that
// is not known. What fails here fails no review.
func (rv Reviews) record(ctx context.Context, reviewed []*Order) {
	now := rv.flow.Now()
	var made []review.Decision
	for _, o := range reviewed {
		if o != nil && o.Edits == 0 {
			made = append(made, review.Decision{At: now, Wait: now.Sub(o.Created).Truncate(time.Second)})
		}
	}
	if err := review.Record(ctx, rv.flow.DB, rv.flow.Kind.Spec().Name, made); err != nil {
		rv.flow.Log(map[string]any{"warning": "time of reviews: " + err.Error()})
	}
}

// reviewLine gives the order too when it was reviewed.
func (rv Reviews) reviewLine(ctx context.Context, id string, v *Verdict) (ReviewLine, *Order) {
	o, err := rv.reviewOne(ctx, id, v)
	if err == nil {
		return ReviewLine{ID: id, OK: true, Status: o.Status}, o
	}
	refused := fault.As(err)
	if refused == nil {
		rv.flow.Log(map[string]any{"error": "review: " + err.Error(), "order": id})
		refused = fault.As(fault.New(fault.Internal, 0, "web.internal"))
	}
	return ReviewLine{ID: id, Code: refused.Code, Message: rv.flow.Texts(ctx, refused.Key)}, nil
}

// Review approves or refuses one order under review, in the reviewer's scope, and enqueues the work that follows.
func (rv Reviews) Review(ctx context.Context, id string, v *Verdict) (*Order, error) {
	o, err := rv.reviewOne(ctx, id, v)
	if err == nil {
		rv.flow.follow(ctx, o, reviewTransition(v.Pass))
	}
	return o, err
}

func reviewTransition(pass bool) transition {
	if pass {
		return passed
	}
	return denied
}

func (rv Reviews) reviewOne(ctx context.Context, id string, v *Verdict) (*Order, error) {
	o, err := rv.flow.Find(ctx, id)
	switch {
	case err != nil:
		return nil, err
	case o.Act == web.OperationID(ctx, rv.flow.NewID) && o.Reason == rv.flow.Kind.Spec().lapsed():
		// This very call came too late, and the answer was lost.
		return nil, fault.State(o.Reason)
	case o.Act == web.OperationID(ctx, rv.flow.NewID): // it was reviewed by this very call, and the answer was lost; so may be what follows
		return o, nil
	case v.Pass:
		return rv.approve(ctx, o, v.Versions)
	}
	return rv.refuse(ctx, o, v.Reason)
}
