package dispatch

import (
	"context"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// An order pauses by itself when too many of its recipients fail or complain. The rest would fail for the same
// reason. It would cost the sender its quality and, at the provider, its number. The owner gets the reason and may
// resume the order. From then on only new outcomes count.

// Reasons of such a pause.
const (
	pauseFailures   = "dispatch.pause.failures"
	pauseComplaints = "dispatch.pause.complaints"
	pauseBounces    = "dispatch.pause.bounces"
	pauseReported   = "dispatch.pause.reported"
)

// leastReturned is how many emails must have been accepted before their bounces and complaints pause an order.
const leastReturned = 100

// bounds are what an order is judged by; the zero value judges nothing.
type bounds struct {
	least, failed, complained int
	bounced, reported         int // of emails
}

func (r *Statistics) bounds(ctx context.Context, o *order.Order) (b bounds, err error) {
	if r.Flow.Settings == nil || o.Status != order.Sending {
		return b, nil
	}
	keys := map[string]*int{"halt.least": &b.least, "halt.failed.percent": &b.failed, "halt.complained.permille": &b.complained}
	if r.addressed() {
		keys["email.pause.bounce.percent"], keys["email.pause.complaint.permille"] = &b.bounced, &b.reported
	}
	for key, to := range keys {
		if *to, err = r.Flow.Settings.Int(ctx, key); err != nil {
			return b, err
		}
	}
	return b, nil
}

// judged returns the reason for which an order is to pause; "" for none. Blocked recipients were never sent to and
// count for nothing.
func (b bounds) judged(o *order.Order, s order.FailureStats) string {
	if b == (bounds{}) {
		return ""
	}
	if o.Forgiven != nil {
		s = s.Since(*o.Forgiven)
	}
	if s.Known >= leastReturned {
		switch {
		case b.bounced > 0 && s.Bounced*100 > b.bounced*s.Known:
			return pauseBounces
		case b.reported > 0 && s.Complained*1000 > b.reported*s.Known:
			return pauseReported
		}
	}
	switch {
	case s.Known < b.least:
	case b.failed > 0 && s.Failed*100 > b.failed*s.Known:
		return pauseFailures
	case b.complained > 0 && s.Complained*1000 > b.complained*s.Known:
		return pauseComplaints
	}
	return ""
}

// standing is how an order fares, of those whose outcome is known.
func standing(c chunkrow.Counts, chunks []chunkrow.Chunk) order.FailureStats {
	held := 0
	for _, h := range heldBack(chunks) {
		held += h.Count
	}
	s := order.FailureStats{Failed: c[chunkrow.StateFailed] - held, Complained: c[chunkrow.StateComplained],
		Bounced: chunkrow.Bounces(chunks).Permanent()}
	s.Known = s.Failed + c.Charged()
	return s
}

// enforceLimits pauses the order at once when enough of this chunk failed that the whole order may be over its limit.
// Otherwise the next writer of the order's progress finds it. A check reads the whole order. It is repeated when
// twice as many recipients of the chunk were called, since other chunks may complete a sample that was too small.
func (w *worker) enforceLimits(ctx context.Context) error {
	if w.svc.Flow.Settings == nil {
		return nil
	}
	percent, err := w.svc.Flow.Settings.Int(ctx, "halt.failed.percent")
	if err != nil || percent == 0 {
		return err
	}
	called, failed := 0, 0
	codes := map[int]int{}
	chunkrow.ReadCodes(w.s.Codes, codes)
	for i := range w.s.N {
		switch w.s.Get(i) {
		case chunkrow.Accepted:
			called++
		case chunkrow.Refused:
			if chunkrow.SkipReason(codes[i]) == "" {
				called, failed = called+1, failed+1
			}
		}
	}
	if called < chunkrow.PerBatch || called < 2*w.judged || failed*100 <= percent*called {
		return nil
	}
	w.judged = called
	return w.svc.Flow.Listing().EnforceFailureLimits(ctx, w.o)
}
