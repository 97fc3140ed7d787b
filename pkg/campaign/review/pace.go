package review

import (
	"context"
	"slices"
	"time"

	"herald/pkg/kit/store"
)

// Key of the recent decisions of a kind, in table campaign:
//
//	REVIEW#recent / <kind>   how long the last decided items waited
func recentKey(kind string) store.Key {
	return store.Key{Table: "campaign", PK: "REVIEW#recent", SK: kind}
}

// Bounds of what an expectation is made of: too few or too old decisions promise nothing.
const (
	keptDecisions   = 40
	neededDecisions = 5
	decisionLife    = 14 * 24 * time.Hour
	recentTries     = 4
)

// Decision is a decided item: when that was, and how long it waited.
type Decision struct {
	At   time.Time     `dynamodbav:"a"`
	Wait time.Duration `dynamodbav:"w"`
}

// recent is the row of a kind.
type recent struct {
	Decisions []Decision `dynamodbav:"d"`
	Version   int        `dynamodbav:"v"`
}

// Record keeps decisions for the expectation of who waits next. It may be repeated: the expectation is a share of many.
func Record(ctx context.Context, db store.DB, kind string, made []Decision) error {
	if len(made) == 0 {
		return nil
	}
	key := recentKey(kind)
	return store.Retry(ctx, recentTries, func() error {
		row, ok, err := store.Load[recent](ctx, db, key, true)
		if err != nil {
			return err
		}
		unchanged := store.Missing("pk")
		if ok {
			unchanged = store.Eq("v", row.Version)
		}
		all := slices.Concat(row.Decisions, made)
		row.Decisions, row.Version = all[max(0, len(all)-keptDecisions):], row.Version+1
		_, err = db.Write(ctx, store.Op{Verb: store.Put, Key: key, Item: row, If: unchanged})
		return err
	})
}

// Usual is within how many minutes three of four recent items of a kind were decided, rounded up; 0 without enough decisions.
func Usual(ctx context.Context, db store.DB, kind string, now time.Time) (minutes int, err error) {
	row, _, err := store.Load[recent](ctx, db, recentKey(kind), false)
	if err != nil {
		return 0, err
	}
	var waits []time.Duration
	for _, d := range row.Decisions {
		if now.Sub(d.At) <= decisionLife {
			waits = append(waits, d.Wait)
		}
	}
	if len(waits) < neededDecisions {
		return 0, nil
	}
	slices.Sort(waits)
	return rounded(waits[(len(waits)*3+3)/4-1]), nil
}

// rounded gives full minutes: of 5 up to an hour, of 60 beyond.
func rounded(wait time.Duration) int {
	step := 5 * time.Minute
	if wait > time.Hour {
		step = time.Hour
	}
	return int(max(1, (wait+step-1)/step) * step / time.Minute)
}
