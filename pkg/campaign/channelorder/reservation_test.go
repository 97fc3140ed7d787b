package channelorder_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/channelorder"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/resource"
	"herald/pkg/kit/store"
)

// interleave runs a step of another process before the first call of a name, and lets all other calls pass.
func interleave(p *apptest.NumberFixture, call string, step func()) {
	p.CutStorage(func(now string) error {
		if now == call {
			p.CutStorage(nil)
			step()
		}
		return nil
	})
}

// dieWhen has each transaction fail while the hold of an order is in some state.
func dieWhen(p *apptest.NumberFixture, r *channelorder.Service, id string, dead func(h resource.Held) bool) {
	inside := false
	p.CutStorage(func(call string) error {
		if call != "transact" || inside {
			return nil
		}
		inside = true
		defer func() { inside = false }()
		h, err := r.Numbers.Held(p.Context(), id+".1", true)
		if err == nil && dead(h) {
			err = errors.New("the process died")
		}
		return err
	})
}

func heldBy(p *apptest.NumberFixture, r *channelorder.Service, hold string) resource.Held {
	p.Helper()
	h, err := r.Numbers.Held(p.Context(), hold, true)
	if err != nil {
		p.Fatal(err)
	}
	return h
}

func stored(p *apptest.NumberFixture, r *channelorder.Service, id string) *order.Order {
	p.Helper()
	o, _, err := r.Flow.Orders.Get(p.Context(), id)
	if err != nil {
		p.Fatal(err)
	}
	return o
}

// Between the two reads of what an order holds its numbers are freed and reserved for another order, which keeps them.
func TestANumberThatAnotherOrderHasIsLeftToIt(t *testing.T) {
	guard := func(id string) store.Op {
		return store.Op{Verb: store.Check, Key: order.Key(id), If: store.Exists("pk")}
	}
	need := &resource.Need{Kind: resource.Kind{Country: "BR", Type: "whatsapp", Quality: "high", Age: "new"}, Day: "2026-01-01",
		Pick: resource.Random, Amount: 10}
	for name, do := range map[string]func(ctx context.Context, n *resource.Store, id string) error{
		"release": func(ctx context.Context, n *resource.Store, id string) error { return n.Release(ctx, id+".1") },
		"end": func(ctx context.Context, n *resource.Store, id string) error {
			_, err := n.ReleaseEnded(ctx, id+".1", "2999-01-01", func() error { return nil })
			return err
		},
		"assign": func(ctx context.Context, n *resource.Store, id string) error {
			return n.Assign(ctx, &resource.Hold{ID: id + ".1", OrderID: id, Guard: guard(id)},
				func(*resource.Number) []store.Op { return nil })
		},
		"take over": func(ctx context.Context, n *resource.Store, id string) error {
			whole, err := n.Reserve(ctx, &resource.Hold{ID: id + ".2", Before: []string{id + ".1"}, OrderID: id, Guard: guard(id)}, need)
			if whole {
				err = errors.New("the plan is whole")
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := apptest.NewNumberFixture(t)
			batch := p.AddBatch("B1", apptest.Digits(first, 10), object{"from": "2000-01-01", "until": "2998-01-01"})
			r := app.ChannelOrders(p.Env)
			a := submitted(t, p.Users.Direct.Post(apptest.ChannelOrder, p.Request(10, nil)))
			b := submitted(t, p.Users.Customer.Post(apptest.ChannelOrder, p.Request(10, nil)))
			if err := planned(t, p, r, a, 0); err != nil {
				t.Fatal(err)
			}
			interleave(p, "getMany", func() {
				if err := errors.Join(r.Numbers.Release(t.Context(), a+".1"), planned(t, p, r, b, 0)); err != nil {
					t.Fatal(err)
				}
			})
			if err := do(t.Context(), r.Numbers, a); err != nil {
				t.Fatal(err)
			}
			if had, has := heldBy(p, r, a+".1"), heldBy(p, r, b+".1"); had.Reserved != 0 || had.Assigned != 0 || has.Reserved != 10 {
				t.Errorf("the first order holds %+v, the second %+v", had, has)
			}
			if n := len(reservedOf(t, p, b)); n != 10 {
				t.Errorf("%d numbers are reserved for the second order", n)
			}
			if got := p.Batch(batch.ID); got.Reserved != 10 || got.Free != 0 || got.Assigned != 0 {
				t.Errorf("%+v", got.Counters)
			}
		})
	}
}

