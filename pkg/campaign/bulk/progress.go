package bulk

import (
	"context"
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

// progress pushes an order's counts to its owner's open consoles, at most once in a while whatever the number of workers.
// It never fails its caller: the console reads the truth when it looks.
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
	if err := r.tryProgress(ctx, id, now, false); err != nil && !order.Lost(err) {
		r.Log(map[string]any{"warning": "progress: " + err.Error(), "order": id})
	}
}

// announce pushes a change of state at once.
func (r *Room) announce(ctx context.Context, id string) {
	if err := r.tryProgress(ctx, id, r.Now(), true); err != nil && !order.Lost(err) {
		r.Log(map[string]any{"warning": "announce: " + err.Error(), "order": id})
	}
}

func (r *Room) tryProgress(ctx context.Context, id string, now time.Time, must bool) error {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	users := watchers(o)
	online, err := r.Hub.Online(ctx, users)
	if err != nil || !online {
		return err
	}
	if !must {
		next := now.Add(pushEvery(o.Chunks)).UnixMilli()
		_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: pushKey(id), Set: map[string]any{"x": next}, If: store.Or(store.Missing("x"), store.Le("x", now.UnixMilli()))})
		if err != nil {
			return err
		}
	}
	counts, _, err := r.counts(ctx, o, false)
	if err != nil {
		return err
	}
	return r.Hub.Send(ctx, users, push.Message{Type: "order", Data: Live{ID: id, Status: o.Status, Counts: counts.plain()}})
}

func watchers(o *order.Order) []string {
	if o.Owner.User == o.Owner.Tenant {
		return []string{o.Owner.User}
	}
	return []string{o.Owner.User, o.Owner.Tenant}
}
