package joined_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/pkg/campaign/order"
)

// A scheduled order begins within 5 s of its time, though a tick comes once a minute: a message that waits for the moment begins it.
func TestAScheduledOrderBeginsAtItsTime(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 100}).OK()
	flow := p.Env.Pipeline().Engine.Flow
	for name, ahead := range map[string]time.Duration{"before the next tick": 30 * time.Second,
		"in a while": 25*time.Minute + 50*time.Second + 300*time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			p.Sim.Reset()
			at := p.Kit.Now().Add(ahead)
			id := p.SubmitBulk(p.Users.Direct, name, 1, apptest.Object{"startTime": at.UTC().Format(time.RFC3339Nano)})
			p.RunQueues()
			for at.Sub(p.Kit.Now()) > time.Minute {
				p.Kit.Clock.Add(time.Minute)
				if err := flow.Tick(p.Context()); err != nil {
					t.Fatal(err)
				}
				p.RunQueues()
			}
			p.Kit.Clock.Add(at.Sub(p.Kit.Now()) - time.Millisecond)
			p.RunQueues()
			p.SignIn(p.Users.Direct)
			if s, reason := p.OrderState(p.Users.Direct, id); s != order.Waiting || len(p.MessageCounts()) != 0 {
				t.Fatalf("before its time: %d %q, %v", s, reason, p.MessageCounts())
			}
			p.Kit.Clock.Add(time.Second + time.Millisecond) // a delay is whole seconds
			p.RunQueues()
			if s, reason := p.OrderState(p.Users.Direct, id); len(p.MessageCounts()) != 1 {
				t.Errorf("at its time: %d %q, %v", s, reason, p.MessageCounts())
			}
		})
	}
}
