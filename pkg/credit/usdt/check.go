package usdt

import (
	"context"
	"errors"
	"time"

	"herald/pkg/credit/exchange"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// Check queries the chain about an order's hash. It updates the confirmations, credits the transfer when they
// suffice, or records why it is rejected. It may be called at any time, any number of times. An error means that the
// outcome is unknown: check again.
func (r *Service) Check(ctx context.Context, id string) error {
	o, ok, err := r.Get(ctx, id)
	if err != nil || !ok {
		return fault.OrMissing(err)
	}
	if !o.Status.checking() {
		return nil
	}
	chain, err := r.reader(o.Chain)
	if fault.Is(err, "usdt.off") { // an unused chain cannot be queried
		return r.absent(ctx, o)
	}
	if err != nil {
		return err
	}
	t, err := r.transaction(ctx, chain, o.Hash)
	if provider.CauseOf(err) == provider.NotThere {
		return r.absent(ctx, o)
	}
	if err != nil {
		return err
	}
	need, err := r.Need(ctx)
	if err != nil {
		return err
	}
	if t.Confirmations < int64(need) || !t.Final {
		return r.deep(ctx, o, min(t.Confirmations, int64(need)))
	}
	return r.verify(ctx, o, t)
}

// transaction asks a chain, at the pace that it bears.
func (r *Service) transaction(ctx context.Context, chain provider.Chain, hash string) (provider.Transaction, error) {
	if err := r.pollRate(chain.Profile()); err != nil {
		return provider.Transaction{}, err
	}
	return chain.Transaction(ctx, hash)
}

// pollRate refuses a query that comes too soon after the last one of this process.
func (r *Service) pollRate(p provider.ChainProfile) error {
	if p.PollInterval == 0 {
		return nil
	}
	r.pacing.Lock()
	defer r.pacing.Unlock()
	now := r.Now()
	if since := now.Sub(r.asked[p.Chain]); since >= 0 && since < p.PollInterval {
		return provider.Later(provider.TooOften, "%s is asked every %s", p.Chain, p.PollInterval)
	}
	if r.asked == nil {
		r.asked = map[string]time.Time{}
	}
	r.asked[p.Chain] = now
	return nil
}

// absent is a hash that no block holds, yet or any longer. When a chain took its block back, the confirmations begin
// anew; a hash that never comes is rejected after the time for submission, as is one on a chain that is switched off.
func (r *Service) absent(ctx context.Context, o *Order) error {
	minutes, err := r.Life(ctx)
	if err != nil {
		return err
	}
	if o.SubmittedAt != nil && r.Now().Sub(*o.SubmittedAt) > time.Duration(minutes)*time.Minute {
		return r.reject(ctx, o, NotFound)
	}
	return r.seen(ctx, o, Submitted, 0)
}

// deep shows how deep a transaction is.
func (r *Service) deep(ctx context.Context, o *Order, n int64) error {
	return r.seen(ctx, o, Confirming, n)
}

func (r *Service) seen(ctx context.Context, was *Order, status Status, n int64) error {
	o, changed, err := r.change(ctx, was.ID, func(o *Order) ([]store.Op, bool, error) {
		if o.Hash != was.Hash || !o.Status.checking() || o.Status == status && o.Confirmations == n {
			return nil, false, nil
		}
		o.Status, o.Confirmations = status, n
		return nil, true, nil
	})
	if err == nil && changed {
		r.push(ctx, o)
	}
	return err
}

// reject ends the look at a hash with a reason; its customer may tell another one.
func (r *Service) reject(ctx context.Context, was *Order, reason string) error {
	rest, err := r.rest(ctx)
	if err != nil {
		return err
	}
	o, changed, err := r.change(ctx, was.ID, func(o *Order) ([]store.Op, bool, error) {
		if o.Hash != was.Hash || !o.Status.checking() {
			return nil, false, nil
		}
		now := r.Now()
		o.Status, o.Reason, o.DoneAt = Rejected, reason, &now
		return release(o, now, rest), true, nil
	})
	if err == nil && changed {
		r.push(ctx, o)
	}
	return err
}

// verify decides about a transaction with enough confirmations.
func (r *Service) verify(ctx context.Context, o *Order, t provider.Transaction) error {
	moves := t.To(o.Address)
	switch {
	case !t.Success:
		return r.reject(ctx, o, Undone)
	case len(moves) == 0 && t.Strange > 0:
		return r.reject(ctx, o, Token)
	case len(moves) == 0:
		return r.reject(ctx, o, Address)
	case t.At.Before(o.Created.Truncate(time.Second)): // a block tells its time by the second
		return r.reject(ctx, o, Early)
	case !o.window().Holds(t.At):
		return r.reject(ctx, o, Later)
	}
	paid := *o
	if t.At.After(o.Expires) {
		var err error
		if paid.Rate, err = r.lower(ctx, o.Rate); err != nil {
			return err
		}
	}
	a, err := arrived(paid.Rate, moves)
	if err != nil {
		return err
	}
	if a.credit <= 0 {
		return r.reject(ctx, o, Small)
	}
	a.depth = t.Confirmations
	return r.credit(ctx, &paid, a)
}

// lower is the lower of an order's rate and the current rate, for transfers after the order's time or after its
// first credit: a frozen rate must not give a choice between two (decisions §14). A stale rate counts; without any
// the order's holds.
func (r *Service) lower(ctx context.Context, frozen provider.Rate) (provider.Rate, error) {
	now, err := r.Rates.Of(ctx, "USDT")
	switch {
	case errors.Is(err, exchange.ErrNone):
		return frozen, nil
	case err != nil && !errors.Is(err, exchange.ErrStale):
		return 0, err
	}
	return min(frozen, now.Rate), nil
}

// arrival is what a transaction moved to an order's address.
type arrival struct {
	hash   string
	moves  []provider.Transfer
	micro  provider.Micro
	credit money.Amount
	depth  int64 // confirmations that it had
}

func arrived(rate provider.Rate, moves []provider.Transfer) (arrival, error) {
	a := arrival{hash: moves[0].Hash, moves: moves}
	for _, m := range moves {
		micro, err := m.Micro()
		if err != nil {
			return a, err
		}
		a.micro += micro
	}
	units, err := rate.Credit(a.micro)
	a.credit = money.Amount(units)
	return a, err
}

// credit credits what arrived, and with it the order is done.
func (r *Service) credit(ctx context.Context, o *Order, a arrival) error {
	rest, err := r.rest(ctx)
	if err != nil {
		return err
	}
	now := r.Now()
	done := *o
	done.Status, done.Reason, done.Micro, done.Credit, done.DoneAt, done.Confirmations = Credited, "", a.micro, a.credit, &now, a.depth
	failed, err := r.post(ctx, &done, a, "usdt:"+o.ID, release(&done, now, rest))
	switch {
	case failed != nil:
		return r.twice(ctx, o, failed)
	case fault.Is(err, "web.notFound"):
		r.Log(map[string]any{"alarm": "USDT for an account that is closed", "order": o.ID, "hash": o.Hash})
		return r.reject(ctx, o, Used)
	}
	return err
}

// post writes what arrived: the movement, the order, and each transfer, which credits nothing else for ever, in one transaction. It gives
// the condition of a transfer that was credited already.
func (r *Service) post(ctx context.Context, done *Order, a arrival, movement string, more []store.Op) (twice *store.Failed, err error) {
	now := r.Now()
	var with []store.Op
	for _, m := range a.moves {
		micro, _ := m.Micro() // arrived has read it
		with = append(with, store.Op{Verb: store.Put, Key: transferKey(done.Chain, a.hash, m.Index), Item: used{done.ID, micro},
			If: store.Missing("pk")})
	}
	with = append(with, more...)
	entries, err := r.Ledger.Post(ctx, ledger.Movement{ID: movement, Operator: ledger.System, Currency: "USDT", Ref: done.ID, Remark: a.hash,
		Changes: []ledger.Change{{Account: done.User, Type: ledger.Recharge, Available: a.credit}},
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "usdt." + done.Chain, Amount: -a.credit}},
		Then: func(e []ledger.Entry) []store.Op {
			return []store.Op{notice.OutboxOp(now, ledger.Received(done.User, e[0]))}
		},
		With: append(with, next(done)...)})
	if failed := store.ConditionFailed(err); failed != nil {
		if failed.Index >= len(a.moves) {
			return nil, errors.New("usdt: the order changed meanwhile") // the next look decides anew
		}
		return failed, nil
	}
	if err != nil {
		return nil, err
	}
	r.push(ctx, done)
	r.Notices.NotifyLater(ctx, ledger.Received(done.User, entries[0]))
	return nil, nil
}

// twice is a transfer that was credited already: for this order, which is fine, or for another.
func (r *Service) twice(ctx context.Context, o *Order, failed *store.Failed) error {
	var was used
	if _, err := store.Decode(failed.Old, &was); err != nil || was.Order == o.ID {
		return err
	}
	return r.reject(ctx, o, Used)
}

// TypePush is the type of the message that tells consoles of a change.
const TypePush = "recharge"

// StateChange is the message to consoles.
type StateChange struct {
	ID            string `json:"id"`
	Status        Status `json:"status"`
	Confirmations int64  `json:"confirmations"`
}

func (r *Service) push(ctx context.Context, o *Order) {
	if err := r.Hub.Send(ctx, []string{o.User}, push.Message{Type: TypePush, Data: StateChange{o.ID, o.Status, o.Confirmations}}); err != nil {
		r.Log(map[string]any{"warning": "push: " + err.Error(), "order": o.ID})
	}
}
