package email_test

import (
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// reported brings reports of the email to one address in an order, several times over.
func (w *world) reported(id, address string, states ...provider.Receipt) {
	w.t.Helper()
	for _, m := range w.emails(id) {
		if m.To != address {
			continue
		}
		for range 3 {
			for i, s := range states {
				s.Reference, s.At = m.Reference, time.Now().Add(time.Duration(i)*time.Second)
				w.tell(s)
			}
			w.work()
		}
	}
}

// A recipient may complain and bounce, in either order and many times over: it counts once as a bounce, is charged as one, and gets no
// more emails.
func TestAComplaintAndABounce(t *testing.T) {
	hard := provider.Receipt{State: provider.ReceiptFailed, Bounce: provider.Hard, Code: 511}
	soft := provider.Receipt{State: provider.ReceiptFailed, Bounce: provider.Soft, Code: 422}
	complaint := provider.Receipt{State: provider.ReceiptComplained}
	for name, c := range map[string]struct {
		came       []provider.Receipt
		cost, back money.Amount
		hard, soft float64
	}{
		"bounce first":    {[]provider.Receipt{hard, complaint}, 290, 0, 1, 0},
		"complaint first": {[]provider.Receipt{complaint, hard}, 290, 0, 1, 0},
		"soft first":      {[]provider.Receipt{soft, complaint}, 300, 10, 0, 1},
		"soft, then hard": {[]provider.Receipt{soft, hard}, 290, 0, 1, 0},
		"hard, then soft": {[]provider.Receipt{hard, soft}, 290, 0, 1, 0},
	} {
		run(t, 100*money.Credit, func(w *world) {
			w.Setting("email.pause.bounce.percent", 0)
			w.Setting("halt.complained.permille", 0)
			all := addresses(30, "ok")
			id := w.send(w.body(w.file(all...)))
			w.reported(id, all[0], c.came...)
			o := w.settle(id)
			d := w.detail(id)
			if *o.Actual != c.cost || d["hardBounces"] != c.hard || d["softBounces"] != c.soft || w.balance() != 10000-c.cost {
				t.Errorf("%s: %s charged, %v hard, %v soft, balance %s", name, *o.Actual, d["hardBounces"], d["softBounces"], w.balance())
			}
			w.reported(id, all[0], c.came...)
			time.Sleep(60 * 24 * time.Hour)
			w.tick()
			w.tick()
			if o = w.Order(id); o.Back != c.back || w.balance() != 10000-c.cost+c.back {
				t.Errorf("%s: %s back, balance %s", name, o.Back, w.balance())
			}
			w.CheckBooks()
		})
	}
}

// A soft bounce behind the settlement moves nothing, then or later.
func TestALateSoftBounceMovesNothing(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		all := addresses(10, "ok")
		id := w.send(w.body(w.file(all...)))
		w.settle(id)
		before := w.balance()
		w.reported(id, all[0], provider.Receipt{State: provider.ReceiptFailed, Bounce: provider.Soft, Code: 422})
		time.Sleep(60 * 24 * time.Hour)
		w.tick()
		if w.balance() != before || w.Order(id).Back != 0 {
			t.Errorf("%s instead of %s", w.balance(), before)
		}
		w.CheckBooks()
	})
}

// A report of an unknown email is accepted, so that its provider stops repeating it, and changes nothing: no order, no suppression, no
// credit.
func TestABounceOfAnUnknownEmailChangesNothing(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		all := addresses(3, "ok")
		id := w.send(w.body(w.file(all...)))
		ref, err := chunkrow.ParseReference(w.emails(id)[0].Reference)
		if err != nil {
			t.Fatal(err)
		}
		before, balance := w.detail(id)["counts"], w.balance()
		stranger, beyond, past := ref, ref, ref
		stranger.Order, beyond.Index, past.Chunk = "01JD0000000000000000N0NE00", 999_999, 99
		for _, unknown := range []string{"", "x", "<x@mail.example>", stranger.String(), beyond.String(), past.String()} {
			w.tell(provider.Receipt{Reference: unknown, ProviderID: "p", State: provider.ReceiptFailed, Bounce: provider.Hard, Code: 511, At: time.Now()},
				provider.Receipt{Reference: unknown, ProviderID: "p", State: provider.ReceiptComplained, At: time.Now()})
		}
		w.work()
		if now := w.detail(id)["counts"]; now.(object)["failed"] != 0.0 || now.(object)["sent"] != before.(object)["sent"] || w.balance() != balance {
			t.Errorf("%v, then %v", before, now)
		}
		if e := w.MustCall("customer", "POST", path+"/estimate", w.body(w.file(all...))); e["targets"] != 3.0 || len(e["refused"].([]any)) != 0 {
			t.Errorf("an address is suppressed: %v", e["refused"])
		}
	})
}

// An order that is stopped, paused or locked between the intent and the calls of a sub-batch sends none of it. What was sent before is
// charged, the rest released.
func TestAStopWithinAChunk(t *testing.T) {
	chunkrow.SetSizes(20, 5)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	for _, action := range []string{"stop", "pause"} {
		run(t, 100*money.Credit, func(w *world) {
			id := w.submit(w.body(w.file(addresses(20, "ok")...)))
			for _, m := range w.Queue.Take(order.JobQueue) {
				w.handle(order.JobQueue, m)
			}
			sends := 0
			w.FaultyDB.BeforeWrite = map[string]func(){}
			at := chunkrow.ChunkKey('S', id, 1, 0)
			var second func()
			second = func() {
				if sends++; sends < 2 {
					w.FaultyDB.BeforeWrite[at.SK] = second
					return
				}
				w.FaultyDB.BeforeRead = map[string]func(){order.Key(id).PK: func() {
					w.MustCall("customer", "PUT", path+"/"+id+"/"+action, nil)
				}}
			}
			w.FaultyDB.BeforeWrite[at.SK] = second
			w.handle(dispatch.SendQueue, w.Queue.Take(dispatch.SendQueue)[0])
			n := len(w.emails(id))
			if n == 0 || n == 20 {
				t.Fatalf("%s: %d emails", action, n)
			}
			w.work()
			w.once(id, n)
			if action == "pause" {
				w.MustCall("customer", "PUT", path+"/"+id+"/start", nil)
				w.work()
				w.once(id, 20)
				return
			}
			w.report(id)
			o := w.settle(id)
			if *o.Actual != money.Amount(10*n) || w.balance() != 10000-money.Amount(10*n) {
				t.Errorf("%d emails, %s charged, balance %s", n, *o.Actual, w.balance())
			}
			w.CheckBooks()
		})
	}
}

// A lost answer of the provider leaves a doubt: the email is not sent again by any restart, and counts as it is reported.
func TestALostAnswerIsNotSentAgain(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		all := addresses(3, "ok")
		id := w.send(w.body(w.file(all...)))
		at := chunkrow.ChunkKey('S', id, 1, 0)
		s, ok, err := store.Load[chunkrow.Sends](w.Context, w.DB, at, true)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		s.Set(0, chunkrow.Doubt) // as a worker leaves it that died before the answer came
		s.Done = false
		if _, err := w.DB.Write(w.Context, store.Op{Verb: store.Put, Key: at, Item: s}); err != nil {
			t.Fatal(err)
		}
		for range 5 {
			time.Sleep(2 * time.Minute)
			w.tick()
		}
		w.once(id, 3)
		w.report(id)
		if o := w.settle(id); *o.Actual != 30 || o.Counts["arrived"] != 3 {
			t.Errorf("%s charged, %v", *o.Actual, o.Counts)
		}
	})
}
