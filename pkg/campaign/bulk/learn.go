package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strconv"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/job"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// What became of an order's messages is evidence about the members of its collection (decisions §6: our own receipts): who received or
// read one has an account and showed a sign of life. It is brought to them once the order is settled, when nearly every receipt is in.
// An order to a file has no members, and a short message says nothing of WhatsApp.

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
	Gen  int  `dynamodbav:"g"` // of the order: a retry is settled anew
	Next int  `dynamodbav:"n"` // the first piece that was not brought
	Done bool `dynamodbav:"d,omitempty"`
}

func learnKey(id string) store.Key { return order.Part(id, "LEARN") }

// Tasks are the flow's, and what settled orders tell of members.
func (r *Room) Tasks() map[string]queue.Handler {
	all := map[string]queue.Handler{TaskLearn: r.Learn}
	maps.Copy(all, r.Engine.Tasks())
	return all
}

// Tick is the flow's, and rings for what was not brought yet.
func (r *Room) Tick(ctx context.Context) error {
	return errors.Join(r.Engine.Tick(ctx), order.Learned(r.DB).Tick(ctx, r.Now(), func(ctx context.Context, d job.Due) (next time.Time, err error) {
		o, l, err := r.toLearn(ctx, d.ID)
		if err != nil || o == nil || l.Done {
			return next, err
		}
		return job.Doubling(*o.Ended, r.Now()), r.ringLearn(ctx, o)
	}))
}

func (r *Room) ringLearn(ctx context.Context, o *order.Order) error {
	return r.Queues.Send(ctx, order.JobQueue, queue.New(TaskLearn, o.Owner.Tenant, learnTask{o.ID}))
}

// toLearn gives a settled order with how far it came; nil when there is nothing to bring.
func (r *Room) toLearn(ctx context.Context, id string) (*order.Order, learned, error) {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil || !ok || !o.Settled || o.Ended == nil || o.Group == "" || o.Kind != Kind || o.Channel != "whatsapp" {
		return nil, learned{}, err
	}
	l, _, err := store.Load[learned](ctx, r.DB, learnKey(id), true)
	if l.Gen != o.Gen {
		l = learned{Gen: o.Gen}
	}
	return o, l, err
}

// Learn is the handler of TaskLearn. It may be repeated and run twice at a time: of one source the newest word counts.
func (r *Room) Learn(ctx context.Context, m queue.Message) error {
	var t learnTask
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("bulk: task: %w", err)
	}
	o, l, err := r.toLearn(ctx, t.Order)
	if err != nil || o == nil || l.Done {
		return err
	}
	body, ok, err := store.Load[Body](ctx, r.DB, messageKey(o.ID), true)
	if err != nil {
		return err
	}
	if !ok { // nobody can tell who lies where: it is not asked for again
		l.Done = true
		return r.keepLearned(ctx, o, l)
	}
	for l.Next < o.Pieces() {
		if job.Late(ctx) {
			return r.ringLearn(ctx, o)
		}
		found, err := r.became(ctx, o, &body, l.Next, min(l.Next+atOnce, o.Pieces()))
		if err != nil {
			return err
		}
		if err := r.Contacts.Learn(ctx, o.Group, found); err != nil {
			return err
		}
		l.Next += atOnce
		if err := r.keepLearned(ctx, o, l); err != nil {
			return err
		}
	}
	if _, _, err := r.Contacts.Recount(ctx, o.Group); err != nil && !missing(err) {
		return err
	}
	l.Done = true
	return r.keepLearned(ctx, o, l)
}

func missing(err error) bool {
	f := fault.As(err)
	return f != nil && f.Kind == fault.NotFound
}

func (r *Room) keepLearned(ctx context.Context, o *order.Order, l learned) error {
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Put, Key: learnKey(o.ID), Item: l})
	return err
}

// became is what is known of the members of some pieces of an order, by the pack that they lie in. Of a retry only who was planned
// first stands where he stood in the collection.
func (r *Room) became(ctx context.Context, o *order.Order, body *Body, from, to int) (map[int]map[uint64]contact.Proof, error) {
	targets := make([][]dispatch.Target, to-from)
	err := errors.Join(parallel.Each(to-from, sideBySide, func(i int) (err error) {
		targets[i], err = r.TargetsOf(ctx, o, from+i)
		return err
	})...)
	if err != nil {
		return nil, err
	}
	perPack := max(1, dispatch.Pieces(body.Packs, body.Request.Split)/max(1, body.Packs))
	found := map[int]map[uint64]contact.Proof{}
	for i := range targets {
		gen, chunk := o.Piece(from + i)
		if gen != o.Begin() {
			continue
		}
		place := chunk / perPack
		if o.Trial != nil { // of each pack a chunk of the sample, and behind them all one of the rest
			place = chunk % max(1, o.Trial.Sample)
		}
		for _, t := range targets[i] {
			p, told := proofOf(&t)
			n, err := strconv.ParseUint(t.PhoneNumber, 10, 64)
			if err != nil || !told {
				continue
			}
			if found[place] == nil {
				found[place] = map[uint64]contact.Proof{}
			}
			found[place][n] = p
		}
	}
	return found, nil
}

// proofOf is what became of a message as a word about its recipient; false for none: who was not called, and a message of which nobody
// heard, say nothing.
func proofOf(t *dispatch.Target) (p contact.Proof, told bool) {
	if t.HeldBack != "" {
		return p, false
	}
	if t.ArrivedTime != nil {
		p.Say(contact.ByDelivery, true, *t.ArrivedTime)
	}
	if t.ReadTime != nil {
		p.Say(contact.ByReading, true, *t.ReadTime)
	}
	if t.State == dispatch.StateFailed && t.SentTime != nil {
		p.Say(contact.ByFailure, false, *t.SentTime)
	}
	return p, len(p.Marks) > 0
}
