package user

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"herald/pkg/kit/store"
)

// A lock stands as soon as it is written, and what runs for its user is stopped after it, in other tables. Between the two a
// function may die, or never learn of its write. So the transaction of the lock leaves a row that says what is still to be
// done, which goes when it was done; the janitor does what others left.

// locking is that row.
type locking struct {
	Token string    `dynamodbav:"token"` // of one lock: what another one left stays
	At    time.Time `dynamodbav:"at"`
}

// lockingTime is how long whoever wrote a lock has for the rest: no function that locks lives longer.
const lockingTime = time.Minute

// owe gives the operation that notes the rest of a lock in its transaction, and what does the rest. Without a hook there is
// nothing to do.
func (b *Store) owe(userID string) (ops []store.Op, pay func(ctx context.Context, locked bool) error) {
	if b.OnLock == nil {
		return nil, func(context.Context, bool) error { return nil }
	}
	row := locking{rand.Text(), b.Now()}
	return []store.Op{{Verb: store.Put, Key: lockingKey(userID), Item: row}}, func(ctx context.Context, locked bool) error {
		return b.stop(ctx, userID, row.Token, locked)
	}
}

// stop runs the hook and forgets what was to be done.
func (b *Store) stop(ctx context.Context, userID, token string, locked bool) error {
	if err := b.OnLock(ctx, userID, locked); err != nil {
		return err
	}
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Delete, Key: lockingKey(userID), If: store.Eq("token", token)})
	if store.ConditionFailed(err) != nil || errors.Is(err, store.ErrUnclear) || errors.Is(err, store.ErrConflict) {
		return nil // another lock's, which it does itself; or the janitor does it once more
	}
	return err
}

// Tick is the janitor's minute: it stops what runs for those whose lock, unlock or deletion was written by a function that
// did not come to the rest.
func (b *Store) Tick(ctx context.Context) error {
	rows, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: lockingKey("").PK, Consistent: true}))
	if err != nil {
		return err
	}
	var all []error
	for _, row := range rows {
		var left locking
		if _, err := store.Decode(row, &left); err != nil {
			return err
		}
		if b.Now().Sub(left.At) < lockingTime {
			continue
		}
		id := store.SortKey(row)
		_, locked, err := b.Holder(ctx, id)
		if err == nil {
			err = b.stop(ctx, id, left.Token, locked)
		}
		all = append(all, err)
	}
	return errors.Join(all...)
}
