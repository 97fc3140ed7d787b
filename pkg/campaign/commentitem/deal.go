package commentitem

import (
	"context"
	"errors"
	"fmt"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// sideBySide is how many rows are written at a time.
const sideBySide = 16

// Board reads how the items of an order stand; false before they were made.
func (r *Service) Board(ctx context.Context, orderID string, consistent bool) (Board, bool, error) {
	return store.Load[Board](ctx, r.Flow.DB, boardKey(orderID), consistent)
}

// Deal makes the items of an order's generation: all of them, or of a retry those that were not fulfilled. It may be repeated, and run
// twice at once. Nothing is taken before the board says that all of them stand. Items of an older generation without a board were left by
// a function that died before the order was cancelled: they are made anew.
func (r *Service) Deal(ctx context.Context, o *order.Order) error {
	b, ok, err := r.Board(ctx, o.ID, true)
	if err != nil || ok && b.Gen >= o.Gen {
		return err
	}
	if ok {
		return r.dealAgain(ctx, o, &b)
	}
	plan, err := r.Blueprint(ctx, o)
	if err != nil {
		return err
	}
	err = errors.Join(parallel.Each(o.Total, sideBySide, func(n int) error {
		it := r.item(o, plan, n)
		err := store.TransactWithRetry(ctx, r.Flow.DB, tries, []store.Op{
			{Verb: store.Put, Key: itemKey(o.ID, n), Item: it, If: store.Or(store.Missing("pk"), store.Lt("g", o.Gen))},
			{Verb: store.Put, Key: freeKey(o.ID, n), Item: struct{}{}}})
		if store.ConditionFailed(err) != nil {
			return nil // it stands
		}
		return err
	})...)
	if err != nil {
		return err
	}
	err = store.TransactWithRetry(ctx, r.Flow.DB, tries, []store.Op{
		{Verb: store.Put, Key: boardKey(o.ID), Item: Board{Gen: o.Gen, Free: o.Total, Rev: 1}, If: store.Missing("pk")},
		{Verb: store.Put, Key: workKey(o.ID), Item: struct{}{}}, r.ends().At(r.now().Add(endsEvery), o.ID, "", nil)})
	if store.ConditionFailed(err) != nil {
		return r.Deal(ctx, o) // another one was faster, perhaps for an older generation
	}
	return err
}

// item is a new item. The texts of a template go round, so each is used as often as any other, or once more.
func (r *Service) item(o *order.Order, plan *Blueprint, n int) *Item {
	return &Item{ID: itemID(o.ID, n), OrderID: o.ID, OrderNo: o.No, Index: n + 1, Platform: plan.Platform, URL: plan.URL,
		Text: plan.Texts[n%len(plan.Texts)], Instructions: plan.Instructions, State: Free, Deadline: o.Until, CustomerName: o.By,
		UpdateTime: r.now(), Gen: o.Gen, Version: 1}
}

// dealAgain makes the items that were not fulfilled free again. All of its writes stand before the board allows the first item to be taken.
func (r *Service) dealAgain(ctx context.Context, o *order.Order, was *Board) error {
	all, err := r.Items(ctx, o, true)
	if err != nil {
		return err
	}
	err = errors.Join(parallel.Each(len(all), sideBySide, func(i int) error {
		it := all[i]
		if it.State == Accepted || it.Gen == o.Gen {
			return nil
		}
		seen := it.Version
		ops := append(workOps(it.State, Free, &it), review.QueueRemoval(queueName, o.Owner, it.ID)...)
		ops = append(ops, store.Op{Verb: store.Put, Key: freeKey(o.ID, it.Index-1), Item: struct{}{}})
		it.State, it.Gen, it.Version, it.Deadline, it.UpdateTime = Free, o.Gen, seen+1, o.Until, r.now()
		it.Evidence, it.Sum, it.Complaint, it.Final, it.Rejections, it.SubmitTime = "", "", "", false, 0, nil
		it.leave()
		ops = append(ops, store.Op{Verb: store.Put, Key: itemKey(o.ID, it.Index-1), Item: &it, If: store.Eq("v", seen)})
		err := store.TransactWithRetry(ctx, r.Flow.DB, tries, ops)
		if store.ConditionFailed(err) != nil {
			return nil // the same by another one
		}
		return err
	})...)
	if err != nil {
		return err
	}
	kept := o.Total - o.Targets()
	if was.Accepted != kept {
		return fmt.Errorf("commentitem: %s keeps %d accepted items, not %d", o.ID, was.Accepted, kept)
	}
	next := Board{Gen: o.Gen, Free: o.Targets(), Accepted: kept, Rev: was.Rev + 1}
	err = store.TransactWithRetry(ctx, r.Flow.DB, tries, []store.Op{
		{Verb: store.Put, Key: boardKey(o.ID), Item: next, If: store.Eq("v", was.Rev)},
		{Verb: store.Put, Key: workKey(o.ID), Item: struct{}{}}, r.ends().At(r.now().Add(endsEvery), o.ID, "", nil)})
	if store.ConditionFailed(err) != nil {
		return r.Deal(ctx, o)
	}
	return err
}

// Items are those of an order, in their order.
func (r *Service) Items(ctx context.Context, o *order.Order, consistent bool) ([]Item, error) {
	rows, err := store.Collect(store.Rows(ctx, r.Flow.DB,
		store.Query{Table: table, PK: order.Key(o.ID).PK, Prefix: "ITEM#", Consistent: consistent}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Item](rows)
}

// leave takes the worker's claim away.
func (it *Item) leave() { it.WorkerID, it.Worker, it.LeaseTime = "", "", nil }

// complaintHours is the setting of how long its settlement waits for a decision about a complaint, from when no more can come. Without one
// the item is not charged.
const complaintHours = "comment.complaint.hours"

// complainsFor is how long after the end of an order its customer may complain.
func (r *Service) complainsFor(ctx context.Context) (time.Duration, error) {
	minutes, err := r.Flow.Settings.Int(ctx, "order.settle.minutes")
	return time.Duration(minutes) * time.Minute, err
}

// Tally counts an order by its board. What was counted holds for the settlement: Terms refuse it after any change of an item.
func (r *Service) Tally(ctx context.Context, o *order.Order, consistent bool) (*order.Tally, error) {
	b, ok, err := r.Board(ctx, o.ID, consistent)
	if err != nil {
		return nil, err
	}
	if !ok || b.Gen < o.Gen { // its items are not made yet
		counts := map[string]int{Free: o.Targets(), Accepted: o.Total - o.Targets(), Taken: 0, Submitted: 0, Disputed: 0, Failed: 0}
		if o.Status == order.Stopped {
			counts[Free], counts[Failed] = 0, o.Targets()
		}
		return &order.Tally{Counts: counts, Remaining: o.Targets(), Failed: counts[Failed], Done: o.Status == order.Stopped}, nil
	}
	t := &order.Tally{Counts: b.Counts(), Charged: b.Paid, Pending: b.Paid, Doubtful: b.Taken + b.Submitted,
		Remaining: b.Free, Done: b.Free+b.Taken+b.Submitted == 0,
		Terms: []store.Op{{Verb: store.Check, Key: boardKey(o.ID), If: store.Eq("v", b.Rev)}}}
	if o.Status == order.Sending {
		t.Remaining += b.Taken + b.Submitted
	}
	if o.Status == order.Stopped || o.Settled {
		t.Counts[Failed] += b.Free
		t.Counts[Free], t.Remaining = 0, 0
		t.Done = b.Taken+b.Submitted == 0
	}
	t.Final = final(t.Counts)
	if o.Settled {
		t.Counts, t.Doubtful, t.Pending = t.Final, 0, 0
	}
	if b.Disputed > 0 && o.Ended != nil && !o.Settled {
		hours, err := r.Flow.Settings.Int(ctx, complaintHours)
		if err != nil {
			return nil, err
		}
		within, err := r.complainsFor(ctx)
		if err != nil {
			return nil, err
		}
		t.Busy = r.now().Before(o.Ended.Add(within + time.Duration(hours)*time.Hour))
	}
	t.Failed = t.Counts[Failed]
	return t, nil
}

// final are the counts of an order that is settled: what is not accepted is not fulfilled.
func final(counts map[string]int) map[string]int {
	out := map[string]int{Free: 0, Taken: 0, Submitted: 0, Accepted: counts[Accepted], Disputed: 0, Failed: 0}
	for state, n := range counts {
		if state != Accepted {
			out[Failed] += n
		}
	}
	return out
}
