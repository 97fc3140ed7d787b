package main

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/app"
)

// orderArgs is an order to a collection of N members.
type orderArgs struct{ N int }

type orderResult struct {
	Accepted, Expanded time.Duration
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
	depth, err := w.depth(ctx, "POST", "/gc/groupsendorder", w.orderBody(group))
	if err != nil {
		return out, err
	}
	tasks := app.JobTasks(w.env())
	expanded, err := w.measure(func() error { return w.drain(ctx, "job", tasks) })
	if err != nil {
		return out, err
	}
	// In memory a call takes nothing: what it takes on AWS is added, once for those side by side. The planner's are added all.
	out.Accepted = accepted.Elapsed + time.Duration(depth)*awsTime
	out.Expanded = expanded.Elapsed + time.Duration(expanded.Use.Calls)*awsTime
	return out, nil
}

func orders(ctx context.Context, w *workshop) (report, error) {
	var r orderResult
	if _, err := w.child(ctx, "order", orderArgs{w.order}, &r); err != nil {
		return report{}, err
	}
	return report{figures: []figure{
		most(fmt.Sprintf("order of %d accepted, with 4 ms for each call to AWS that waits for another", w.order), "%.0f ms", 500,
			float64(r.Accepted.Milliseconds())),
		most("  expanded, likewise", "%.2f s", 20, r.Expanded.Seconds()),
	}}, nil
}
