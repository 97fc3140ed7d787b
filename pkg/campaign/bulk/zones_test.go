package bulk_test

import (
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
)

// Each recipient is written to within the hours of its own zone, as soon as they open. A sleeping recipient is put
// off, not refused. The order's page shows how many wait, and until when (business-domain §5; decisions §6).
func TestEachRecipientIsWrittenToByItsOwnClock(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.at(11, 0) // 6 o'clock in New York
		next := time.Now().UTC().Truncate(time.Hour).Add(2 * time.Hour)
		id := q.sends("US", dealt(30, abroad...))
		q.sleep(30 * time.Second)
		d := q.ok(q.ana, "GET", bulkPath+"/"+id, nil)
		if w, _ := d["waits"].(obj); order.Status(d["status"].(float64)) != order.Waiting || w["reason"] != "hours" ||
			w["until"] != next.Format(time.RFC3339) && w["until"] != next.AddDate(0, 0, 1).Format(time.RFC3339) {
			t.Errorf("before anybody's hours: %v, %v", d["status"], d["waits"])
		}
		q.at(13, 10)
		q.wantSent(abroad, 30, 0, 0, 0, 0)
		d = q.ok(q.ana, "GET", bulkPath+"/"+id, nil)
		sleeps, _ := d["asleep"].(obj)
		w, _ := d["waits"].(obj)
		if sleeps["count"] != 120.0 || w["reason"] != "hours" || w["until"] != sleeps["wakes"] {
			t.Errorf("with four zones asleep: %v, %v", d["asleep"], d["waits"])
		}
		wakes, _ := time.Parse(time.RFC3339, fmt.Sprint(sleeps["wakes"]))
		if wakes.Hour() != 14 || wakes.Minute() != 0 {
			t.Errorf("the first of them wakes at %s", wakes)
		}
		stat := q.ok(q.ana, "GET", bulkPath+"/"+id+"/stat", nil)["tempo"].(obj)
		if ends, err := time.Parse(time.RFC3339, fmt.Sprint(stat["finishTime"])); err != nil || ends.Hour() != 18 || ends.Minute() > 10 {
			t.Errorf("it is said to end at %v", stat["finishTime"])
		}
		q.at(14, 5)
		q.wantSent(abroad, 30, 30, 0, 0, 0)
		q.at(17, 55)
		q.wantSent(abroad, 30, 30, 30, 30, 0)
		q.at(18, 5)
		q.wantSent(abroad, 30, 30, 30, 30, 30)
		d = q.detail(q.ana, id, true)
		if c := d["counts"].(obj); c["failed"] != 0.0 || c["toSend"] != 0.0 || d["asleep"] != nil {
			t.Errorf("at the end: %v %v", c, d["asleep"])
		}
	})
}

// A number that does not tell its zone is written to where all zones of its country are open; one whose area lies in two by both.
func TestANumberWithoutAZoneIsHeldToAll(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.set(map[string]string{"window.RU": "08:00-21:00"})
		mobile, moscow := area{"7916123", "Europe/Moscow", 8, 21}, area{"7495123", "Europe/Moscow", 8, 21}
		far := area{"7916123", "Asia/Kamchatka", 8, 21} // by both clocks
		near := area{"7916123", "Europe/Kaliningrad", 8, 21}
		q.at(9, 30) // 12:30 in Moscow, 21:30 or later in Kamchatka
		id := q.sends("RU", dealt(30, moscow, mobile))
		q.sleep(10 * time.Minute)
		q.wantSent([]area{moscow, mobile}, 30, 0)
		if d := q.ok(q.ana, "GET", bulkPath+"/"+id, nil); d["asleep"].(obj)["count"] != 30.0 {
			t.Errorf("%v", d["asleep"])
		}
		q.sleep(24 * time.Hour)
		q.wantSent([]area{moscow, mobile}, 30, 30)
		q.sentTo([]area{far})
		q.sentTo([]area{near})
	})
}

// A number is blocked when no hour is open in all zones that it may belong to. It has that reason and is not charged,
// and the order ends. Mobile numbers name their zone there, so a window exists; a free number names none.
func TestANumberForWhichNoHourIsOpenIsHeldBack(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.set(map[string]string{"window.US": "09:00-12:00"})
		early := []area{abroad[0], abroad[4]}
		for i := range early {
			early[i].from, early[i].to = 9, 12
		}
		free := area{head: "1800555", zone: "America/New_York", to: 24}
		q.at(12, 0)
		file := q.ok(q.ana, "POST", "/uf/uploadfile/contact", &form{file: contactFile(dealt(10, early[0], early[1], free))})["id"].(string)
		wish := wishOf("told", "", file)
		wish["countryCode"] = "US"
		// not before the last zone opens
		if e := q.ok(q.ana, "POST", bulkPath+"/estimate", wish); fmt.Sprint(e["finishTime"]) < time.Now().UTC().Format(time.DateOnly)+"T19:" {
			t.Errorf("it is said to end at %v", e["finishTime"])
		}
		id := q.sends("US", dealt(10, early[0], early[1], free))
		q.at(22, 30)
		q.wantSent(append(early, free), 10, 10, 0)
		d := q.detail(q.ana, id, true)
		if held := q.heldBack(d); held["noHour"] != 10 || d["actualCost"].(float64) != 20*4 {
			t.Errorf("%v, %v", held, d["actualCost"])
		}
		for _, r := range q.ok(q.ana, "GET", bulkPath+"/"+id+"/stat", nil)["reasons"].([]any) {
			if f := r.(obj); f["key"] != "noHour" || f["held"] != true || f["advice"] == "dispatch.heldAdvice.noHour" {
				t.Errorf("%v", f)
			}
		}
	})
}

