package email_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/email"
	"herald/pkg/kit/money"
)

// suppressed gives the addresses that the customer suppresses, with the source of each.
func (w *world) suppressed() map[string]string {
	w.t.Helper()
	out := map[string]string{}
	for _, source := range []string{"hard", "listed", "complained", "soft"} {
		for i := range 3 {
			address := fmt.Sprintf("%s.%d@example.com", source, i)
			body := w.body(w.file(address, "ok@example.com"))
			e := w.MustCall("customer", "POST", path+"/estimate", body)
			for _, r := range e["refused"].([]any) {
				out[address] = r.(object)["reason"].(string)
			}
		}
	}
	return out
}

// A hard bounce, a blocklisted address and a complaint suppress the address for the customer at once. Repeated reports change nothing. A
// soft bounce does not.
func TestBouncesSuppressAtOnce(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Setting("email.pause.bounce.percent", 0)
		id := w.send(w.body(w.file(append(addresses(90, "ok"), "hard.0@example.com", "listed.1@example.com", "complained.2@example.com",
			"soft.0@example.com")...)))
		w.report(id)
		w.report(id)
		got := w.suppressed()
		if len(got) != 3 || got["hard.0@example.com"] == "" || got["listed.1@example.com"] == "" || got["complained.2@example.com"] == "" {
			t.Errorf("%v", got)
		}
		if code, out := w.Call("customer", "POST", path, "", w.body(w.file("hard.0@example.com"))); code != 400 {
			t.Errorf("an order without recipients: %d %v", code, out)
		}
		again := w.send(w.body(w.file("hard.0@example.com", "ok@example.com")))
		if n := len(w.emails(again)); n != 1 {
			t.Errorf("%d emails", n)
		}
		if d := w.detail(again); len(d["heldBack"].([]any)) != 1 {
			t.Errorf("%v", d["heldBack"])
		}
	})
}

// Three soft bounces in a row suppress an address; an email that arrives in between ends the run, and a repeated report counts once.
func TestSoftBouncesInARowSuppress(t *testing.T) {
	for beginning, c := range map[string]struct {
		arrives int // the order of which the email arrives
		orders  int
		held    bool
	}{"three": {-1, 3, true}, "two": {-1, 2, false}, "broken": {1, 4, false}, "behind": {0, 4, true}} {
		run(t, 100*money.Credit, func(w *world) {
			w.Setting("email.pause.bounce.percent", 0)
			for n := range c.orders {
				id := w.send(w.body(w.file("soft.0@example.com", "ok@example.com")))
				for _, m := range w.emails(id) {
					if n == c.arrives {
						m.To = "ok@example.com"
					}
					w.tell(ordertest.Reports(m, time.Now())...)
					w.tell(ordertest.Reports(m, time.Now())...)
				}
				w.work()
				time.Sleep(time.Hour)
			}
			if _, held := w.suppressed()["soft.0@example.com"]; held != c.held {
				t.Errorf("%s: suppressed %v", beginning, held)
			}
		})
	}
}

// An order pauses by itself when too many of its emails come back for good, or too many recipients complain, from 100 emails on.
func TestAnOrderPausesByItsBounces(t *testing.T) {
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	for _, c := range []struct {
		beginning string
		n, of     int
		reason    string
	}{{"hard", 6, 100, "dispatch.pause.bounces"}, {"listed", 6, 100, "dispatch.pause.bounces"}, {"complained", 1, 100, "dispatch.pause.reported"},
		{"hard", 6, 90, ""}, {"hard", 5, 100, ""}, {"soft", 40, 100, ""}} {
		chunkrow.SetSizes(c.of, c.of)
		run(t, 1000*money.Credit, func(w *world) {
			w.Setting("halt.failed.percent", 0)
			w.Setting("halt.complained.permille", 0)
			id := w.submit(w.body(w.file(append(addresses(c.n, c.beginning), addresses(300-c.n, "ok")...)...)))
			for _, m := range w.Queue.Take(order.JobQueue) {
				w.handle(order.JobQueue, m)
			}
			w.handle(dispatch.SendQueue, w.Queue.Take(dispatch.SendQueue)[0]) // the first chunk alone
			w.Queue.Take(dispatch.SendQueue)
			sent := w.emails(id)
			if len(sent) != c.of {
				t.Fatalf("%d sent", len(sent))
			}
			for _, m := range sent {
				w.tell(ordertest.Reports(m, time.Now())...)
			}
			time.Sleep(time.Minute)
			for _, m := range w.Queue.Take(receipt.ReceiptQueue) {
				w.handle(receipt.ReceiptQueue, m)
			}
			time.Sleep(time.Minute)
			w.Engine.Flow.Listing().Progress(w.Context, id)
			o := w.Order(id)
			if (c.reason != "") != (o.Status == order.Paused) || c.reason != "" && o.Reason != c.reason {
				t.Errorf("%+v: state %d, %q", c, o.Status, o.Reason)
			}
		})
	}
}

// Who refused one sender alone gets no email of it, and the estimate says so. Other senders reach it.
func TestARecipientThatRefusedOneSender(t *testing.T) {
	run(t, 100*money.Credit, func(w *world) {
		w.Mine = w.EmailSender()
		if _, err := w.Engine.Suppressed.Record(w.Context, []suppression.Change{{Owner: w.SignedIn.Owner(), Address: "ok.1@example.com",
			Number: email.SenderCode(email.Code("ok.1@example.com"), w.Mine), Channel: suppression.AddressChannel, Source: suppression.Stop,
			At: time.Now()}}); err != nil {
			t.Fatal(err)
		}
		file := w.file("ok.1@example.com", "ok.2@example.com")
		for sender, refused := range map[string]int{w.Mine: 1, "": 0, "default": 0} {
			body := w.body(file, "senderId", sender)
			e := w.MustCall("customer", "POST", path+"/estimate", body)
			if got := e["refused"].([]any); len(got) != refused || refused > 0 && got[0].(object)["count"] != 1.0 {
				t.Errorf("%q: %v", sender, got)
			}
			id := w.send(body)
			if n := len(w.emails(id)); n != 2-refused {
				t.Errorf("%q: %d emails", sender, n)
			}
		}
		if code, out := w.Call("customer", "POST", path, "", w.body(w.file("ok.1@example.com"), "senderId", w.Mine)); code != 400 {
			t.Errorf("an order without recipients: %d %v", code, out)
		}
	})
}
