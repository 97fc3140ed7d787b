package exchange

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/queue"
)

// The task that fetches, on the queue of what takes long: the tick holds no keys.
const (
	jobQueue  = "job"
	TaskFetch = "exchange.fetch"
)

// Tick has the rates fetched every so many minutes, by the setting rate.fetch.minutes.
func (r *Service) Tick(ctx context.Context) error {
	minutes, err := r.Every(ctx)
	if err != nil || minutes == 0 || r.Store.Now().Unix()/int64(time.Minute/time.Second)%int64(minutes) != 0 {
		return err
	}
	return r.Queues.Send(ctx, jobQueue, queue.New(TaskFetch, "", struct{}{}))
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskFetch: func(ctx context.Context, _ queue.Message) error {
		from, err := r.Source()
		if err != nil || from == nil {
			return err
		}
		judged, err := r.Store.Fetch(ctx, from)
		if err != nil { // the next fetch asks again; until then the last rate holds, as long as it is fresh
			r.Log(map[string]any{"warning": fmt.Sprintf("rates: %v", err)})
			return nil
		}
		for code, j := range judged {
			if j == Jumped {
				r.Log(map[string]any{"alarm": "a rate jumped and waits for staff", "currency": code})
			}
		}
		return nil
	}}
}
