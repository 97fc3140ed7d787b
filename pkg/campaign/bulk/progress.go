package bulk

import (
	"context"
	"errors"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
)

// Live is the websocket message "order" (decisions §10).
type Live struct {
	ID     string         `json:"id"`
	Status order.Status   `json:"status"`
	Counts map[string]int `json:"counts"`
}

// pushEvery is how often progress is pushed at most. Counting reads every chunk, so a large order is pushed less often.
func pushEvery(chunks int) time.Duration {
	return max(time.Second, time.Duration(chunks)*20*time.Millisecond)
}

// listEvery is how often the counts in the rows of the lists follow at most. Nobody need look for that, so it is rarer, above
// all when an order only waits for receipts. The last receipts of a small settled order are shown at once.
func listEvery(o *order.Order) time.Duration {
	switch {
	case o.Settled && o.Chunks <= 20:
		return 0
	case o.Status == order.Sending:
		return max(5*time.Second, pushEvery(o.Chunks))
	}
	return max(30*time.Second, 30*pushEvery(o.Chunks))
}

// progress pushes an order's counts to its owner's open consoles and writes them into the lists, at most once in a while
// whatever the number of workers. It never fails its caller: the console reads the truth when it looks.
func (r *Room) progress(ctx context.Context, id string) {
	now := r.Now()
	r.mu.Lock()
	if r.pushed == nil {
		r.pushed = map[string]time.Time{}
	}
	early := now.Sub(r.pushed[id]) < time.Second
	if !early {
		r.pushed[id] = now
	}
	r.mu.Unlock()
	if early {
		return
	}
	if err := r.tryProgress(ctx, id, now); err != nil {
		r.Log(map[string]any{"warning": "progress: " + err.Error(), "order": id})
	}
}

func (r *Room) tryProgress(ctx context.Context, id string, now time.Time) error {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	list, err := r.listTurn(ctx, o, now)
	if err != nil {
		return err
	}
	push, err := r.Hub.Online(ctx, watchers(o))
	if err == nil && push {
		push, err = r.turn(ctx, id, "x", now, pushEvery(o.Chunks))
	}
	if err != nil || !push && !list {
		return err
	}
	counts, _, err := r.counts(ctx, o, false)
	if err != nil {
		return err
	}
	if list {
		err = r.Orders.Show(ctx, o, counts.plain())
	}
	if push {
		err = errors.Join(err, r.push(ctx, o, counts))
	}
	return err
}

// listTurn tells whether the lists are to follow now. A process remembers when it asked last.
func (r *Room) listTurn(ctx context.Context, o *order.Order, now time.Time) (bool, error) {
	every := listEvery(o)
	r.mu.Lock()
	if r.listed == nil {
		r.listed = map[string]time.Time{}
	}
	early := now.Sub(r.listed[o.ID]) < every
	if !early {
		r.listed[o.ID] = now
	}
	r.mu.Unlock()
	if early || every == 0 {
		return !early, nil
	}
	return r.turn(ctx, o.ID, "y", now, every)
}

// turn takes the next turn of all processes; false when another one has it.
func (r *Room) turn(ctx context.Context, id, attr string, now time.Time, every time.Duration) (bool, error) {
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: pushKey(id), Set: map[string]any{attr: now.Add(every).UnixMilli()}, If: store.Or(store.Missing(attr), store.Le(attr, now.UnixMilli()))})
	if order.Lost(err) {
		return false, nil
	}
	return err == nil, err
}

// show writes the counts as they are into the lists: the end of what was under way when an order was paused or stopped.
func (r *Room) show(ctx context.Context, o *order.Order) {
	counts, _, err := r.counts(ctx, o, true)
	if err == nil {
		err = r.Orders.Show(ctx, o, counts.plain())
	}
	if err != nil {
		r.Log(map[string]any{"warning": "show: " + err.Error(), "order": o.ID})
	}
}

// announce pushes a change of state at once. What it changed stands in the lists already.
func (r *Room) announce(ctx context.Context, id string) {
	err := func() error {
		o, ok, err := r.Orders.Get(ctx, id)
		if err != nil || !ok {
			return err
		}
		if online, err := r.Hub.Online(ctx, watchers(o)); err != nil || !online {
			return err
		}
		counts, _, err := r.counts(ctx, o, false)
		if err != nil {
			return err
		}
		return r.push(ctx, o, counts)
	}()
	if err != nil {
		r.Log(map[string]any{"warning": "announce: " + err.Error(), "order": id})
	}
}

func (r *Room) push(ctx context.Context, o *order.Order, counts Counts) error {
	return r.Hub.Send(ctx, watchers(o), push.Message{Type: "order", Data: Live{ID: o.ID, Status: o.Status, Counts: counts.plain()}})
}

func watchers(o *order.Order) []string {
	if o.Owner.User == o.Owner.Tenant {
		return []string{o.Owner.User}
	}
	return []string{o.Owner.User, o.Owner.Tenant}
}
