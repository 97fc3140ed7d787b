package channelorder_test

import (
	"errors"
	"sync"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
	"herald/pkg/app"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/order"
)

// planned runs the plan of an order; cut is after how many transactions the database answers no more, 0 for never.
func planned(t *testing.T, p *apptest.NumberFixture, r *channelorder.Service, id string, cut int) error {
	t.Helper()
	o, _, err := r.Flow.Orders.Get(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	done := 0
	if cut > 0 {
		p.CutStorage(func(call string) error {
			if call == "transact" {
				if done++; done > cut {
					return errors.New("the database does not answer")
				}
			}
			return nil
		})
		defer p.CutStorage(nil)
	}
	return r.Plan(t.Context(), o)
}

// Two plans that broke in the middle each hold numbers that the other one lacks. The order that was made first gets all of its numbers, and
// the other one fails: neither fails for what nothing but an unfinished plan holds.
func TestPlansThatHoldEachOthersNumbers(t *testing.T) {
	for _, pick := range []object{{"pick": "random"}, {"pick": "segment", "segment": "5511987650"}} {
		p := apptest.NewNumberFixture(t)
		batch := p.AddBatch("B1", apptest.Digits(first, 33), nil)
		r := app.ChannelOrders(p.Env)
		early, late := p.Users.Direct, p.Users.Customer
		a := submitted(t, early.Post(apptest.ChannelOrder, p.Request(32, pick)))
		if err := planned(t, p, r, a, 1); err == nil {
			t.Fatal("the plan did not break")
		}
		b := submitted(t, late.Post(apptest.ChannelOrder, p.Request(17, pick)))
		if err := planned(t, p, r, b, 1); err == nil {
			t.Fatal("the plan did not break")
		}
		c := submitted(t, late.Post(apptest.ChannelOrder, p.Request(1, pick)))
		if err := planned(t, p, r, c, 0); err != nil {
			t.Fatal(err)
		}
		if got := p.Batch(batch.ID); got.Free != 0 || got.Reserved != 33 {
			t.Fatalf("%+v", got.Counters)
		}
		p.RunQueues()
		p.PassMinute()
		p.PassMinute()
		if o := p.Order(early, a); o.Status != order.Review {
			t.Errorf("%v: the first order is in state %d: %s", pick, o.Status, o.Reason)
		}
		if o := p.Order(late, b); o.Status != order.Failed || o.Reason == "" {
			t.Errorf("%v: the second order is in state %d", pick, o.Status)
		}
		if got := p.Batch(batch.ID); got.Free != 0 || got.Reserved != 33 {
			t.Errorf("%v: %+v", pick, got.Counters)
		}
		p.Approve(a)
		if n := len(p.Entries(early, a)); n != 32 {
			t.Errorf("%v: %d numbers", pick, n)
		}
	}
}

// Orders that want all numbers at the same time: exactly one of them gets them.
func TestOneOrderGetsTheLastNumbers(t *testing.T) {
	for _, pick := range []string{"random", "consecutive"} {
		p := apptest.NewNumberFixture(t)
		batch := p.AddBatch("B1", apptest.Digits(first, 120), nil)
		r := app.ChannelOrders(p.Env)
		who := []*sessiontest.Actor{p.Users.Direct, p.Users.Customer, p.Users.Direct}
		ids := make([]string, len(who))
		for i := range who {
			ids[i] = submitted(t, who[i].Post(apptest.ChannelOrder, p.Request(120, object{"pick": pick})))
		}
		var all sync.WaitGroup
		for _, id := range ids {
			all.Go(func() {
				for range 20 { // a queue repeats what lost
					if planned(t, p, r, id, 0) == nil {
						return
					}
				}
			})
		}
		all.Wait()
		p.RunQueues()
		p.PassMinute()
		p.PassMinute()
		states := map[order.Status]int{}
		for i := range who {
			states[p.Order(who[i], ids[i]).Status]++
		}
		if states[order.Review] != 1 || states[order.Failed] != 2 {
			t.Errorf("%s: %v", pick, states)
		}
		if b := p.Batch(batch.ID); b.Reserved != 120 {
			t.Errorf("%s: %+v", pick, b.Counters)
		}
	}
}
