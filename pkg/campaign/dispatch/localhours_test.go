package dispatch_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
)

// Each recipient is written to within the hours of its own zone, as soon as they open. A sleeping recipient is put
// off, not refused. The order's page shows how many wait, and until when (business-domain §5; decisions §6).
func TestEachRecipientIsWrittenToByItsOwnClock(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.WaitForTime(11, 0) // 6 o'clock in New York
		next := time.Now().UTC().Truncate(time.Hour).Add(2 * time.Hour)
		id := q.SubmitAbroad("US", ordertest.Interleaved(30, ordertest.USAreas...))
		q.Sleep(30 * time.Second)
		d := q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id, nil)
		if w, _ := d["waits"].(ordertest.Object); order.Status(d["status"].(float64)) != order.Waiting || w["reason"] != "hours" ||
			w["until"] != next.Format(time.RFC3339) && w["until"] != next.AddDate(0, 0, 1).Format(time.RFC3339) {
			t.Errorf("before anybody's hours: %v, %v", d["status"], d["waits"])
		}
		q.WaitForTime(13, 10)
		q.WantSent(ordertest.USAreas, 30, 0, 0, 0, 0)
		d = q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id, nil)
		sleeps, _ := d["asleep"].(ordertest.Object)
		w, _ := d["waits"].(ordertest.Object)
		if sleeps["count"] != 120.0 || w["reason"] != "hours" || w["until"] != sleeps["wakes"] {
			t.Errorf("with four zones asleep: %v, %v", d["asleep"], d["waits"])
		}
		wakes, _ := time.Parse(time.RFC3339, fmt.Sprint(sleeps["wakes"]))
		if wakes.Hour() != 14 || wakes.Minute() != 0 {
			t.Errorf("the first of them wakes at %s", wakes)
		}
		stat := q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id+"/stat", nil)["tempo"].(ordertest.Object)
		if ends, err := time.Parse(time.RFC3339, fmt.Sprint(stat["finishTime"])); err != nil || ends.Hour() != 18 || ends.Minute() > 10 {
			t.Errorf("it is said to end at %v", stat["finishTime"])
		}
		q.WaitForTime(14, 5)
		q.WantSent(ordertest.USAreas, 30, 30, 0, 0, 0)
		q.WaitForTime(17, 55)
		q.WantSent(ordertest.USAreas, 30, 30, 30, 30, 0)
		q.WaitForTime(18, 5)
		q.WantSent(ordertest.USAreas, 30, 30, 30, 30, 30)
		d = q.Detail(q.Ana, id, true)
		if c := d["counts"].(ordertest.Object); c["failed"] != 0.0 || c["toSend"] != 0.0 || d["asleep"] != nil {
			t.Errorf("at the end: %v %v", c, d["asleep"])
		}
	})
}

// A number that does not tell its zone is written to where all zones of its country are open; one whose area lies in two by both.
func TestANumberWithoutAZoneIsHeldToAll(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.SetSettings(map[string]string{"window.RU": "08:00-21:00"})
		mobile, moscow := ordertest.Area{Head: "7916123", Zone: "Europe/Moscow", From: 8, To: 21},
			ordertest.Area{Head: "7495123", Zone: "Europe/Moscow", From: 8, To: 21}
		far := ordertest.Area{Head: "7916123", Zone: "Asia/Kamchatka", From: 8, To: 21} // by both clocks
		near := ordertest.Area{Head: "7916123", Zone: "Europe/Kaliningrad", From: 8, To: 21}
		q.WaitForTime(9, 30) // 12:30 in Moscow, 21:30 or later in Kamchatka
		id := q.SubmitAbroad("RU", ordertest.Interleaved(30, moscow, mobile))
		q.Sleep(10 * time.Minute)
		q.WantSent([]ordertest.Area{moscow, mobile}, 30, 0)
		if d := q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id, nil); d["asleep"].(ordertest.Object)["count"] != 30.0 {
			t.Errorf("%v", d["asleep"])
		}
		q.Sleep(24 * time.Hour)
		q.WantSent([]ordertest.Area{moscow, mobile}, 30, 30)
		q.CountByArea([]ordertest.Area{far})
		q.CountByArea([]ordertest.Area{near})
	})
}

// A number is blocked when no hour is open in all zones that it may belong to. It has that reason and is not charged,
// and the order ends. Mobile numbers name their zone there, so a window exists; a free number names none.
func TestANumberForWhichNoHourIsOpenIsHeldBack(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.SetSettings(map[string]string{"window.US": "09:00-12:00"})
		early := []ordertest.Area{ordertest.USAreas[0], ordertest.USAreas[4]}
		for i := range early {
			early[i].From, early[i].To = 9, 12
		}
		free := ordertest.Area{Head: "1800555", Zone: "America/New_York", To: 24}
		q.WaitForTime(12, 0)
		file := q.MustCall(q.Ana, "POST", "/uf/uploadfile/contact",
			&ordertest.Form{File: ordertest.ContactFile(ordertest.Interleaved(10, early[0], early[1], free))})["id"].(string)
		wish := ordertest.NamedOrderBody("told", "", file)
		wish["countryCode"] = "US"
		// not before the last zone opens
		if e := q.MustCall(q.Ana, "POST", ordertest.BulkPath+"/estimate",
			wish); fmt.Sprint(e["finishTime"]) < time.Now().UTC().Format(time.DateOnly)+"T19:" {
			t.Errorf("it is said to end at %v", e["finishTime"])
		}
		id := q.SubmitAbroad("US", ordertest.Interleaved(10, early[0], early[1], free))
		q.WaitForTime(22, 30)
		q.WantSent(append(early, free), 10, 10, 0)
		d := q.Detail(q.Ana, id, true)
		if held := q.HeldBack(d); held["noHour"] != 10 || d["actualCost"].(float64) != 20*4 {
			t.Errorf("%v, %v", held, d["actualCost"])
		}
		for _, r := range q.MustCall(q.Ana, "GET", ordertest.BulkPath+"/"+id+"/stat", nil)["reasons"].([]any) {
			if f := r.(ordertest.Object); f["key"] != "noHour" || f["held"] != true || f["advice"] == "dispatch.heldAdvice.noHour" {
				t.Errorf("%v", f)
			}
		}
	})
}

