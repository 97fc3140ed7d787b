package order

import (
	"context"
	"errors"
	"time"

	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
)

// Live is the websocket message "order" (decisions §10).
type Live struct {
	ID     string         `json:"id"`
	Status Status         `json:"status"`
	Counts map[string]int `json:"counts"`
	Funnel *Funnel        `json:"funnel,omitempty"`
	Held   map[string]int `json:"heldByReason,omitempty"`
}

// pushEvery is how often progress is pushed at most. Counting reads every chunk, so a large order is pushed less often.
func pushEvery(chunks int) time.Duration {
	return max(time.Second, time.Duration(chunks)*20*time.Millisecond)
}

// Few chunks are counted by little reading; such an order is looked at each second when it begins.
const (
	Few     = 50
	briefly = 30 * time.Second
)

// listEvery is how often the counts in the rows of the lists follow at most. It is rarer than a push, which open consoles get: each
// time costs a count of all chunks and a write for every list. It is rarest when an order only waits for receipts. The last
// receipts of a small settled order are shown at once.
func listEvery(o *Order, now time.Time) time.Duration {
	switch {
	case o.Settled && o.Chunks <= 20:
		return 0
	case o.Status == Sending && o.Pieces() <= Few && o.Begun != nil && now.Sub(*o.Begun) < briefly:
		return time.Second // it is judged by what is counted then, and may be over soon
	case o.Status == Sending:
		return max(5*time.Second, 3*pushEvery(o.Chunks))
	}
	return max(30*time.Second, 30*pushEvery(o.Chunks))
}

// Progress pushes an order's counts to its owner's open consoles and writes them into the lists. It does so at most
// once per interval for any number of workers. It never fails its caller: the console reads the stored counts when it
// loads.
func (ls Listing) Progress(ctx context.Context, id string) {
	now := ls.flow.Now()
	if ls.flow.memory.pushed.early(id, now, time.Second) {
		return
	}
	if err := ls.tryProgress(ctx, id, now); err != nil {
		ls.flow.Log(map[string]any{"warning": "progress: " + err.Error(), "order": id})
	}
}

func (ls Listing) tryProgress(ctx context.Context, id string, now time.Time) error {
	o, ok, err := ls.flow.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	ls.flow = ls.flow.of(o)
	list, err := ls.listDue(ctx, o, now)
	if err != nil {
		return err
	}
	push, err := ls.flow.Hub.Online(ctx, watchers(o))
	if err == nil && push {
		push, err = ls.throttled(ctx, id, "x", now, pushEvery(o.Chunks))
	}
	if err != nil || !push && !list {
		return err
	}
	t, err := ls.flow.Kind.Tally(ctx, o, false)
	if err != nil {
		return err
	}
	if t.Halt != "" {
		return ls.flow.PauseFor(ctx, id, t.Halt)
	}
	if list {
		err = ls.flow.Orders.Show(ctx, o, t)
	}
	if push {
		err = errors.Join(err, ls.push(ctx, o, t))
	}
	return err
}

// EnforceFailureLimits pauses an order that is to pause by how it fares.
func (ls Listing) EnforceFailureLimits(ctx context.Context, o *Order) error {
	t, err := ls.flow.Kind.Tally(ctx, o, true)
	if err != nil || t.Halt == "" {
		return err
	}
	return ls.flow.PauseFor(ctx, o.ID, t.Halt)
}

// SyncLists judges an order and has the lists follow, when nothing happens that would. paused tells that it does not go on.
func (ls Listing) SyncLists(ctx context.Context, o *Order) (paused bool, err error) {
	t, err := ls.flow.Kind.Tally(ctx, o, true)
	if err != nil {
		return false, err
	}
	if t.Halt != "" {
		return true, ls.flow.PauseFor(ctx, o.ID, t.Halt)
	}
	return false, ls.flow.Orders.Show(ctx, o, t)
}

// listDue tells whether the lists are to follow now. A process remembers when it asked last.
func (ls Listing) listDue(ctx context.Context, o *Order, now time.Time) (bool, error) {
	every := listEvery(o, now)
	early := ls.flow.memory.listed.early(o.ID, now, every)
	if early || every == 0 {
		return !early, nil
	}
	return ls.throttled(ctx, o.ID, "y", now, every)
}

// throttled takes the next turn of all processes; false when another one has it.
func (ls Listing) throttled(ctx context.Context, id, attr string, now time.Time, every time.Duration) (bool, error) {
	_, err := ls.flow.DB.Write(ctx, store.Op{Verb: store.Update, Key: pushKey(id), Set: map[string]any{attr: now.Add(every).UnixMilli()},
		If: store.Or(store.Missing(attr), store.Le(attr, now.UnixMilli()))})
	if store.Lost(err) {
		return false, nil
	}
	return err == nil, err
}

// SyncListRows writes the counts as they are into the lists: the end of what was under way when an order was paused or stopped.
func (ls Listing) SyncListRows(ctx context.Context, o *Order) {
	t, err := ls.flow.Kind.Tally(ctx, o, true)
	if err == nil {
		err = ls.flow.Orders.Show(ctx, o, t)
	}
	if err != nil {
		ls.flow.Log(map[string]any{"warning": "show: " + err.Error(), "order": o.ID})
	}
}

// announce pushes a change of state at once. The lists have the change already.
func (ls Listing) announce(ctx context.Context, id string) {
	err := func() error {
		o, ok, err := ls.flow.Orders.Get(ctx, id)
		if err != nil || !ok {
			return err
		}
		f := ls.flow.of(o)
		if online, err := f.Hub.Online(ctx, watchers(o)); err != nil || !online {
			return err
		}
		t, err := f.Kind.Tally(ctx, o, false)
		if err != nil {
			return err
		}
		return f.Listing().push(ctx, o, t)
	}()
	if err != nil {
		ls.flow.Log(map[string]any{"warning": "announce: " + err.Error(), "order": id})
	}
}

func (ls Listing) push(ctx context.Context, o *Order, t *Tally) error {
	return ls.flow.Hub.Send(ctx, watchers(o), push.Message{Type: "order",
		Data: Live{ID: o.ID, Status: o.Status, Counts: t.Counts, Funnel: t.Funnel, Held: t.Held}})
}

func pushKey(id string) store.Key { return Part(id, "PUSH") }

func watchers(o *Order) []string {
	if o.Owner.User == o.Owner.Tenant {
		return []string{o.Owner.User}
	}
	return []string{o.Owner.User, o.Owner.Tenant}
}
