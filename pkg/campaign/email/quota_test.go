package email_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// once fails the test unless an order has sent so many emails, none of them twice.
func (w *world) once(id string, want int) {
	w.t.Helper()
	got := map[string]int{}
	for _, m := range w.emails(id) {
		if got[m.To]++; got[m.To] > 1 {
			w.t.Errorf("%s got %d emails", m.To, got[m.To])
		}
	}
	if len(got) != want {
		w.t.Errorf("%d emails instead of %d", len(got), want)
	}
}

// nextDay waits until the sender's next day has begun, and has the tick work.
func (w *world) nextDay() {
	w.t.Helper()
	a, err := w.Senders.Forecast(w.Context, w.Mine, 1)
	if err != nil {
		w.t.Fatal(err)
	}
	time.Sleep(a + time.Minute)
	w.tick()
}

// A sender with a daily limit sends what fits into the day and the rest on the next day. Until then its order waits without any task, and
// tells why and until when. No recipient gets an email twice.
func TestADailyLimitHolds(t *testing.T) {
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	for _, size := range []int{1000, 2} { // in one chunk and in several
		chunkrow.SetSizes(size, size)
		run(t, 100*money.Credit, func(w *world) {
			w.Mine = w.EmailSender("dailyLimit", 3)
			body := w.body(w.file(addresses(5, "ok")...), "senderId", w.Mine)
			e := w.MustCall("customer", "POST", path+"/estimate", body)
			tomorrow, err := time.Parse(time.RFC3339, e["finishTime"].(string))
			if err != nil || tomorrow.Before(w.Senders.Tomorrow()) {
				t.Errorf("it ends at %s: %v", tomorrow, err)
			}
			id := w.send(body)
			w.once(id, 3)
			for range 20 {
				time.Sleep(10 * time.Minute)
				if err := w.Service.Tick(w.Context); err != nil {
					t.Fatal(err)
				}
				if tasks := w.Queue.Take(dispatch.SendQueue); len(tasks) != 0 {
					t.Fatalf("%d tasks while it waits", len(tasks))
				}
			}
			waits, _ := w.detail(id)["waits"].(object)
			if until, err := time.Parse(time.RFC3339, fmt.Sprint(waits["until"])); waits["reason"] != "full" || err != nil || !until.Equal(w.Senders.Tomorrow()) {
				t.Errorf("it says %v", waits)
			}
			w.nextDay()
			w.once(id, 5)
			if d := w.detail(id); d["waits"] != nil || d["status"] != float64(order.Settling) {
				t.Errorf("%v in state %v", d["waits"], d["status"])
			}
			if a, err := w.Senders.Allowance(w.Context, w.Mine); err != nil || a.Used != 2 {
				t.Errorf("%+v %v", a, err)
			}
			w.report(id)
			w.CheckBooks()
		})
	}
}

// What was not sent takes nothing of the day: a refused address leaves its place to another one.
func TestARefusalTakesNothingOfTheDay(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Mine = w.EmailSender("dailyLimit", 3)
		id := w.send(w.body(w.file("refused.1@example.com", "refused.2@example.com", "ok.1@example.com", "ok.2@example.com",
			"ok.3@example.com"), "senderId", w.Mine))
		w.tick()
		w.once(id, 3)
		if a, err := w.Senders.Allowance(w.Context, w.Mine); err != nil || a.Used != 3 {
			t.Errorf("%+v %v", a, err)
		}
	})
}

// A limit that is raised lets an order go on within a tick.
func TestARaisedLimitHoldsAtOnce(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Mine = w.EmailSender("dailyLimit", 3)
		id := w.send(w.body(w.file(addresses(5, "ok")...), "senderId", w.Mine))
		w.MustCall("customer", "PUT", "/edm/sender", object{"id": w.Mine, "name": "Shop", "mailbox": "news", "domainId": "shop", "dailyLimit": 4})
		time.Sleep(time.Minute)
		w.tick()
		w.once(id, 4)
	})
}

// A warm-up holds as a daily limit does.
func TestAWarmUpHolds(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Mine = w.EmailSender("warmUp", object{"start": 2, "percent": 100, "days": 3})
		id := w.send(w.body(w.file(addresses(20, "ok")...), "senderId", w.Mine))
		for _, want := range []int{2, 6, 14, 20} {
			w.once(id, want)
			w.nextDay()
		}
	})
}

// Two orders share the day of their sender.
func TestTwoOrdersShareADay(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Mine = w.EmailSender("dailyLimit", 6)
		one := w.submit(w.body(w.file(addresses(5, "one")...), "senderId", w.Mine))
		other := w.submit(w.body(w.file(addresses(5, "two")...), "senderId", w.Mine))
		w.work()
		if n := len(w.emails(one)) + len(w.emails(other)); n != 6 {
			t.Errorf("%d emails on a day of 6", n)
		}
		w.nextDay()
		w.once(one, 5)
		w.once(other, 5)
	})
}

