package store

import "context"

// Turn is a lock that is held while the database is asked: whoever waits for it stops waiting when its own call ends.
type Turn chan struct{}

// NewTurn makes one that nobody holds.
func NewTurn() Turn { return make(Turn, 1) }

// Take waits for the lock; the error is the context's.
func (t Turn) Take(ctx context.Context) error {
	select {
	case t <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Leave gives the lock back.
func (t Turn) Leave() { <-t }
