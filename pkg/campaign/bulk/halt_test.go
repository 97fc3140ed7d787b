package bulk_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
)

func (q *quietTown) set(values map[string]string) {
	q.t.Helper()
	settings := setting.New(q.system.db, time.Now, setting.Define(testkit.ModuleParts()...))
	for key, value := range values {
		if err := settings.Set(q.ctx, key, value, "admin"); err != nil {
			q.t.Fatal(err)
		}
	}
}

// ordered has ana order a message to so many new numbers.
func (q *quietTown) ordered(n int) string {
	q.t.Helper()
	var to []uint64
	for i := range n {
		to = append(to, 5511977700000+uint64(i))
	}
	file := q.must(q.ana, request{"POST", "/uf/uploadfile/contact", &form{file: contactFile(to)}, ""}).id()
	return q.ok(q.ana, "POST", bulkPath, wishOf("halts", "", file))["id"].(string)
}

// state gives an order's state, its reason in English and how many of its recipients were tried.
func (q *quietTown) state(id string) (s order.Status, reason string, tried int) {
	q.t.Helper()
	var d struct {
		Status order.Status
		Reason string
		Total  int
		Counts map[string]int
	}
	if err := json.Unmarshal(q.ask(q.ana, request{"GET", bulkPath + "/" + id, nil, ""}).Data, &d); err != nil {
		q.t.Fatal(err)
	}
	return d.Status, d.Reason, d.Total - d.Counts["toSend"]
}

// "Automatic halt of an order on failure rate": the order pauses after the first known outcomes and shows the reason.
// After a resume only later outcomes count.
func TestAnOrderPausesWhenTooManyFail(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "not_whatsapp"}}, func(q *quietTown) {
		q.set(map[string]string{"halt.least": "10", "halt.failed.percent": "30"})
		id := q.ordered(200)
		q.sleep(2 * time.Minute)
		s, reason, tried := q.state(id)
		if s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) || tried < 10 || tried > 60 {
			t.Fatalf("state %d, %q, %d tried", s, reason, tried)
		}
		q.set(map[string]string{"halt.least": "40"})
		q.ok(q.ana, "PUT", bulkPath+"/"+id+"/start", nil)
		q.sleep(2 * time.Minute)
		if s, _, again := q.state(id); s != order.Paused || again < tried+40 || again > tried+100 {
			t.Errorf("state %d, %d tried after %d", s, again, tried)
		}
		q.set(map[string]string{"halt.failed.percent": "0"})
		q.ok(q.ana, "PUT", bulkPath+"/"+id+"/start", nil)
		q.sleep(3 * time.Minute)
		if s, _, again := q.state(id); s == order.Paused || again != 200 {
			t.Errorf("without the rule: state %d, %d tried", s, again)
		}
	})
}

// Few failures, or few recipients, pause nothing.
func TestAnOrderGoesOnWhenFewFail(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "3", Outcome: "not_whatsapp"}, {Suffix: "", Outcome: "ok"}}, func(q *quietTown) {
		q.set(map[string]string{"halt.least": "10", "halt.failed.percent": "30"})
		id := q.ordered(100)
		q.sleep(2 * time.Minute)
		if s, reason, tried := q.state(id); s == order.Paused || tried != 100 {
			t.Errorf("state %d, %q, %d tried", s, reason, tried)
		}
	})
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "not_whatsapp"}}, func(q *quietTown) {
		q.set(map[string]string{"halt.least": "200"})
		id := q.ordered(100)
		q.sleep(2 * time.Minute)
		if s, reason, tried := q.state(id); s == order.Paused || tried != 100 {
			t.Errorf("few recipients: state %d, %q, %d tried", s, reason, tried)
		}
	})
}

// Failures that come by receipts count as well, and so do complaints.
func TestAnOrderPausesByItsReceipts(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "undeliverable"}}, func(q *quietTown) {
		q.set(map[string]string{"halt.least": "20", "halt.failed.percent": "30"})
		id := q.ordered(400)
		q.sleep(2 * time.Minute)
		if s, reason, tried := q.state(id); s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) ||
			tried > 300 {
			t.Errorf("state %d, %q, %d tried", s, reason, tried)
		}
	})
	for _, c := range []struct {
		permille int
		pauses   bool
	}{{5, true}, {0, false}} {
		quietly(t, nil, func(q *quietTown) {
			q.set(map[string]string{"halt.least": "20", "halt.complained.permille": fmt.Sprint(c.permille)})
			id := q.ordered(400)
			q.sleep(12 * time.Second)
			q.complain(5)
			q.sleep(time.Minute)
			if s, reason, _ := q.state(id); (s == order.Paused) != c.pauses || c.pauses &&
				reason != testkit.Texts().Text("en_US", "dispatch.pause.complaints", nil) {
				t.Errorf("%d permille: state %d, %q", c.permille, s, reason)
			}
		})
	}
}

// complain has the first recipients who got a message tell the provider to stop.
func (q *quietTown) complain(n int) {
	q.t.Helper()
	accepted, _ := q.sim.Messages(0, n)
	var changes []any
	for _, a := range accepted {
		changes = append(changes, preference(a.To, "stop", time.Now()))
	}
	q.hook(changes...)
}

// Too little is known when the first recipients of a chunk have failed: it is looked again, before the rest has gone out.
func TestAnOrderIsJudgedAgainWhenMoreIsKnown(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "1", Outcome: "not_whatsapp"}, {Suffix: "3", Outcome: "not_whatsapp"},
		{Suffix: "5", Outcome: "not_whatsapp"},
		{Suffix: "7", Outcome: "not_whatsapp"}, {Suffix: "9", Outcome: "not_whatsapp"}, {Suffix: "", Outcome: "ok"}}, func(q *quietTown) {
		dispatch.SetSizes(200, 20)
		q.perSecond = 500
		q.set(map[string]string{"halt.least": "60", "halt.failed.percent": "30"})
		id := q.ordered(200)
		q.sleep(2 * time.Minute)
		if s, reason, tried := q.state(id); s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) ||
			tried > 140 {
			t.Errorf("state %d, %q, %d tried", s, reason, tried)
		}
	})
}

// The last receipts before a sleep count. The other recipients wake to a paused order, and the lists show its counts.
func TestAnOrderThatSleepsIsJudged(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "undeliverable"}}, func(q *quietTown) {
		q.set(map[string]string{"halt.least": "20", "halt.failed.percent": "30"})
		q.winter()
		q.at(13, 30)
		id := q.sends("US", append(abroad[0].numbers(20), abroad[4].numbers(20)...))
		q.sleep(3 * time.Minute)
		s, reason, tried := q.state(id)
		if s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) || tried != 20 {
			t.Errorf("state %d, %q, %d tried", s, reason, tried)
		}
		q.at(18, 30)
		q.wantSent(abroad, 20, 0, 0, 0, 0)
	})
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "undeliverable"}}, func(q *quietTown) {
		q.winter()
		q.at(13, 30)
		id := q.sends("US", append(abroad[0].numbers(10), abroad[4].numbers(10)...))
		q.sleep(3 * time.Minute)
		for _, o := range q.play.orders(q.admin) {
			if o.ID == id && (o.Counts["failed"] != 10 || o.Counts["toSend"] != 10) {
				t.Errorf("the list tells %v", o.Counts)
			}
		}
	})
}
