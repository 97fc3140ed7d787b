package reconcile

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/platform/notice"
)

// A run goes on by messages on the queue job: the tick holds no keys of providers, and a step may take as long as one message may.
const (
	jobQueue = "job"
	TaskStep = "reconcile.step"
	stepTime = 40 * time.Second // of one message, which may take two minutes
)

type runTask struct {
	Kind Kind   `json:"kind"`
	ID   string `json:"id"`
}

func (r *Service) wake(ctx context.Context, run *Run) error {
	return r.Queues.Send(ctx, jobQueue, queue.New(TaskStep, "", runTask{run.Kind, run.ID}))
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskStep: r.Step}
}

// Step is the handler of TaskStep: one step of a run, and the message for the next. Its progress lies in the run's
// row, so that a step that crashes is done again.
func (r *Service) Step(ctx context.Context, m queue.Message) error {
	var b runTask
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("reconcile: task: %w", err)
	}
	run, ok, err := r.Last(ctx, b.Kind)
	if err != nil || !ok || run.ID != b.ID || run.Ended != nil {
		return err
	}
	done, err := r.step(ctx, &run, r.Now().Add(stepTime))
	if err != nil {
		return err
	}
	if done {
		return r.finish(ctx, &run)
	}
	ours, err := r.write(ctx, &run, true)
	if err != nil || !ours {
		return err
	}
	return r.wake(ctx, &run)
}

// begin is where a run of a kind stands at first.
func (run *Run) begin() {
	if run.Kind == Books {
		run.Walk = ledger.NewWalk()
		return
	}
	run.Round = &Round{}
}

// step goes on until a time, and tells whether the run is at its end.
func (r *Service) step(ctx context.Context, run *Run, until time.Time) (done bool, err error) {
	if run.Kind == Payments {
		return r.stepPayments(ctx, run, until)
	}
	return r.stepBooks(ctx, run, until)
}

// finish ends a run. Its differences raise an alarm, and a notice to each finance user, which the run's own
// transaction puts into the outbox.
func (r *Service) finish(ctx context.Context, run *Run) error {
	told, err := r.notified(ctx, run)
	if err != nil {
		return err
	}
	if run.Found > 0 {
		r.Log(map[string]any{"alarm": map[Kind]string{Books: "the ledger does not add up",
			Payments: "the providers tell of other payments than the books"}[run.Kind],
			"run": run.ID, "differences": run.Found, "first": run.All[0].String()})
	}
	ours, err := r.end(ctx, run, told)
	if err != nil || !ours {
		return err
	}
	for _, n := range told {
		r.Notices.NotifyLater(ctx, n)
	}
	return nil
}

// maxReported bounds a transaction.
const maxReported = 50

func (r *Service) notified(ctx context.Context, run *Run) (out []notice.Personal, err error) {
	if run.Found == 0 || r.Finance == nil {
		return nil, nil
	}
	users, err := r.Finance(ctx)
	for _, u := range users[:min(len(users), maxReported)] {
		out = append(out, notice.Personal{UserID: u, Key: "reconcile." + run.ID, Title: "reconcile.tell.title",
			Body: "reconcile.tell." + string(run.Kind),
			Link: "/finance/reconcile", Args: map[string]string{"n": strconv.Itoa(run.Found)}})
	}
	return out, err
}

// Tick begins the run of each night, and continues an abandoned one. The tick of one hour creates the missing row of
// each kind, so that the very first run can begin.
func (r *Service) Tick(ctx context.Context) error {
	now := r.Now()
	if now.Minute() == 0 {
		for _, k := range kinds {
			if _, err := r.DB.Write(ctx, looks(r.DB).At(nextNight(k, now), string(k), "", nil)); err != nil {
				return err
			}
		}
	}
	return looks(r.DB).Tick(ctx, now, func(ctx context.Context, d job.Due) (time.Time, error) {
		k := Kind(d.ID)
		run, had, err := r.Last(ctx, k)
		if err != nil {
			return time.Time{}, err
		}
		switch {
		case had && run.Ended == nil && now.Sub(run.Touched) >= abandoned:
			return now.Add(abandoned), r.wake(ctx, &run)
		case had && run.Ended == nil:
			return now.Add(abandoned), nil
		case !had || run.Started.Before(lastNight(k, now)):
			_, err := r.Start(ctx, k, "")
			return now.Add(abandoned), err
		}
		return nextNight(k, now), nil
	})
}
