package commentitem

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Worker is who fulfils items: a member of staff, or a partner.
type Worker struct{ ID, Name string }

// partnerPrefix begins the ids of partners.
const partnerPrefix = "partner:"

// errSame: what is asked for stands already.
var errSame = errors.New("commentitem: it stands already")

// change decides about an item and writes it once, with the board and the indexes of free items and of those in work. Whether its order
// runs is part of the transaction: nothing is taken of one that does not send, and nothing changes after the settlement. A repetition of
// the same operation is known by its mark. Faults: 404, commentitem.over (409), and what set refuses.
func (r *Service) change(ctx context.Context, itemID, mark string, set func(o *order.Order, it *Item) ([]store.Op, error)) (o *order.Order,
	before, now *Item, err error) {
	orderID, n, err := split(itemID)
	if err != nil {
		return nil, nil, nil, err
	}
	err = store.Decide(ctx, tries, func() error {
		rows, err := r.Flow.DB.GetMany(ctx, []store.Key{order.Key(orderID), itemKey(orderID, n)}, true)
		if err != nil {
			return err
		}
		if rows[0] == nil || rows[1] == nil {
			return fault.Missing()
		}
		o, now = &order.Order{}, &Item{}
		if _, err = store.Decode(rows[0], o); err == nil {
			_, err = store.Decode(rows[1], now)
		}
		if err != nil || now.Mark == mark {
			return err
		}
		was := *now
		before = &was
		if o.Settled || now.Gen != o.Gen {
			return fault.State("commentitem.over")
		}
		more, err := set(o, now)
		if errors.Is(err, errSame) {
			return nil
		}
		if err != nil {
			return err
		}
		now.Version, now.Mark, now.UpdateTime = was.Version+1, mark, r.now()
		return r.Flow.DB.Transact(ctx, append(r.ops(o, &was, now), more...))
	})
	if before == nil {
		before = now
	}
	if err == nil {
		web.AfterWrite(ctx, func(ctx context.Context) { r.follow(ctx, o) })
	}
	return o, before, now, err
}

// ops write a changed item.
func (r *Service) ops(o *order.Order, was, now *Item) []store.Op {
	n := now.Index - 1
	state := store.Missing("se")
	if now.State == Taken && was.WorkerID != now.WorkerID {
		state = store.Eq("s", order.Sending)
	}
	// The generation too: a late change would count for the board that a retry is about to renew.
	runs := store.Op{Verb: store.Check, Key: order.Key(o.ID), If: store.And(state, store.Eq("g", o.Gen))}
	add := map[string]int64{"v": 1}
	add[was.State]--
	add[now.State]++
	for _, is := range []struct {
		accepted bool
		n        int64
	}{{was.State == Accepted, -1}, {now.State == Accepted, 1}} {
		if is.accepted {
			add["paid"] += is.n
		}
	}
	if was.State == now.State {
		delete(add, now.State)
	}
	ops := []store.Op{{Verb: store.Put, Key: itemKey(o.ID, n), Item: now, If: store.Eq("v", was.Version)}, runs,
		{Verb: store.Update, Key: boardKey(o.ID), Add: add, If: store.Eq("g", o.Gen)}}
	switch {
	case was.State == Free && now.State != Free:
		ops = append(ops, store.Op{Verb: store.Delete, Key: freeKey(o.ID, n)})
	case now.State == Free && was.State != Free:
		ops = append(ops, store.Op{Verb: store.Put, Key: freeKey(o.ID, n), Item: struct{}{}})
	}
	if now.State == Taken {
		ops = append(ops, r.leases().At(*now.LeaseTime, now.ID, strconv.FormatInt(now.Version, 10), nil))
	}
	waits := func(it *Item) bool { return it.State == Submitted || it.State == Disputed }
	switch {
	case waits(now) && !waits(was):
		ops = append(ops, review.Enter(queueName, o.Owner, now.ID)...)
	case waits(was) && !waits(now):
		ops = append(ops, review.QueueRemoval(queueName, o.Owner, now.ID)...)
	}
	return append(ops, workOps(was.State, now.State, now)...)
}

// workOps keep the index of items with something to do.
func workOps(was, now string, it *Item) []store.Op {
	switch {
	case slices.Contains(active, now):
		return []store.Op{{Verb: store.Put, Key: activeKey(it.ID), Item: it}}
	case slices.Contains(active, was):
		return []store.Op{{Verb: store.Delete, Key: activeKey(it.ID)}}
	}
	return nil
}

