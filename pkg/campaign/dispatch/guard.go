package dispatch

import (
	"context"
	"errors"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/gate"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// Suppressions are read together with the order: after the intent, before the calls (decisions §6).

// These bounds say how old the worker's data may be when a call is made. Age counts from before the read, since an
// answer may be late. A slow sender's sub-batch lasts longer than a suppression may wait (1 s). Pause, lock and end
// of the order apply within 2 s. Both bounds are near their promise, because reads that always take as long leave no
// time to send.
const (
	lookEvery    = 800 * time.Millisecond
	controlEvery = 1500 * time.Millisecond
	lastLook     = 20 * time.Second // of an invocation: what is not known by then leaves no time to give back what was intended
)

// guarded reads the suppressions before the first sub-batch, so that suppressed recipients take no place in a slot.
func (w *worker) guarded(ctx context.Context) error {
	w.guard, w.looked = w.svc.Suppressed.Guard(w.o.Owner.Tenant), w.svc.Flow.Now()
	if _, err := w.guard.Check(ctx); err != nil {
		return err
	}
	w.holdBack()
	return nil
}

// control reads the order again, after the intent and before the calls.
func (w *worker) control(ctx context.Context) (bool, error) {
	asked := w.svc.Flow.Now()
	o, ok, err := w.reread(ctx)
	if err != nil || !ok {
		return false, err
	}
	w.o, w.looked, w.controlled = o, asked, asked
	may, hours, err := w.svc.maySend(ctx, o, w.d.Gen)
	if may {
		w.clock = w.clock.by(hours, w.numbers)
	}
	return may, err
}

// reread reads the order and the guard's rows in one call.
func (w *worker) reread(ctx context.Context) (*order.Order, bool, error) {
	rows, err := w.svc.Flow.DB.GetMany(ctx, append([]store.Key{order.Key(w.o.ID)}, w.guard.Keys()...), true)
	if err != nil {
		return nil, false, err
	}
	var o order.Order
	ok, err := store.Decode(rows[0], &o)
	if err != nil || !ok {
		return nil, false, err
	}
	changed, err := w.guard.Renew(ctx, rows[1:])
	if changed {
		w.holdBack()
	}
	return &o, true, err
}

// holdBack refuses all suppressed recipients that were not called: the waiting ones and the intended ones.
func (w *worker) holdBack() {
	if w.guard.Empty() {
		return
	}
	for i, n := range w.numbers {
		if w.s.Get(i) == chunkrow.ToSend || w.intent[i] {
			if reason, held := w.blocked(n); held {
				w.hold(i, reason)
			}
		}
	}
}

// blocked tells whether a recipient is suppressed, and why.
func (w *worker) blocked(n uint64) (reason string, held bool) {
	if reason, held = gate.BlockedFrom(w.guard.Blocked, n, w.o.Channel); held {
		return reason, true
	}
	// RefusedAs of a renderer whose sender can be refused alone is the recipient under which that is suppressed (email.SenderCode).
	if by, ok := w.renderer.(interface{ RefusedAs(recipient uint64) uint64 }); ok {
		return gate.BlockedFrom(w.guard.Blocked, by.RefusedAs(n), w.o.Channel)
	}
	return "", false
}

func (w *worker) hold(i int, reason string) {
	w.s.Set(i, chunkrow.Refused)
	w.s.Codes = chunkrow.AddCode(w.s.Codes, i, chunkrow.SkipCodes[reason])
	delete(w.intent, i)
}

// intend notes whose intent is written and who was not called yet.
func (w *worker) intend(batch []int) {
	w.intent = make(map[int]bool, len(batch))
	for _, i := range batch {
		if w.intent[i] = true; len(w.lanes) > 1 {
			w.s.SetSender(i, w.by)
		}
	}
}

// cleared is who of the batch may be called, after the control read and by the frequency cap.
func (w *worker) cleared(ctx context.Context, batch []int) ([]int, error) {
	batch = w.waiting(batch)
	if err := w.agreed(ctx, batch); err != nil {
		return batch, err
	}
	batch = w.waiting(batch)
	limit, err := w.svc.Gate.Limit(ctx)
	if err != nil || !limit.On() || len(batch) == 0 {
		return batch, err
	}
	numbers := make([]uint64, len(batch))
	for k, i := range batch {
		numbers[k] = w.numbers[i]
	}
	capped, err := w.svc.Suppressed.Take(ctx, w.o.Owner.Tenant, w.o.Ref(), numbers, limit)
	if err != nil {
		return batch, err
	}
	for k, i := range batch {
		if capped[k] {
			w.hold(i, suppression.Capped)
		}
	}
	return w.waiting(batch), nil
}

// agreed holds back who did not consent, where the country wants it.
func (w *worker) agreed(ctx context.Context, batch []int) error {
	if wanted, err := w.svc.Gate.WantsConsent(ctx, w.o.Country); err != nil || !wanted || len(batch) == 0 {
		return err
	}
	numbers := make([]uint64, len(batch))
	for k, i := range batch {
		numbers[k] = w.numbers[i]
	}
	given, err := w.svc.Consents.Given(ctx, w.o.Owner.Tenant, numbers, gate.ListChannel(w.o.Channel))
	if err != nil {
		return err
	}
	for k, i := range batch {
		if !given[k] {
			w.hold(i, suppression.NoConsent)
		}
	}
	return nil
}

func (w *worker) waiting(batch []int) []int {
	out := make([]int, 0, len(batch))
	for _, i := range batch {
		if w.intent[i] {
			out = append(out, i)
		}
	}
	return out
}

// mayCall tells whether a recipient of the batch is still to be called, by knowledge that is young enough and by its own clock. When that
// cannot be had, the order has ended meanwhile, or the recipient has fallen asleep, it waits.
func (w *worker) mayCall(ctx context.Context, i int) bool {
	if !w.intent[i] {
		return false
	}
	if w.halt == nil {
		w.halt = w.upToDate(ctx)
	}
	if !w.intent[i] { // blocked by what was read
		return false
	}
	delete(w.intent, i)
	may := w.halt == nil && !w.clock.outsideHours(i, w.svc.Flow.Now())
	if !may {
		w.s.Set(i, chunkrow.ToSend)
	}
	return may
}

// upToDate reads again what is too old, until an answer is young enough. With an error nothing may be sent: errParked, when the
// order says so.
func (w *worker) upToDate(ctx context.Context) error {
	for {
		now := w.svc.Flow.Now()
		var err error
		switch {
		case now.Sub(w.controlled) >= controlEvery:
			var may bool
			if may, err = w.control(ctx); err == nil && !may {
				return errParked
			}
		case now.Sub(w.looked) >= lookEvery:
			var changed bool
			if changed, err = w.guard.Check(ctx); err == nil {
				w.looked = now
			}
			if changed {
				w.holdBack()
			}
		default:
			return nil
		}
		if err == nil && w.svc.Flow.Now().Sub(w.limiter.Began) > lastLook {
			err = errLate
		}
		if err != nil {
			w.svc.Flow.Log(map[string]any{"warning": "control: " + err.Error(), "order": w.o.ID})
			return err
		}
	}
}

var (
	errParked = errors.New("dispatch: the order does not send now")
	errLate   = errors.New("dispatch: the answers about an order are too late to send by them")
)

// isOptedOut reports recipients that the provider refused because they opted out, and addresses that it refused as a bounce would say.
// One that is lost is refused again next time.
func (w *worker) isOptedOut(ctx context.Context, batch []int, outcomes []provider.Outcome) {
	var out []inbound.Event
	for k, i := range batch {
		source, bounce := suppression.Provider, outcomes[k].Bounce
		if bounce != provider.NoBounce {
			source = suppression.Bounce
		}
		if outcomes[k].Suppress || bounce != provider.NoBounce {
			ref := chunkrow.Reference{Order: w.d.Order, Gen: w.d.Gen, Chunk: w.d.Chunk, Index: i, Attempt: w.s.Pass, Sent: w.svc.Flow.Now().Unix()}
			out = append(out, inbound.Event{Via: w.sender.Hook, Ref: ref.String(), Source: source, Soft: bounce == provider.Soft,
				At: w.svc.Flow.Now().UnixMilli(), Code: outcomes[k].Code})
		}
	}
	if len(out) == 0 {
		return
	}
	if err := w.svc.Flow.Queues.Send(ctx, inbound.InboundQueue, queue.New(inbound.TaskInbound, w.o.Owner.Tenant, out)); err != nil {
		w.svc.Flow.Log(map[string]any{"warning": "opted out: " + err.Error(), "order": w.o.ID})
	}
}

// halted is the error of an invocation that stopped calling: none when the order was parked.
func (w *worker) halted() error {
	if errors.Is(w.halt, errParked) {
		return nil
	}
	return w.halt
}
