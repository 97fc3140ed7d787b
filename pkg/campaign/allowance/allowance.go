// Package allowance bounds what only the platform pays for: test sends, speech of a charged engine, evidence files (decisions §14). An
// account has it once staff activated it or money came in for it, so many times a day at +08:00 per customer, per network of the caller
// and for all together.
package allowance

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/setting"
)

// Use is what is bounded.
type Use string

// The uses.
const (
	Test     Use = "order.test"
	Speech   Use = "recording.speech"
	Evidence Use = "evidence.file"
	// EngineTest is a text that a charged engine speaks to try it; staff alone do, each so many times a day.
	EngineTest Use = "engine.test"
)

// settings of each use: how often a day for a customer, for a network, and for all together.
var settings = map[Use][3]string{
	Test:     {"order.test.daily", "order.test.daily.network", "order.test.daily.all"},
	Speech:   {"recording.speech.daily", "recording.speech.daily.network", "recording.speech.daily.all"},
	Evidence: {"evidence.file.daily", "evidence.file.daily.network", "evidence.file.daily.all"},
}

// Keys, in table campaign:
//
//	BATCH#free#<use>#<day> / C#<tenant>    uses of a customer
//	BATCH#free#<use>#<day> / N#<network>   of a network
//	BATCH#free#<use>#<day> / ALL           of all together
func key(use Use, day, of string) store.Key {
	return store.Key{Table: "campaign", PK: "BATCH#free#" + string(use) + "#" + day, SK: of}
}

// keep is how long a count is kept after its day began.
const keep = 3 * 24 * time.Hour

// Store counts uses.
type Store struct {
	DB       store.DB
	Settings *setting.Store
	Now      func() time.Time
	// Known tells whether staff activated a customer, or money came in for it.
	Known func(ctx context.Context, tenant string) (bool, error)
}

// Claim is one use that is to be counted in the transaction of what it is for.
type Claim struct {
	Ops      []store.Op
	refusals []error
}

// Refusal tells why a transaction with the claim failed; nil when another of its operations did.
func (c *Claim) Refusal(ops []store.Op, err error) error {
	failed := store.ConditionFailed(err)
	if failed == nil || failed.Index >= len(ops) {
		return nil
	}
	for i := range c.Ops {
		if c.Ops[i].Key == ops[failed.Index].Key {
			return c.refusals[i]
		}
	}
	return nil
}

// Each gives every operation with its refusal.
func (c *Claim) Each(each func(op store.Op, refusal error)) {
	for i, op := range c.Ops {
		each(op, c.refusals[i])
	}
}

// Claim claims one use for a customer. What staff do is not bounded. An agent was made by staff, so that a customer for which it acts
// need not be known; the use then counts for the agent, which can make customers without end. Fault: allowance.unknown (409).
func (b *Store) Claim(ctx context.Context, use Use, tenant string) (*Claim, error) {
	p, c := auth.Must(ctx), &Claim{}
	if p.Type == auth.Admin {
		return c, nil
	}
	known := tenant == p.UserID && p.Type == auth.Agent
	var bounds [3]int
	err := parallel.Do(
		func() (err error) {
			if !known {
				known, err = b.Known(ctx, tenant)
			}
			return err
		},
		func() (err error) { bounds[0], err = b.Settings.Int(ctx, settings[use][0]); return err },
		func() (err error) { bounds[1], err = b.Settings.Int(ctx, settings[use][1]); return err },
		func() (err error) { bounds[2], err = b.Settings.Int(ctx, settings[use][2]); return err })
	if err != nil {
		return nil, err
	}
	if !known && p.Type != auth.Agent {
		return nil, fault.State("allowance.unknown")
	}
	if !known {
		tenant = p.UserID
	}
	count := func(of, refusal string, most int) {
		c.Ops, c.refusals = append(c.Ops, b.count(use, of, most)), append(c.refusals, fault.State(refusal, "n", most))
	}
	count("C#"+tenant, "allowance.customer", bounds[0])
	for _, n := range web.Networks(web.Address(ctx)) {
		count("N#"+n.Key, "allowance.network", bounds[1]*n.Times)
	}
	count("ALL", "allowance.all", bounds[2])
	return c, nil
}

// Take claims one use and counts it at once. Faults: those of Claim, allowance.customer, allowance.network, allowance.all (409).
func (b *Store) Take(ctx context.Context, use Use, tenant string) error {
	c, err := b.Claim(ctx, use, tenant)
	if err != nil || len(c.Ops) == 0 {
		return err
	}
	err = store.TransactWithRetry(ctx, b.DB, tries, c.Ops)
	if refusal := c.Refusal(c.Ops, err); refusal != nil {
		return refusal
	}
	return err
}

// staff are the settings that bound what staff try.
var staff = map[Use]string{EngineTest: "engine.test.daily"}

// TakeStaff counts one use of a member of staff, whose bound is the setting engine.test.daily. Fault: allowance.customer (409).
func (b *Store) TakeStaff(ctx context.Context, use Use) error {
	most, err := b.Settings.Int(ctx, staff[use])
	if err != nil {
		return err
	}
	ops := []store.Op{b.count(use, "C#"+auth.Must(ctx).UserID, most)}
	if err = store.TransactWithRetry(ctx, b.DB, tries, ops); store.ConditionFailed(err) != nil {
		err = fault.State("allowance.customer", "n", most)
	}
	return err
}

// count gives the operation that counts one use of a day, at most so many.
func (b *Store) count(use Use, of string, most int) store.Op {
	now := b.Now()
	op := store.Op{Verb: store.Update, Key: key(use, now.In(clock.China).Format(time.DateOnly), of), Add: map[string]int64{"n": 1},
		Set: map[string]any{"ttl": now.Add(keep).Unix()},
		If:  store.Or(store.Missing("pk"), store.Lt("n", most))}
	if most <= 0 {
		op.If = store.And(store.Missing("pk"), store.Exists("pk")) // never
	}
	return op
}

const tries = 8
