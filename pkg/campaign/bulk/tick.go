package bulk

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // functions have no time zones of their own

	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// quiet is how long the feeder may be silent before the janitor takes a doorbell for lost.
const quiet = 20 * time.Second

// Tick is the janitor's minute: it looks at every active order and does what nobody else did. So a lost message, a dead worker
// and a crash between two writes are all harmless.
func (r *Room) Tick(ctx context.Context) error {
	active, err := r.Orders.Active(ctx, Kind)
	if err != nil {
		return err
	}
	// In any order: when there is no time for all, it is not always the same ones that are left out.
	rand.Shuffle(len(active), func(i, j int) { active[i], active[j] = active[j], active[i] })
	return errors.Join(each(len(active), sideBySide, func(i int) error {
		if late(ctx) {
			return nil // the next tick
		}
		a := active[i]
		look, err := r.lookAgain(ctx, a)
		if err == nil && look {
			err = r.tend(ctx, a.ID)
		}
		if err != nil {
			return fmt.Errorf("order %s: %w", a.ID, err)
		}
		return nil
	})...)
}

// late reports that an invocation has too little time left to begin something.
func late(ctx context.Context) bool {
	end, bound := ctx.Deadline()
	return bound && time.Until(end) < reserve
}

func (r *Room) tend(ctx context.Context, id string) error {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	f, ok, err := r.feeder(ctx, o)
	if err != nil {
		return err
	}
	if ok && !f.Whole && slices.Contains(plannable, o.Status) {
		if r.Now().Sub(o.Created) > planLimit {
			return r.giveUp(ctx, o, "bulk.fail.plan")
		}
		// The planner is slow or died: the task is repeated, which writes no chunk twice.
		if err := r.Queues.Send(ctx, JobQueue, queue.New(TaskPlan, o.Owner.Tenant, task{id, o.Gen})); err != nil {
			return err
		}
	}
	switch o.Status {
	case order.Waiting:
		return r.begin(ctx, o)
	case order.Sending:
		return r.resume(ctx, o)
	case order.Settling, order.Stopped:
		return r.Settle(ctx, id)
	}
	return nil
}

// planTime is how long a tick looks after the plan of every order, and endTime how long after planLimit: a plan that was never
// whole ends then.
const (
	planTime = 2 * time.Hour
	endTime  = 10 * time.Minute
)

// lookAgain tells whether a tick looks at an order. One that waits for a person or for its hour, long after its plan, is looked
// at after 1, 2, 4, 8 … minutes, and when its plan must have ended. So is one that only waits for its last receipts, until the
// first deadline: whoever brings the last receipt asks for the settlement, and this is for a lost message.
func (r *Room) lookAgain(ctx context.Context, a order.Active) (bool, error) {
	age := r.Now().Sub(a.Created)
	switch {
	case a.Ended != nil && (a.Status == order.Settling || a.Status == order.Stopped):
	case a.Status == order.Sending, a.Status == order.Waiting && (a.Start == nil || !a.Start.After(r.Now())), age < planTime, age > planLimit && age < planLimit+endTime:
		return true, nil
	default:
		return rarely(age), nil
	}
	settle, err := r.Settings.Int(ctx, "order.settle.minutes")
	if err != nil {
		return false, err
	}
	unknown, err := r.Settings.Int(ctx, "order.unknown.minutes")
	if err != nil {
		return false, err
	}
	after := r.Now().Sub(*a.Ended)
	return rarely(after) || int(after/time.Minute) >= min(settle, unknown), nil
}

// rarely is true in the minutes 0, 1, 2, 4, 8 …
func rarely(after time.Duration) bool {
	minutes := int(after / time.Minute)
	return minutes&(minutes-1) == 0
}

// begin starts a waiting order whose time has come.
func (r *Room) begin(ctx context.Context, o *order.Order) error {
	now := r.Now()
	if o.StartAt != nil && o.StartAt.After(now) {
		return nil
	}
	if open, err := r.windowOpen(ctx, o.Country); err != nil || !open {
		return err
	}
	id := o.ID
	o, changed, err := r.Orders.Move(ctx, id, []order.Status{order.Waiting}, func(o *order.Order) error {
		o.Status, o.Begun, o.Reason = order.Sending, &now, ""
		return nil
	}, unlocked)
	if errors.Is(err, order.ErrGuarded) {
		return r.pauseWaiting(ctx, id)
	}
	if err != nil || !changed {
		return err
	}
	r.announce(ctx, id)
	return r.feed(ctx, o)
}

