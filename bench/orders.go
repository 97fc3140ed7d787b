package main

import (
	"context"
	"time"

	"herald/pkg/app"
)

// orderArgs is an order to a collection of N members.
type orderArgs struct{ N int }

type orderResult struct {
	Accepted, Expanded time.Duration
	Calls              int64 // to AWS, of the submission
	Chunks             int
}

// orderChild submits an order through the API and plans it.
func orderChild(ctx context.Context, a orderArgs) (out orderResult, err error) {
	w, err := newWorld(ctx, "http://127.0.0.1:1")
	if err != nil {
		return out, err
	}
	group, err := w.collection(ctx, a.N)
	if err != nil {
		return out, err
	}
	accepted, err := w.measure(func() error { _, err := w.submit(group); return err })
	if err != nil {
		return out, err
	}
	tasks := app.JobTasks(w.env())
	expanded, err := w.measure(func() error { return w.drain(ctx, "job", tasks) })
	if err != nil {
		return out, err
	}
	// In memory a call takes nothing: what it takes on AWS is added.
	out.Accepted = accepted.Wall + time.Duration(accepted.Use.Calls)*awsTime
	out.Expanded = expanded.Wall + time.Duration(expanded.Use.Calls)*awsTime
	out.Calls = accepted.Use.Calls
	return out, nil
}

func orders(ctx context.Context, w *workshop) (report, error) {
	var r orderResult
	if _, err := w.child(ctx, "order", orderArgs{70_000}, &r); err != nil {
		return report{}, err
	}
	return report{figures: []figure{
		most("order of 70,000 accepted, with 4 ms for each call to AWS", "%.0f ms", 500, float64(r.Accepted.Milliseconds())),
		most("  expanded, likewise", "%.2f s", 20, r.Expanded.Seconds()),
	}}, nil
}
