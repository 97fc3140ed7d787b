// Package streak counts the days in a row on which a customer is in the console, and gives credit for each full week of them
// (business-domain §9: 700 coins per 7 days). A day is one at +08:00, as the console shows it, and counts when the console tells of
// it for the first time. Only first-level customers have one: what they earn is their tenant's, so their secondaries would earn it
// again, and agents and staff buy nothing with it.
package streak

import (
	"context"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// week is how many days in a row are rewarded.
const week = 7

// Service counts the days.
type Service struct {
	DB     store.DB
	Ledger *ledger.Ledger
	Now    func() time.Time
	// Reward is the setting streak.reward, in credits; 0: nothing is given.
	Reward func(ctx context.Context) (int, error)
	// Activated tells whether staff activated a customer. An agent's activation does not count: it could withdraw what its customers earn.
	Activated func(ctx context.Context, userID string) (bool, error)
	// Recent is the setting streak.recent.days: a recharge of so many days makes the days of an account count that staff did not activate.
	Recent func(ctx context.Context) (int, error)
	// Share is the setting streak.paid.percent: an account that counts for its payments alone earns at most so much of them.
	Share func(ctx context.Context) (int, error)
	Text  func(ctx context.Context, key string, args map[string]any) string
}

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	const path = "/pi/personal/info/streak"
	web.Handle(a, web.Route{Method: "GET", Path: path, Perm: web.SignedIn,
		Summary: "Get the caller's check-in streak up to today or yesterday. For first-level customers only"}, r.get)
	web.Handle(a, web.Route{Method: "PUT", Path: path, Perm: web.SignedIn, Spends: true,
		Summary: "Check in for today. Every seventh day in a row earns credit. No effect when repeated on the same day, or before " +
			"activation or a recharge"}, r.put)
}

// key gives a streak's key: table credit, STREAK#<user> / S.
func key(user string) store.Key { return store.Key{Table: "credit", PK: "STREAK#" + user, SK: "S"} }

// row is a customer's streak.
type row struct {
	Days    int          `dynamodbav:"n"` // in a row
	Last    string       `dynamodbav:"d"` // of them, yyyy-mm-dd at +08:00
	Given   money.Amount `dynamodbav:"g"` // altogether
	Version int64        `dynamodbav:"v"`
}

// Streak is a user's progress.
type Streak struct {
	Days   int          `json:"days" doc:"Days in a row. 0 when the last check-in was before yesterday."`
	Of     int          `json:"of" doc:"Days in a row that earn one reward."`
	Reward money.Amount `json:"reward" doc:"Credit of one reward. The setting streak.reward, or streak.paid.percent for an account that only its payments activated. 0: none."`
	Today  bool         `json:"today" doc:"Today is already counted."`
	Active bool         `json:"activated" doc:"False when staff did not activate the account and it has no recent recharge: no day counts."`
	Given  money.Amount `json:"given" doc:"Credit given in total."`
}

func day(at time.Time) string { return at.In(clock.China).Format(time.DateOnly) }

const aDay = 24 * time.Hour

// next is the streak when its customer is here at a time; the same when that day is counted, or a later one by a clock that is ahead.
func (s row) next(at time.Time) row {
	switch today := day(at); {
	case s.Last >= today:
		return s
	case s.Last == day(at.Add(-aDay)):
		s.Days++
	default:
		s.Days = 1
	}
	s.Last = day(at)
	return s
}

// snapshot is the data read with every streak.
type snapshot struct {
	user   string
	reward money.Amount
	active bool
	most   *money.Amount // that may be given altogether; nil: without limit
}

// earns is the reward of the next full week for an account that got so much before.
func (v *snapshot) earns(given money.Amount) money.Amount {
	if v.most == nil {
		return v.reward
	}
	return max(0, min(v.reward, *v.most-given)) / money.Credit * money.Credit
}

// look reads the current streak; 404 for users that are not first-level customers.
func (r *Service) look(ctx context.Context) (*snapshot, error) {
	p := auth.Must(ctx)
	if p.Type != auth.First {
		return nil, fault.Missing()
	}
	out := &snapshot{user: p.UserID}
	var days, share int
	var in ledger.Money
	err := parallel.Do(
		func() error {
			n, err := r.Reward(ctx)
			out.reward = money.Amount(n) * money.Credit
			return err
		},
		func() (err error) { days, err = r.Recent(ctx); return err },
		func() (err error) { share, err = r.Share(ctx); return err },
		func() (err error) { in, err = r.Ledger.MoneyOf(ctx, p.UserID); return err },
		func() (err error) { out.active, err = r.Activated(ctx, p.UserID); return err })
	since := r.Now().Add(-time.Duration(days) * aDay)
	// its payments are all that is known of the account
	if out.active = out.active || in.RechargedAt.After(since); !out.active && in.PaidAt.After(since) {
		most := in.Bought * money.Amount(share) / 100
		out.most, out.active = &most, true
	}
	return out, err
}

func (v *snapshot) shows(s row, at time.Time) *Streak {
	out := &Streak{Days: s.Days, Of: week, Reward: v.earns(s.Given), Today: s.Last >= day(at), Active: v.active, Given: s.Given}
	if s.Last < day(at.Add(-aDay)) {
		out.Days = 0
	}
	return out
}

func (r *Service) get(ctx context.Context, _ *struct{}) (*Streak, error) {
	v, err := r.look(ctx)
	if err != nil {
		return nil, err
	}
	s, _, err := store.Load[row](ctx, r.DB, key(v.user), false)
	return v.shows(s, r.Now()), err
}

const tries = 20

func (r *Service) put(ctx context.Context, _ *struct{}) (*Streak, error) {
	v, err := r.look(ctx)
	if err != nil {
		return nil, err
	}
	now := r.Now()
	var s, before row
	err = store.Decide(ctx, tries, func() error {
		was, _, err := store.Load[row](ctx, r.DB, key(v.user), true)
		if err != nil {
			return err
		}
		s, before = was, was
		if next := was.next(now); v.active && next != was {
			s = next
			return r.count(ctx, v, &s)
		}
		return nil
	})
	auditlog.Note(ctx, v.user, before.counted(), s.counted())
	return v.shows(s, now), err
}

func (s row) counted() map[string]any {
	return map[string]any{"streakDays": s.Days, "streakGiven": s.Given.String()}
}

// count writes a day, with its reward in the same transaction where it is the last of a week. The movement has the
// day in its id, so that it is made once under repetition.
func (r *Service) count(ctx context.Context, v *snapshot, s *row) error {
	cond := store.Missing("pk")
	if s.Version > 0 {
		cond = store.Eq("v", s.Version)
	}
	s.Version++
	reward := v.earns(s.Given)
	gives := reward > 0 && s.Days%week == 0
	if gives {
		s.Given += reward
	}
	op := store.Op{Verb: store.Put, Key: key(v.user), Item: *s, If: cond}
	if !gives {
		return r.DB.Transact(ctx, []store.Op{op})
	}
	_, err := r.Ledger.Post(ctx, ledger.Movement{ID: "streak:" + v.user + ":" + s.Last, Operator: ledger.System,
		Remark:  r.Text(ctx, "streak.remark", map[string]any{"days": s.Days}),
		Changes: []ledger.Change{{Account: v.user, Type: ledger.Gift, Available: reward}},
		Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -reward}}, With: []store.Op{op}})
	return err
}
