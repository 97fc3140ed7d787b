package bulk_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
)

func (q *quietTown) sender() (row sender.Row) {
	q.t.Helper()
	var page struct{ Records []sender.Row }
	if err := json.Unmarshal(q.ask(q.admin, request{"GET", "/gc/sender/page", nil, ""}).Data, &page); err != nil || len(page.Records) != 1 {
		q.t.Fatal(page, err)
	}
	return page.Records[0]
}

// "Daily limits of a sender by its tier": what does not fit into the day waits for the next; nothing is dropped or refused. The provider's
// tier comes by its webhook.
func TestASendersDayHolds(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "ok"}}, func(q *quietTown) {
		q.ok(q.admin, "PUT", "/gc/sender", obj{"id": "1", "daily": 50})
		id := q.ordered(100)
		q.sleep(10 * time.Minute)
		if s, reason, tried := q.state(id); s != order.Sending || tried != 50 {
			t.Fatalf("state %d, %q, %d of 50 were sent", s, reason, tried)
		}
		if w, _ := q.ok(q.ana, "GET", bulkPath+"/"+id, nil)["waits"].(obj); w["reason"] != "full" || w["until"] == nil {
			t.Errorf("its customer is told %v", w)
		}
		if row := q.sender(); row.State != sender.Full || row.Used != 50 || *row.Limit != 50 {
			t.Errorf("%+v", row)
		}
		q.hook(obj{"field": "business_capability_update",
			"value": obj{"max_daily_conversations_per_business": "TIER_50", "max_phone_numbers_per_waba": 20}})
		q.ok(q.admin, "PUT", "/gc/sender", obj{"id": "1", "daily": 0})
		if row := q.sender(); row.Tier != 50 || *row.Limit != 50 {
			t.Errorf("%+v", row)
		}
		q.sleep(20 * time.Minute)
		if _, _, tried := q.state(id); tried != 50 {
			t.Errorf("%d were sent at a tier of 50", tried)
		}
		q.hook(obj{"field": "phone_number_quality_update",
			"value": obj{"display_phone_number": "15550783881", "event": "FLAGGED", "current_limit": "TIER_10K"}})
		q.sleep(2 * time.Minute)
		if s, _, tried := q.state(id); s != order.Settling && s != order.Completed || tried != 100 {
			t.Errorf("state %d, %d were sent at a tier of 10,000", s, tried)
		}
		if row := q.sender(); row.Tier != 10_000 || row.Quality != "red" {
			t.Errorf("%+v", row)
		}
	})
}

// What a day's limit holds back is sent on the next day.
func TestWhatADayHoldsBackIsSentOnTheNext(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "ok"}}, func(q *quietTown) {
		q.ok(q.admin, "PUT", "/gc/sender", obj{"id": "1", "warmUp": 40})
		id := q.ordered(100)
		q.sleep(23 * time.Hour)
		if _, _, tried := q.state(id); tried != 40 {
			t.Fatalf("%d were sent on the first day of 40", tried)
		}
		q.sleep(3 * time.Hour)
		if _, _, tried := q.state(id); tried != 100 {
			t.Errorf("%d were sent by the second day of 80", tried)
		}
	})
}

// A sender that is switched off sends nothing; what waited goes on when it is on again.
func TestASenderThatIsOffSendsNothing(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "ok"}}, func(q *quietTown) {
		q.ok(q.admin, "PUT", "/gc/sender", obj{"id": "1", "off": true})
		q.sleep(2 * time.Second)
		for _, path := range []string{bulkPath, bulkPath + "/estimate"} {
			if a := q.ask(q.ana, request{"POST", path, wishOf("x", q.groups[q.ana][0], ""), ""}); a.status != 409 {
				t.Errorf("%s for a sender that is off: %d %s", path, a.status, a.Data)
			}
		}
		q.ok(q.admin, "PUT", "/gc/sender", obj{"id": "1", "off": false})
		q.sleep(2 * time.Second)
		id := q.ordered(200)
		q.sleep(3 * time.Second)
		q.ok(q.admin, "PUT", "/gc/sender", obj{"id": "1", "off": true})
		q.sleep(5 * time.Second)
		_, _, before := q.state(id)
		q.sleep(5 * time.Minute)
		if _, _, after := q.state(id); after != before {
			t.Errorf("%d were sent, then %d", before, after)
		}
		q.ok(q.admin, "PUT", "/gc/sender", obj{"id": "1", "off": false})
		q.sleep(3 * time.Minute)
		if _, _, tried := q.state(id); tried != 200 {
			t.Errorf("%d were sent", tried)
		}
	})
}

// A provider that gives no answers has its sender rest, each time longer; it comes back by itself.
func TestAFailingSenderRests(t *testing.T) {
	quietly(t, []whatsappRule{{Suffix: "", Outcome: "cut_after_accept"}}, func(q *quietTown) {
		id := q.ordered(60)
		q.sleep(30 * time.Second)
		_, _, tried := q.state(id)
		if row := q.sender(); row.State != sender.Rests || row.RestsUntil == nil || tried > 24 {
			t.Fatalf("%+v, %d tried", row, tried)
		}
		q.control("script", obj{"rules": []whatsappRule{{Suffix: "", Outcome: "ok"}}})
		q.sleep(10 * time.Minute)
		if _, _, all := q.state(id); all != 60 || q.sender().State != sender.Ready {
			t.Errorf("%d tried after the rest, %+v", all, q.sender())
		}
		if alarms := strings.Join(q.alarms, " "); !strings.Contains(alarms, "sender rests") {
			t.Errorf("nobody was told: %s", alarms)
		}
	})
}

// An order that waits for the hours of its country says so, and until when.
func TestAnOrderSaysThatItWaitsForItsHours(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		hour := func(d time.Duration) string { return time.Now().UTC().Add(d).Format("15:04") }
		q.set(map[string]string{"window.BR": hour(2*time.Hour) + "-" + hour(3*time.Hour) + " Europe/London"})
		id := q.ordered(3)
		q.sleep(5 * time.Second)
		w, _ := q.ok(q.ana, "GET", bulkPath+"/"+id, nil)["waits"].(obj)
		until, err := time.Parse(time.RFC3339, w["until"].(string))
		if w["reason"] != "hours" || err != nil || time.Until(until) > 2*time.Hour || time.Until(until) < 110*time.Minute {
			t.Errorf("it says %v", w)
		}
		q.sleep(2*time.Hour + 5*time.Minute)
		if d := q.ok(q.ana, "GET", bulkPath+"/"+id, nil); d["waits"] != nil || q.got(5511977700000) != 1 {
			t.Errorf("after that: %v", d["waits"])
		}
	})
}
