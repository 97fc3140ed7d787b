package order

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// retries send the failed targets of settled orders again.
type retries struct{ flow *Flow }

// retries are those of the orders of the kind.
func (f *Flow) retries() retries { return retries{f} }

// A retry sends the failed targets of a settled order again (decisions §7). It is a new generation, with targets,
// work and a reservation of its own. A target counts in its newest generation only, so the counts of an order always
// add up to its total. Targets in doubt are never taken.

// RetryPlan is what a retry would do.
type RetryPlan struct {
	Head    Basics // service, and whether it is in stock
	Targets int
	Chunks  int
	Rows    func(*Order) []store.Op // beside the order, in its new generation
}

// Generation is one that came before a retry, as it was settled.
type Generation struct {
	Chunks  int          `dynamodbav:"c" json:"-"`
	Targets int          `dynamodbav:"n" json:"targets"`
	Price   money.Amount `dynamodbav:"p" json:"price"`
	Agent   money.Amount `dynamodbav:"a,omitempty" json:"-"` // the agent's own price
	Paid    int          `dynamodbav:"np" json:"charged" doc:"Charged recipients. For calls: minutes."`
	Failed  int          `dynamodbav:"f,omitempty" json:"failed" doc:"Failed recipients, which the next attempt took."`
	Begun   *time.Time   `dynamodbav:"ba,omitempty" json:"beginTime"`
	EndTime *time.Time   `dynamodbav:"ea" json:"endTime"`
}

// Retried tells that the order's generation is that of a retry.
func (o *Order) Retried() bool { return o.Gen > o.Begin() }

// Begin is the generation that the order began with.
func (o *Order) Begin() int { return cmp.Or(o.First, min(1, o.Gen)) }

// Targets of the order's generation.
func (o *Order) Targets() int {
	if o.Retried() {
		return o.Size
	}
	return o.Total
}

// Pieces are the chunks of all generations.
func (o *Order) Pieces() int {
	n := o.Chunks
	for _, g := range o.Past {
		n += g.Chunks
	}
	return n
}

// Piece is the generation, and the chunk in it, of one of all chunks.
func (o *Order) Piece(i int) (gen, chunk int) {
	for g, past := range o.Past {
		if i < past.Chunks {
			return o.Begin() + g, i
		}
		i -= past.Chunks
	}
	return o.Gen, i
}

// firstBegun is when sending began first. A retry does not change it.
func (o *Order) firstBegun() *time.Time {
	if len(o.Past) > 0 && o.Past[0].Begun != nil {
		return o.Past[0].Begun
	}
	return o.Begun
}

// asked is when the work of the order's generation was asked for.
func (o *Order) requestedAt() time.Time {
	switch {
	case o.Renewed != nil:
		return *o.Renewed
	case o.Edited != nil:
		return *o.Edited
	}
	return o.Created
}

// plannedFrom is when the plan of the order's generation was last asked for.
func (o *Order) plannedFrom() time.Time {
	if at := o.requestedAt(); o.Replan == nil || o.Replan.Before(at) {
		return at
	}
	return *o.Replan
}

// renew begins the next generation.
func (o *Order) renew(q *renewal, now time.Time) {
	o.Past = append(slices.Clone(o.Past), Generation{o.Chunks, o.Targets(), o.Price, o.Agent, o.Paid, q.Targets,
		o.Begun, o.Ended})
	o.First, o.Gen, o.Res, o.Size, o.Chunks, o.Paid = o.Begin(), o.Gen+1, 0, q.Targets, q.chunks, 0
	o.Spent, o.Actual, o.Settled = *o.Actual, nil, false
	o.Price, o.Agent, o.Cost, o.Stock = q.Price, q.agent, q.Cost, 0
	if q.Stock != nil {
		o.Stock, o.StockName = q.Targets, q.shelf
	}
	o.Status, o.Reason, o.Begun, o.Ended, o.Until, o.Within, o.Renewed = Waiting, "", nil, nil, nil, q.hours, &now
	o.Forgiven = nil
}

// RetryQuote is what a retry would cost (GET …/retry).
type RetryQuote struct {
	Targets int          `json:"targets" doc:"Failed recipients."`
	Price   money.Amount `json:"price" doc:"Current price."`
	Cost    money.Amount `json:"cost"`
	Balance money.Amount `json:"balance" doc:"Balance of the order's owner."`
	Stock   *int         `json:"stock" doc:"Null: no limit."`
	Enough  bool         `json:"enough"`
}

// renewal is a retry that is priced.
type renewal struct {
	RetryQuote
	chunks int
	hours  int    // until its deadline, from its begin; 0: none
	shelf  string // what its stock is taken from, where it is not the country's
	agent  money.Amount
	seen   *ledger.View
	rows   func(*Order) []store.Op
}

// retryBody is the request of a retry. It may have no body.
type retryBody struct {
	ID   string `path:"id"`
	Body *price.Expected
}

// retrying answers what a retry would cost now. It changes nothing. Faults: 404, and the 409s of the retry itself.
func (rt retries) retrying(ctx context.Context, in *byID) (*RetryQuote, error) {
	o, err := rt.flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	q, err := rt.renewal(ctx, o)
	if err != nil {
		return nil, err
	}
	return &q.RetryQuote, nil
}