// Chunks whose recipients sleep give their place to others: the first of an order may be of people who sleep until the evening.
func TestChunksThatSleepKeepNobodyWaiting(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.at(13, 30)
		numbers := append(abroad[4].numbers(400), abroad[0].numbers(100)...) // twenty chunks of Hawaii, then five of New York
		q.sends("US", numbers)
		q.sleep(3 * time.Minute)
		q.wantSent(abroad, 100, 0, 0, 0, 0)
		q.at(18, 30)
		q.wantSent(abroad, 100, 0, 0, 0, 400)
	})
}

// Chunks that wake are handed out as new ones are, a window of them at a time: another order of the sender does not find them all
// before it.
func TestChunksWakeAWindowAtATime(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.at(13, 30)
		q.sends("US", dealt(100, abroad[0], abroad[4]))
		q.sleep(4 * time.Minute)
		q.wantSent(abroad, 100, 0, 0, 0, 0)
		most, lies := 0, map[int]bool{}
		q.told = func(m queue.Message, begins bool) {
			if m.Kind != "bulk.chunk" {
				return
			}
			q.mu.Lock()
			defer q.mu.Unlock()
			if c := chunkOf(m); begins {
				lies[c] = true
			} else {
				delete(lies, c)
			}
			most = max(most, len(lies))
		}
		q.at(18, 30)
		q.told = nil
		q.wantSent(abroad, 100, 0, 0, 0, 100)
		if most == 0 || most > 2 {
			t.Errorf("%d chunks lay on the queue or were worked on at a time", most)
		}
	})
}

// Hours that are changed hold within a minute or two, for who sleeps too.
func TestChangedHoursWakeWhoSleeps(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.at(13, 30)
		q.sends("US", dealt(30, abroad[0], abroad[1], abroad[4]))
		q.sleep(5 * time.Minute)
		q.wantSent(abroad, 30, 0, 0, 0, 0)
		q.set(map[string]string{"window.US": "07:00-21:00"})
		q.sleep(8 * time.Minute)
		early := append([]area(nil), abroad...)
		for i := range early {
			early[i].from = 7
		}
		q.wantSent(early, 30, 30, 0, 0, 0)
		q.set(map[string]string{"window.US": ""})
		q.sleep(8 * time.Minute)
		for i := range early {
			early[i].from, early[i].to = 0, 24
		}
		q.wantSent(early, 30, 30, 0, 0, 30)
	})
}

// A pause leaves who sleeps asleep: started again, the order goes on with those who are awake, and wakes the others in their time.
func TestAPauseLeavesWhoSleepsAsleep(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.at(13, 30)
		id := q.sends("US", dealt(40, abroad[0], abroad[1], abroad[4]))
		q.sleep(5 * time.Minute)
		q.ok(q.ana, "PUT", bulkPath+"/"+id+"/pause", nil)
		q.at(14, 30)
		q.wantSent(abroad, 40, 0, 0, 0, 0)
		q.ok(q.ana, "PUT", bulkPath+"/"+id+"/start", nil)
		q.sleep(8 * time.Minute)
		q.wantSent(abroad, 40, 40, 0, 0, 0)
		q.at(18, 30)
		q.wantSent(abroad, 40, 40, 0, 0, 40)
	})
}

// The evening of a zone ends its part of an order at the minute; the rest goes out on the next morning there.
func TestAnEveningPutsOffToTheMorning(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		q.winter()
		q.at(1, 59) // 20:59 in New York
		q.sleep(50 * time.Second)
		q.sends("US", dealt(200, abroad[0], abroad[3]))
		q.sleep(10 * time.Minute)
		got := q.sentTo(abroad)
		if n := got[abroad[0].head]; n == 0 || n == 200 {
			t.Fatalf("%d were sent in New York by its evening", n)
		}
		q.at(4, 55) // the last minutes of Los Angeles
		q.wantSent(abroad[3:4], 200)
		if now := q.sentTo(abroad); now[abroad[0].head] != got[abroad[0].head] {
			t.Errorf("%v, then %v", got, now)
		}
		q.at(13, 30)
		q.wantSent(abroad, 200, 0, 0, 200, 0)
	})
}