// A run of a plan gives way to an order that was made before. Another run makes the order whole just then: it keeps its numbers.
func TestAPlanDoesNotReleaseWhatAnotherRunMadeWhole(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 33), nil)
	r := app.ChannelOrders(p.Env)
	a := submitted(t, p.Users.Direct.Post(apptest.ChannelOrder, p.Request(32, nil)))
	b := submitted(t, p.Users.Customer.Post(apptest.ChannelOrder, p.Request(17, nil)))
	for _, id := range []string{a, b} {
		if err := planned(t, p, r, id, 1); err == nil {
			t.Fatal("the plan did not break")
		}
	}
	c := submitted(t, p.Users.Direct.Post(apptest.ChannelOrder, p.Request(1, nil)))
	if err := planned(t, p, r, c, 0); err != nil {
		t.Fatal(err)
	}
	late := stored(p, r, b)
	interleave(p, "transact", func() {
		if err := errors.Join(r.Numbers.Release(t.Context(), a+".1"), planned(t, p, r, b, 0)); err != nil {
			t.Fatal(err)
		}
		if h := heldBy(p, r, b+".1"); h.Reserved != 17 {
			t.Fatalf("the other run holds %+v", h)
		}
		p.CutStorage(func(call string) error { // nothing is written that a repeated plan would mend
			if call == "transact" {
				return errors.New("the process died")
			}
			return nil
		})
	})
	if err := r.Plan(t.Context(), late); err != nil {
		t.Error(err)
	}
	p.CutStorage(nil)
	if h := heldBy(p, r, b+".1"); h.Reserved != 17 {
		t.Errorf("%+v", h)
	}
	if got := p.Batch(batch.ID); got.Reserved != 18 || got.Free != 15 {
		t.Errorf("%+v", got.Counters)
	}
}

// A run of a plan finds too few numbers. Another run makes the order whole before it fails: it goes on.
func TestAPlanDoesNotFailWhatAnotherRunMadeWhole(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.AddBatch("B1", apptest.Digits(first, 10), nil)
	r := app.ChannelOrders(p.Env)
	a := submitted(t, p.Users.Direct.Post(apptest.ChannelOrder, p.Request(10, nil)))
	b := submitted(t, p.Users.Customer.Post(apptest.ChannelOrder, p.Request(10, nil)))
	if err := planned(t, p, r, b, 0); err != nil {
		t.Fatal(err)
	}
	interleave(p, "transact", func() {
		if err := errors.Join(r.Numbers.Release(t.Context(), b+".1"), planned(t, p, r, a, 0)); err != nil {
			t.Fatal(err)
		}
	})
	if err := r.Plan(t.Context(), stored(p, r, a)); err != nil {
		t.Fatal(err)
	}
	if o, h := stored(p, r, a), heldBy(p, r, a+".1"); o.Status != order.Review || h.Reserved != 10 {
		t.Errorf("state %d: %s, %+v", o.Status, o.Reason, h)
	}
}

// An order whose batch ends while its numbers are handed out keeps those that it has, and is charged for them alone.
func TestAnOrderThatIsPartlyServedStops(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 20), nil)
	who, r := p.Users.Direct, app.ChannelOrders(p.Env)
	id := p.Submit(who, 20, nil)
	p.Users.Admin.Put(apptest.ChannelOrder+"/review", object{"ids": []string{id}, "pass": true}).OK()
	dieWhen(p, r, id, func(h resource.Held) bool { return h.Assigned > 0 })
	if err := r.Work(t.Context(), stored(p, r, id), order.Begins); err == nil {
		t.Fatal("the work did not break")
	}
	p.CutStorage(nil)
	served := heldBy(p, r, id+".1").Assigned
	if served == 0 || served == 20 {
		t.Fatalf("%d numbers were handed out", served)
	}
	p.Users.Admin.Put(apptest.NumberBatch, object{"id": batch.ID, "from": "2000-01-01", "until": "2000-01-02"}).OK()
	p.RunQueues()
	p.PassMinute()
	p.PassMinute()
	o := p.Order(who, id)
	if o.Status != order.Stopped || !strings.HasPrefix(o.Reason, "There aren’t enough") || len(p.Entries(who, id)) != served {
		t.Errorf("state %d: %q, %d numbers", o.Status, o.Reason, len(p.Entries(who, id)))
	}
	if a, held := p.Balance(who); a != float64(1000-2*served) || held != 0 {
		t.Errorf("%v available, %v reserved", a, held)
	}
	if b := p.Batch(batch.ID); b.Assigned != int64(served) || b.Reserved != 0 || b.Free != int64(20-served) {
		t.Errorf("%+v", b.Counters)
	}
	reconciled(t, p)
}

