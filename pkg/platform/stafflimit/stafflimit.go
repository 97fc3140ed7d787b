// Package stafflimit bounds what a member of staff gives away of the platform's money: credit moved by hand and years of the service a
// day, brand discounts, weights and prices. The settings say how much. A member of staff who may change settings is not bounded.
package stafflimit

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

// Settings of the limits.
const (
	creditDaily  = "staff.credit.daily"
	yearsDaily   = "staff.years.daily"
	discountMost = "staff.discount.max"
	weightMost   = "staff.weight.max"
	pricePercent = "staff.price.percent"
)

// Store counts what members of staff give.
type Store struct {
	DB       store.DB
	Settings *setting.Store
	Now      func() time.Time
}

// Bounded reports whether limits hold for a caller: for staff that may not change them. Agents and customers give of their own.
func Bounded(p *auth.Principal) bool {
	return p.Type == auth.Admin && (p.Bound != "" || !p.Can(setting.PermEdit))
}

// used is what a member of staff gave on a day. Keys: table platform, HAND#<user> / <date at +08:00>.
type used struct {
	Credit money.Amount `dynamodbav:"c"` // moved by hand, without its sign
	Years  int          `dynamodbav:"y"`
}

// keep is how long a count is kept after its day began.
const keep = 3 * 24 * time.Hour

func (b *Store) key(userID string) store.Key {
	return store.Key{Table: "platform", PK: "HAND#" + userID, SK: b.Now().In(clock.China).Format(time.DateOnly)}
}

func (b *Store) of(ctx context.Context, userID string) (used, error) {
	u, _, err := store.Load[used](ctx, b.DB, b.key(userID), true)
	return u, err
}

// Credit gives the operations that count credit which the caller moves by hand, for the transaction that moves it; none for a caller
// without a limit. The sign of the amount is of no matter. Fault: stafflimit.credit (40316).
func (b *Store) Credit(ctx context.Context, amount money.Amount) ([]store.Op, error) {
	p := auth.Must(ctx)
	if amount = max(amount, -amount); b == nil || !Bounded(p) || amount == 0 {
		return nil, nil
	}
	var most int
	var was used
	err := parallel.Do(
		func() (err error) { most, err = b.Settings.Int(ctx, creditDaily); return err },
		func() (err error) { was, err = b.of(ctx, p.UserID); return err })
	if err != nil || most == 0 {
		return nil, err
	}
	limit := money.Amount(most) * money.Credit
	if was.Credit+amount > limit {
		return nil, fault.New(fault.Forbidden, 40316, "stafflimit.credit", "most", limit.String(), "used", was.Credit.String())
	}
	return []store.Op{b.count(p.UserID, "c", int64(amount), int64(limit))}, nil
}

// Year gives the operations that count a year which the caller gives for nothing, as Credit does. Fault: stafflimit.years (40316).
func (b *Store) Year(ctx context.Context) ([]store.Op, error) {
	p := auth.Must(ctx)
	if b == nil || !Bounded(p) {
		return nil, nil
	}
	var most int
	var was used
	err := parallel.Do(
		func() (err error) { most, err = b.Settings.Int(ctx, yearsDaily); return err },
		func() (err error) { was, err = b.of(ctx, p.UserID); return err })
	if err != nil {
		return nil, err
	}
	if was.Years >= most {
		return nil, fault.New(fault.Forbidden, 40316, "stafflimit.years", "n", most)
	}
	return []store.Op{b.count(p.UserID, "y", 1, int64(most))}, nil
}

// count adds to a number of the caller's day that stays within a limit.
func (b *Store) count(userID, attr string, n, most int64) store.Op {
	return store.Op{Verb: store.Update, Key: b.key(userID), Add: map[string]int64{attr: n},
		Set: map[string]any{"ttl": b.Now().Add(keep).Unix()},
		If:  store.Or(store.Missing(attr), store.Le(attr, most-n))}
}

// Discount refuses a brand discount above the limit, unless it is no higher than before. Fault of the field brandDiscount.
func (b *Store) Discount(ctx context.Context, was, now int) error {
	return b.most(ctx, bound{discountMost, "brandDiscount", "stafflimit.discount"}, was, now)
}

// Weight refuses a weight above the limit, unless it is no higher than before. Fault of a field.
func (b *Store) Weight(ctx context.Context, field string, was, now int) error {
	return b.most(ctx, bound{weightMost, field, "stafflimit.weight"}, was, now)
}

// bound is a setting that limits a field, and the text that refuses what is above it.
type bound struct{ setting, field, refusal string }

func (b *Store) most(ctx context.Context, of bound, was, now int) error {
	if b == nil || now <= was || !Bounded(auth.Must(ctx)) {
		return nil
	}
	most, err := b.Settings.Int(ctx, of.setting)
	if err == nil && now > most {
		err = fault.Bad(of.field, of.refusal, "max", most)
	}
	return err
}

// Floor is the lowest price that the caller may set where the platform's default is so much; 0 without a limit.
func (b *Store) Floor(ctx context.Context, standard money.Amount) (money.Amount, error) {
	if b == nil || !Bounded(auth.Must(ctx)) {
		return 0, nil
	}
	percent, err := b.Settings.Int(ctx, pricePercent)
	return (standard*money.Amount(percent) + 99) / 100, err
}
