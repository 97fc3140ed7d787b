package app

import (
	"context"
	"slices"
	"strings"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/deadletter"
)

// measureRequest counts a request by its route group.
func measureRequest(e *Env, line map[string]any) {
	path, _ := line["path"].(string)
	status, _ := line["status"].(int)
	ms, _ := line["ms"].(int64)
	group := groupOf(path)
	e.Metrics.Observe(metric.Requests, group, float64(ms))
	switch {
	case status >= 500:
		e.Metrics.Add(metric.RequestErrors, group, 1)
	case status == web.CallerLeft:
	case status >= 400:
		e.Metrics.Add(metric.RequestRefusals, group, 1)
	}
}

// groupOf is the route group of a path; "other" for a path that no group has.
func groupOf(path string) string {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	if first == "api" {
		first, _, _ = strings.Cut(rest, "/")
	}
	for _, g := range manifest.Groups {
		if g.Name == first || slices.Contains(g.Outside, first) {
			return g.Name
		}
	}
	return "other"
}

// Consume hands messages of a queue to their handler, counts them, and notes why one failed on its last delivery. A message that is none of
// ours fails. It gives the failed ones by their index, and an error when all failed.
func Consume(ctx context.Context, e *Env, name string, handle queue.BatchHandler, batch []queue.Received) (failed []int, err error) {
	var messages []queue.Message
	var index []int // in batch, of a message
	for i, m := range batch {
		if m.Err != nil {
			e.Log(map[string]any{"error": "message: " + m.Err.Error(), "queue": name, "message": m.ID})
			failed = append(failed, i)
			continue
		}
		messages, index = append(messages, m.Message), append(index, i)
	}
	if len(messages) == 0 {
		return failed, nil
	}
	began := e.Now()
	ctx, why := queue.WithFailures(ctx)
	bad, err := handle(ctx, messages)
	if err != nil {
		e.Log(map[string]any{"error": err.Error(), "queue": name})
		bad = nil
		for i := range messages {
			queue.NoteFailure(ctx, i, err)
			bad = append(bad, i)
		}
	}
	e.Metrics.Observe(metric.Work, name, float64(e.Now().Sub(began).Milliseconds()))
	e.Metrics.Add(metric.WorkMessages, name, len(messages))
	e.Metrics.Add(metric.WorkFailures, name, len(bad))
	var last []deadletter.Failure
	for _, i := range bad {
		m := batch[index[i]]
		failed = append(failed, index[i])
		if cause := why.Of(i); cause != nil && m.Deliveries >= mostDeliveries(name) {
			last = append(last, deadletter.Failure{ID: m.ID, Error: cause})
		}
	}
	if wrong := DeadLetters(e).NoteCauses(context.WithoutCancel(ctx), name, last); wrong != nil {
		e.Log(map[string]any{"warning": "cause of a dead letter: " + wrong.Error(), "queue": name})
	}
	slices.Sort(failed)
	return failed, err
}
