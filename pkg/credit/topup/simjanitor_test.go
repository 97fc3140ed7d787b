package topup_test

import (
	"context"
	"time"
)

// janitor ticks every minute. When the faults are over it ticks every hour for the chains, and every few hours for the other methods.
func (s *paySystem) janitor() {
	s.lives.Go(func() {
		for n := 0; ; n++ {
			wait := time.Minute
			if s.calm.Load() && n > 40 {
				wait = time.Until(time.Now().Truncate(time.Hour).Add(time.Hour))
			}
			if !s.sleep(wait) {
				return
			}
			for name, tick := range s.janitors() {
				rare := name == "notice" && n%5 > 0 || s.calm.Load() && n > 40 && time.Now().Hour()%4 > 0
				if name != "usdt" && rare { // a chain bears few questions at a time
					continue
				}
				_ = tick() // one that fails is made up for by the next
			}
		}
	})
}

func (s *paySystem) janitors() map[string]func() error {
	out := map[string]func() error{}
	for _, name := range []string{"topup", "usdt", "notice", "reconcile"} {
		out[name] = func() error {
			return s.invoke(time.Minute, func(ctx context.Context, i *payInstance) error { return i.ticks[name](ctx) })
		}
	}
	return out
}
