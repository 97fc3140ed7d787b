package screening

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Tick runs each minute in the janitor and resumes the screenings that run, after a lost message or callback, or a function that died.
func (r *Service) Tick(ctx context.Context) error {
	return looks(r.DB).Tick(ctx, r.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		var a alarm
		if err := d.Decode(&a); err != nil {
			return next, err
		}
		w, ok, err := store.Load[Run](ctx, r.DB, runKey(a, d.ID), true)
		if err != nil || !ok || w.Ended != nil {
			return next, err
		}
		r.wake(ctx, &w)
		return r.Now(), nil
	})
}

// Callback is the handler of TaskCallback: it resumes the run of an authentic callback of the partner. The webhook's
// function is public, and may only fill the queue of inbound events.
func (r *CallbackHandler) Callback(ctx context.Context, m queue.Message) error {
	var reference string
	if err := json.Unmarshal(m.Body, &reference); err != nil {
		return fmt.Errorf("screening: callback: %w", err)
	}
	parts := strings.Split(reference, "-")
	of := stepMessage{}
	switch len(parts) {
	case 4:
		of.Mark = parts[3]
		fallthrough
	case 3:
		of.Collection, of.Run = parts[0], parts[1]
	default:
		return nil
	}
	return r.Queues.Send(ctx, JobQueue, queue.New(TaskStep, m.Group, of))
}
