package ledger

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// The books are checked in steps by a job, every night and when somebody asks, never inside a request: how far it is lies in
// one row, so that a step that dies is done again by the next.

// Run is a check of the books.
type Run struct {
	ID      string     `dynamodbav:"id"`
	Started time.Time  `dynamodbav:"sa"`
	Touched time.Time  `dynamodbav:"tc"`
	Ended   *time.Time `dynamodbav:"ea,omitempty"`
	Shard   int        `dynamodbav:"sh"` // of the registry
	After   string     `dynamodbav:"af"` // the account that was last
	Version int64      `dynamodbav:"v"`
	Report  Report     `dynamodbav:"rp"`
}

func (r *Run) done() bool { return r.Shard >= registryShards }

// TaskReconcile is the kind of the job's message, JobQueue where it goes.
const (
	TaskReconcile = "ledger.reconcile"
	JobQueue      = "job"
)

const (
	stepTime  = 40 * time.Second // of one message, which may take two minutes
	stepSize  = 100              // accounts between two looks at the clock
	abandoned = 3 * time.Minute  // since the last step: somebody died
	settled   = time.Minute      // age of an entry that no transaction can bring any more
	nightly   = 19 * time.Hour   // of the day in UTC: three in the morning at +08:00
)

var runKey = store.Key{Table: table, PK: "RECON", SK: "RUN"}

// reconcileStep checks the next accounts until the time; zero: one stretch of the registry.
func (b *Ledger) reconcileStep(ctx context.Context, run *Run, until time.Time) error {
	var before time.Time
	if !until.IsZero() {
		before = run.Started.Add(-settled)
	}
	for !run.done() {
		rows, err := b.DB.Query(ctx, store.Query{Table: table, PK: registry(run.Shard), After: run.After, Limit: stepSize, Consistent: true})
		if err != nil {
			return err
		}
		for _, row := range rows {
			if err := b.reconcileAccount(ctx, store.SortKey(row), before, &run.Report); err != nil {
				return err
			}
			run.After = store.SortKey(row)
		}
		if len(rows) < stepSize {
			run.Shard, run.After = run.Shard+1, ""
		}
		if until.IsZero() || b.Now().After(until) {
			return nil
		}
	}
	return nil
}

func (b *Ledger) lastRun(ctx context.Context) (Run, bool, error) {
	return store.Load[Run](ctx, b.DB, runKey, true)
}

// keep writes a run over what it was; false when somebody else was faster.
func (b *Ledger) keep(ctx context.Context, run *Run, had bool) (bool, error) {
	cond := store.Missing("pk")
	if had {
		cond = store.Eq("v", run.Version)
	}
	run.Version, run.Touched = run.Version+1, b.Now()
	_, err := b.DB.Write(ctx, store.Op{Verb: store.Put, Key: runKey, Item: run, If: cond})
	if store.ConditionFailed(err) != nil {
		return false, nil
	}
	return err == nil, err
}

// Check begins a check of the books, unless one is under way; it gives the one that is.
func (r *Room) Check(ctx context.Context) (Run, error) {
	was, had, err := r.Book.lastRun(ctx)
	if err != nil || had && was.Ended == nil {
		return was, err
	}
	run := Run{ID: r.NewID(ctx), Started: r.Book.Now(), Version: was.Version, Report: *newReport()}
	ours, err := r.Book.keep(ctx, &run, had)
	if err != nil || !ours {
		return run, err
	}
	return run, r.wake(ctx, run.ID)
}

func (r *Room) wake(ctx context.Context, id string) error {
	return r.Queues.Send(ctx, JobQueue, queue.New(TaskReconcile, "", map[string]string{"id": id}))
}

// Tasks are what the room does on queue job.
func (r *Room) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskReconcile: r.Reconcile}
}

// Reconcile is the handler of TaskReconcile: one step, and the bell for the next.
func (r *Room) Reconcile(ctx context.Context, m queue.Message) error {
	var bell struct{ ID string }
	if err := json.Unmarshal(m.Body, &bell); err != nil {
		return fmt.Errorf("ledger: task: %w", err)
	}
	run, ok, err := r.Book.lastRun(ctx)
	if err != nil || !ok || run.ID != bell.ID || run.Ended != nil {
		return err
	}
	if err := r.Book.reconcileStep(ctx, &run, r.Book.Now().Add(stepTime)); err != nil {
		return err
	}
	if run.done() {
		run.Report.end()
		now := r.Book.Now()
		run.Ended = &now
	}
	ours, err := r.Book.keep(ctx, &run, true)
	if err != nil || !ours {
		return err
	}
	if run.Ended == nil {
		return r.wake(ctx, run.ID)
	}
	if run.Report.Found > 0 {
		r.Log(map[string]any{"alarm": "the ledger does not add up", "run": run.ID, "differences": run.Report.Found, "first": run.Report.Differences[0]})
	}
	return nil
}

// Tick begins the nightly check, and goes on with one that somebody left behind.
func (r *Room) Tick(ctx context.Context) error {
	run, ok, err := r.Book.lastRun(ctx)
	if err != nil {
		return err
	}
	now := r.Book.Now().UTC()
	due := now.Truncate(24 * time.Hour).Add(nightly)
	if now.Before(due) {
		due = due.Add(-24 * time.Hour)
	}
	switch {
	case ok && run.Ended == nil && now.Sub(run.Touched) > abandoned:
		return r.wake(ctx, run.ID)
	case !ok || run.Ended != nil && run.Started.Before(due):
		_, err = r.Check(ctx)
	}
	return err
}

// Checked is the last check of the books.
type Checked struct {
	ID        string     `json:"id"`
	Status    string     `json:"status" enum:"none,running,done"`
	StartTime *time.Time `json:"startTime"`
	EndTime   *time.Time `json:"endTime"`
	Report
}

func checked(run Run) *Checked {
	c := &Checked{ID: run.ID, Status: "none", Report: *newReport()}
	if run.ID != "" {
		c.Status, c.StartTime, c.EndTime, c.Report = "running", &run.Started, run.Ended, run.Report
	}
	if run.Ended != nil {
		c.Status = "done"
	}
	return c
}

func (r *Room) startCheck(ctx context.Context, _ *struct{}) (*Checked, error) {
	run, err := r.Check(ctx)
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, run.ID, nil, map[string]any{"books": "checked"})
	return checked(run), nil
}

func (r *Room) lastCheck(ctx context.Context, _ *struct{}) (*Checked, error) {
	run, _, err := r.Book.lastRun(ctx)
	if err != nil {
		return nil, err
	}
	return checked(run), nil
}
