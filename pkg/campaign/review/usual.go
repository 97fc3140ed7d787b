package review

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/store"
)

// Keys of the recent decisions of a kind, in table campaign:
//
//	REVIEW#recent / <kind>#<yyyymmdd>   how many items were decided that day within how many minutes (m5, m10, … m60, m120, …)
func recentKey(kind string, day time.Time) store.Key {
	return store.Key{Table: "campaign", PK: "REVIEW#recent", SK: kind + "#" + day.UTC().Format("20060102")}
}

// Bounds of what an expectation is made of: too few or too old decisions promise nothing.
const (
	neededDecisions = 5
	decisionDays    = 14
	bucketPrefix    = "m"
	dayLife         = (decisionDays + 7) * 24 * time.Hour // of a day's row
)

// Decision is a decided item: when that was, and how long it waited.
type Decision struct {
	At   time.Time
	Wait time.Duration
}

// Record counts decisions for the expectation of who waits next: one write without a read for each day.
func Record(ctx context.Context, db store.DB, kind string, made []Decision) error {
	days, latest := map[store.Key]map[string]int64{}, time.Time{}
	for _, d := range made {
		key := recentKey(kind, d.At)
		if d.At.After(latest) {
			latest = d.At
		}
		if days[key] == nil {
			days[key] = map[string]int64{}
		}
		days[key][bucketPrefix+strconv.Itoa(rounded(d.Wait))]++
	}
	for key, counts := range days {
		op := store.Op{Verb: store.Update, Key: key, Add: counts, Set: map[string]any{store.ExpiryAttribute: latest.Add(dayLife).Unix()}}
		if _, err := db.Write(ctx, op); err != nil {
			return err
		}
	}
	return nil
}

// Usual is within how many minutes three of four items of a kind were decided in the last two weeks, rounded up; 0 without enough
// decisions.
func Usual(ctx context.Context, db store.DB, kind string, now time.Time) (minutes int, err error) {
	first, last := recentKey(kind, now.AddDate(0, 0, -decisionDays)), recentKey(kind, now)
	counts, total := map[int]int{}, 0
	for row, err := range store.Rows(ctx, db, store.Query{Table: first.Table, PK: first.PK, From: first.SK, To: last.SK}) {
		var day map[string]any
		if err == nil {
			_, err = store.Decode(row, &day)
		}
		if err != nil {
			return 0, err
		}
		for name, value := range day {
			within, err := strconv.Atoi(strings.TrimPrefix(name, bucketPrefix))
			if n, ok := value.(float64); ok && err == nil { // anything else is the key of the row
				counts[within] += int(n)
				total += int(n)
			}
		}
	}
	if total < neededDecisions {
		return 0, nil
	}
	rank := (total*3 + 3) / 4
	for _, within := range slices.Sorted(maps.Keys(counts)) {
		if rank -= counts[within]; rank <= 0 {
			return within, nil
		}
	}
	return 0, nil
}

// rounded gives full minutes: of 5 up to an hour, of 60 beyond.
func rounded(wait time.Duration) int {
	step := 5 * time.Minute
	if wait > time.Hour {
		step = time.Hour
	}
	return int(max(1, (wait+step-1)/step) * step / time.Minute)
}
