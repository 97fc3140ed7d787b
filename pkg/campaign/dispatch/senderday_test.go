package dispatch_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
)

// "Daily limits of a sender by its tier": what does not fit into the day waits for the next; nothing is dropped or refused. The provider's
// tier comes by its webhook.
func TestASendersDayHolds(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "ok"}}, func(q *ordertest.CalmSystem) {
		q.MustCall(q.Admin, "PUT", "/gc/sender", ordertest.Object{"id": "1", "daily": 50})
		id := q.SubmitTo(100)
		q.Sleep(10 * time.Minute)
		if s, reason, tried := q.State(id); s != order.Sending || tried != 50 {
			t.Fatalf("state %d, %q, %d of 50 were sent", s, reason, tried)
		}
		if w, _ := q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id, nil)["waits"].(ordertest.Object); w["reason"] != "full" ||
			w["until"] == nil {
			t.Errorf("its customer is told %v", w)
		}
		if row := q.SenderRow(); row.State != sender.Full || row.Used != 50 || *row.Limit != 50 {
			t.Errorf("%+v", row)
		}
		q.DeliverWebhook(ordertest.Object{"field": "business_capability_update",
			"value": ordertest.Object{"max_daily_conversations_per_business": "TIER_50", "max_phone_numbers_per_waba": 20}})
		q.MustCall(q.Admin, "PUT", "/gc/sender", ordertest.Object{"id": "1", "daily": 0})
		if row := q.SenderRow(); row.Tier != 50 || *row.Limit != 50 {
			t.Errorf("%+v", row)
		}
		q.Sleep(20 * time.Minute)
		if _, _, tried := q.State(id); tried != 50 {
			t.Errorf("%d were sent at a tier of 50", tried)
		}
		q.DeliverWebhook(ordertest.Object{"field": "phone_number_quality_update",
			"value": ordertest.Object{"display_phone_number": "15550783881", "event": "FLAGGED", "current_limit": "TIER_10K"}})
		q.Sleep(2 * time.Minute)
		if s, _, tried := q.State(id); s != order.Settling && s != order.Completed || tried != 100 {
			t.Errorf("state %d, %d were sent at a tier of 10,000", s, tried)
		}
		if row := q.SenderRow(); row.Tier != 10_000 || row.Quality != "red" {
			t.Errorf("%+v", row)
		}
	})
}

// What a day's limit holds back is sent on the next day.
func TestWhatADayHoldsBackIsSentOnTheNext(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "ok"}}, func(q *ordertest.CalmSystem) {
		q.MustCall(q.Admin, "PUT", "/gc/sender", ordertest.Object{"id": "1", "warmUp": 40})
		id := q.SubmitTo(100)
		q.Sleep(23 * time.Hour)
		if _, _, tried := q.State(id); tried != 40 {
			t.Fatalf("%d were sent on the first day of 40", tried)
		}
		q.Sleep(3 * time.Hour)
		if _, _, tried := q.State(id); tried != 100 {
			t.Errorf("%d were sent by the second day of 80", tried)
		}
	})
}

// A sender that is switched off sends nothing; what waited goes on when it is on again.
func TestASenderThatIsOffSendsNothing(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "ok"}}, func(q *ordertest.CalmSystem) {
		q.MustCall(q.Admin, "PUT", "/gc/sender", ordertest.Object{"id": "1", "off": true})
		q.Sleep(2 * time.Second)
		for _, path := range []string{ordertest.BulkPath, ordertest.BulkPath + "/estimate"} {
			if a := q.Await(q.Ana, ordertest.NewRequest("POST", path, ordertest.NamedOrderBody("x", q.Groups[q.Ana][0], ""))); a.Status != 409 {
				t.Errorf("%s for a sender that is off: %d %s", path, a.Status, a.Data)
			}
		}
		q.MustCall(q.Admin, "PUT", "/gc/sender", ordertest.Object{"id": "1", "off": false})
		q.Sleep(2 * time.Second)
		id := q.SubmitTo(200)
		q.Sleep(3 * time.Second)
		q.MustCall(q.Admin, "PUT", "/gc/sender", ordertest.Object{"id": "1", "off": true})
		q.Sleep(5 * time.Second)
		_, _, before := q.State(id)
		q.Sleep(5 * time.Minute)
		if _, _, after := q.State(id); after != before {
			t.Errorf("%d were sent, then %d", before, after)
		}
		q.MustCall(q.Admin, "PUT", "/gc/sender", ordertest.Object{"id": "1", "off": false})
		q.Sleep(3 * time.Minute)
		if _, _, tried := q.State(id); tried != 200 {
			t.Errorf("%d were sent", tried)
		}
	})
}

// A provider that gives no answers has its sender rest, each time longer; it comes back by itself.
func TestAFailingSenderRests(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "cut_after_accept"}}, func(q *ordertest.CalmSystem) {
		id := q.SubmitTo(60)
		q.Sleep(30 * time.Second)
		_, _, tried := q.State(id)
		if row := q.SenderRow(); row.State != sender.Rests || row.RestsUntil == nil || tried > 24 {
			t.Fatalf("%+v, %d tried", row, tried)
		}
		q.Control("script", ordertest.Object{"rules": []ordertest.Rule{{Suffix: "", Outcome: "ok"}}})
		q.Sleep(10 * time.Minute)
		if _, _, all := q.State(id); all != 60 || q.SenderRow().State != sender.Ready {
			t.Errorf("%d tried after the rest, %+v", all, q.SenderRow())
		}
		if alarms := strings.Join(q.Alarms, " "); !strings.Contains(alarms, "sender rests") {
			t.Errorf("nobody was told: %s", alarms)
		}
	})
}

// An order that waits for the hours of its country says so, and until when.
func TestAnOrderSaysThatItWaitsForItsHours(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		hour := func(d time.Duration) string { return time.Now().UTC().Add(d).Format("15:04") }
		q.SetSettings(map[string]string{"window.BR": hour(2*time.Hour) + "-" + hour(3*time.Hour) + " Europe/London"})
		id := q.SubmitTo(3)
		q.Sleep(5 * time.Second)
		w, _ := q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id, nil)["waits"].(ordertest.Object)
		until, err := time.Parse(time.RFC3339, w["until"].(string))
		if w["reason"] != "hours" || err != nil || time.Until(until) > 2*time.Hour || time.Until(until) < 110*time.Minute {
			t.Errorf("it says %v", w)
		}
		q.Sleep(2*time.Hour + 5*time.Minute)
		if d := q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id, nil); d["waits"] != nil || q.ReceivedBy(5511977700000) != 1 {
			t.Errorf("after that: %v", d["waits"])
		}
	})
}
