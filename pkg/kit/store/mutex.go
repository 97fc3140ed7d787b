package store

import "context"

// Mutex is a lock that is held while the database is asked: whoever waits for it stops waiting when its own call ends.
type Mutex chan struct{}

// NewMutex makes one that nobody holds.
func NewMutex() Mutex { return make(Mutex, 1) }

// Lock waits for the lock; the error is the context's.
func (m Mutex) Lock(ctx context.Context) error {
	select {
	case m <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Unlock gives the lock back.
func (m Mutex) Unlock() { <-m }
