package screening

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// TaskLocked stops the screenings of a user who was locked.
const TaskLocked = "screening.locked"

// Locked has the screenings of a user who was locked stopped, and those of its secondaries.
func Locked(ctx context.Context, queues queue.Queues, userID string) error {
	return queues.Send(ctx, JobQueue, queue.New(TaskLocked, userID, lockedMessage{userID}))
}

type lockedMessage struct {
	User string `json:"u"`
}

// stopLocked is the handler of TaskLocked. What the partner found out until then is kept and charged.
func (r *Service) stopLocked(ctx context.Context, m queue.Message) error {
	var b lockedMessage
	if err := json.Unmarshal(m.Body, &b); err != nil {
		return fmt.Errorf("screening: locked: %w", err)
	}
	all, err := looks(r.DB).All(ctx)
	if err != nil {
		return err
	}
	return errors.Join(parallel.Each(len(all), 8, func(i int) error {
		var a alarm
		if err := all[i].Decode(&a); err != nil {
			return err
		}
		w, ok, err := store.Load[Run](ctx, r.DB, runKey(a, all[i].ID), true)
		if err != nil || !ok || w.Ended != nil || w.Payer.User != b.User && w.Payer.Tenant != b.User {
			return err
		}
		stopped, err := r.stopRun(ctx, w.of(), w.ID)
		if err == nil {
			r.wake(ctx, stopped)
		}
		if fault.Is(err, "screening.idle") { // it has ended meanwhile
			err = nil
		}
		return err
	})...)
}

// halt writes that a run ends. Fault screening.idle (409) for one that has ended, or none.
func (r *Service) stopRun(ctx context.Context, of alarm, run string) (*Run, error) {
	k, err := r.kindOf(of.Mark)
	if err != nil {
		return nil, err
	}
	var w Run
	err = store.Decide(ctx, tries, func() (err error) {
		var ok bool
		if w, ok, err = store.Load[Run](ctx, r.DB, runKey(of, run), true); err != nil {
			return err
		}
		if !ok || w.Ended != nil {
			return fault.State("screening.idle")
		}
		if w.Stop {
			return nil
		}
		w.Stop, w.Status = true, Stopping
		return r.DB.Transact(ctx, append([]store.Op{w.put()}, k.standing(&w, w.ID, w.transition(w.Had))...))
	})
	return &w, err
}

// locks are the conditions under which a run may hand something to the partner.
func (w *Run) locks() []store.Op { return user.NotLocked(w.Payer.User, w.Payer.Tenant) }

// held stops a run whose payer is locked; it tells whether it did.
func (r *Service) held(ctx context.Context, w *Run) (bool, error) {
	if w.Stop {
		return false, nil
	}
	locked, err := user.AnyLocked(ctx, r.DB, w.Payer.User, w.Payer.Tenant)
	if err != nil || !locked {
		return false, err
	}
	if _, err = r.stopRun(ctx, w.of(), w.ID); fault.Is(err, "screening.idle") {
		err = nil
	}
	return true, err
}
