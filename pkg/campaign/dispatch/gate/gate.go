package gate

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/audience/consent"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
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

// Check checks one message as a worker checks each call: suppressions and lists first. Unless the message is an
// answer, it also checks the recipient's hours, the consent that its country requires, and the cap of messages per
// recipient. It returns the reason (suppression.Reasons, or OutOfHours with the time of opening); "" when the message
// may go. A counted message stays counted.
func (r *Service) Check(ctx context.Context, a Approach) (reason string, opens time.Time, err error) {
	guard := r.Suppressed.Guard(a.Tenant)
	var wanted, full, in bool
	given := []bool{true}
	limit, err := r.Limit(ctx)
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
func (r *Service) receiving(ctx context.Context, a Approach) (in bool, opens time.Time, err error) {
	if a.Answers || a.Country == "" { // without a country the local hour is unknown
		return true, opens, nil
	}
	hours, err := r.Flow.Clearance().Hours(ctx, a.Country)
	group, now := hours.Of(a.Number), r.Flow.Now()
	if err != nil || hours.Open(group, now) {
		return err == nil, opens, err
	}
	return false, hours.Opens(group, now), nil
}

// Service tells who may not be written to: suppressions, consents, the frequency cap and the recipient's hours.
type Service struct {
	Flow       *order.Flow
	Suppressed *suppression.Store
	Consents   *consent.Store
}

// BlockedBy adds to an estimate how many of its recipients would be blocked now, each by the one reason that sending
// would give. Blocked recipients are priced all the same, since the lists change until the moment of sending. So
// everything is reserved, and the settlement releases what was not sent.
func (r *Service) BlockedBy(ctx context.Context, a *Aimed, e *order.Estimate) error {
	wanted, err := r.WantsConsent(ctx, a.Country)
	if err != nil {
		return err
	}
	wanted = wanted && a.Count <= mostAgreed
	g := r.Suppressed.Guard(a.Tenant)
	if _, err := g.Check(ctx); err != nil || g.Empty() && !wanted {
		return err
	}
	counts := map[string]int{}
	var free []uint64 // numbers that no other rule blocks; wanted
	if err := a.Numbers(func(numbers []uint64) {
		for _, n := range numbers {
			reason, held := BlockedFrom(g.Blocked, n, a.Channel)
			if !held && a.RefusedAs != nil {
				reason, held = BlockedFrom(g.Blocked, a.RefusedAs(n), a.Channel)
			}
			if held {
				counts[reason]++
			} else if wanted {
				free = append(free, n)
			}
		}
	}); err != nil {
		return err
	}
	given, err := r.Consents.Given(ctx, a.Tenant, free, ListChannel(a.Channel))
	if err != nil {
		return err
	}
	for _, yes := range given {
		if !yes {
			counts[suppression.NoConsent]++
		}
	}
	for _, reason := range suppression.Reasons {
		if counts[reason] > 0 {
			e.Refused = append(e.Refused, order.Refusal{Reason: "dispatch.held." + reason, Count: counts[reason]})
		}
	}
	return nil
}

// Aimed is the recipients of an estimate.
type Aimed struct {
	Tenant, Country, Channel string
	Count                    int
	Numbers                  func(each func(numbers []uint64)) error
	// RefusedAs is the recipient under which the order's sender alone is refused; nil where none can be.
	RefusedAs func(recipient uint64) uint64
}

// mostAgreed is how many recipients an estimate asks the consents of; of more it does not tell.
const mostAgreed = 10_000

// heldBackFrom reports whether a number is suppressed on a channel, and why. A suppression of all messages suppresses
// calls too (decisions §6).
func BlockedFrom(held func(uint64, string) (string, bool), n uint64, channel string) (string, bool) {
	if channel != voice {
		return held(n, channel)
	}
	reason, is := "", false
	for _, c := range suppression.Channels() {
		if why, on := held(n, c); on && (!is || why == suppression.OptedOut) { // the recipient's own word is the reason to tell
			reason, is = why, true
		}
	}
	return reason, is
}

// voice is the channel of orders of calls. Lists and statements about recipients say call.
const voice = "voice"

// spokenOf is the word of lists and statements for the channel of an order.
func ListChannel(channel string) string {
	if channel == voice {
		return "call"
	}
	return channel
}

// WantsConsent tells whether a country may be sent to only with a consent on record (opt-in).
func (r *Service) WantsConsent(ctx context.Context, country string) (bool, error) {
	list, err := r.Flow.Settings.String(ctx, "optin.countries")
	return list != "" && slices.Contains(strings.Split(list, ","), country), err
}

func (r *Service) Limit(ctx context.Context) (c suppression.FrequencyCap, err error) {
	if c.Count, err = r.Flow.Settings.Int(ctx, "recipient.cap.count"); err != nil || c.Count == 0 {
		return c, err
	}
	c.Days, err = r.Flow.Settings.Int(ctx, "recipient.cap.days")
	return c, err
}
