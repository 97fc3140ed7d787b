// Package order is the common part of all order kinds: states as data, numbers, the list, transitions, drafts and the
// index of active orders (decisions §7). A kind (bulk, group, call …) brings its own targets and its own work.
package order

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"herald/pkg/campaign/review"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// Order is the data that every order kind has. The row stays below 1 KB, so that a transition is cheap; long data has
// rows of its own.
type Order struct {
	ID      string     `dynamodbav:"id"`
	No      string     `dynamodbav:"no"`
	Kind    string     `dynamodbav:"k"`
	Name    string     `dynamodbav:"n"`
	Status  Status     `dynamodbav:"s"`
	Version int64      `dynamodbav:"v"` // grows with every change
	Owner   auth.Owner `dynamodbav:"o"`
	By      string     `dynamodbav:"by,omitempty"` // display name of the owner
	Lang    string     `dynamodbav:"lg,omitempty"` // of the owner, for notices

	Operator *ledger.Operator `dynamodbav:"or,omitempty"` // who ordered it for its owner; nil: the owner itself

	Channel string `dynamodbav:"ch"`
	Sender  string `dynamodbav:"sn,omitempty"`
	Country string `dynamodbav:"co"`
	Group   string `dynamodbav:"cg,omitempty"` // contact collection that it was made of
	Total   int    `dynamodbav:"t"`
	Chunks  int    `dynamodbav:"c"`
	Split   int    `dynamodbav:"sb,omitempty"` // sub-orders that it is divided into; 0 or 1: none
	// its chunks belong to its sub-orders in turn: the first to the first, the second to the second
	Woven     bool           `dynamodbav:"wv,omitempty"`
	Gen       int            `dynamodbav:"g"`            // generation: 1, and one more with every retry
	Past      []Generation   `dynamodbav:"gp,omitempty"` // the generations before
	First     int            `dynamodbav:"g1,omitempty"` // generation that it began with; those before were edited away; 0: the first
	Res       int            `dynamodbav:"gr,omitempty"` // generation that its reservation is called by, where that is another one
	Size      int            `dynamodbav:"gs,omitempty"` // targets of the generation of a retry
	Price     money.Amount   `dynamodbav:"p"`            // of a target, all of its parts
	Parts     int            `dynamodbav:"pt,omitempty"` // how many times the service's price that is; 0: once
	Agent     money.Amount   `dynamodbav:"pa,omitempty"` // the agent's own price
	Cost      money.Amount   `dynamodbav:"e"`            // estimated = reserved
	Test      bool           `dynamodbav:"te,omitempty"` // free: to a few numbers of a file, without a review
	StockName string         `dynamodbav:"qs,omitempty"` // what that was taken from, where it is not the country's
	Stock     int            `dynamodbav:"q,omitempty"`  // taken from its country's stock; 0 where there is no limit
	Spent     money.Amount   `dynamodbav:"sp,omitempty"` // charged for the generations before
	Actual    *money.Amount  `dynamodbav:"a,omitempty"`  // settled, of all generations; nil until then
	Given     money.Amount   `dynamodbav:"gd,omitempty"` // of what was charged, given back as a discount
	Back      money.Amount   `dynamodbav:"rf,omitempty"` // of what was charged, refunded by staff
	Reclaim   money.Amount   `dynamodbav:"rc,omitempty"` // of its agent's margin, taken back by those refunds
	Paid      int            `dynamodbav:"np,omitempty"` // targets of its generation that were charged; of a metered kind their units
	Counts    map[string]int `dynamodbav:"ct,omitempty"` // as of the last transition

	Bounces *Bounces       `dynamodbav:"bo,omitempty"` // as of the settlement; nil of a kind whose targets are no addresses
	Held    map[string]int `dynamodbav:"hb,omitempty"` // targets that were not called, by why, as of the last transition
	Reason  string         `dynamodbav:"r,omitempty"`  // of a refusal, or a message key of a pause
	Remark  string         `dynamodbav:"rm,omitempty"`
	OwnID   string         `dynamodbav:"ai,omitempty"` // that its customer gave it; of kinds whose Spec has OwnIDs

	// Template is the reference of the template that it sends; empty for another message.
	Template string `dynamodbav:"tp,omitempty"`
	// Trial is that of two messages, nil of an order of one; Second is the reference of the template of the other message.
	Trial  *Trial `dynamodbav:"ab,omitempty"`
	Second string `dynamodbav:"tb,omitempty"`

	StartAt *time.Time `dynamodbav:"st,omitempty"` // wished start
	Until   *time.Time `dynamodbav:"un,omitempty"` // after which nothing is sent any more
	// hours after it begins that are its Until from then on; 0 for an order that has another, or none
	Within  int        `dynamodbav:"wi,omitempty"`
	Created time.Time  `dynamodbav:"ca"`
	Begun   *time.Time `dynamodbav:"ba,omitempty"` // sending began
	Ended   *time.Time `dynamodbav:"ea,omitempty"` // nothing was left to send, or it was stopped
	Renewed *time.Time `dynamodbav:"rt,omitempty"` // when the generation of a retry was asked for
	Edited  *time.Time `dynamodbav:"et,omitempty"` // when its work was asked for anew by an edit
	Replan  *time.Time `dynamodbav:"rp,omitempty"` // when a part of its plan had to be made anew
	Edits   int        `dynamodbav:"ed,omitempty"` // edits since it was submitted, of more than its name and remark
	Settled bool       `dynamodbav:"se,omitempty"`
	Gone    bool       `dynamodbav:"dl,omitempty"` // taken out of the lists
	// Forgiven is the failure statistics when a user last resumed it.
	Forgiven *FailureStats `dynamodbav:"fg,omitempty"`
	Queued   bool          `dynamodbav:"qr,omitempty"` // it lies in the queue of reviewers
	Act      string        `dynamodbav:"op,omitempty"` // operation of the last action of a user, by which its repetition is known

	Events []event `dynamodbav:"ev,omitempty"` // what happened to it, oldest first
	Known  *moment `dynamodbav:"sv,omitempty"` // as of the last event

	actor *ledger.Operator  // who asked for the change that is about to be written; nil: the system
	owed  []notice.Personal // the owner's notices of the change that is about to be written
}

