package user

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// A lock holds as soon as it is written; the running work of its user is stopped after it, in other tables. In
// between a function may crash, or never learn of its write. So the transaction of the lock leaves a row with the
// remaining work, which is removed when it is done. The janitor does the work of crashed functions.

// lockingTime is how long the process that wrote a lock has for the rest: no function that locks runs longer.
const lockingTime = time.Minute

// looks is when the tick does what others left.
func looks(db store.DB) *job.Index {
	return &job.Index{DB: db, Table: table, Name: "lock", Shards: 1}
}

// outboxOps gives the operation that records the remaining work of a lock in its transaction, and the function that
// does it. Without a hook there is nothing to do. Each lock has a row of its own: the rows of others stay.
func (b *Store) outboxOps(userID string) (ops []store.Op, pay func(ctx context.Context, locked bool) error) {
	if b.OnLock == nil {
		return nil, func(context.Context, bool) error { return nil }
	}
	at, mark, index := b.Now().Add(lockingTime), rand.Text(), looks(b.DB)
	return []store.Op{index.At(at, userID, mark, nil)}, func(ctx context.Context, locked bool) error {
		if err := b.OnLock(ctx, userID, locked); err != nil {
			return err
		}
		_, err := b.DB.Write(ctx, index.Drop(at, userID, mark))
		if errors.Is(err, store.ErrUnclear) || errors.Is(err, store.ErrConflict) {
			return nil // the janitor does it once more
		}
		return err
	}
}

// Tick is the janitor's minute: it stops running work of users whose lock, unlock or deletion was written by a
// function that did not finish.
func (b *Store) Tick(ctx context.Context) error {
	return looks(b.DB).Tick(ctx, b.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		_, locked, err := b.Holder(ctx, d.ID)
		if err == nil && b.OnLock != nil {
			err = b.OnLock(ctx, d.ID, locked)
		}
		return next, err
	})
}
