package email_test

import (
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Hard bounces and blocklisted addresses are charged when they are 5 % of the accepted recipients or more, and not below. Refused
// recipients are never charged, soft bounces always.
func TestHardBouncesAreChargedFromFivePercentOn(t *testing.T) {
	for _, c := range []struct {
		hard, listed, soft, refused int
		charged                     int
	}{{4, 0, 0, 0, 96}, {2, 2, 0, 0, 96}, {5, 0, 0, 0, 100}, {3, 2, 0, 0, 100}, {4, 0, 10, 0, 96}, {4, 0, 0, 30, 70}, {3, 0, 0, 30, 67}, {0, 0, 7, 0, 100}} {
		run(t, 100*money.Credit, func(w *world) {
			w.Setting("email.pause.bounce.percent", 0)
			w.Setting("halt.failed.percent", 0)
			var all []string
			for _, some := range []struct {
				beginning string
				n         int
			}{{"hard", c.hard}, {"listed", c.listed}, {"soft", c.soft}, {"refused", c.refused}, {"ok", 100 - c.hard - c.listed - c.soft - c.refused}} {
				all = append(all, addresses(some.n, some.beginning)...)
			}
			id := w.send(w.body(w.file(all...)))
			w.report(id)
			o := w.Order(id)
			if want := money.Amount(10 * c.charged); !o.Settled || *o.Actual != want || w.balance() != 100*money.Credit-want || o.Paid != c.charged {
				t.Errorf("%+v: settled %v, %v charged", c, o.Settled, o.Actual)
			}
			w.CheckBooks()
		})
	}
}

// A mailbox may return what it took: before the settlement that counts as a bounce, behind it nothing moves.
func TestALateHardBounceMovesNothing(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		id := w.send(w.body(w.file(append(addresses(49, "ok"), "late.1@example.com")...)))
		sent := w.emails(id)
		for _, m := range sent {
			w.tell(ordertest.Reports(m, time.Now())[0])
		}
		w.work()
		o := w.Order(id)
		if !o.Settled || *o.Actual != 500 {
			t.Fatalf("%v", o.Actual)
		}
		for _, m := range sent {
			for _, late := range ordertest.Reports(m, time.Now())[1:] {
				w.tell(late)
			}
		}
		w.work()
		if d := w.detail(id); d["hardBounces"] != 1.0 || d["actualCost"] != 5.0 || w.balance() != 9500 {
			t.Errorf("%v hard, %v, %s", d["hardBounces"], d["actualCost"], w.balance())
		}
		time.Sleep(50 * 24 * time.Hour)
		w.tick()
		if w.balance() != 9500 {
			t.Errorf("balance %s", w.balance())
		}
		w.CheckBooks()
	})
}

// A retry takes soft bounces and refusals, never a hard bounce or a blocklisted address. Each generation is charged and refunded by itself.
func TestARetryTakesSoftFailuresAlone(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Setting("email.soft.suppress", 0)
		w.Setting("email.pause.bounce.percent", 0)
		id := w.send(w.body(w.file(append(addresses(95, "ok"), "hard.1@example.com", "listed.1@example.com", "soft.1@example.com",
			"soft.2@example.com", "refused.1@example.com")...)))
		w.report(id)
		if got := *w.Order(id).Actual; got != 970 {
			t.Fatalf("%s charged", got)
		}
		q := w.MustCall("customer", "GET", path+"/"+id+"/retry", nil)
		if q["targets"] != 3.0 || q["cost"] != 0.3 {
			t.Errorf("%v", q)
		}
		w.MustCall("customer", "PUT", path+"/"+id+"/retry", nil)
		w.work()
		again := map[string]int{}
		for _, m := range w.emails(id) {
			again[m.To]++
		}
		if again["soft.1@example.com"] != 2 || again["soft.2@example.com"] != 2 || again["hard.1@example.com"] != 1 || again["listed.1@example.com"] != 1 {
			t.Errorf("%v", again)
		}
		for _, m := range w.emails(id)[99:] { // one takes it now
			state := provider.Receipt{Reference: m.Reference, State: provider.ReceiptArrived, At: time.Now()}
			if m.To == "soft.2@example.com" {
				state = ordertest.Reports(m, time.Now())[0]
			}
			w.tell(state)
		}
		w.work()
		o := w.Order(id)
		if !o.Settled || *o.Actual != 990 {
			t.Fatalf("settled %v, %v charged", o.Settled, o.Actual)
		}
		time.Sleep(60 * 24 * time.Hour)
		w.tick()
		if o = w.Order(id); o.Back != 30 || w.balance() != 10000-990+30 {
			t.Errorf("%s back, balance %s", o.Back, w.balance())
		}
		w.CheckBooks()
	})
}

// What staff gave back is not given back again, and a refund that is due stays within what is left of the charge.
func TestASoftRefundStaysWithinTheCharge(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Setting("email.pause.bounce.percent", 0)
		id := w.send(w.body(w.file(addresses(10, "soft")...)))
		w.report(id)
		if *w.Order(id).Actual != 100 {
			t.Fatal(w.Order(id).Actual)
		}
		w.MustCall("admin", "PUT", path+"/"+id+"/refund", object{"amount": 0.6, "reason": "sorry"})
		time.Sleep(60 * 24 * time.Hour)
		w.tick()
		w.tick()
		if o := w.Order(id); o.Back != 100 || w.balance() != 10000 {
			t.Errorf("%s back, balance %s", o.Back, w.balance())
		}
		w.CheckBooks()
	})
}

// A customer that was deleted before its refund is due gets nothing back, and the tick does not try again for ever.
func TestASoftRefundOfADeletedCustomer(t *testing.T) {
	run(t, money.Credit, func(w *world) {
		w.Setting("email.pause.bounce.percent", 0)
		id := w.send(w.body(w.file(addresses(10, "soft")...)))
		w.report(id)
		if w.balance() != 0 || *w.Order(id).Actual != 100 {
			t.Fatal(w.balance(), w.Order(id).Actual)
		}
		if err := w.DB.Transact(w.Context, []store.Op{w.Engine.Flow.Credit.Ledger.Close(w.Order(id).Owner.User)}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(60 * 24 * time.Hour)
		w.tick()
		w.tick()
		if o := w.Order(id); o.Back != 0 || w.balance() != 0 {
			t.Errorf("%s back, balance %s", o.Back, w.balance())
		}
	})
}
