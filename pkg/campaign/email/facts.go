package email

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// What became of the emails of an order is brought to the members of its contact list, so that lists can be filtered by it: who received,
// loaded and clicked, and which addresses do not exist. That happens in passes, from soon after an order begins until a month later. A
// pass reads only the chunks with receipts or activity since the pass before. An order to a file has no members.

// TaskFacts is a message on the queue job: bring what became of an order's emails to its members.
const TaskFacts = "email.facts"

// passes is when facts are brought, after the order's generation began. The last pass reads every chunk again.
var passes = [...]time.Duration{15 * time.Minute, time.Hour, 4 * time.Hour, 12 * time.Hour, 24 * time.Hour, 3 * 24 * time.Hour,
	7 * 24 * time.Hour, 14 * 24 * time.Hour, 30 * 24 * time.Hour}

// overlap is how much later than it happened a fact may be stored: events wait in a queue, and clocks differ.
const overlap = time.Hour

type factsTask struct {
	Order string `json:"o"`
}

// facts is how far that came, in the order's row FACTS.
type facts struct {
	Gen     int   `dynamodbav:"g"`           // of the order: a retry begins anew
	Pass    int   `dynamodbav:"p,omitempty"` // so many are done
	Next    int   `dynamodbav:"n,omitempty"` // the first piece that was not brought by this one
	Changed bool  `dynamodbav:"c,omitempty"` // it had something to tell
	Began   int64 `dynamodbav:"b,omitempty"` // unix s of this one; 0: it has not begun
	Since   int64 `dynamodbav:"s,omitempty"` // unix s: only chunks that changed later; 0: all
}

func factsKey(id string) store.Key { return order.Part(id, "FACTS") }

// due is when the next pass is; the zero time for never.
func (l *facts) due(o *order.Order) (at time.Time) {
	if l.Pass < len(passes) {
		at = cmp.Or(o.Renewed, o.Begun).Add(passes[l.Pass])
	}
	return at
}

// done is what follows a pass.
func (l *facts) done(now time.Time) facts {
	next := facts{Gen: l.Gen, Pass: l.Pass + 1}
	for next.Pass < len(passes) && passes[next.Pass] < now.Sub(time.Unix(l.Began, 0))+passes[l.Pass] {
		next.Pass++ // a pass that lasted longer than the time to the next one
	}
	if next.Pass < len(passes)-1 {
		next.Since = max(1, l.Began-int64(overlap/time.Second))
	}
	return next
}

// factsOf gives an order whose facts are brought, with how far that came; nil for one without members.
func (r *Service) factsOf(ctx context.Context, id string) (*order.Order, facts, error) {
	o, ok, err := r.Engine.Flow.Orders.Get(ctx, id)
	if err != nil || !ok || o.Kind != Kind || o.Group == "" || cmp.Or(o.Renewed, o.Begun) == nil {
		return nil, facts{}, err
	}
	l, _, err := store.Load[facts](ctx, r.Engine.Flow.DB, factsKey(id), true)
	if l.Gen != o.Gen {
		l = facts{Gen: o.Gen}
	}
	return o, l, err
}

// tickFacts begins the passes that are due, and continues those that were interrupted.
func (r *Service) tickFacts(ctx context.Context) error {
	f := r.Engine.Flow
	return order.MemberFacts(f.DB).Tick(ctx, f.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		o, l, err := r.factsOf(ctx, d.ID)
		if err != nil || o == nil {
			return next, err
		}
		now, at := f.Now(), l.due(o)
		if at.IsZero() || at.After(now) {
			return at, nil
		}
		return job.Doubling(at, now), r.enqueueFacts(ctx, o)
	})
}

func (r *Service) enqueueFacts(ctx context.Context, o *order.Order) error {
	return r.Engine.Flow.Queues.Send(ctx, order.JobQueue, queue.New(TaskFacts, o.Owner.Tenant, factsTask{o.ID}))
}

// Facts is the handler of TaskFacts. It may be repeated and run twice at a time: of one source the newest word counts.
func (r *Service) Facts(ctx context.Context, m queue.Message) error {
	var t factsTask
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("email: task: %w", err)
	}
	o, l, err := r.factsOf(ctx, t.Order)
	now := r.Engine.Flow.Now()
	if err != nil || o == nil || l.due(o).IsZero() || l.due(o).After(now) {
		return err
	}
	body, err := r.body(ctx, o.ID, true)
	if err != nil {
		return err
	}
	if l.Began == 0 {
		l.Began = now.Unix()
	}
	changed, err := r.changedSince(ctx, o, l.Since)
	if err != nil {
		return err
	}
	for l.Next < o.Pieces() {
		if job.Late(ctx) {
			return r.enqueueFacts(ctx, o)
		}
		n, some, err := r.bring(ctx, o, &body, l.Next, changed)
		if err != nil {
			return err
		}
		l.Next, l.Changed = l.Next+n, l.Changed || some
		if err := r.keepFacts(ctx, o, l); err != nil {
			return err
		}
	}
	next := l.done(now)
	if l.Changed {
		if _, _, err := r.Contacts.Recount(ctx, o.Group); missing(err) {
			next.Pass = len(passes) // the list is gone
		} else if err != nil {
			return err
		}
	}
	return r.keepFacts(ctx, o, next)
}

func missing(err error) bool {
	f := fault.As(err)
	return f != nil && f.Kind == fault.NotFound
}

func (r *Service) keepFacts(ctx context.Context, o *order.Order, l facts) error {
	_, err := r.Engine.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: factsKey(o.ID), Item: l})
	return err
}

// changedSince reports for each piece of an order whether its receipts or its activity changed since a time; nil for all of them.
func (r *Service) changedSince(ctx context.Context, o *order.Order, since int64) ([]bool, error) {
	if since == 0 {
		return nil, nil
	}
	at := time.Unix(since, 0)
	changed, err := r.Engine.Chunks().WrittenSince(ctx, o, at)
	if err != nil || r.Engine.Activity == nil {
		return changed, err
	}
	active, err := r.Engine.Activity.ActiveSince(ctx, o, at)
	if err != nil {
		return nil, err
	}
	for i := range changed {
		changed[i] = changed[i] || active(o.Piece(i))
	}
	return changed, nil
}

// Tasks are the flow's, and what became of emails.
func (r *Service) Tasks() map[string]queue.Handler {
	all := map[string]queue.Handler{TaskFacts: r.Facts}
	maps.Copy(all, r.Engine.Flow.Tasks())
	return all
}

// Tick does the work of a minute.
func (r *Service) Tick(ctx context.Context) error {
	return errors.Join(r.Engine.Flow.Tick(ctx), r.tickFacts(ctx))
}