// The batch of an order ends days after the plan. A process dies between freeing its numbers and reserving others: the order gets them
// with the next tick, and is not given up for its age.
func TestAnOldPlanIsMadeAnew(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	old := p.AddBatch("OLD", apptest.Digits(first, 10), nil)
	who, r := p.Users.Direct, app.ChannelOrders(p.Env)
	id := p.Submit(who, 10, object{"startTime": p.Kit.Now().Add(48 * time.Hour)})
	p.Approve(id)
	p.AddBatch("NEW", apptest.Digits(first+100, 10), nil)
	p.Users.Admin.Put(apptest.NumberBatch, object{"id": old.ID, "from": "2000-01-01", "until": "2000-01-02"}).OK()
	p.Kit.Clock.Add(48 * time.Hour)
	dieWhen(p, r, id, func(h resource.Held) bool { return h.Reserved == 0 })
	p.PassMinute()
	p.CutStorage(nil)
	if o, h := stored(p, r, id), heldBy(p, r, id+".1"); o.Status != order.Sending || h.Reserved != 0 {
		t.Fatalf("state %d, %+v", o.Status, h)
	}
	p.PassMinute()
	p.PassMinute()
	if o, h := stored(p, r, id), heldBy(p, r, id+".1"); o.Status != order.Completed || h.Assigned != 10 {
		t.Errorf("state %d: %s, %+v", o.Status, o.Reason, h)
	}
}

// A second edit comes before the plan of the first one: it counts what the order reserved before both, and its plan takes that over.
func TestTwoEditsBeforeAPlan(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	batch := p.AddBatch("B1", apptest.Digits(first, 24), nil)
	who := p.Users.Direct
	id := p.Submit(who, 20, nil)
	for _, n := range []int{22, 23, 24} {
		who.Put(apptest.ChannelOrder, p.Request(n, object{"id": id})).OK()
	}
	rival := submitted(t, p.Users.Customer.Post(apptest.ChannelOrder, p.Request(4, nil)))
	p.RunQueues()
	if b, h := p.Batch(batch.ID), heldBy(p, app.ChannelOrders(p.Env), id+".4"); b.Reserved != 24 || h.Reserved != 24 {
		t.Errorf("%+v, %+v", b.Counters, h)
	}
	if o := p.Order(p.Users.Customer, rival); o.Status != order.Failed {
		t.Errorf("the other order is in state %d", o.Status)
	}
	who.Put(apptest.ChannelOrder, p.Request(3, object{"id": id})).OK()
	who.Put(apptest.ChannelOrder, p.Request(2, object{"id": id})).OK()
	who.Put(apptest.ChannelOrder+"/"+id+"/cancel", nil).OK()
	p.RunQueues()
	p.PassMinute()
	if b := p.Batch(batch.ID); b.Reserved != 0 || b.Free != 24 {
		t.Errorf("%+v", b.Counters)
	}
}

// An edit prolongs a reservation by a later start alone, which the days ahead bound from the submission on.
func TestEditsDoNotProlongAReservation(t *testing.T) {
	p := apptest.NewNumberFixture(t)
	p.AddBatch("B1", apptest.Digits(first, 24), nil)
	admin, who := p.Users.Admin, p.Users.Direct
	admin.Put("/lop/system/config/channel.hold.hours", object{"value": 2}).OK()
	admin.Put("/lop/system/config/order.appointment.far.days", object{"value": 1}).OK()
	id, n := p.Submit(who, 5, nil), 5
	begun := p.Kit.Now()
	edit := func(start time.Duration) *testkit.Answer {
		n++
		body := p.Request(n, object{"id": id})
		if start > 0 {
			body["startTime"] = begun.Add(start)
		}
		return who.In("en_US").Put(apptest.ChannelOrder, body)
	}
	ends := func(after time.Duration) {
		t.Helper()
		if o := p.Order(who, id); o.Deadline == nil || !o.Deadline.Equal(begun.Add(after).Truncate(time.Second)) {
			t.Errorf("the reservation ends at %v, %v after the submission", o.Deadline, o.Deadline.Sub(begun))
		}
	}
	ends(2 * time.Hour)
	admin.Put("/lop/system/config/channel.hold.hours", object{"value": 4}).OK()
	p.Kit.Clock.Add(time.Hour)
	edit(0).OK()
	ends(2 * time.Hour)
	edit(20 * time.Hour).OK()
	ends(24 * time.Hour)
	edit(10 * time.Hour).OK()
	ends(14 * time.Hour)
	if a := edit(24*time.Hour+time.Minute).Want(http.StatusBadRequest, 400); !strings.Contains(a.Message, "after you placed the order") {
		t.Error(a.Message)
	}
	ends(14 * time.Hour)
	edit(23 * time.Hour).OK()
	ends(27 * time.Hour)
	edit(0).OK() // it is handed out with the approval again
	ends(5 * time.Hour)
}