// A sender that is deleted, switched off, moved or whose domain is verified no more pauses its order before the next chunk, with the
// reason. The order goes on when the sender is usable again.
func TestAnUnusableSenderPausesItsOrder(t *testing.T) {
	chunkrow.SetSizes(10, 5)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	for name, c := range map[string]struct {
		spoil, mend func(w *world)
		says        string
	}{
		"deleted": {func(w *world) { w.MustCall("customer", "DELETE", "/edm/sender/"+w.Mine, nil) }, nil, "was deleted"},
		"off": {func(w *world) {
			w.MustCall("customer", "PUT", "/edm/sender/status", object{"id": w.Mine, "enabled": false})
		},
			func(w *world) {
				w.MustCall("customer", "PUT", "/edm/sender/status", object{"id": w.Mine, "enabled": true})
			}, "switched off"},
		"unverified": {func(w *world) { w.VerifiedDomain("shop", false) }, func(w *world) { w.VerifiedDomain("shop", true) }, "no longer verified"},
		"moved": {func(w *world) {
			w.VerifiedDomain("other", true)
			w.MustCall("customer", "PUT", "/edm/sender", object{"id": w.Mine, "name": "Shop", "mailbox": "news", "domainId": "other"})
		}, nil, "another domain"},
	} {
		run(t, 100*money.Credit, func(w *world) {
			w.Mine = w.EmailSender()
			id := w.submit(w.body(w.file(addresses(30, "ok")...), "senderId", w.Mine))
			for _, m := range w.Queue.Take(order.JobQueue) {
				w.handle(order.JobQueue, m)
			}
			w.handle(dispatch.SendQueue, w.Queue.Take(dispatch.SendQueue)[0])
			w.once(id, 10)
			c.spoil(w)
			w.work()
			w.once(id, 10)
			d := w.detail(id)
			if d["status"] != float64(order.Paused) || !strings.Contains(d["reason"].(string), c.says) {
				t.Errorf("%s: state %v, %q", name, d["status"], d["reason"])
			}
			if c.mend == nil {
				return
			}
			c.mend(w)
			w.MustCall("customer", "PUT", path+"/"+id+"/start", nil)
			w.work()
			w.once(id, 30)
		})
	}
}

// A retry is refused while its sender cannot send, and changes nothing. With a used-up day it waits for the next.
func TestARetryChecksItsSender(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Setting("email.soft.suppress", 0)
		w.Setting("email.pause.bounce.percent", 0)
		w.Mine = w.EmailSender("dailyLimit", 10)
		id := w.send(w.body(w.file(append(addresses(8, "ok"), "soft.1@example.com", "soft.2@example.com")...), "senderId", w.Mine))
		w.report(id)
		balance := w.balance()
		for _, c := range []struct {
			spoil, mend func()
			says        string
		}{
			{func() { w.VerifiedDomain("shop", false) }, func() { w.VerifiedDomain("shop", true) }, "no longer verified"},
			{func() { w.MustCall("customer", "PUT", "/edm/sender/status", object{"id": w.Mine, "enabled": false}) },
				func() { w.MustCall("customer", "PUT", "/edm/sender/status", object{"id": w.Mine, "enabled": true}) }, "switched off"},
			{func() { w.Service.Links.Sealer = nil }, nil, "unsubscribe"},
		} {
			sealer := w.Service.Links.Sealer
			c.spoil()
			for _, method := range []string{"GET", "PUT"} {
				if code, out := w.Call("customer", method, path+"/"+id+"/retry", "", nil); code != 409 || !strings.Contains(fmt.Sprint(out), c.says) {
					t.Errorf("%s: %d %v", c.says, code, out)
				}
			}
			w.Service.Links.Sealer = sealer
			if c.mend != nil {
				c.mend()
			}
		}
		if w.balance() != balance || w.detail(id)["status"] != float64(order.Completed) {
			t.Errorf("a refused retry changed the order: %s", w.balance())
		}
		w.MustCall("customer", "PUT", path+"/"+id+"/retry", nil)
		w.work()
		if n := len(w.emails(id)); n != 10 {
			t.Errorf("%d emails on a day of 10", n)
		}
		w.nextDay()
		if n := len(w.emails(id)); n != 12 {
			t.Errorf("%d emails on the next day", n)
		}
		w.MustCall("customer", "DELETE", "/edm/sender/"+w.Mine, nil)
	})
}

// Bounces that blame the sender pause an order that is under way, from the third recipient on: one recipient can forge its own.
func TestBouncesThatBlameTheSenderPauseAnOrder(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Mine = w.EmailSender("dailyLimit", 4)
		id := w.send(w.body(w.file(addresses(8, "ok")...), "senderId", w.Mine))
		w.once(id, 4)
		for i, m := range w.emails(id) {
			blaming := provider.Receipt{Reference: m.Reference, State: provider.ReceiptFailed, Bounce: provider.Soft, Code: 57515, Stop: true,
				At: time.Now()}
			w.tell(blaming, blaming)
			w.work()
			want := order.Sending
			if i >= 2 {
				want = order.Paused
			}
			if o := w.Order(id); o.Status != want {
				t.Fatalf("state %v after the bounces of %d recipients", o.Status, i+1)
			}
		}
		w.CheckBooks()
	})
}
