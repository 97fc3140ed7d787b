package ratecontrol

import (
	"context"
	"errors"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/provider/rate"
)

// Two rate limits decide when a sub-batch begins. The customer's limit of messages a second (order.Bounds,
// business-domain §3) holds over all of its orders and workers. For each sub-batch a worker takes a slot of the
// customer's time, waits for it, and spreads its messages over it. It takes the sender's slot afterwards, so that a
// waiting customer blocks no other one.
//
// While several customers want a sender, each sends at its share of the rate (rate.Shares). A customer's workers
// queue for slots of their share. So the sender's queue stays short for every customer and for new ones. A worker
// gives its slot to its next task when it would have to wait longer than a function should run.

// Limiter decides when the sub-batches of a worker begin.
type Limiter struct {
	Rates  *rate.Slots
	Shares *rate.Shares
	Now    func() time.Time
	Wait   func(ctx context.Context, at time.Time) error // an error when the invocation ends before
	Log    func(map[string]any)

	// What the worker sends.
	Order  string
	Tenant string
	Weight int       // of the customer
	Began  time.Time // of the invocation
}

// Slot is a sender's time as a worker uses it.
type Slot struct {
	Sender string
	Most   int         // messages a second that the customer may send over all of its orders; 0: no less than the sender
	Ticket Reservation // that an earlier task took
	Until  time.Time   // end of the slot that was taken

	// The customer's queue.
	Exclusive  bool          // no other customer wants the sender
	Contended  bool          // the queue for the sender was long
	Unreported int           // messages whose turn was taken since the shares were asked
	Waited     time.Duration // for the last turn
}

// Reservation is a customer's own turn at a sender that was taken and not used yet; the zero value for none.
type Reservation struct {
	At    int64 `json:"a"`           // unix ms
	Alone bool  `json:"l,omitempty"` // while no other customer wanted the sender
}

// Taken tells whether there is a turn.
func (t Reservation) Taken() bool { return t.At != 0 }

func (t Reservation) at() time.Time { return time.UnixMilli(t.At) }

// Times of a worker. It hands over early enough that the function (28 s) can end its calls. A sub-batch that comes anew
// waits slotTime for a slow sender.
const (
	handOver = 15 * time.Second
	slotTime = 3 * time.Second
)

// TimeLeft is how much longer this invocation may begin a sub-batch.
func (l *Limiter) TimeLeft() time.Duration { return l.Began.Add(handOver).Sub(l.Now()) }

// longQueue is the length of a sender's queue from which a worker queues within its customer's share. patience is how
// long a worker waits for its slot.
const (
	longQueue = 500 * time.Millisecond
	patience  = 2 * time.Second
)

// NotYet says that the slot of a sub-batch begins later than a worker should wait. The task is delivered at that
// time.
type NotYet struct {
	At  time.Time
	Own Reservation // among its own, that was taken for it
}

func (e NotYet) Error() string { return "dispatch: the turn comes at " + e.At.String() }

// full makes an NotYet of a slot that was taken for too long.
func full(err error) error {
	if f := (rate.Full{}); errors.As(err, &f) {
		return NotYet{At: f.Until.Add(-patience)}
	}
	return err
}

// Begin waits until n messages may begin, of left, and gives the moment; NotYet when it comes later.
func (l *Limiter) Begin(ctx context.Context, s *Slot, n, left, perSecond int) (time.Time, error) {
	if l.TimeLeft() <= 0 {
		return time.Time{}, NotYet{At: l.Now()}
	}
	if s.Most > 0 {
		lasts := time.Duration(n) * time.Second / time.Duration(s.Most)
		at, err := l.Rates.Take(ctx, "customer."+l.Tenant, lasts, l.TimeLeft())
		if err != nil {
			return at, full(err)
		}
		if err := l.Wait(ctx, at); err != nil {
			return at, err
		}
	}
	if l.SlotLasts(s, n, perSecond) {
		return l.Now().Add(lead), nil
	}
	queued, err := l.share(ctx, s, n, perSecond)
	if err != nil {
		return time.Time{}, err
	}
	asked := l.Now()
	slot, err := l.slot(ctx, s, Batch{n, left, perSecond}, queued)
	if later := (NotYet{}); errors.As(err, &later) && !queued {
		s.Contended = true // queue among your own
		if queued, err = l.share(ctx, s, n, perSecond); err == nil {
			slot, err = l.slot(ctx, s, Batch{n, left, perSecond}, queued)
		}
	}
	if later := (NotYet{}); errors.As(err, &later) && later.At.Sub(l.Now()) <= min(patience, l.TimeLeft()) {
		if err = l.Wait(ctx, later.At); err == nil {
			slot, err = l.slot(ctx, s, Batch{n, left, perSecond}, queued)
		}
	}
	if later := (NotYet{}); errors.As(err, &later) {
		if later.Own = (Reservation{}); queued {
			later.Own = Reservation{later.At.UnixMilli(), s.Exclusive}
		}
		return slot, later
	}
	if err != nil {
		return slot, err
	}
	s.Waited = max(s.Waited, slot.Sub(asked)-lead)
	s.Contended = s.Contended || slot.Sub(asked) > longQueue
	return slot, l.Wait(ctx, slot.Add(-lead))
}