// resume finds what got stuck in a sending order: chunks that were rung, are not done and that nobody holds; then it feeds on.
// The feeder's hints are set right on the way. It reads only what lies between the first chunk that is not done and the last
// that was rung, so that a tick costs the same for an order of any size.
func (r *Room) resume(ctx context.Context, o *order.Order) error {
	f, ok, err := r.feeder(ctx, o)
	if err != nil || !ok {
		return err
	}
	var rows []store.Item
	if f.Low < f.Next {
		from, to := chunkKey('S', o.ID, o.Gen, f.Low), chunkKey('S', o.ID, o.Gen, f.Next-1)
		if rows, err = store.Collect(store.Rows(ctx, r.DB, store.Query{Table: from.Table, PK: from.PK, From: from.SK, To: to.SK, Consistent: true})); err != nil {
			return err
		}
	}
	now, right := r.Now(), f
	right.Done, right.Aside = f.Low, 0
	var bells []queue.Message
	for _, row := range rows {
		var s Sends
		if _, err := store.Decode(row, &s); err != nil {
			return err
		}
		c := chunkNumber(row)
		switch {
		case s.Done:
			right.Done++
			if right.Low == c {
				right.Low++
			}
			continue
		case s.idle(now) && (s.Lease > 0 || now.UnixMilli()-f.Rung > quiet.Milliseconds()):
			bells = append(bells, queue.New(TaskChunk, o.Owner.Tenant, doorbell{o.ID, o.Gen, c}))
		}
		if s.Pass > 0 {
			right.Aside++
		}
	}
	if len(bells) > 0 {
		if _, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: map[string]any{"r": now.UnixMilli()}}); err != nil {
			return err
		}
		if err := r.Queues.Send(ctx, SendQueue, bells...); err != nil {
			return err
		}
	}
	if right != f {
		_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: map[string]any{"d": right.Done, "a": right.Aside, "l": right.Low},
			If: store.And(store.Eq("d", f.Done), store.Eq("a", f.Aside))})
		if err != nil && !order.Lost(err) {
			return err
		}
	}
	return r.feed(ctx, o)
}

// idle reports a chunk that nobody holds and that is not waiting for its next try.
func (s *Sends) idle(now time.Time) bool {
	return s.Lease <= now.UnixMilli() && s.After <= now.UnixMilli()
}

// windowOpen tells whether a country may be sent to now. A country without a setting may be at any hour (decisions §12).
// A window is "10:30-20:30 Asia/Kolkata"; with several zones it is open when it is open in all of them, the strictest reading.
func (r *Room) windowOpen(ctx context.Context, code string) (bool, error) {
	text, err := r.Settings.String(ctx, "window."+code)
	if err != nil || text == "" {
		return err == nil, err
	}
	if !strings.Contains(text, " ") {
		zones, err := r.Countries.Zones(ctx, code)
		if err != nil {
			return false, err
		}
		text += " " + strings.Join(zones, ",")
	}
	return open(text, r.Now())
}

func open(window string, now time.Time) (bool, error) {
	hours, zones, _ := strings.Cut(window, " ")
	from, to, ok := strings.Cut(hours, "-")
	if !ok {
		return false, fmt.Errorf("bulk: window %q", window)
	}
	for _, zone := range strings.Split(zones, ",") {
		loc, err := location(zone)
		if err != nil {
			return false, fmt.Errorf("bulk: window %q: %w", window, err)
		}
		if at := now.In(loc).Format("15:04"); at < from || at >= to {
			return false, nil
		}
	}
	return true, nil
}

// locations by zone: a window is looked at before every sub-batch, and a zone is unpacked at every loading.
var locations sync.Map

func location(zone string) (*time.Location, error) {
	if known, ok := locations.Load(zone); ok {
		return known.(*time.Location), nil
	}
	loc, err := time.LoadLocation(zone)
	if err == nil {
		locations.Store(zone, loc)
	}
	return loc, err
}
