package reconcile

import (
	"context"
	"slices"
	"time"

	"herald/pkg/credit/topup"
	"herald/pkg/provider"
)

// bill holds a provider's bill of a day against the orders, and the orders that were paid on that day against the bill.
func (r *Service) bill(ctx context.Context, run *Run, u unit) error {
	provided, err := r.Payments.Provider(u.provider)
	if err != nil || provided == nil {
		return err
	}
	lines, err := provided.Bill(ctx, u.day)
	switch {
	case provider.CauseOf(err) == provider.NotThere && u.newest:
		return nil // tomorrow's run reads it
	case err != nil:
		return unread(run, u, u.day.Format(time.DateOnly), err)
	}
	run.Round.Lines += len(lines)
	for part := range slices.Chunk(lines, ourOrders) {
		if err := r.lines(ctx, run, u, part); err != nil {
			return err
		}
	}
	return r.untold(ctx, run, u, lines)
}

func (r *Service) lines(ctx context.Context, run *Run, u unit, lines []provider.PaymentLine) error {
	var ids []string
	for _, l := range lines {
		ids = append(ids, l.Number)
	}
	slices.Sort(ids)
	orders, err := r.Payments.Many(ctx, slices.Compact(ids))
	if err != nil {
		return err
	}
	for _, l := range lines {
		switch o := orders[l.Number]; {
		case o == nil:
			run.differ(Difference{What: Nobody, Provider: u.provider, About: l.Number, Expected: l.Amount.String() + " " + l.ProviderID,
				Note: l.Refund})
		case l.Refund != "":
			err = r.refunded(ctx, run, o, l)
		default:
			err = r.paid(ctx, run, u, o, l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// paid holds a line of a payment against its order. One that was not credited is credited now, when the provider says once more that it
// was paid.
func (r *Service) paid(ctx context.Context, run *Run, u unit, o *topup.Order, l provider.PaymentLine) error {
	if !o.Credited() {
		run.Round.Orders++
		if err := r.Payments.Poll(ctx, o.ID); err != nil {
			return unread(run, u, o.ID, err)
		}
		now, ok, err := r.Payments.Get(ctx, o.ID)
		if err != nil || !ok {
			return err
		}
		if !now.Credited() {
			run.differ(Difference{What: Uncredited, Provider: u.provider, About: o.ID, Expected: l.Amount.String() + " " + l.ProviderID,
				Note: now.Reason})
			return nil
		}
		r.lost(run, now)
		o = now
	}
	r.same(run, o, l.ProviderID, l.Amount)
	return nil
}

// refunded holds a line of a refund against ours.
func (r *Service) refunded(ctx context.Context, run *Run, o *topup.Order, l provider.PaymentLine) error {
	known, ok, err := r.Payments.Refund(ctx, l.Refund)
	if err != nil || ok && known.Order == o.ID && known.Fen == l.Amount && known.Status != topup.RefundRefused {
		return err
	}
	run.differ(Difference{What: GivenBack, Provider: o.Provider, About: o.ID, Expected: l.Amount.String(), Found: known.Fen.String(),
		Note: l.Refund})
	return nil
}

// untold notes what was credited as paid on the day of a bill that does not have it.
func (r *Service) untold(ctx context.Context, run *Run, u unit, lines []provider.PaymentLine) error {
	told := map[string]bool{}
	for _, l := range lines {
		if l.Refund == "" {
			told[l.Number] = true
		}
	}
	end := u.day.Add(24 * time.Hour)
	for after := ""; ; {
		orders, err := r.Payments.CreatedBetween(ctx, u.day.Add(-longAgo), end, after, ourOrders)
		if err != nil {
			return err
		}
		for _, o := range orders {
			after = o.ID
			if o.Provider == u.provider && o.Credited() && o.PaidAt != nil && !o.PaidAt.Before(u.day) && o.PaidAt.Before(end) && !told[o.ID] {
				run.differ(Difference{What: Untold, Provider: u.provider, About: o.ID, Found: o.Paid.String() + " " + o.TradeNo})
			}
		}
		if len(orders) < ourOrders {
			return nil
		}
	}
}