// FailureStats is how an order fares, of the recipients whose outcome is known.
type FailureStats struct {
	Known      int `dynamodbav:"k"`
	Failed     int `dynamodbav:"f"`
	Complained int `dynamodbav:"c"`
	Bounced    int `dynamodbav:"b,omitempty"` // of the failed, emails that were returned for good
}

// Since subtracts earlier statistics. Receipts may change earlier figures, so no figure falls below zero.
func (s FailureStats) Since(was FailureStats) FailureStats {
	return FailureStats{max(0, s.Known-was.Known), max(0, s.Failed-was.Failed), max(0, s.Complained-was.Complained),
		max(0, s.Bounced-was.Bounced)}
}

// stockKey names the stock of the order.
func (o *Order) stockKey() string { return cmp.Or(o.StockName, o.Country) }

// Ref names the order's reservation.
func (o *Order) Ref() string { return o.ID + "." + strconv.Itoa(cmp.Or(o.Res, o.Gen)) }

// Store keeps orders.
type Store struct {
	DB  store.DB
	Now func() time.Time

	mu   sync.Mutex
	pool pool
}

// pool is what is left of the numbers that a process took.
type pool struct {
	day           string // with the prefix
	next, through int64  // the last one given, and the last of all
}

// Number returns the next readable number of the day, e.g. GS20261121-000123. A process reserves ten at a time, so
// numbers may have gaps. No call waits for another one: a call that finds none left reserves ten of its own.
func (b *Store) Number(ctx context.Context, prefix string) (string, error) {
	day := b.numberDay(prefix)
	n, ok := b.spare(day)
	if !ok {
		p, err := b.more(ctx, day)
		if err != nil {
			return "", err
		}
		p.next++
		n = p.next
		b.keep(p)
	}
	return fmt.Sprintf("%s-%06d", day, n), nil
}

// numberDay is the part of today's numbers before the count: the prefix and the date at +08:00, which the console shows (decisions §1).
func (b *Store) numberDay(prefix string) string {
	return prefix + b.Now().In(clock.China).Format("20060102")
}

// Fill takes numbers for who will need one, unless there are some.
func (b *Store) Fill(ctx context.Context, prefix string) error {
	day := b.numberDay(prefix)
	b.mu.Lock()
	has := b.pool.day == day && b.pool.next < b.pool.through
	b.mu.Unlock()
	if has {
		return nil
	}
	p, err := b.more(ctx, day)
	if err == nil {
		b.keep(p)
	}
	return err
}

// more takes ten numbers.
func (b *Store) more(ctx context.Context, day string) (pool, error) {
	row, err := b.DB.Write(ctx, store.Op{Verb: store.Update, Key: numberKey(day), Add: map[string]int64{"n": numbers}})
	if err != nil {
		return pool{}, err
	}
	var c struct {
		N int64 `dynamodbav:"n"`
	}
	_, err = store.Decode(row, &c)
	return pool{day, c.N - numbers, c.N}, err
}

// spare takes a number of the pool; false when it has none of the day.
func (b *Store) spare(day string) (int64, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.pool.day != day || b.pool.next >= b.pool.through {
		return 0, false
	}
	b.pool.next++
	return b.pool.next, true
}

