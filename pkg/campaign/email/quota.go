package email

import (
	"context"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/emailsender"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
)

// What a sender may send is asked before each part of a chunk. A sender that cannot be used any more pauses its order.

// Reasons of such a pause.
const (
	pauseGone       = "edm.pause.gone"
	pauseDisabled   = "edm.pause.disabled"
	pauseUnverified = "edm.pause.unverified"
)

// quota bounds the senders of orders.
func (r *Service) quota() *dispatch.SenderQuota {
	return &dispatch.SenderQuota{Take: r.take, GiveBack: r.giveBack, FullUntil: r.fullUntil}
}

// limited is the sender of an order; empty for the platform's own, which has no limit.
func (r *Service) limited(ctx context.Context, o *order.Order) (*Sender, error) {
	known, err := r.programOf(ctx, o)
	if err != nil || known.body.Sender.ID == PlatformSender {
		return &Sender{}, err
	}
	return &known.body.Sender, nil
}

// linked refuses emails that could not be unsubscribed from.
func (r *Service) linked() error {
	if r.Links == nil || r.Links.Sealer == nil {
		return fault.State("edm.noLinks")
	}
	return nil
}

// current is the sender of an order as it stands, of those that its customer may use. Faults: pauseGone, pauseDisabled and
// pauseUnverified.
func (r *Service) current(ctx context.Context, o *order.Order, was *Sender) (emailsender.EmailSender, error) {
	s, err := r.Senders.Find(ctx, auth.UserScope(o.Owner.Tenant), was.ID)
	switch {
	case fault.Is(err, "web.notFound"), err == nil && s.Domain != email.Domain(was.Address):
		return s, fault.State(pauseGone)
	case err != nil:
		return s, err
	case s.State == emailsender.Disabled:
		return s, fault.State(pauseDisabled)
	case !s.Verified:
		return s, fault.State(pauseUnverified)
	}
	return s, nil
}

// take counts emails of an order's sender for today.
func (r *Service) take(ctx context.Context, o *order.Order, key string, n int) (dispatch.Grant, error) {
	none := dispatch.Grant{}
	if err := r.linked(); err != nil {
		return none, err
	}
	was, err := r.limited(ctx, o)
	if err != nil || was.ID == "" {
		return dispatch.Grant{N: n}, err
	}
	if _, err := r.current(ctx, o, was); err != nil {
		return none, err
	}
	got, err := r.Senders.Take(ctx, was.ID, key, n)
	if fault.Is(err, "web.notFound") { // deleted in between
		err = fault.State(pauseGone)
	}
	return dispatch.Grant{N: got, Until: r.Senders.Tomorrow()}, err
}

func (r *Service) giveBack(ctx context.Context, o *order.Order, key string, n int) error {
	was, err := r.limited(ctx, o)
	if err != nil || was.ID == "" {
		return err
	}
	return r.Senders.GiveBack(ctx, was.ID, key, n)
}

// fullUntil is when the sender of an order may send again. One that is gone waits for nothing: its order pauses when it is tried.
func (r *Service) fullUntil(ctx context.Context, o *order.Order) (time.Time, error) {
	was, err := r.limited(ctx, o)
	if err != nil || was.ID == "" {
		return time.Time{}, err
	}
	return r.spentUntil(ctx, was.ID)
}

func (r *Service) spentUntil(ctx context.Context, sender string) (time.Time, error) {
	if sender == PlatformSender || sender == "" {
		return time.Time{}, nil
	}
	a, err := r.Senders.Allowance(ctx, sender)
	if err != nil || a.Limit == 0 || a.Left > 0 {
		if fault.Is(err, "web.notFound") {
			err = nil
		}
		return time.Time{}, err
	}
	return a.Until, nil
}

// blocked is why an order with a sender waits: what dispatch says, else the sender's day.
func blocked(waits *dispatch.Blocker, status order.Status, until time.Time) *dispatch.Blocker {
	if waits != nil || until.IsZero() || status != order.Sending && status != order.Waiting {
		return waits
	}
	return &dispatch.Blocker{Reason: "full", Until: &until}
}
