package dispatch_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/pkg/kit/store"
)

// crowd is the system with fifty functions that send, tables that take a few milliseconds, and a sender of so many messages a second.
type crowd struct {
	*ordertest.System
	town *ordertest.Scenario
	from uint64
}

func crowded(t *testing.T, perSecond int, test func(c *crowd), numbers ...ordertest.Number) {
	t.Helper()
	town := ordertest.SharedScenario(t)
	clocktest.Bubble(t, func(*testing.T) {
		s := town.Open(5)
		defer s.Close()
		s.Sim.Close()
		s.PerSecond, s.Senders, s.Numbers = perSecond, make(chan struct{}, 50), numbers
		s.Provider()
		s.OnAnswer = func(string, string) { time.Sleep(4 * time.Millisecond) }
		c := &crowd{s, town, 5511900000000}
		// with any rule the simulator's own digits mean nothing
		s.Control("script", map[string]any{"rules": []ordertest.Rule{{Suffix: "99999999999", Outcome: "ok"}}})
		for _, who := range []*ordertest.Actor{town.Ana, town.Bob} {
			s.Must(town.Admin, ordertest.NewRequest("PUT", "/aty/customerinfo/recharge", map[string]any{"userId": who.ID, "amount": 1_000_000}))
		}
		if _, err := s.DB.Write(s.Context, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
			t.Fatal(err)
		}
		test(c)
	})
}

// orders has a customer order a message to so many new numbers.
func (c *crowd) orders(who *ordertest.Actor, name string, n int) {
	var to []uint64
	for range n {
		c.from++
		to = append(to, c.from)
	}
	file := c.Must(who, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: ordertest.ContactFile(to)})).ID()
	c.Must(who, ordertest.NewRequest("POST", ordertest.BulkPath, ordertest.NamedOrderBody(name, "", file)))
}

// sent is when each message to the numbers after from and up to through was accepted, in order.
func (c *crowd) sent(from, through uint64) (at []time.Time) {
	all, _ := c.Sim.Messages(0, 1<<30)
	for _, m := range all {
		if n := fmt.Sprint(from); len(m.To) == len(n) && m.To > n && m.To <= fmt.Sprint(through) {
			at = append(at, m.AcceptedAt)
		}
	}
	slices.SortFunc(at, time.Time.Compare)
	return at
}

// most is the most messages of any second.
func most(at []time.Time) (n int) {
	from := 0
	for i, t := range at {
		for t.Sub(at[from]) >= time.Second {
			from++
		}
		n = max(n, i-from+1)
	}
	return n
}

func between(at []time.Time, from, to time.Time) (n int) {
	for _, t := range at {
		if !t.Before(from) && t.Before(to) {
			n++
		}
	}
	return n
}

// However much one customer has ordered, another one's order begins within five seconds and is sent at its share; the sender's limit
// holds in every second, and nearly all of it is used (issue: fairness and rates).
func TestTenantsShareASender(t *testing.T) {
	const limit, many = 200, 30
	crowded(t, limit, func(c *crowd) {
		first := c.from
		for i := range many { // each feeds several workers: more than there are functions
			c.orders(c.town.Ana, fmt.Sprint("a", i), 1000)
		}
		c.Sleep(20 * time.Second)
		begin := c.from
		asked := time.Now()
		c.orders(c.town.Bob, "small", 100)
		small := c.from
		c.Sleep(10 * time.Second)
		at := c.sent(begin, small)
		if len(at) != 100 || at[0].Sub(asked) > 5*time.Second {
			t.Errorf("of the small order %d were sent after ten seconds, the first after %s", len(at), at[0].Sub(asked))
		}
		large := time.Now()
		c.Goroutines.Go(func() {
			c.Sleep(20 * time.Second)
			c.Sleep(4 * time.Second)
		})
		c.orders(c.town.Bob, "large", 10_000)
		c.Sleep(45 * time.Second)
		all, bobs := c.sent(first, c.from), c.sent(small, c.from)
		from, to := large.Add(5*time.Second), large.Add(45*time.Second)
		if part := float64(between(bobs, from, to)) / float64(between(all, from, to)); part < 0.4 || part > 0.6 {
			t.Errorf("who has one order beside thirty gets %.2f of the sender", part)
		}
		if n := most(all); n > limit {
			t.Errorf("%d messages in a second, the limit is %d", n, limit)
		}
		if used := float64(between(all, from, to)) / limit / 40; used < 0.95 {
			t.Errorf("%.3f of the limit is used", used)
		}
	})
}

// A weight of 200 is three shares (groupSendWeight, business-domain §3).
func TestAWeightIsAShareOfTheSender(t *testing.T) {
	const limit = 200
	crowded(t, limit, func(c *crowd) {
		c.Must(c.town.Admin, ordertest.NewRequest("PUT", "/aty/customerinfo",
			map[string]any{"userId": c.town.Bob.ID, "countryCode": "BR", "customerType": "person", "email": "b@herald.test",
				"groupSendWeight": 200}))
		first := c.from
		c.orders(c.town.Ana, "a", 15_000)
		middle := c.from
		c.orders(c.town.Bob, "b", 15_000)
		c.Sleep(60 * time.Second)
		now := time.Now()
		ana, bob := between(c.sent(first, middle), now.Add(-50*time.Second), now), between(c.sent(middle, c.from), now.Add(-50*time.Second), now)
		if part := float64(bob) / float64(ana+bob); part < 0.68 || part > 0.82 {
			t.Errorf("three shares of four are %.2f", part)
		}
	})
}

// A slow sender is shared as well, and a single customer has all of it.
func TestASlowSenderIsShared(t *testing.T) {
	const limit = 20
	crowded(t, limit, func(c *crowd) {
		first := c.from
		c.orders(c.town.Ana, "a", 5000)
		c.Sleep(60 * time.Second)
		now := time.Now()
		if used := float64(between(c.sent(first, c.from), now.Add(-50*time.Second), now)) / limit / 50; used < 0.85 {
			t.Errorf("who is alone uses %.2f of the sender", used)
		}
		middle := c.from
		c.orders(c.town.Bob, "b", 5000)
		c.Sleep(100 * time.Second)
		bobs := c.sent(middle, c.from)
		if at := bobs[0].Sub(now); at > 8*time.Second {
			t.Errorf("who comes anew waits %s", at)
		}
		end := time.Now()
		if part := float64(between(bobs, end.Add(-80*time.Second), end)) / limit / 80; part < 0.4 || part > 0.6 {
			t.Errorf("half of the sender is %.2f", part)
		}
		if n := most(c.sent(first, c.from)); n > limit {
			t.Errorf("%d messages in a second, the limit is %d", n, limit)
		}
	})
}

// Many orders of one customer wait for a slow sender without a turn being lost: turns that were taken in vain would put all of them off
// for ever.
func TestManyOrdersWaitForASlowSender(t *testing.T) {
	const limit = 20
	crowded(t, limit, func(c *crowd) {
		first := c.from
		for i := range 40 {
			c.orders(c.town.Ana, fmt.Sprint("a", i), 200)
		}
		c.Sleep(100 * time.Second)
		now := time.Now()
		if used := float64(between(c.sent(first, c.from), now.Add(-80*time.Second), now)) / limit / 80; used < 0.85 {
			t.Errorf("%.2f of the sender is used", used)
		}
	})
}
