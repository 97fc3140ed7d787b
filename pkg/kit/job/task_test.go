package job_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// toy is a task of a module.
type toy struct {
	job.Task
	Name string `dynamodbav:"name"`
}

var toyKey = store.Key{Table: "platform", PK: "TOY", SK: "T"}

type crew struct {
	job.Workers
	t   *testing.T
	now time.Time
}

func newCrew(t *testing.T, db store.DB, alone bool) *crew {
	c := &crew{t: t, now: start}
	c.Workers = job.Workers{DB: db, Now: func() time.Time { return c.now }, Life: 30 * time.Second, Alone: alone}
	if err := db.WriteAll(context.Background(),
		[]store.Op{{Verb: store.Put, Key: toyKey, Item: toy{job.NewTask(start, time.Hour), "file"}}}); err != nil {
		t.Fatal(err)
	}
	return c
}

// claim compares the result of a claim with the expected one.
func (c *crew) claim(want job.Claim) *toy {
	c.t.Helper()
	var row toy
	got, err := c.Claim(context.Background(), toyKey, &row)
	if err != nil || got != want || want == job.Ours && row.Name != "file" {
		c.t.Fatalf("%v, %+v, %v", got, row, err)
	}
	return &row
}

func (c *crew) end(t *toy, why *fault.Error) error {
	_, err := c.DB.Write(context.Background(), c.End(toyKey, &t.Task, why, map[string]any{"name": "done"}))
	return err
}

// While a worker is alive no other begins. After its death another one does. The first one, if it was only slow, has lost the task.
func TestOneWorkerAtATime(t *testing.T) {
	c, ctx := newCrew(t, store.NewMemory(nil), true), context.Background()
	first := c.claim(job.Ours)
	c.claim(job.Taken)
	c.now = c.now.Add(20 * time.Second)
	first.Done, first.Total = 3, 7
	if err := c.Renew(ctx, toyKey, &first.Task); err != nil {
		t.Fatal(err)
	}
	c.now = c.now.Add(20 * time.Second)
	c.claim(job.Taken)
	if next, ring := first.Next(start); ring || !next.Equal(start.Add(30*time.Second)) {
		t.Errorf("looked at %v, %v", next, ring)
	}
	c.now = c.now.Add(time.Minute)
	if _, ring := first.Next(c.now); !ring {
		t.Error("nobody rings for the task of a dead worker")
	}
	second := c.claim(job.Ours)
	if second.Runs != 2 || second.Done != 3 || second.Total != 7 {
		t.Errorf("%+v", second)
	}
	if err := c.Renew(ctx, toyKey, &first.Task); !errors.Is(err, job.ErrTaken) {
		t.Error(err)
	}
	if err := c.end(first, nil); store.ConditionFailed(err) == nil {
		t.Errorf("a worker that lost the task ends it: %v", err)
	}
	if err := c.Release(ctx, toyKey, &second.Task); err != nil {
		t.Fatal(err)
	}
	third := c.claim(job.Ours)
	if err := c.end(third, fault.Bad("file", "contact.broken", "rows", 3)); err != nil || third.State != job.Failed ||
		third.Args["rows"] != "3" {
		t.Errorf("%+v %v", third, err)
	}
	c.now = c.now.Add(time.Hour)
	c.claim(job.Taken)
}

// Where concurrent workers do no harm, a repeated message begins at once, and the first to finish ends the task.
func TestWorkersSideBySide(t *testing.T) {
	c := newCrew(t, store.NewMemory(nil), false)
	first, second := c.claim(job.Ours), c.claim(job.Ours)
	if err := c.end(first, nil); err != nil {
		t.Error(err)
	}
	if err := c.end(second, nil); store.ConditionFailed(err) == nil {
		t.Errorf("it ends twice: %v", err)
	}
	if _, err := c.DB.Write(context.Background(), store.Op{Verb: store.Delete, Key: toyKey}); err != nil {
		t.Fatal(err)
	}
	c.claim(job.Gone)
}

// A claim whose response was lost is recognised by its owner.
func TestAClaimOfUnknownOutcome(t *testing.T) {
	lost := false
	db := &store.Faulty{DB: store.NewMemory(nil), Before: func(string) error { return nil }, After: func(op string) error {
		if lost && op == "write" {
			lost = false
			return store.ErrUnclear
		}
		return nil
	}}
	c := newCrew(t, db, true)
	lost = true
	if first := c.claim(job.Ours); first.Runs != 1 || lost {
		t.Errorf("%+v, %v", first, lost)
	}
	c.claim(job.Taken)
}

// Frequent progress reports of a worker are stored and pushed only once a step.
func TestAHeartbeatIsStoredOnceAStep(t *testing.T) {
	c, ctx, told := newCrew(t, store.NewMemory(nil), false), context.Background(), 0
	row := c.claim(job.Ours)
	pulse := c.Heartbeat(ctx, toyKey, &row.Task, 2*time.Second, func() { told++ })
	for i := range 10 {
		row.Done = i
		if err := pulse(); err != nil {
			t.Fatal(err)
		}
		c.now = c.now.Add(time.Second)
	}
	if now := c.claim(job.Ours); told != 4 || now.Done != 8 {
		t.Errorf("told %d times, noted %d", told, now.Done)
	}
}