// share waits for n messages of the customer's share of the sender, when others want it, or many workers of this customer do.
func (l *Limiter) share(ctx context.Context, s *Slot, n, perSecond int) (queued bool, err error) {
	use := rate.Use{Sent: s.Unreported, Waited: s.Waited}
	s.Unreported, s.Waited = n, 0
	if s.Ticket.Taken() { // it waited for this one
		use.Waited = max(use.Waited, patience)
	}
	share, err := l.Shares.Of(ctx, s.Sender, rate.Tenant{ID: l.Tenant, Weight: l.Weight}, float64(perSecond)/margin, use)
	if err != nil { // the sender's own limit holds all the same
		l.Log(map[string]any{"warning": "shares: " + err.Error(), "order": l.Order})
	}
	if s.Exclusive = share == 0; s.Exclusive && !s.Contended && !s.Ticket.Taken() {
		return false, nil
	}
	took := s.Ticket
	if s.Ticket = (Reservation{}); took.Alone && !s.Exclusive {
		took = Reservation{} // of a queue as fast as the sender, and minutes long
	}
	if !took.Taken() {
		queue := "share."
		if s.Exclusive {
			queue, share = "alone.", float64(perSecond)/margin
		}
		lasts := time.Duration(float64(n) / share * float64(time.Second))
		at, err := l.Rates.Take(ctx, queue+s.Sender+"."+l.Tenant, lasts, mostQueue)
		if err != nil {
			return false, full(err)
		}
		took = Reservation{at.UnixMilli(), s.Exclusive}
	}
	at := took.at()
	wait := at.Sub(l.Now())
	s.Waited = max(s.Waited, wait)
	if wait > min(patience, l.TimeLeft()) {
		return true, NotYet{at, took}
	}
	return true, l.Wait(ctx, at)
}

// mostQueue is how far ahead turns among a customer's own are taken: no longer than a task can be put off.
const mostQueue = 10 * time.Minute

// answerTime is the least time that the last answers of a sub-batch take. A slot of several sub-batches includes it.
func answerTime() time.Duration {
	return 150 * time.Millisecond * time.Duration(chunkrow.PerBatch) / chunkrow.SubBatch
}

// lead is how long before its slot a worker is woken. By then its intent is written and the order read again, so that
// its calls begin and end within the slot. margin makes slots a little longer than necessary, for calls that are a
// little late: no second has more messages than the sender may send.
const (
	lead   = 60 * time.Millisecond
	margin = 1.04
)

func lasting(messages, perSecond int) time.Duration {
	return time.Duration(margin * float64(messages) / float64(perSecond) * float64(time.Second))
}

// Batch is a sub-batch that wants a slot.
type Batch struct {
	Messages  int
	Left      int // messages of the order that are still to be sent, with these
	PerSecond int // rate of the sender
}

// SlotLasts reports whether n messages fit into the slot that was taken.
func (l *Limiter) SlotLasts(s *Slot, n, perSecond int) bool {
	return !l.Now().Add(lead + lasting(n, perSecond)).After(s.Until)
}

// slot gives the moment at which n messages may begin, of left, or NotYet. A slow sender is taken for several sub-batches at once,
// unless others want it: the answers that each waits for are little beside its sending. A fast one is shared by workers, one sends
// while others wait.
func (l *Limiter) slot(ctx context.Context, s *Slot, b Batch, queued bool) (time.Time, error) {
	n, left, perSecond := b.Messages, b.Left, b.PerSecond
	lasts := func(messages int) time.Duration { return lasting(messages, perSecond) }
	batches, queue := 1, longQueue
	if queued {
		queue = patience // its turn has come
	}
	if lasts(n) >= 8*answerTime() {
		queue = slotTime                           // another worker may hold it for so long
		if s.Most == 0 && s.Exclusive && !queued { // what waits for its customer's turn keeps no sender
			batches = max(1, min(int(slotTime/lasts(n)), (left+n-1)/n))
		}
	}
	d := lasts(min(left, batches*n)) + time.Duration(batches-1)*(answerTime()+lead)
	begin, err := l.Rates.Take(ctx, s.Sender, d, min(queue, l.TimeLeft()))
	if f := (rate.Full{}); errors.As(err, &f) {
		return begin, NotYet{At: f.Until.Add(-queue)}
	}
	begin = begin.Add(lead)
	s.Until = begin.Add(d)
	return begin, err
}

// InTime gives the slot of a sub-batch that is about to be called: another one when the first was over before the intent was written.
func (l *Limiter) InTime(ctx context.Context, s *Slot, slot time.Time, b Batch) (time.Time, error) {
	if l.Now().Sub(slot) <= lateCall(b.Messages, b.PerSecond) {
		return slot, nil
	}
	s.Until = time.Time{}
	slot, err := l.slot(ctx, s, b, true)
	if err != nil {
		return slot, err
	}
	if err := l.Wait(ctx, slot); err != nil {
		return slot, err
	}
	if now := l.Now(); now.After(slot) { // a worker that is always slow sends all the same
		slot = now
	}
	return slot, nil
}