func (b *Store) keep(p pool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.pool = p
}

const numbers = 10

// Get reads an order as it is; false for none. It is not scoped.
func (b *Store) Get(ctx context.Context, id string) (*Order, bool, error) {
	o, ok, err := store.Load[Order](ctx, b.DB, Key(id), true)
	if ok {
		o.recall()
	}
	return &o, ok, err
}

// Find reads an order of a kind that the scope sees; the 404 fault for any other id.
func (b *Store) Find(ctx context.Context, scope auth.Scope, kind, id string) (*Order, error) {
	rows, err := b.DB.GetMany(ctx, []store.Key{ListOf(kind).Key(string(scope), id), Key(id)}, true)
	if err != nil {
		return nil, err
	}
	var o Order
	if rows[0] == nil || rows[1] == nil {
		return nil, fault.Missing()
	}
	if _, err = store.Decode(rows[1], &o); err == nil && o.Kind != kind {
		return nil, fault.Missing()
	}
	o.recall()
	return &o, err
}

// Add gives the operations that write a new order.
func (b *Store) Add(o *Order) []store.Op {
	o.Version = 1
	o.record(b.Now())
	ops := append([]store.Op{{Verb: store.Put, Key: Key(o.ID), Item: o, If: store.Missing("pk")}}, queued(o)...)
	ops = append(ops, b.outbox(o)...)
	return append(append(ops, b.activate(o)...), ListOf(o.Kind).Insert(Scopes(o), o.ID, RowOf(o))...)
}

// Change returns the operations that write a changed order. They fail when another writer changed it since it was
// read.
func (b *Store) Change(o *Order) []store.Op {
	seen := o.Version
	o.Version++
	o.record(b.Now())
	ops := append([]store.Op{{Verb: store.Put, Key: Key(o.ID), Item: o, If: store.Eq("v", seen)}}, queued(o)...)
	ops = append(ops, b.outbox(o)...)
	if o.Settled && o.Begun != nil && !o.Test {
		ops = append(ops, Counted(b.DB).At(b.Now(), o.ID, strconv.FormatInt(o.Version, 10), nil))
		if o.Group != "" && o.Channel != provider.ChannelEmail {
			ops = append(ops, MediaLearned(b.DB).At(b.Now(), o.ID, strconv.FormatInt(o.Version, 10), nil))
		}
	}
	if o.Channel == provider.ChannelEmail && o.Group != "" && (o.Begun != nil || o.Renewed != nil) && !o.Test {
		ops = append(ops, MemberFacts(b.DB).At(b.Now(), o.ID, strconv.FormatInt(o.Version, 10), nil))
	}
	return append(append(ops, b.activate(o)...), ListOf(o.Kind).Replace(Scopes(o), o.ID, RowOf(o))...)
}

// outbox gives the operations that store the notices of a change.
func (b *Store) outbox(o *Order) (ops []store.Op) {
	for _, n := range o.owed {
		ops = append(ops, notice.OutboxOp(b.Now(), n))
	}
	return ops
}

// queued keeps the reviewers' queue.
func queued(o *Order) []store.Op {
	was := o.Queued
	switch o.Queued = o.Status == Review; {
	case o.Queued && !was:
		return review.Enter(ReviewOf(o.Kind), o.Owner, o.ID)
	case was && !o.Queued:
		return review.QueueRemoval(ReviewOf(o.Kind), o.Owner, o.ID)
	}
	return nil
}

// ReviewOf names the reviewers' queue of a kind.
func ReviewOf(kind string) string { return "order." + kind }

// activate keeps the index of orders that still need something, and has the next tick look at what was changed.
func (b *Store) activate(o *Order) []store.Op {
	if o.Status.Final() || o.Settled {
		return []store.Op{{Verb: store.Delete, Key: activeKey(o.ID)}}
	}
	return []store.Op{{Verb: store.Put, Key: activeKey(o.ID), Item: activeOf(o)},
		b.looks(o.Kind).At(b.Now(), o.ID, strconv.FormatInt(o.Version, 10), nil)}
}

// Counted is when the statistics look at settled orders.
func Counted(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "stat", Shards: 2}
}

// MediaLearned is when what became of a settled order's messages is brought to the members of its collection.
func MediaLearned(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "learn", Shards: 2}
}

// MemberFacts is when what became of an order's emails is brought to the members of its contact list.
func MemberFacts(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "memberfacts", Shards: 2}
}

// looks is when the tick looks at the orders of a kind.
func (b *Store) looks(kind string) *job.Index {
	return &job.Index{DB: b.DB, Table: table, Name: "order." + kind, Shards: 2}
}

// Scopes that see an order.
func Scopes(o *Order) []string { return o.Owner.ScopeNames() }
