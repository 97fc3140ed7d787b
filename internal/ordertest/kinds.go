package ordertest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
)

// JoinKinds makes the order kinds know each other.
func JoinKinds(r *bulk.Service, e *ErrandKind, p *PageKind, more ...*order.Flow) {
	order.Join(append([]*order.Flow{r.Engine.Flow, e.Flow, p.Engine.Flow}, more...)...)
}

// testKinds registers the order kinds of tests, as package app registers those of the product.
func testKinds() []orderkind.Registration {
	return []orderkind.Registration{errandOrderKind(), pageOrderKind()}
}

// OtherKinds passes the order kinds beside bulk to a function.
func OtherKinds(r *bulk.Service, do func(*ErrandKind, *PageKind)) {
	do(r.Engine.Flow.Siblings["errand"].Kind.(*ErrandKind), r.Engine.Flow.Siblings["pager"].Kind.(*dispatch.Engine).Content.(*PageKind))
}

// Comments returns the kind of comments.
func Comments(r *bulk.Service) *comment.Service {
	return r.Engine.Flow.Siblings[comment.Kind].Kind.(*comment.Service)
}

// tasksOf returns the task handlers of all kinds.
func tasksOf(r *bulk.Service) (all []map[string]queue.Handler) {
	OtherKinds(r, func(e *ErrandKind, p *PageKind) {
		all = []map[string]queue.Handler{r.Tasks(), e.Flow.Tasks(), p.Engine.Flow.Tasks(), p.Engine.SendTasks(),
			Comments(r).Tasks()}
		if m := Emails(r.Engine); m != nil {
			all = append(all, m.Tasks(), m.SendTasks())
		}
	})
	return all
}

// tick runs the periodic task of all kinds.
func tick(ctx context.Context, r *bulk.Service) error {
	var errs []error
	for _, kind := range slices.Sorted(maps.Keys(r.Engine.Flow.Siblings)) {
		errs = append(errs, r.Engine.Flow.Siblings[kind].Tick(ctx))
	}
	return errors.Join(append(errs, Comments(r).Items.Tick(ctx))...)
}

// Credit returns the available balance of the customer.
func (w *Pipeline) Credit(t *testing.T) money.Amount {
	t.Helper()
	available, reserved, err := w.Reliable().Engine.Flow.Credit.Ledger.Balance(w.Context, CustomerID)
	if err != nil || reserved != 0 {
		t.Errorf("%s reserved, %v", reserved, err)
	}
	return available
}
