package topup

import (
	"context"
	"errors"
	"fmt"
	"time"

	"herald/pkg/credit/exchange"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// open makes an order and has the provider open it. A repetition of the call gives the same order, opened again with
// the same content. Faults: topup.off (50302), topup.whole, topup.range, topup.provider (50303), web.forbidden.
func (r *Service) open(ctx context.Context, m Method, w *CreateRequest) (*Order, error) {
	return r.order(ctx, m, "", func(p provider.PaymentProfile) (provider.Fen, Sum, error) {
		fen, sum, err := r.sum(ctx, p, w.Amount, w.Currency)
		if err == nil && w.PayAmount != nil && units(fen) > *w.PayAmount {
			err = fault.New(fault.Conflict, 40922, "topup.raised").WithData(map[string]any{"payAmount": units(fen),
				"rate": exchange.Number(sum.Rate)})
		}
		return fen, sum, err
	})
}

// order makes an order for a purpose; cost tells what is paid.
func (r *Service) order(ctx context.Context, m Method, purpose string,
	cost func(provider.PaymentProfile) (provider.Fen, Sum, error)) (*Order, error) {
	p := auth.Must(ctx)
	if !p.Can(m.perm()) {
		return nil, fault.New(fault.Forbidden, 0, "web.forbidden")
	}
	if p.Type == auth.Admin { // staff hold no credit (decisions §13)
		return nil, fault.Missing()
	}
	provided, err := r.paymentProvider(m.Provider)
	if err != nil {
		return nil, err
	}
	fen, sum, err := cost(provided.Profile())
	if err != nil {
		return nil, err
	}
	minutes, err := r.Life(ctx)
	if err != nil {
		return nil, err
	}
	now := r.Now().UTC().Truncate(time.Second)
	o := &Order{ID: web.OperationID(ctx, r.NewID), Version: 1, Name: p.Name, Method: m.Word, PayType: m.PayType, Provider: m.Provider,
		Way: m.Way, For: purpose, Fen: fen, Sum: sum,
		Subject: fmt.Sprintf("Herald %d", int64(sum.creditFor(fen)/money.Credit)), Created: now,
		Expires: now.Add(time.Duration(minutes) * time.Minute), Status: Waiting, Owner: p.Owner()}
	made, err := r.create(ctx, o)
	if err != nil {
		return nil, err
	}
	if !made {
		var ok bool
		if o, ok, err = r.Get(ctx, o.ID); err != nil || !ok || o.User != p.UserID {
			return nil, fault.OrMissing(err)
		}
	}
	auditlog.Note(ctx, o.ID, nil, map[string]any{"method": o.Method, "amount": o.creditFor(o.Fen).String(),
		"pay": o.Fen.String() + " " + o.currency()})
	if o.Code != "" || o.Status != Waiting {
		return o, nil
	}
	opened := o
	err = parallel.Do(
		func() (err error) {
			if o.Way == provider.PayByScan {
				opened, err = r.code(ctx, provided, o)
			}
			return err
		},
		func() error { r.soon(ctx, o); return nil })
	return opened, err
}

// soon has an order asked about before the first tick comes to it: who pays at once waits for no minute when the callback is lost.
func (r *Service) soon(ctx context.Context, o *Order) {
	if err := r.Queues.Send(ctx, jobQueue, asks(o)...); err != nil { // the tick asks too
		r.Log(map[string]any{"warning": "topup: " + err.Error(), "order": o.ID})
	}
}

// code has the provider give a code to scan and keeps it.
func (r *Service) code(ctx context.Context, provided provider.PaymentProvider, o *Order) (*Order, error) {
	checkout, err := provided.Open(ctx, o.order(r.back(o)), o.Way)
	if err != nil {
		return nil, r.refused(ctx, o, err)
	}
	coded := *o
	coded.Code = checkout.Code
	if err := r.DB.Transact(ctx, next(&coded)); !store.Lost(err) {
		return &coded, err
	}
	o, _, err = r.change(ctx, o.ID, func(o *Order) { o.Code = checkout.Code }) // another call was faster, or our own write: the same code
	return o, err
}

// refused tells why a provider did not open an order. One that it will never open is over.
func (r *Service) refused(ctx context.Context, o *Order, err error) error {
	r.Log(map[string]any{"error": "topup: " + err.Error(), "order": o.ID, "provider": o.Provider})
	f := new(provider.Failure)
	if errors.As(err, &f) && f.Verdict == provider.Rejected {
		if _, _, err := r.change(ctx, o.ID, func(o *Order) { o.Status, o.Reason = Failure, Refused }); err != nil {
			return err
		}
	}
	return fault.New(fault.Unavailable, 50303, "topup.provider").With(err)
}

// paymentProvider returns a payment provider, or the fault that it is not configured here.
func (r *Service) paymentProvider(name string) (provider.PaymentProvider, error) {
	c, err := r.Provider(name)
	if err == nil && c == nil {
		err = fault.New(fault.Unavailable, 50302, "topup.off")
	}
	return c, err
}

// inBounds refuses an amount that is not whole credits, or outside of what provider and settings allow.
func (r *Service) inBounds(ctx context.Context, p provider.PaymentProfile, amount money.Amount) error {
	if amount%money.Credit != 0 {
		return fault.Bad("amount", "topup.whole")
	}
	least, most, err := r.bounds(ctx, p)
	if fen := provider.Fen(amount / money.Credit); err == nil && (fen < least || fen > most) {
		err = fault.Bad("amount", "topup.range", "min", int64(least), "max", int64(most))
	}
	return err
}

// bounds of one top-up, in credits.
func (r *Service) bounds(ctx context.Context, p provider.PaymentProfile) (least, most provider.Fen, err error) {
	low, err := r.Least(ctx)
	if err != nil {
		return 0, 0, err
	}
	high, err := r.Most(ctx)
	return max(p.Least, provider.Fen(low), 1), min(p.Most, provider.Fen(high)), err
}

// back is where the payer's browser goes from the provider's page: the console, which asks about the order. It proves nothing.
func (r *Service) back(o *Order) string { return r.PublicURL + "/?recharge=" + o.ID }
