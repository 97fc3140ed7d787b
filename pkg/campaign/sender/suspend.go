package sender

import (
	"context"
	"time"
)

// A sender that fails rests, the longer the oftener it does in a row. It comes back by itself, and when that went well it counts as sound
// again.
const (
	// Silent is the first rest of a sender whose provider does not answer, answers nothing that can be understood, or stopped it.
	Silent = time.Minute
	// Refusing is that of one whose provider asks for less, or is out of order, and says so: it may be over in a moment.
	Refusing = 5 * time.Second
	restMost = 16 * time.Minute
)

// Suspend lets a sender rest, the first time as long as is said, then twice that, up to sixteen minutes, and tells how long. Of several
// workers that notice at once one makes it rest.
func (b *Store) Suspend(ctx context.Context, id string, first time.Duration) (time.Duration, error) {
	s, err := b.Of(ctx, id)
	if err != nil {
		return 0, err
	}
	now := b.Now()
	if left := time.UnixMilli(s.Until).Sub(now); left > 0 {
		return left, nil
	}
	d := min(first<<min(s.Rests, 10), restMost)
	return d, b.set(ctx, id, map[string]any{"r": now.Add(d).UnixMilli(), "rs": now.UnixMilli(), "n": s.Rests + 1})
}

// Throttle has others go on for a sender's sake, for so long: it rests, and that counts for nothing.
func (b *Store) Throttle(ctx context.Context, id string, d time.Duration) error {
	s, err := b.Of(ctx, id)
	now := b.Now()
	if err != nil || s.Until > now.UnixMilli() {
		return err
	}
	return b.set(ctx, id, map[string]any{"r": now.Add(d).UnixMilli(), "rs": now.UnixMilli()})
}

// MarkHealthy notes that a sender works, by a call that began at a moment. It ends a suspension that began before
// that call. Such calls happen when no other sender could go on.
func (b *Store) MarkHealthy(ctx context.Context, id string, began time.Time) error {
	s, err := b.Of(ctx, id)
	if err != nil || s.Rests == 0 || began.UnixMilli() <= s.Since {
		return err
	}
	return b.set(ctx, id, map[string]any{"n": 0, "r": int64(0)})
}
