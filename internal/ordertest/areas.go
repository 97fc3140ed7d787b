package ordertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/kit/queue"
)

// Area describes phone numbers of an area code and the time zone of their owners.
type Area struct {
	Head string // calling and area code
	Zone string
	From int // hours of the day
	To   int
}

// USAreas are areas of the United States, one for each of its main zones, with the sending hours that Herald ships.
var USAreas = []Area{{"1212555", "America/New_York", 8, 21}, {"1312555", "America/Chicago", 8, 21}, {"1303555", "America/Denver", 8, 21},
	{"1310555", "America/Los_Angeles", 8, 21}, {"1808555", "Pacific/Honolulu", 8, 21}}

// Numbers returns n numbers of the area.
func (l Area) Numbers(n int) (all []uint64) {
	first, err := strconv.ParseUint(l.Head+"0100", 10, 64)
	if err != nil {
		panic(err)
	}
	for i := range uint64(n) {
		all = append(all, first+i)
	}
	return all
}

// Interleaved returns n numbers of the areas in turn, so that every chunk has some of each.
func Interleaved(n int, areas ...Area) (all []uint64) {
	for i := range n {
		for _, l := range areas {
			all = append(all, l.Numbers(n)[i])
		}
	}
	return all
}

// SubmitAbroad submits an order of Ana to numbers of a country and returns its id.
func (q *CalmSystem) SubmitAbroad(country string, numbers []uint64, more ...Object) string {
	q.T.Helper()
	file := q.MustCall(q.Ana, "POST", "/uf/uploadfile/contact", &Form{File: ContactFile(numbers)})["id"].(string)
	wish := NamedOrderBody("zones", "", file)
	wish["countryCode"] = country
	for _, m := range more {
		for k, v := range m {
			wish[k] = v
		}
	}
	return q.MustCall(q.Ana, "POST", BulkPath, wish)["id"].(string)
}

// WaitForWinter waits until New York has kept standard time for some days. The hours in the tests assume it.
func (q *CalmSystem) WaitForWinter() {
	at, place := time.Now(), Location("America/New_York")
	for at.In(place).IsDST() || at.AddDate(0, 0, 4).In(place).IsDST() {
		at = at.AddDate(0, 0, 1)
	}
	q.Sleep(time.Until(at))
}

// WaitForTime waits for a time of the day in UTC.
func (q *CalmSystem) WaitForTime(hour, minute int) {
	now := time.Now().UTC()
	at := time.Date(now.Year(), now.Month(), now.Day(), hour, minute, 0, 0, time.UTC)
	if !at.After(now) {
		at = at.AddDate(0, 0, 1)
	}
	q.Sleep(time.Until(at))
}

// CountByArea counts the accepted messages by area. It fails the test for a message outside the hours of its zone.
func (q *CalmSystem) CountByArea(areas []Area) map[string]int {
	q.T.Helper()
	counts := map[string]int{}
	accepted, _ := q.Sim.Messages(0, 1<<30)
	for _, a := range accepted {
		for _, l := range areas {
			if len(a.To) <= len(l.Head) || a.To[:len(l.Head)] != l.Head {
				continue
			}
			counts[l.Head]++
			place, err := time.LoadLocation(l.Zone)
			if err != nil {
				q.T.Fatal(err)
			}
			if hour := a.AcceptedAt.In(place).Hour(); hour < l.From || hour >= l.To {
				q.T.Errorf("%s was written to at %s", a.To, a.AcceptedAt.In(place))
			}
		}
	}
	return counts
}

// WantSent fails the test unless the accepted messages by area are as wanted.
func (q *CalmSystem) WantSent(areas []Area, want ...int) {
	q.T.Helper()
	got := q.CountByArea(areas)
	for i, l := range areas {
		if got[l.Head] != want[i] {
			q.T.Errorf("%s: %d were sent in %s, want %d", time.Now().UTC().Format("02 15:04"), got[l.Head], l.Zone, want[i])
		}
	}
}

// ChunkOf returns the number of the chunk that a task names.
func ChunkOf(m queue.Message) int {
	var d struct{ C int }
	if err := json.Unmarshal(m.Body, &d); err != nil {
		panic(err)
	}
	return d.C
}

// RandomNumber draws a mobile number of São Paulo or, more rarely, of Manaus, where it is an hour earlier.
func RandomNumber(n func(int) int) uint64 {
	area := uint64(11)
	if n(3) == 0 {
		area = 92
	}
	return 55e11 + area*1e9 + 910_000_000 + uint64(n(89_999_999))
}

// Handle runs the handler of a queue message.
func (i *Instance) Handle(ctx context.Context, name string, m queue.Message) error {
	if name == receipt.ReceiptQueue {
		failed, err := i.receipts(ctx, []queue.Message{m})
		if err == nil && len(failed) > 0 {
			err = errors.New("receipts failed")
		}
		return err
	}
	do, ok := i.Tasks[name][m.Kind]
	if !ok {
		return fmt.Errorf("no task %s on %s", m.Kind, name)
	}
	return do(ctx, m)
}

var places = map[string]*time.Location{}

// Location loads a time zone once.
func Location(zone string) *time.Location {
	if places[zone] == nil {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			panic(err)
		}
		places[zone] = loc
	}
	return places[zone]
}
