package order

import "math"

// Reach is what became of the recipients of one or more orders, as far as the delivery rate asks.
type Reach struct {
	Delivered int // arrived or read
	Sent      int // taken by the provider, delivered or not
	Failed    int // with those that were never called
	HeldBack  int // never called: suppressed, opted out, capped, without consent
	Unknown   int // called, without a result
}

// ReachOf is the reach of recipients that were counted by state; held are those of the failed that were never called, by reason. Groups
// are no recipients and have none.
func ReachOf(counts, held map[string]int) (r Reach) {
	if _, groups := counts["building"]; groups {
		return r
	}
	for _, n := range held {
		r.HeldBack += n
	}
	r.Delivered = counts["arrived"] + counts["read"] + counts["complained"]
	r.Sent, r.Failed, r.Unknown = r.Delivered+counts["sent"], counts["failed"], counts["unknown"]
	return r
}

// Add adds the recipients of other orders.
func (r *Reach) Add(o Reach) {
	r.Delivered += o.Delivered
	r.Sent += o.Sent
	r.Failed += o.Failed
	r.HeldBack += o.HeldBack
	r.Unknown += o.Unknown
}

// Called is how many recipients were called and are not under way: what the delivery rate is of.
func (r Reach) Called() int { return max(0, r.Sent+r.Failed-r.HeldBack+r.Unknown) }

// DeliveryRate is the share of delivered messages among the recipients that were called and are no longer under way,
// to four places. It is the one definition of every list, page and file (decisions §14). It is 0 where no recipient
// was called.
func (r Reach) DeliveryRate() float64 {
	called := r.Called()
	if called == 0 {
		return 0
	}
	return math.Round(float64(min(r.Delivered, called))/float64(called)*1e4) / 1e4
}

// Percent is the rate as files have it, in percent to two places; nil where no recipient was called.
func (r Reach) Percent() any {
	if r.Called() == 0 {
		return nil
	}
	return math.Round(r.DeliveryRate()*1e4) / 100
}
