package channelorder_test

import (
	"errors"
	"fmt"
	"testing"

	"herald/internal/apptest"
	"herald/pkg/campaign/order"
)

// A process dies at any call of the storage, while numbers are reserved or handed out: at the end the order has its numbers, each once,
// and is charged for them.
func TestADeathAtAnyCall(t *testing.T) {
	dead := errors.New("the process died")
	for at := 1; at < 60; at += 3 {
		t.Run(fmt.Sprint(at), func(t *testing.T) {
			t.Parallel()
			p := apptest.NewNumberFixture(t)
			batch := p.AddBatch("B1", apptest.Digits(first, 40), nil)
			who := p.Users.Direct
			calls := 0
			die := func(string) error {
				if calls++; calls >= at {
					return dead
				}
				return nil
			}
			body := p.Request(20, object{"pick": []string{"random", "consecutive"}[at%2]})
			id := submitted(t, who.Post(apptest.ChannelOrder, body))
			p.CutStorage(die)
			p.RunQueues()
			p.CutStorage(nil)
			calls = 0
			p.PassMinute()
			lines := p.Users.Admin.Put(apptest.ChannelOrder+"/review", object{"ids": []string{id}, "pass": true})
			lines.OK()
			p.CutStorage(die)
			p.RunQueues()
			p.CutStorage(nil)
			for range 3 {
				p.PassMinute()
			}
			o, mine := p.Order(who, id), p.Entries(who, id)
			if o.Status != order.Completed || len(mine) != 20 || o.ActualCost == nil || *o.ActualCost != 4000 {
				t.Errorf("state %d, %d numbers, %v charged: %s", o.Status, len(mine), o.ActualCost, o.Reason)
			}
			seen := map[string]bool{}
			for _, e := range mine {
				seen[e.PhoneNumber] = true
			}
			a, r := p.Balance(who)
			if b := p.Batch(batch.ID); len(seen) != 20 || b.Assigned != 20 || b.Reserved != 0 || b.Free != 20 || a != 960 || r != 0 {
				t.Errorf("%d numbers, %+v, %v available, %v reserved", len(seen), b.Counters, a, r)
			}
		})
	}
}
