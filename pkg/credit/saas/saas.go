// Package saas is the yearly service subscription of a first-level customer or an agent: its price and expiry, the
// permissions to buy or give it, and the refusals without it (platform-services §2, §4; decisions §5). A secondary
// has its customer's.
package saas

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Status of a subscription.
type Status int

const (
	NotPurchased Status = 1
	Active       Status = 2
	Expired      Status = 3
)

// Subscription of a customer; the zero value is one that was never bought.
type Subscription struct {
	Tenant  string    `dynamodbav:"id"`
	Version int64     `dynamodbav:"v"`
	Until   time.Time `dynamodbav:"un"` // it runs to this moment, which is not in it any more
}

// At is the status at a moment.
func (s Subscription) At(now time.Time) Status {
	switch {
	case s.Until.IsZero():
		return NotPurchased
	case now.Before(s.Until):
		return Active
	}
	return Expired
}

// Expiry is the end as it is shown; nil for a subscription that was never bought.
func (s Subscription) Expiry() *time.Time {
	if s.Until.IsZero() {
		return nil
	}
	until := s.Until
	return &until
}

// Renewed is the end after one more year: from the later of now and the end so far. Where the day does not come in that year, as the
// 29th of February mostly does not, it is the last of its month.
func Renewed(until, now time.Time) time.Time {
	from := now.Truncate(time.Second)
	if until.After(from) {
		from = until
	}
	from = from.In(clock.China)
	next := from.AddDate(1, 0, 0)
	if next.Day() != from.Day() {
		next = next.AddDate(0, 0, -next.Day())
	}
	return next.UTC()
}

// Store is the subscriptions: all that modules need to know of them.
type Store struct {
	DB  store.DB
	Now func() time.Time
	// Required is the setting saas.required: whether orders need a subscription.
	Required func(ctx context.Context) (bool, error)
}

// Of gives the subscription of a tenant.
func (b *Store) Of(ctx context.Context, tenant string) (Subscription, error) {
	s, _, err := store.Load[Subscription](ctx, b.DB, key(tenant), true)
	return s, err
}

// Admit refuses an order of a customer or its secondary while subscriptions are required and its own does not run: fault
// saas.required (40314). Agents and staff order without one.
func (b *Store) Admit(ctx context.Context, p *auth.Principal) error {
	if p.Type != auth.First && p.Type != auth.Secondary {
		return nil
	}
	required, err := b.Required(ctx)
	if err != nil || !required {
		return err
	}
	s, err := b.Of(ctx, p.Tenant)
	if err == nil && s.At(b.Now()) != Active {
		err = fault.New(fault.Forbidden, 40314, "saas.required")
	}
	return err
}