// TaskChanged, on queue job, does what the change of an item makes due.
const TaskChanged = "commentitem.changed"

// changedTask names an order.
type changedTask struct {
	Order string `json:"o"`
}

// follow enqueues what a change makes due. The tick does what gets lost.
func (r *Service) follow(ctx context.Context, o *order.Order) {
	err := r.Flow.Queues.Send(ctx, order.JobQueue, queue.New(TaskChanged, o.Owner.Tenant, changedTask{o.ID}))
	if err != nil {
		r.Flow.Log(map[string]any{"warning": "after a change of an item: " + err.Error(), "order": o.ID})
	}
}

// Tasks of the items.
func (r *Service) Tasks() map[string]queue.Handler {
	return map[string]queue.Handler{TaskChanged: r.changed}
}

// changed ends an order whose last item was decided, settles one that ended, and shows how far it came. It may be repeated.
func (r *Service) changed(ctx context.Context, m queue.Message) error {
	var t changedTask
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("commentitem: task: %w", err)
	}
	err := errors.Join(r.Flow.Complete(ctx, t.Order), r.Flow.Settlement().Settle(ctx, t.Order))
	r.Flow.Listing().Progress(ctx, t.Order)
	return errors.Join(err, review.Tell(ctx, r.Flow.Hub))
}

// lease is how long a worker may have an item.
func (r *Service) lease(ctx context.Context, o *order.Order) (time.Time, error) {
	minutes, err := r.Flow.Settings.Int(ctx, "comment.lease.minutes")
	until := r.now().Add(time.Duration(minutes) * time.Minute)
	if o.Until != nil && o.Until.Before(until) {
		until = *o.Until
	}
	return until, err
}

// Take gives a free item to a worker for a time, or renews the worker's own lease. Of several at once one gets it. Faults:
// commentitem.taken (409), commentitem.paused (409) for an order that does not run.
func (r *Service) Take(ctx context.Context, by Worker, itemID, mark string) (now *Item, err error) {
	_, _, now, err = r.change(ctx, itemID, mark, func(o *order.Order, it *Item) ([]store.Op, error) {
		own := it.WorkerID == by.ID && it.leased(r.now())
		switch {
		case !own && (o.Status != order.Sending || o.Overdue(r.now())):
			return nil, fault.State("commentitem.paused")
		case !own && it.State != Free && (it.State != Taken || it.leased(r.now())):
			return nil, fault.State("commentitem.taken")
		}
		until, err := r.lease(ctx, o)
		if err != nil {
			return nil, err
		}
		it.State, it.WorkerID, it.Worker, it.LeaseTime = Taken, by.ID, by.Name, &until
		if own {
			return nil, nil
		}
		return user.NotLocked(o.Owner.User, o.Owner.Tenant), nil
	})
	return now, err
}

// holds refuses a worker that has no valid lease of an item.
func (r *Service) holds(by Worker, it *Item) error {
	if it.WorkerID != by.ID || !it.leased(r.now()) {
		return fault.State("commentitem.lease")
	}
	return nil
}

// GiveBack makes a worker's item free again. Its reason is for staff. Fault: commentitem.lease (409).
func (r *Service) GiveBack(ctx context.Context, by Worker, itemID, reason, mark string) (now *Item, err error) {
	_, _, now, err = r.change(ctx, itemID, mark, func(_ *order.Order, it *Item) ([]store.Op, error) {
		if err := r.holds(by, it); err != nil {
			return nil, err
		}
		it.State, it.Note = Free, reason
		it.leave()
		return nil, nil
	})
	return now, err
}

// Picture is the evidence of an item: an uploaded picture that the caller was found to see.
type Picture struct{ ID, Sum, Note string }

