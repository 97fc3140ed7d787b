package bulk_test

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
)

// area is some numbers of an area code, with the zone that they live by.
type area struct {
	head string // calling and area code
	zone string
	from int // hours of the day
	to   int
}

// abroad are numbers of the United States with the window that is shipped.
var abroad = []area{{"1212555", "America/New_York", 8, 21}, {"1312555", "America/Chicago", 8, 21}, {"1303555", "America/Denver", 8, 21},
	{"1310555", "America/Los_Angeles", 8, 21}, {"1808555", "Pacific/Honolulu", 8, 21}}

// numbers makes so many numbers of an area.
func (l area) numbers(n int) (all []uint64) {
	first, err := strconv.ParseUint(l.head+"0100", 10, 64)
	if err != nil {
		panic(err)
	}
	for i := range uint64(n) {
		all = append(all, first+i)
	}
	return all
}

// dealt are numbers of areas so that every chunk has some of each.
func dealt(n int, areas ...area) (all []uint64) {
	for i := range n {
		for _, l := range areas {
			all = append(all, l.numbers(n)[i])
		}
	}
	return all
}

// sends has a customer order a message to numbers of a country.
func (q *quietTown) sends(country string, numbers []uint64, more ...obj) string {
	q.t.Helper()
	file := q.ok(q.ana, "POST", "/uf/uploadfile/contact", &form{file: contactFile(numbers)})["id"].(string)
	wish := wishOf("zones", "", file)
	wish["countryCode"] = country
	for _, m := range more {
		for k, v := range m {
			wish[k] = v
		}
	}
	return q.ok(q.ana, "POST", bulkPath, wish)["id"].(string)
}

// winter waits, where it has to, until New York has its standard time for some days: the hours of these tests are of that.
func (q *quietTown) winter() {
	at, place := time.Now(), place("America/New_York")
	for at.In(place).IsDST() || at.AddDate(0, 0, 4).In(place).IsDST() {
		at = at.AddDate(0, 0, 1)
	}
	q.sleep(time.Until(at))
}

// at waits for a time of the day, UTC.
func (q *quietTown) at(hour, minute int) {
	now := time.Now().UTC()
	at := time.Date(now.Year(), now.Month(), now.Day(), hour, minute, 0, 0, time.UTC)
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	q.sleep(time.Until(at))
}

// sentTo counts the accepted messages by area, and refuses those outside of the hours there: reckoned from the zone's own clock alone.
func (q *quietTown) sentTo(areas []area) map[string]int {
	q.t.Helper()
	counts := map[string]int{}
	accepted, _ := q.sim.Messages(0, 1<<30)
	for _, a := range accepted {
		for _, l := range areas {
			if len(a.To) <= len(l.head) || a.To[:len(l.head)] != l.head {
				continue
			}
			counts[l.head]++
			place, err := time.LoadLocation(l.zone)
			if err != nil {
				q.t.Fatal(err)
			}
			if hour := a.AcceptedAt.In(place).Hour(); hour < l.from || hour >= l.to {
				q.t.Errorf("%s was written to at %s", a.To, a.AcceptedAt.In(place))
			}
		}
	}
	return counts
}

func (q *quietTown) wantSent(areas []area, want ...int) {
	q.t.Helper()
	got := q.sentTo(areas)
	for i, l := range areas {
		if got[l.head] != want[i] {
			q.t.Errorf("%s: %d were sent in %s, want %d", time.Now().UTC().Format("02 15:04"), got[l.head], l.zone, want[i])
		}
	}
}

// chunkOf is the chunk that a task names.
func chunkOf(m queue.Message) int {
	var d struct{ C int }
	if err := json.Unmarshal(m.Body, &d); err != nil {
		panic(err)
	}
	return d.C
}

// someNumber draws a mobile number of São Paulo or, more rarely, of Manaus, where it is earlier.
func someNumber(n func(int) int) uint64 {
	area := uint64(11)
	if n(3) == 0 {
		area = 92
	}
	return 55e11 + area*1e9 + 910_000_000 + uint64(n(89_999_999))
}

// placeOf is where a number lives that someNumber drew.
func placeOf(number string) *time.Location {
	zone := "America/Sao_Paulo"
	if strings.HasPrefix(number, "5592") {
		zone = "America/Manaus"
	}
	place, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	return place
}

// evening lets a seed play at an hour at which São Paulo may be written to, and Manaus will be soon.
func (v *verdict) evening() {
	now := time.Now().UTC()
	v.sleep(time.Until(time.Date(now.Year(), now.Month(), now.Day(), 15, v.pick.IntN(60), 0, 0, time.UTC)))
	v.opens = time.Now().In(placeOf("5592")).Add(time.Duration(1+v.pick.IntN(25)) * time.Minute).Format("15:04")
	if err := setting.New(v.system.db, time.Now, setting.Define(testkit.ModuleParts()...)).Set(v.ctx, "window.BR", v.opens+"-23:30",
		"admin"); err != nil {
		panic(err)
	}
}
