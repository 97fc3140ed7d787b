package sender

import (
	"context"
	"time"
)

// A sender whose provider does not answer, or answers nothing that can be understood, rests: a minute, then two, four, up to sixteen. It
// comes back by itself, and when that went well it counts as sound again.
const (
	restFirst = time.Minute
	restMost  = 16 * time.Minute
)

// Rest lets a sender rest and tells how long. Of several workers that notice at once one makes it rest.
func (b *Book) Rest(ctx context.Context, id string) (time.Duration, error) {
	s, err := b.Of(ctx, id)
	if err != nil {
		return 0, err
	}
	now := b.Now()
	if left := time.UnixMilli(s.Until).Sub(now); left > 0 {
		return left, nil
	}
	d := min(restFirst<<min(s.Rests, 10), restMost)
	return d, b.set(ctx, id, map[string]any{"r": now.Add(d).UnixMilli(), "n": s.Rests + 1})
}

// Well notes that a sender works.
func (b *Book) Well(ctx context.Context, id string) error {
	s, err := b.Of(ctx, id)
	if err != nil || s.Rests == 0 || b.Now().UnixMilli() < s.Until {
		return err
	}
	return b.set(ctx, id, map[string]any{"n": 0})
}
