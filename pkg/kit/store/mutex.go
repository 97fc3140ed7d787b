package store

import "context"

// Mutex is a lock that is held during database calls. A waiter stops waiting when its own call ends.
type Mutex chan struct{}

// NewMutex makes a free Mutex.
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