// renewal checks and prices the retry of an order.
func (rt retries) renewal(ctx context.Context, o *Order) (*renewal, error) {
	if err := Allowed(Resend, o.Status); err != nil {
		return nil, err
	}
	if o.Test { // another one is as free
		return nil, fault.State("order.retryNone")
	}
	if !o.Settled {
		return nil, fault.State("order.retryOpen")
	}
	again, err := rt.flow.Kind.RetryPlan(ctx, o)
	if err != nil {
		return nil, err
	}
	q := &renewal{chunks: again.Chunks, rows: again.Rows, hours: again.Head.Hours}
	q.Targets = again.Targets
	var cost price.Quote
	err = parallel.Do(
		func() (err error) {
			cost, err = rt.flow.Credit.Prices.Quote(ctx, o.Owner, again.Head.Service, o.Country)
			return err
		},
		func() (err error) { q.seen, err = rt.flow.Credit.Ledger.Snapshot(ctx, "", o.Owner.User); return err },
		func() (err error) {
			if again.Head.Stocked {
				head := again.Head
				head.Country = o.Country
				q.shelf = head.stockKey(rt.flow.Now())
				q.Stock, err = rt.flow.Credit.Stock.Remaining(ctx, cmp.Or(q.shelf, o.Country))
			}
			return err
		})
	if err != nil {
		return nil, err
	}
	times := rt.flow.pricing().times(o)
	q.Price, q.agent, q.Balance = cost.Price*times, cost.Agent*times, q.seen.Available(o.Owner.User)
	if q.Cost, err = q.Price.Mul(int64(q.Targets) * int64(rt.flow.pricing().units(o))); err != nil {
		return nil, err
	}
	q.Enough = q.Balance >= q.Cost && !q.short()
	return q, nil
}

func (q *renewal) short() bool { return q.Stock != nil && *q.Stock < q.Targets }

// retry begins the next generation of an order in one transaction with its reservation. Faults: 40201, 40202 and 40922, which change
// nothing, 40314, the 409s of renewal, order.agreedPrice and order.locked.
func (rt retries) retry(ctx context.Context, was *Order, expected price.Expected) (*Order, *Tally, error) {
	// The customer needs the service, also when its agent or staff retry.
	if err := rt.flow.Credit.Services.Admit(ctx, customerOf(was)); err != nil {
		return nil, nil, err
	}
	operation, at := web.OperationID(ctx, rt.flow.NewID), seen(was)
	var o *Order
	err := Retry(ctx, func() (err error) {
		if o, err = rt.flow.Orders.fresh(ctx, at); err != nil || o.Act == operation {
			return err // it was ours, and the answer was lost
		}
		if o.Gone {
			return fault.Missing()
		}
		q, err := rt.renewal(ctx, o)
		if err != nil {
			return err
		}
		if err := o.agreedPrice(ctx, q); err != nil {
			return err
		}
		if err := expected.Check(q.Cost, &q.RetryQuote); err != nil {
			return err
		}
		if err := q.refusal(); err != nil {
			return err
		}
		if err := rt.reserveAgain(ctx, o, q, operation); err != nil {
			return err
		}
		// The ledger reserves once for a generation. The stored order shows whether this operation did it.
		if o, _, err = rt.flow.Orders.Get(ctx, o.ID); err == nil && o.Act != operation {
			err = fault.State("order.retryOpen")
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	rt.flow.enqueue(ctx, o.ID, Task(rt.flow.Kind.Spec().TaskPlan(), o))
	t, err := rt.flow.Kind.Tally(ctx, o, false)
	return o, t, err
}

// agreedPrice refuses a retry of a customer's order by its agent or by staff at a price above that of the order. The
// customer agreed to the order's price, and the agent earns the difference. Fault: order.agreedPrice (409).
func (o *Order) agreedPrice(ctx context.Context, q *renewal) error {
	by := auth.Must(ctx)
	if by.Type != auth.Agent && by.Type != auth.Admin || o.madeBy() == by.UserID || q.Price <= o.Price {
		return nil
	}
	return fault.State("order.agreedPrice", "price", o.Price.String(), "now", q.Price.String())
}

// refusal of a retry that the balance or the stock does not cover: nothing is kept of it.
func (q *renewal) refusal() error {
	switch {
	case q.Balance < q.Cost:
		return fault.New(fault.Payment, 40201, "ledger.short")
	case q.short():
		return fault.New(fault.Payment, 40202, "order.retryStock")
	}
	return nil
}

// reserveAgain writes the next generation with its reservation, unless the owner is locked, its template may not be sent, or the
// stock was taken meanwhile.
func (rt retries) reserveAgain(ctx context.Context, o *Order, q *renewal, operation string) error {
	o.renew(q, rt.flow.Now())
	o.operate(ctx, operation)
	p := auth.Must(ctx)
	if p.UserID != o.Owner.User {
		o.addNotice(rt.flow.notices().again(o, p.Name))
	}
	with := rt.flow.Clearance().free(o)
	guards := len(with)
	if o.Stock > 0 {
		with = append(with, rt.flow.Credit.Stock.Take(o.stockKey(), o.Stock))
	}
	stocked := len(with)
	with = append(append(with, rt.flow.Orders.Change(o)...), q.rows(o)...)
	_, err := rt.flow.Credit.Ledger.Reserve(ctx, ledger.Order{Snapshot: q.seen, Ref: o.Ref(), Account: o.Owner.User, Service: o.Kind,
		Operator: ledger.OperatorOf(p), Remark: o.No}, o.Cost, with...)
	if err == nil && p.UserID != o.Owner.User {
		rt.flow.Notices.NotifyLater(ctx, rt.flow.notices().again(o, p.Name))
	}
	switch failed := store.ConditionFailed(err); {
	case failed != nil && failed.Index < guards:
		return rt.flow.Clearance().heldBack(ctx, o)
	case failed != nil && failed.Index < stocked:
		return fault.New(fault.Payment, 40202, "order.retryStock")
	}
	return err
}
