package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Business types of a statement line (business-domain §3, decisions §12).
const (
	Recharge         = "recharge"
	PlatformRecharge = "platformRecharge"
	Pay              = "pay"
	Refund           = "refund"
	Compensate       = "compensate"
	Discount         = "discount"
	Rebate           = "rebate"
	Gift             = "gift"
	Withdrawal       = "withdrawal"
)

// settle is the type of an entry that no customer sees: reserved credit that becomes revenue.
const settle = "settle"

// Platform accounts; their balances are derived from the legs, so that they are never hot.
const (
	CashIn   = "platform:cash:" // + method
	Revenue  = "platform:revenue:"
	Gifts    = "platform:gift"
	Rebates  = "platform:rebate"
	Paid     = "platform:compensation"
	CashOut  = "platform:withdrawal"
	Adjusted = "platform:adjustment"
	// Discounts are the refunds of brand customers' charges.
	Discounts = "platform:discount"
)

// Operator is who caused a movement.
type Operator struct {
	Type string `dynamodbav:"ot" json:"operatorType"` // admin, agent, customer, system
	ID   string `dynamodbav:"oi" json:"-"`
	Name string `dynamodbav:"on" json:"operator"`
}

// System is the operator of movements without a user's action.
var System = Operator{Type: "system", Name: "system"}

// Change is what a movement does to one customer account.
type Change struct {
	Account   string
	Type      string       // business type of the line
	Available money.Amount // added to the spendable credit
	Reserved  money.Amount // added to the reserved credit
	Forced    bool         // by staff: also from a frozen account
	Internal  bool         // the other side of a move between users, or the agent's of what it gives
	Reverses  string       // serial number of the line that this one takes back
	Replaces  string       // of the line that this one stands for
}

// Leg is one side of the double entry; the legs of a movement sum to zero.
type Leg struct {
	Account string       `dynamodbav:"a"`
	Amount  money.Amount `dynamodbav:"m"`
}

// Movement is one posting. The same ID is carried out once, for ever. Several changes of an account follow each other.
type Movement struct {
	ID       string
	Changes  []Change
	Contra   []Leg // platform legs that balance the changes
	Operator Operator
	Remark   string
	Currency string // the currency of the payment, for the record
	Ref      string // order or payment
	With     []store.Op
	Then     func(entries []Entry) []store.Op // operations written with the entries, without conditions; nil: none
	Snapshot *View                            // the accounts as they were read; nil: they are read now
	reserve  *reserveOp
}

// Ledger is the ledger.
type Ledger struct {
	DB  store.DB
	Now func() time.Time
	// Holder gives the owner of an account, and whether that user is locked. It is called when the account moves
	// first. nil: every account is its own tenant's, and no user is locked.
	Holder func(ctx context.Context, account string) (o auth.Owner, locked bool, err error)
	// OnMoved is called with the accounts that a movement is about to change; end is called with its outcome. A
	// crash may prevent the call of end. OnMoved may be nil.
	OnMoved func(ctx context.Context, accounts []string) (end func(ctx context.Context, made bool))
	// OnLow gives the operation, without a condition, that stores that an account fell below its threshold. nil: none.
	OnLow func(c Crossing) store.Op
}

// Faults of the ledger.
var (
	errShort  = func() error { return fault.New(fault.Payment, 40201, "ledger.short") }
	errFrozen = func() error { return fault.New(fault.Forbidden, 40302, "ledger.frozen") }
)

// Post carries out a movement once and gives the entries in the order of its changes; a repetition gives the same entries.
// Faults: ledger.short (40201) when an account would fall below zero, ledger.frozen (40302), and a *store.Failed of With.
func (b *Ledger) Post(ctx context.Context, m Movement) ([]Entry, error) {
	entries, _, err := b.post(ctx, m)
	return entries, err
}

// post is Post, and tells whether this very call made the movement. It does not know that of one whose answer was lost.
func (b *Ledger) post(ctx context.Context, m Movement) (entries []Entry, made bool, err error) {
	if err := m.valid(); err != nil {
		return nil, false, err
	}
	if b.OnMoved != nil {
		end := b.OnMoved(ctx, m.accounts())
		defer func() { end(ctx, made && err == nil) }()
	}
	var final error // of a try that is not repeated, as a *store.Failed of With
	err = store.Retry(ctx, tries+1, func() error {
		var again bool
		entries, made, again, final = b.try(ctx, m)
		m.Snapshot = nil // it is old
		if again {
			return store.Retryable(final)
		}
		return nil
	})
	switch {
	case err == nil:
		return entries, made, final
	case ctx.Err() != nil:
		return nil, false, err
	}
	return nil, false, fault.New(fault.Unavailable, 0, "web.busy").Wait(time.Second).With(err)
}

func (m Movement) valid() error {
	var sum money.Amount
	for _, c := range m.Changes {
		sum += c.Available + c.Reserved
	}
	for _, l := range m.Contra {
		sum += l.Amount
	}
	if sum != 0 || m.ID == "" || len(m.Changes) == 0 {
		return fmt.Errorf("ledger: movement %q does not balance (%s)", m.ID, sum)
	}
	return nil
}

// accounts are the accounts that the movement changes, each once.
func (m Movement) accounts() (names []string) {
	for _, c := range m.Changes {
		if !slices.Contains(names, c.Account) {
			names = append(names, c.Account)
		}
	}
	return names
}

type txRecord struct {
	Seqs    []int64  `dynamodbav:"s"`
	Lines   []int64  `dynamodbav:"l"`
	Account []string `dynamodbav:"a"`
}

// try is one attempt; again reports that state changed meanwhile and the movement should be tried anew.
func (b *Ledger) try(ctx context.Context, m Movement) (entries []Entry, made, again bool, err error) {
	accounts, seen := m.Snapshot.of(m)
	if !seen {
		m.Snapshot, err = b.Snapshot(ctx, m.ID, m.accounts()...)
		if err != nil {
			return nil, false, errors.Is(err, store.ErrUnclear), err
		}
		accounts, _ = m.Snapshot.of(m)
	}
	if m.Snapshot.tx != nil {
		entries, err = b.recorded(ctx, m.Snapshot.tx)
		return entries, false, false, err
	}
	ops, entries, err := b.plan(m, accounts)
	if err != nil {
		return nil, false, false, err
	}
	err = b.DB.Transact(ctx, ops)
	if err == nil {
		return entries, true, false, nil
	}
	if f := store.ConditionFailed(err); f != nil {
		if extra := f.Index - (len(ops) - len(m.With)); extra >= 0 && len(m.With) > 0 {
			return nil, false, false, &store.Failed{Index: extra, Old: f.Old}
		}
		if ops[f.Index].Verb == store.Check { // of families: the other conditions are those of writes
			return nil, false, false, errFrozen()
		}
		return nil, false, true, err // another movement changed the account, or ours did and its answer was lost
	}
	return nil, false, errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnclear), err
}

func (b *Ledger) recorded(ctx context.Context, row store.Item) ([]Entry, error) {
	var tx txRecord
	if _, err := store.Decode(row, &tx); err != nil {
		return nil, err
	}
	return b.entries(ctx, &tx)
}

// entries are those of a movement, in the order of its changes.
func (b *Ledger) entries(ctx context.Context, tx *txRecord) ([]Entry, error) {
	keys := make([]store.Key, len(tx.Seqs))
	for i := range keys {
		keys[i] = entryKey(tx.Account[i], tx.Seqs[i], tx.Lines[i])
	}
	rows, err := b.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Entry](rows)
}

// tries bounds how often a movement is decided anew after a conflict.
const tries = 40
