package channelorder_test

import (
	"errors"
	"sync"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/order"
)

// Runs of one order's plan at once, as of a queue that delivers twice beside the tick, reserve what was ordered and no more.
func TestPlansOfOneOrderAtOnce(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 100), nil)
	who := p.Users.Direct
	id := testkit.Data[order.SubmitResponse](who.Post(apptest.ChannelOrder, p.Request(40, nil))).ID
	r := app.ChannelOrders(p.Env)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for range 20 { // a queue repeats what lost
				o, _, err := r.Flow.Orders.Get(t.Context(), id)
				if err == nil {
					err = r.Plan(t.Context(), o)
				}
				if err == nil {
					return
				}
			}
			t.Error("a plan did not end")
		})
	}
	all.Wait()
	if b := p.Batch(batch.ID); b.Reserved != 40 || b.Free != 60 {
		t.Errorf("%+v", b.Counters)
	}
	p.RunQueues()
	if p.Order(who, id).Status == order.Review {
		p.Approve(id)
	}
	if o, n := p.Order(who, id), len(p.Entries(who, id)); o.Status != order.Completed || n != 40 {
		t.Errorf("state %d with %d numbers", o.Status, n)
	}
}

// An order that is approved before its numbers are reserved, and does not get them all, fails whole: no number is handed out, and all of
// its credit comes back.
func TestAnOrderIsServedWholeOrNotAtAll(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 40), nil)
	who := p.Users.Direct
	id := testkit.Data[order.SubmitResponse](who.Post(apptest.ChannelOrder, p.Request(40, nil))).ID
	rival := testkit.Data[order.SubmitResponse](p.Users.Customer.Post(apptest.ChannelOrder, p.Request(10, nil))).ID
	r := app.ChannelOrders(p.Env)
	get := func(id string) *order.Order {
		o, _, err := r.Flow.Orders.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		return o
	}
	steps := 0
	p.CutStorage(func(call string) error {
		if call == "transact" {
			if steps++; steps > 1 {
				return errors.New("the database does not answer")
			}
		}
		return nil
	})
	if err := r.Plan(t.Context(), get(id)); err == nil {
		t.Fatal("the plan did not break")
	}
	p.CutStorage(nil)
	if err := r.Plan(t.Context(), get(rival)); err != nil {
		t.Fatal(err)
	}
	if b := p.Batch(batch.ID); b.Reserved <= 10 || b.Reserved >= 40 {
		t.Fatalf("%+v", b.Counters)
	}
	p.Users.Admin.Put(apptest.ChannelOrder+"/review", object{"ids": []string{id}, "pass": true}).OK()
	if err := r.Work(t.Context(), get(id), order.LooksOn); err != nil { // the tick comes before the plan is repeated
		t.Fatal(err)
	}
	p.RunQueues()
	p.PassMinute()
	if o, n := p.Order(who, id), len(p.Entries(who, id)); o.Status != order.Failed || n != 0 {
		t.Errorf("state %d with %d numbers", o.Status, n)
	}
	if a, r := p.Balance(who); a != 1000 || r != 0 {
		t.Errorf("%v available, %v reserved", a, r)
	}
	if b := p.Batch(batch.ID); b.Reserved+b.Assigned != 10 {
		t.Errorf("%+v", b.Counters)
	}
}
