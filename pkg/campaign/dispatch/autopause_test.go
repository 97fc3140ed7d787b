package dispatch_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/internal/testkit"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// "Automatic halt of an order on failure rate": the order pauses after the first known outcomes and shows the reason.
// After a resume only later outcomes count.
func TestAnOrderPausesWhenTooManyFail(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "not_whatsapp"}}, func(q *ordertest.CalmSystem) {
		q.SetSettings(map[string]string{"halt.least": "10", "halt.failed.percent": "30"})
		id := q.SubmitTo(200)
		q.Sleep(2 * time.Minute)
		s, reason, tried := q.State(id)
		if s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) || tried < 10 || tried > 60 {
			t.Fatalf("state %d, %q, %d tried", s, reason, tried)
		}
		q.SetSettings(map[string]string{"halt.least": "40"})
		q.MustCall(q.Ana, "PUT", ordertest.BulkPath+"/"+id+"/start", nil)
		q.Sleep(2 * time.Minute)
		if s, _, again := q.State(id); s != order.Paused || again < tried+40 || again > tried+100 {
			t.Errorf("state %d, %d tried after %d", s, again, tried)
		}
		q.SetSettings(map[string]string{"halt.failed.percent": "0"})
		q.MustCall(q.Ana, "PUT", ordertest.BulkPath+"/"+id+"/start", nil)
		q.Sleep(3 * time.Minute)
		if s, _, again := q.State(id); s == order.Paused || again != 200 {
			t.Errorf("without the rule: state %d, %d tried", s, again)
		}
	})
}

// Few failures, or few recipients, pause nothing.
func TestAnOrderGoesOnWhenFewFail(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "3", Outcome: "not_whatsapp"}, {Suffix: "", Outcome: "ok"}}, func(q *ordertest.CalmSystem) {
		q.SetSettings(map[string]string{"halt.least": "10", "halt.failed.percent": "30"})
		id := q.SubmitTo(100)
		q.Sleep(2 * time.Minute)
		if s, reason, tried := q.State(id); s == order.Paused || tried != 100 {
			t.Errorf("state %d, %q, %d tried", s, reason, tried)
		}
	})
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "not_whatsapp"}}, func(q *ordertest.CalmSystem) {
		q.SetSettings(map[string]string{"halt.least": "200"})
		id := q.SubmitTo(100)
		q.Sleep(2 * time.Minute)
		if s, reason, tried := q.State(id); s == order.Paused || tried != 100 {
			t.Errorf("few recipients: state %d, %q, %d tried", s, reason, tried)
		}
	})
}

// Failures that come by receipts count as well, and so do complaints.
func TestAnOrderPausesByItsReceipts(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "undeliverable"}}, func(q *ordertest.CalmSystem) {
		q.SetSettings(map[string]string{"halt.least": "20", "halt.failed.percent": "30"})
		id := q.SubmitTo(400)
		q.Sleep(2 * time.Minute)
		if s, reason, tried := q.State(id); s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) ||
			tried > 300 {
			t.Errorf("state %d, %q, %d tried", s, reason, tried)
		}
	})
	for _, c := range []struct {
		permille int
		pauses   bool
	}{{5, true}, {0, false}} {
		ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
			q.SetSettings(map[string]string{"halt.least": "20", "halt.complained.permille": fmt.Sprint(c.permille)})
			id := q.SubmitTo(400)
			q.Sleep(12 * time.Second)
			q.Complain(5)
			q.Sleep(time.Minute)
			if s, reason, _ := q.State(id); (s == order.Paused) != c.pauses || c.pauses &&
				reason != testkit.Texts().Text("en_US", "dispatch.pause.complaints", nil) {
				t.Errorf("%d permille: state %d, %q", c.permille, s, reason)
			}
		})
	}
}

// Too little is known when the first recipients of a chunk have failed: it is looked again, before the rest has gone out.
func TestAnOrderIsJudgedAgainWhenMoreIsKnown(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "1", Outcome: "not_whatsapp"}, {Suffix: "3", Outcome: "not_whatsapp"},
		{Suffix: "5", Outcome: "not_whatsapp"},
		{Suffix: "7", Outcome: "not_whatsapp"}, {Suffix: "9", Outcome: "not_whatsapp"}, {Suffix: "", Outcome: "ok"}},
		func(q *ordertest.CalmSystem) {
			chunkrow.SetSizes(200, 20)
			q.PerSecond = 500
			q.SetSettings(map[string]string{"halt.least": "60", "halt.failed.percent": "30"})
			id := q.SubmitTo(200)
			q.Sleep(2 * time.Minute)
			if s, reason, tried := q.State(id); s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) ||
				tried > 140 {
				t.Errorf("state %d, %q, %d tried", s, reason, tried)
			}
		})
}

// The last receipts before a sleep count. The other recipients wake to a paused order, and the lists show its counts.
func TestAnOrderThatSleepsIsJudged(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "undeliverable"}}, func(q *ordertest.CalmSystem) {
		q.SetSettings(map[string]string{"halt.least": "20", "halt.failed.percent": "30"})
		q.WaitForWinter()
		q.WaitForTime(13, 30)
		id := q.SubmitAbroad("US", append(ordertest.USAreas[0].Numbers(20), ordertest.USAreas[4].Numbers(20)...))
		q.Sleep(3 * time.Minute)
		s, reason, tried := q.State(id)
		if s != order.Paused || reason != testkit.Texts().Text("en_US", "dispatch.pause.failures", nil) || tried != 20 {
			t.Errorf("state %d, %q, %d tried", s, reason, tried)
		}
		q.WaitForTime(18, 30)
		q.WantSent(ordertest.USAreas, 20, 0, 0, 0, 0)
	})
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "undeliverable"}}, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.WaitForTime(13, 30)
		id := q.SubmitAbroad("US", append(ordertest.USAreas[0].Numbers(10), ordertest.USAreas[4].Numbers(10)...))
		q.Sleep(3 * time.Minute)
		var page struct{ Records []order.Row }
		if err := json.Unmarshal(q.Await(q.Admin, ordertest.NewRequest("GET", ordertest.BulkPath+"/page?size=100", nil)).Data,
			&page); err != nil {
			t.Fatal(err)
		}
		for _, o := range page.Records {
			if o.ID == id && (o.Counts["failed"] != 10 || o.Counts["toSend"] != 10) {
				t.Errorf("the list tells %v", o.Counts)
			}
		}
	})
}