// Submit hands in the evidence of a worker's item. The same picture twice is the same evidence. Faults: commentitem.lease (409),
// commentitem.same (409) for the picture of another item of the order.
func (r *Service) Submit(ctx context.Context, by Worker, itemID, mark string, p Picture) (now *Item, err error) {
	_, _, now, err = r.change(ctx, itemID, mark, func(o *order.Order, it *Item) ([]store.Op, error) {
		if it.has(by, p.Sum) {
			return nil, errSame
		}
		if err := r.holds(by, it); err != nil {
			return nil, err
		}
		shown := sumKey(o.ID, p.Sum)
		other, known, err := store.Load[shownBy](ctx, r.Flow.DB, shown, true)
		if err == nil && known && other.Index != it.Index {
			err = fault.State("commentitem.same")
		}
		if err != nil {
			return nil, err
		}
		at := r.now()
		it.State, it.Evidence, it.Sum, it.Note, it.SubmitTime, it.LeaseTime = Submitted, p.ID, p.Sum, p.Note, &at, nil
		it.Reason, it.Complaint = "", ""
		return append(r.Files.KeepOps(p.ID), store.Op{Verb: store.Put, Key: shown, Item: shownBy{it.Index},
			If: store.Or(store.Missing("pk"), store.Eq("n", it.Index))}), nil
	})
	return now, err
}

// Decision is what a member of staff says of an item.
type Decision struct {
	Pass   bool
	Redo   bool // of a rejected item: it becomes free again
	Reason string
	// Version of the item that was read. 0, which is none, passes the first evidence of an item alone: nothing else can have been seen.
	Version int64
}

// saw reports a decision about an item as it is.
func (d *Decision) saw(it *Item) bool {
	if d.Version == 0 {
		return !d.Pass || it.State == Submitted && it.Rejections == 0
	}
	return d.Version == it.Version
}

// Decide accepts or rejects the evidence of an item, or ends a complaint. Faults: commentitem.decided (409), review.changed (40921) for
// another version, commentitem.own (403) for the worker itself, commentitem.redo (409) for an item that cannot be done again.
func (r *Service) Decide(ctx context.Context, by Worker, itemID, mark string, d Decision) (before, now *Item, err error) {
	most, err := r.Flow.Settings.Int(ctx, "comment.redo.max")
	if err != nil {
		return nil, nil, err
	}
	_, before, now, err = r.change(ctx, itemID, mark, func(o *order.Order, it *Item) ([]store.Op, error) {
		running := o.Status == order.Sending || o.Status == order.Paused
		switch {
		case it.State != Submitted && it.State != Disputed:
			return nil, fault.State("commentitem.decided")
		case !d.saw(it):
			return nil, fault.New(fault.Conflict, 40921, "review.changed")
		case it.WorkerID == by.ID:
			return nil, fault.New(fault.Forbidden, 40318, "commentitem.own")
		case d.Redo && (!running || it.Rejections >= most):
			return nil, fault.State("commentitem.redo", "n", most)
		}
		at := r.now()
		it.Final = it.Final || it.State == Disputed
		it.Reviewer, it.ReviewTime, it.Reason = by.Name, &at, d.Reason
		switch {
		case d.Pass:
			it.State = Accepted
		case d.Redo:
			it.State, it.Final, it.Rejections = Free, false, it.Rejections+1
			it.leave()
		default:
			it.State, it.Rejections = Failed, it.Rejections+1
		}
		return nil, nil
	})
	return before, now, err
}

// Complain notes that the customer does not find an accepted item fulfilled. It is possible until an order without complaints would be
// settled, so that staff have the time of comment.complaint.hours for each. Fault: commentitem.complaint (409).
func (r *Service) Complain(ctx context.Context, itemID, mark, reason string) (now *Item, err error) {
	within, err := r.complainsFor(ctx)
	if err != nil {
		return nil, err
	}
	_, _, now, err = r.change(ctx, itemID, mark, func(o *order.Order, it *Item) ([]store.Op, error) {
		if it.State != Accepted || it.Final || o.Ended != nil && !r.now().Before(o.Ended.Add(within)) {
			return nil, fault.State("commentitem.complaint")
		}
		it.State, it.Complaint = Disputed, reason
		return nil, nil
	})
	return now, err
}

// works are the orders whose items stand, oldest first.
func (r *Service) works(ctx context.Context) ([]order.Order, error) {
	rows, err := store.Collect(store.Rows(ctx, r.Flow.DB, store.Query{Table: table, PK: workKey("").PK, Attributes: []string{"sk"}}))
	if err != nil {
		return nil, err
	}
	var all []order.Order
	for some := range slices.Chunk(rows, 100) {
		keys := make([]store.Key, len(some))
		for i, row := range some {
			keys[i] = order.Key(store.SortKey(row))
		}
		found, err := r.Flow.DB.GetMany(ctx, keys, true)
		if err != nil {
			return nil, err
		}
		orders, err := store.DecodeAll[order.Order](found)
		if err != nil {
			return nil, err
		}
		all = append(all, orders...)
	}
	return all, nil
}
