package review

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// TaskTell, on queue job, tells open consoles that a queue changed. Functions that answer requests send no pushes.
const TaskTell = "review.tell"

// Service tells reviewers what waits for them.
type Service struct {
	DB    store.DB
	Hub   *push.Hub
	Desks []QueueHandler
}

// QueueHandler is where a kind is reviewed.
type QueueHandler struct {
	Kind string
	Page string // of the console, by its uri in the menu
	Perm string
}

// Waiting is how many items wait in a review queue.
type Waiting struct {
	Page  string `json:"page" doc:"Console page of the review, as in the menu." example:"gc/order"`
	Count int    `json:"count"`
	More  bool   `json:"more,omitempty" doc:"True when there are more than were counted."`
	// Oldest is the time of its making.
	Oldest *time.Time `json:"oldest,omitempty" doc:"Creation time of the item that waits longest. Absent when nothing waits."`
}

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/gc/review", Perm: web.SignedIn,
		Summary: "Count items that wait for the caller's review, by console page. Empty for users who do not review"}, r.waiting)
}

func (r *Service) waiting(ctx context.Context, _ *struct{}) ([]Waiting, error) {
	p := auth.Must(ctx)
	out := []Waiting{}
	var asked []string
	for _, d := range r.Desks {
		if p.Can(d.Perm) {
			out, asked = append(out, Waiting{Page: d.Page}), append(asked, d.Kind)
		}
	}
	errs := parallel.Each(len(out), len(out), func(i int) (err error) {
		q, err := Count(ctx, r.DB, asked[i], p.Scope())
		out[i].Count, out[i].More, out[i].Oldest = q.N, q.More, q.Oldest
		return err
	})
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Tasks of the module.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskTell: func(ctx context.Context, _ queue.Message) error { return Tell(ctx, r.Hub) }}
}
