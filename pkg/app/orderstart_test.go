package app

import (
	"testing"
	"time"

	"herald/pkg/campaign/order"
)

// A scheduled order begins within 5 s of its time, though a tick comes once a minute: a message that waits for the moment begins it.
func TestAScheduledOrderBeginsAtItsTime(t *testing.T) {
	p := mustHouse(t)
	p.c.Admin.Put("/aty/customerinfo/recharge", obj{"userId": p.c.Direct.User.ID, "amount": 100}).OK()
	flow := p.e.Pipeline().Flow
	for name, ahead := range map[string]time.Duration{"before the next tick": 30 * time.Second,
		"in a while": 25*time.Minute + 50*time.Second + 300*time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			p.sim.Reset()
			at := p.k.Now().Add(ahead)
			id := p.bulk(p.c.Direct, name, 1, obj{"startTime": at.UTC().Format(time.RFC3339Nano)})
			p.sends()
			for at.Sub(p.k.Now()) > time.Minute {
				p.k.Clock.Add(time.Minute)
				if err := flow.Tick(p.Context()); err != nil {
					t.Fatal(err)
				}
				p.sends()
			}
			p.k.Clock.Add(at.Sub(p.k.Now()) - time.Millisecond)
			p.sends()
			p.signIn(p.c.Direct)
			if s, reason := p.state(p.c.Direct, id); s != order.Waiting || len(p.accepted()) != 0 {
				t.Fatalf("before its time: %d %q, %v", s, reason, p.accepted())
			}
			p.k.Clock.Add(time.Second + time.Millisecond) // a delay is whole seconds
			p.sends()
			if s, reason := p.state(p.c.Direct, id); len(p.accepted()) != 1 {
				t.Errorf("at its time: %d %q, %v", s, reason, p.accepted())
			}
		})
	}
}
