package ledger

import (
	"context"
	"errors"
	"maps"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Account is a customer's balance.
type Account struct {
	ID         string       `dynamodbav:"id"`
	auth.Owner              // in whose statements its lines are
	Available  money.Amount `dynamodbav:"av"`
	Reserved   money.Amount `dynamodbav:"rs"`
	Seq        int64        `dynamodbav:"q"`            // entries so far
	Lines      int64        `dynamodbav:"l"`            // of them visible as statement lines
	Hash       string       `dynamodbav:"h"`            // of the last entry
	At         time.Time    `dynamodbav:"ls,omitempty"` // of the last entry: none is earlier than the one before it
	Sums       Sums         `dynamodbav:"sm,omitempty"` // of all lines, by business type
	Money                   // that came in for it
	Low        money.Amount `dynamodbav:"lo,omitempty"` // below it the user is alerted; 0 is none
	Frozen     bool         `dynamodbav:"fz,omitempty"`
	Closed     bool         `dynamodbav:"cl,omitempty"` // its user is deleted: no credit moves any more
}

// Sums are amounts by business type.
type Sums map[string]money.Amount

// with is the sums with one more line; those that were read stay as they are.
func (s Sums) with(kind string, amount money.Amount) Sums {
	next := maps.Clone(s)
	if next == nil {
		next = Sums{}
	}
	next[kind] += amount
	return next
}

// holding is an account as it was read, with the condition that it is still so. Lock, end and threshold are part of the condition,
// for a movement writes the whole row: a lock at the same moment makes it try again, and is never lost.
type holding struct {
	Account
	isNew bool // nothing has moved yet
	as    store.Cond
}

// holding makes an account of its row. An account that never moved takes over the lock of its user. So a user can be
// locked, as in the review of registrations, by functions that may not write here.
func (b *Ledger) holding(ctx context.Context, account string, row store.Item) (h holding, err error) {
	h.ID = account
	had, err := store.Decode(row, &h.Account)
	if err != nil {
		return h, err
	}
	moved, frozen, closed, low := store.Eq("q", h.Seq), store.Ne("fz", true), store.Ne("cl", true), store.Missing("lo")
	if h.Low > 0 {
		low = store.Eq("lo", h.Low)
	}
	if _, ok := row["q"]; !ok {
		h.isNew, moved = true, store.Missing("q")
	}
	if h.Frozen {
		frozen = store.Eq("fz", true)
	}
	if h.Closed {
		closed = store.Eq("cl", true)
	}
	h.as = store.And(moved, frozen, closed, low)
	if !had {
		h.as = store.Missing("pk") // a lock or an unlock meanwhile makes a row: what was read of the user is then old
	}
	if h.Tenant != "" {
		return h, nil
	}
	h.Owner = auth.Owner{User: account, Tenant: account}
	if b.Holder == nil {
		return h, nil
	}
	var locked bool
	h.Owner, locked, err = b.Holder(ctx, account)
	h.Frozen = h.Frozen || locked && !had
	return h, err
}

// apply is the rule of an account: never below zero, nothing spent while frozen.
func (a Account) apply(c Change) (Account, Entry, error) {
	next := a
	next.Available += c.Available
	next.Reserved += c.Reserved
	next.Seq++
	switch {
	case a.Closed && (c.Available != 0 || c.Reserved != 0 || c.Type == Pay): // an order that costs nothing may still end
		return next, Entry{}, fault.Missing()
	case (c.Available < 0 || c.Type == Pay) && a.Frozen && !c.Forced: // an order that costs nothing consumes too
		return next, Entry{}, errFrozen()
	case next.Available < 0 || next.Reserved < 0:
		return next, Entry{}, errShort()
	case c.Available > 0 && next.Available < a.Available:
		return next, Entry{}, errors.New("ledger: overflow")
	}
	entry := Entry{Seq: next.Seq, Type: c.Type, Amount: c.Available, Held: c.Reserved, Balance: next.Available, Reserved: next.Reserved,
		PriorHash: a.Hash, Internal: c.Internal,
		Reverses: c.Reverses, Replaces: c.Replaces}
	if c.Type != settle && c.Available != 0 { // a line of 0 tells nothing (decisions §14)
		next.Lines++
		entry.Line = next.Lines
		next.Sums = a.Sums.with(c.Type, c.Available)
	}
	return next, entry, nil
}

// Balance of an account; a customer without movements has nothing.
func (b *Ledger) Balance(ctx context.Context, account string) (available, reserved money.Amount, err error) {
	a, err := b.Account(ctx, account)
	return a.Available, a.Reserved, err
}

// Account reads an account; one that never moved is empty.
func (b *Ledger) Account(ctx context.Context, account string) (Account, error) {
	a, _, err := store.Load[Account](ctx, b.DB, accountKey(account), true)
	return a, err
}

// Accounts reads accounts for those who show them; one that never moved is empty. One call for a hundred.
func (b *Ledger) Accounts(ctx context.Context, ids ...string) ([]Account, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = accountKey(id)
	}
	rows, err := b.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Account](rows)
}

// Freeze stops an account from spending; incoming and released credit still moves (decisions §3). It may be called
// again.
func (b *Ledger) Freeze(ctx context.Context, account string, frozen bool) error {
	op := store.Op{Verb: store.Update, Key: accountKey(account), Set: map[string]any{"id": account}}
	if frozen {
		op.Set["fz"] = true
	} else {
		op.Remove = []string{"fz"}
	}
	return store.Retry(ctx, tries, func() error {
		_, err := b.DB.Write(ctx, op)
		if errors.Is(err, store.ErrUnclear) {
			return store.Retryable(err) // twice is as good as once
		}
		return err
	})
}

// Close is the operation that ends an account in the transaction that deletes its user: its condition fails while the account
// holds anything, and nothing moves on it afterwards.
func (b *Ledger) Close(account string) store.Op {
	return store.Op{Verb: store.Update, Key: accountKey(account), Set: map[string]any{"id": account, "cl": true, "fz": true},
		If: store.Or(store.Missing("q"), store.And(store.Eq("av", 0), store.Eq("rs", 0)))}
}
