package bulk

import (
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

// What became of an order's messages is evidence about the members of its collection (decisions §6: our own receipts): who received or
// read one, or answered it, has an account and showed a sign of life. It is brought to them once the order is settled, when most receipts
// are in, and what came later after a day, a week and a month. An order to a file has no members, and a short message says nothing of
// WhatsApp.

// TaskLearn is a message on the queue job: bring what an order's receipts say to its members.
const TaskLearn = "bulk.learn"

// atOnce is how many chunks are brought with one change of the collection, whose row names all of its packs; sideBySide how many are
// read at a time.
const atOnce, sideBySide = 32, 8

type learnTask struct {
	Order string `json:"o"`
}

// learned is how far that came, in the order's row LEARN.
type learned struct {
	Gen      int   `dynamodbav:"g"` // of the order: a retry is settled anew
	Next     int   `dynamodbav:"n"` // the first piece that was not brought
	Done     bool  `dynamodbav:"d,omitempty"`
	Pass     int   `dynamodbav:"p,omitempty"` // so many were done before
	Began    int64 `dynamodbav:"b,omitempty"` // unix s of this one
	Notified bool  `dynamodbav:"t,omitempty"` // it had something to tell
	Since    int64 `dynamodbav:"s,omitempty"` // only of pieces whose receipts changed since, unix s; 0: of all
}

// passes is when what came behind the settlement is brought: receipts and answers come for 30 days.
var passes = [...]time.Duration{24 * time.Hour, 7 * 24 * time.Hour, 30 * 24 * time.Hour}

// clocks are seconds by which those of functions may differ.
const clocks = 60

// again is when the next pass is due; the zero time for never.
func (l *learned) again(o *order.Order) (at time.Time) {
	if l.Pass < len(passes) {
		at = o.Ended.Add(passes[l.Pass])
	}
	return at
}

// follows is the pass behind one that is done.
func (l *learned) follows(now time.Time) learned {
	return learned{Gen: l.Gen, Pass: l.Pass + 1, Began: now.Unix(), Since: max(l.Began-clocks, 1)}
}

func learnKey(id string) store.Key { return order.Part(id, "LEARN") }

// Tasks are the flow's, and what settled orders tell of members.
func (r *Service) Tasks() map[string]queue.Handler {
	all := map[string]queue.Handler{TaskLearn: r.Learn}
	maps.Copy(all, r.Engine.Flow.Tasks())
	return all
}

// Tick runs the flow's tick, and enqueues the tasks of evidence that was not applied yet.
func (r *Service) Tick(ctx context.Context) error {
	return errors.Join(r.Engine.Index().Merge(ctx), r.Engine.Flow.Tick(ctx),
		order.MediaLearned(r.Engine.Flow.DB).Tick(ctx, r.Engine.Flow.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
			o, l, err := r.toLearn(ctx, d.ID)
			if err != nil || o == nil {
				return next, err
			}
			now := r.Engine.Flow.Now()
			if l.Done {
				if next = l.again(o); next.IsZero() || next.After(now) {
					return next, nil
				}
				l = l.follows(now)
				if err := r.keepLearned(ctx, o, l); err != nil {
					return now, err
				}
			}
			began := *o.Ended
			if l.Began > 0 {
				began = time.Unix(l.Began, 0)
			}
			return job.Doubling(began, now), r.enqueueLearn(ctx, o)
		}))
}

func (r *Service) enqueueLearn(ctx context.Context, o *order.Order) error {
	return r.Engine.Flow.Queues.Send(ctx, order.JobQueue, queue.New(TaskLearn, o.Owner.Tenant, learnTask{o.ID}))
}

// toLearn gives a settled order with how far it came; nil when there is nothing to bring.
func (r *Service) toLearn(ctx context.Context, id string) (*order.Order, learned, error) {
	o, ok, err := r.Engine.Flow.Orders.Get(ctx, id)
	if err != nil || !ok || !o.Settled || o.Ended == nil || o.Group == "" || o.Kind != Kind || o.Channel != "whatsapp" {
		return nil, learned{}, err
	}
	l, _, err := store.Load[learned](ctx, r.Engine.Flow.DB, learnKey(id), true)
	if l.Gen != o.Gen {
		l = learned{Gen: o.Gen}
	}
	return o, l, err
}

// Learn is the handler of TaskLearn. It may be repeated and run twice at a time: of one source the newest word counts.
func (r *Service) Learn(ctx context.Context, m queue.Message) error {
	var t learnTask
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("bulk: task: %w", err)
	}
	o, l, err := r.toLearn(ctx, t.Order)
	if err != nil || o == nil || l.Done {
		return err
	}
	body, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), true)
	if err != nil {
		return err
	}
	if !ok { // the places are unknown: it is not requested again
		l.Done, l.Pass = true, len(passes)
		return r.keepLearned(ctx, o, l)
	}
	if l.Began == 0 {
		l.Began = r.Engine.Flow.Now().Unix()
	}
	heard, err := r.onTemplate(ctx, o, l.Since)
	if err != nil {
		return err
	}
	for l.Next < o.Pieces() {
		if job.Late(ctx) {
			return r.enqueueLearn(ctx, o)
		}
		n, some, err := r.loadPlaceholders(ctx, o, &body, l.Next, heard)
		if err != nil {
			return err
		}
		l.Next, l.Notified = l.Next+n, l.Notified || some
		if err := r.keepLearned(ctx, o, l); err != nil {
			return err
		}
	}
	l.Done = true
	if !l.Notified {
		return r.keepLearned(ctx, o, l)
	}
	if _, _, err := r.Contacts.Recount(ctx, o.Group); missing(err) {
		l.Pass = len(passes) // the collection is gone
	} else if err != nil {
		return err
	}
	return r.keepLearned(ctx, o, l)
}

func missing(err error) bool {
	f := fault.As(err)
	return f != nil && f.Kind == fault.NotFound
}

func (r *Service) keepLearned(ctx context.Context, o *order.Order, l learned) error {
	_, err := r.Engine.Flow.DB.Write(ctx, store.Op{Verb: store.Put, Key: learnKey(o.ID), Item: l})
	return err
}
