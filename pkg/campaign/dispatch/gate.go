package dispatch

import (
	"context"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/kit/parallel"
)

// OutOfHours is the reason of the gate that is no list's: it is no hour to write to the recipient (business-domain §5, sending hours).
const OutOfHours = "hours"

// Approach is a single message that a user sends outside of an order.
type Approach struct {
	Tenant, Country, Channel string
	Number                   uint64
	Answers                  bool   // the recipient wrote within the last day: only a suppression of all messages blocks it
	Counts                   string // under which it is counted for the cap; empty: it is only asked
}

// Gate checks one message as a worker checks each call: suppressions and lists first. Unless the message is an
// answer, it also checks the recipient's hours, the consent that its country requires, and the cap of messages per
// recipient. It returns the reason (suppression.Reasons, or OutOfHours with the time of opening); "" when the message
// may go. A counted message stays counted.
func (r *Engine) Gate(ctx context.Context, a Approach) (reason string, opens time.Time, err error) {
	guard := r.Suppressed.Guard(a.Tenant)
	var wanted, full, in bool
	given := []bool{true}
	limit, err := r.limit(ctx)
	if err != nil {
		return "", opens, err
	}
	if wanted, err = r.WantsConsent(ctx, a.Country); err != nil {
		return "", opens, err
	}
	if in, opens, err = r.receiving(ctx, a); err != nil {
		return "", opens, err
	}
	err = parallel.Do(
		func() error { _, err := guard.Check(ctx); return err },
		func() (err error) {
			if wanted && !a.Answers {
				given, err = r.Consents.Given(ctx, a.Tenant, []uint64{a.Number}, a.Channel)
			}
			return err
		},
		func() (err error) {
			if limit.On() && !a.Answers {
				full, err = r.Suppressed.Reached(ctx, a.Tenant, a.Number, limit)
			}
			return err
		})
	if err != nil {
		return "", opens, err
	}
	if reason, held := guard.Blocked(a.Number, a.Channel); held {
		return reason, opens, nil
	}
	switch {
	case !in:
		return OutOfHours, opens, nil
	case !given[0]:
		return suppression.NoConsent, opens, nil
	case full:
		return suppression.Capped, opens, nil
	case a.Counts == "" || a.Answers || !limit.On():
		return "", opens, nil
	}
	capped, err := r.Suppressed.Take(ctx, a.Tenant, a.Counts, []uint64{a.Number}, limit)
	if err == nil && capped[0] {
		reason = suppression.Capped
	}
	return reason, opens, err
}

// hears tells whether the recipient may be written to by its clock, and when that begins if it may not; zero when that is never.
func (r *Engine) receiving(ctx context.Context, a Approach) (in bool, opens time.Time, err error) {
	if a.Answers || a.Country == "" { // without a country the local hour is unknown
		return true, opens, nil
	}
	hours, err := r.Flow.Hours(ctx, a.Country)
	group, now := hours.Of(a.Number), r.Flow.Now()
	if err != nil || hours.Open(group, now) {
		return err == nil, opens, err
	}
	return false, hours.Opens(group, now), nil
}