// Chunks whose recipients sleep give their place to others: the first of an order may be of people who sleep until the evening.
func TestSleepingChunksDoNotDelayOthers(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.WaitForTime(13, 30)
		// twenty chunks of Hawaii, then five of New York
		numbers := append(ordertest.USAreas[4].Numbers(400), ordertest.USAreas[0].Numbers(100)...)
		q.SubmitAbroad("US", numbers)
		q.Sleep(3 * time.Minute)
		q.WantSent(ordertest.USAreas, 100, 0, 0, 0, 0)
		q.WaitForTime(18, 30)
		q.WantSent(ordertest.USAreas, 100, 0, 0, 0, 400)
	})
}

// Chunks that wake are handed out as new ones are, a window of them at a time: another order of the sender does not find them all
// before it.
func TestChunksWakeAWindowAtATime(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.WaitForTime(13, 30)
		q.SubmitAbroad("US", ordertest.Interleaved(100, ordertest.USAreas[0], ordertest.USAreas[4]))
		q.Sleep(4 * time.Minute)
		q.WantSent(ordertest.USAreas, 100, 0, 0, 0, 0)
		most, lies := 0, map[int]bool{}
		q.OnTask = func(m queue.Message, begins bool) {
			if m.Kind != "bulk.chunk" {
				return
			}
			q.Mu.Lock()
			defer q.Mu.Unlock()
			if c := ordertest.ChunkOf(m); begins {
				lies[c] = true
			} else {
				delete(lies, c)
			}
			most = max(most, len(lies))
		}
		q.WaitForTime(18, 30)
		q.OnTask = nil
		q.WantSent(ordertest.USAreas, 100, 0, 0, 0, 100)
		if most == 0 || most > 2 {
			t.Errorf("%d chunks lay on the queue or were worked on at a time", most)
		}
	})
}

// Hours that are changed hold within a minute or two, for who sleeps too.
func TestChangedHoursWakeWhoSleeps(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.WaitForTime(13, 30)
		q.SubmitAbroad("US", ordertest.Interleaved(30, ordertest.USAreas[0], ordertest.USAreas[1], ordertest.USAreas[4]))
		q.Sleep(5 * time.Minute)
		q.WantSent(ordertest.USAreas, 30, 0, 0, 0, 0)
		q.SetSettings(map[string]string{"window.US": "07:00-21:00"})
		q.Sleep(8 * time.Minute)
		early := append([]ordertest.Area(nil), ordertest.USAreas...)
		for i := range early {
			early[i].From = 7
		}
		q.WantSent(early, 30, 30, 0, 0, 0)
		q.SetSettings(map[string]string{"window.US": ""})
		q.Sleep(8 * time.Minute)
		for i := range early {
			early[i].From, early[i].To = 0, 24
		}
		q.WantSent(early, 30, 30, 0, 0, 30)
	})
}

// A pause leaves who sleeps asleep: started again, the order goes on with those who are awake, and wakes the others in their time.
func TestAPauseLeavesWhoSleepsAsleep(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.WaitForTime(13, 30)
		id := q.SubmitAbroad("US", ordertest.Interleaved(40, ordertest.USAreas[0], ordertest.USAreas[1], ordertest.USAreas[4]))
		q.Sleep(5 * time.Minute)
		q.MustCall(q.Ana, "PUT", ordertest.BulkPath+"/"+id+"/pause", nil)
		q.WaitForTime(14, 30)
		q.WantSent(ordertest.USAreas, 40, 0, 0, 0, 0)
		q.MustCall(q.Ana, "PUT", ordertest.BulkPath+"/"+id+"/start", nil)
		q.Sleep(8 * time.Minute)
		q.WantSent(ordertest.USAreas, 40, 40, 0, 0, 0)
		q.WaitForTime(18, 30)
		q.WantSent(ordertest.USAreas, 40, 40, 0, 0, 40)
	})
}

// The evening of a zone ends its part of an order at the minute; the rest goes out on the next morning there.
func TestAnEveningPutsOffToTheMorning(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		q.WaitForWinter()
		q.WaitForTime(1, 59) // 20:59 in New York
		q.Sleep(50 * time.Second)
		q.SubmitAbroad("US", ordertest.Interleaved(200, ordertest.USAreas[0], ordertest.USAreas[3]))
		q.Sleep(10 * time.Minute)
		got := q.CountByArea(ordertest.USAreas)
		if n := got[ordertest.USAreas[0].Head]; n == 0 || n == 200 {
			t.Fatalf("%d were sent in New York by its evening", n)
		}
		q.WaitForTime(4, 55) // the last minutes of Los Angeles
		q.WantSent(ordertest.USAreas[3:4], 200)
		if now := q.CountByArea(ordertest.USAreas); now[ordertest.USAreas[0].Head] != got[ordertest.USAreas[0].Head] {
			t.Errorf("%v, then %v", got, now)
		}
		q.WaitForTime(13, 30)
		q.WantSent(ordertest.USAreas, 200, 0, 0, 200, 0)
	})
}
