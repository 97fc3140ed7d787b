package topup

import (
	"context"
	"fmt"
	"slices"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// Poll queries the provider about an order. It credits a payment once, or gives the order up when its time is over.
// It may be called at any time, any number of times. An error means that the outcome is unknown: poll again.
func (r *Service) Poll(ctx context.Context, id string) error {
	o, ok, err := r.Get(ctx, id)
	if err != nil || !ok {
		return fault.OrMissing(err)
	}
	if o.Credited() {
		return nil
	}
	provided, err := r.paymentProvider(o.Provider)
	if err != nil {
		return err
	}
	p, err := provided.Query(ctx, o.ID)
	if err == nil && p.State == provider.PaymentWaiting && r.over(o) {
		p, err = r.shut(ctx, provided, o)
	}
	switch cause := provider.CauseOf(err); {
	case cause == provider.NotThere:
		if r.over(o) {
			return r.fail(ctx, o, Expired)
		}
		return nil
	case cause == provider.Foreign:
		r.alarm(o, "a payment of another merchant, currency or order", err.Error())
		if r.over(o) {
			return r.fail(ctx, o, Failed)
		}
		return nil
	case err != nil:
		return err
	}
	if p.Currency != o.Currency {
		r.alarm(o, "a payment of another merchant, currency or order", p.Currency)
		if r.over(o) {
			return r.fail(ctx, o, Failed)
		}
		return nil
	}
	return r.follow(ctx, o, p)
}

// over tells whether the time of an order has passed, at the provider too.
func (r *Service) over(o *Order) bool { return r.Now().After(o.Expires.Add(grace)) }

// follow does what a payment's state asks for.
func (r *Service) follow(ctx context.Context, o *Order, p provider.Payment) error {
	switch p.State {
	case provider.PaymentDone:
		return r.credit(ctx, o, p)
	case provider.PaymentRefunded:
		return r.refunded(ctx, o, p)
	case provider.PaymentClosed:
		return r.fail(ctx, o, Expired)
	case provider.PaymentFailed:
		return r.fail(ctx, o, Failed)
	}
	return nil
}

// shut closes an order whose time is over, where the provider closes orders, and gives the payment's state
// afterwards.
func (r *Service) shut(ctx context.Context, provided provider.PaymentProvider, o *Order) (provider.Payment, error) {
	closed := provider.Payment{Number: o.ID, State: provider.PaymentClosed}
	if !provided.Profile().CanClose || o.Status != Waiting {
		return closed, nil
	}
	err := provided.Close(ctx, o.ID)
	switch {
	case provider.CauseOf(err) == provider.AlreadyPaid:
		return provided.Query(ctx, o.ID)
	case err != nil:
		return provider.Payment{}, err
	}
	return closed, nil
}

// refunded records that a payment was given back before it was credited, also for an order that was given up. It
// notifies once.
func (r *Service) refunded(ctx context.Context, o *Order, p provider.Payment) error {
	o, changed, err := r.alter(ctx, o.ID, func(o *Order) bool {
		if o.Credited() || o.Reason == Refunded {
			return false
		}
		o.Status, o.Reason = Failure, Refunded
		return true
	})
	if err == nil && changed {
		r.alarm(o, "a payment was given back before it was credited", p.ProviderID)
		r.push(ctx, o)
	}
	return err
}

// fail gives up an order that waits.
func (r *Service) fail(ctx context.Context, o *Order, reason string) error {
	o, changed, err := r.change(ctx, o.ID, func(o *Order) { o.Status, o.Reason = Failure, reason })
	if err == nil && changed {
		r.push(ctx, o)
	}
	return err
}

// credit credits a payment: the movement, the order, and the payment's id, which credits nothing else for ever, in one transaction.
func (r *Service) credit(ctx context.Context, o *Order, p provider.Payment) error {
	if p.Number != o.ID || p.Amount <= 0 || p.ProviderID == "" {
		return fmt.Errorf("topup: %s: a payment %q of %s for %q", o.ID, p.ProviderID, p.Amount, p.Number)
	}
	return r.retry(ctx, o, func(o *Order) error { return r.creditNow(ctx, o, p) })
}

// creditNow credits a payment of an order that was read. A *store.Failed when the order, or what it buys, has changed meanwhile.
func (r *Service) creditNow(ctx context.Context, o *Order, p provider.Payment) error {
	b, err := r.completePurchase(ctx, o, p)
	if err != nil {
		return err
	}
	now := r.Now()
	done := *o
	done.TradeNo, done.Paid, done.DoneAt = p.ProviderID, p.Amount, &now
	if done.Status, done.Reason = Success, ""; p.Amount < o.Fen {
		done.Status, done.Reason = Failure, Short
	}
	if !p.PaidAt.IsZero() {
		paid := p.PaidAt.UTC() // providers tell the time of China
		done.PaidAt = &paid
	}
	entries, err := r.Ledger.Post(ctx, ledger.Movement{ID: "topup:" + o.ID, Operator: ledger.System, Currency: o.currency(), Ref: o.ID,
		Remark:  b.Remark,
		Changes: []ledger.Change{b.Change}, Contra: b.Contra,
		Then: func(e []ledger.Entry) []store.Op { return []store.Op{notice.OutboxOp(now, b.notices(&done, e[0]))} },
		With: slices.Concat([]store.Op{{Verb: store.Put, Key: paidKey(o.Provider, p.ProviderID), Item: paid{o.ID}, If: store.Missing("pk")}},
			next(&done), b.With)})
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 {
		return r.twice(o, p, failed)
	}
	if fault.Is(err, "web.notFound") { // its account is closed: staff must give the money back
		r.alarm(o, "a payment for an account that is closed", p.ProviderID)
		return nil
	}
	if err != nil {
		return err
	}
	if p.Amount != o.Fen {
		r.alarm(o, "another amount was paid than was asked for, and credited", p.Amount.String())
	}
	r.push(ctx, &done)
	r.Notices.NotifyLater(ctx, b.notices(&done, entries[0]))
	return nil
}

// notices is the notice of a payment: of its purchase, of a short payment, else of the credit that came.
func (b Purchase) notices(o *Order, e ledger.Entry) notice.Personal {
	if b.Tell.Key != "" {
		return b.Tell
	}
	if o.Reason == Short {
		return shortNotice(o, e)
	}
	return ledger.Received(o.User, e)
}

// twice is a payment that was credited already: for this order, which is fine, or for another, which must not be.
func (r *Service) twice(o *Order, p provider.Payment, failed *store.Failed) error {
	var was paid
	if _, err := store.Decode(failed.Old, &was); err != nil {
		return err
	}
	if was.Order != o.ID {
		r.alarm(o, "a payment was credited for another order", p.ProviderID+" for "+was.Order)
	}
	return nil
}

func (r *Service) alarm(o *Order, what, detail string) {
	r.Log(map[string]any{"alarm": what, "order": o.ID, "provider": o.Provider, "detail": detail})
}

// TypePush is the type of the message that tells consoles of a change.
const TypePush = "recharge"

// StateChange is the message to consoles; they read the rest.
type StateChange struct {
	ID     string `json:"id"`
	Status Status `json:"status"`
}

// push sends a task to notify the owner's consoles, so that a callback only waits for the write. After a failure,
// consoles find out by polling.
func (r *Service) push(ctx context.Context, o *Order) {
	web.AfterWrite(ctx, func(ctx context.Context) {
		if err := r.Queues.Send(ctx, jobQueue, queue.New(TaskPush, o.Tenant, requestedSum{o.ID})); err != nil {
			r.Log(map[string]any{"warning": "push: " + err.Error(), "order": o.ID})
		}
	})
}

// pushed is the handler of TaskPush: it pushes the current state of the order.
func (r *Service) pushed(ctx context.Context, id string) error {
	o, ok, err := r.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	if err := r.Hub.Send(ctx, []string{o.User}, push.Message{Type: TypePush, Data: StateChange{o.ID, o.Status}}); err != nil {
		r.Log(map[string]any{"warning": "push: " + err.Error(), "order": o.ID})
	}
	return nil
}
