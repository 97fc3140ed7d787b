package chunkrow

import (
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// A bounce is a receipt of an email that overrides every earlier one, also a delivery: a mailbox provider may take an email and
// return it later. So bounces are the highest states of a recipient. Blacklisted is a bit beside a hard bounce, and is never
// unset, so that any order of receipts ends the same.
const (
	SoftBounced = provider.ReceiptComplained + 1
	HardBounced = provider.ReceiptComplained + 2
)

// StateOf is the state in which a row keeps a receipt.
func StateOf(s provider.ReceiptState, b provider.Bounce) provider.ReceiptState {
	switch {
	case s != provider.ReceiptFailed || b == provider.NoBounce:
		return s
	case b == provider.Soft:
		return SoftBounced
	}
	return HardBounced
}

// AddBlacklisted notes that the bounce of a recipient, of so many, was for a suppression list, and tells whether that is new.
func (r *Receipts) AddBlacklisted(i, n int) bool {
	if r.Blacklisted.Has(i) {
		return false
	}
	if r.Blacklisted == nil {
		r.Blacklisted = make(Bitset, (n+7)/8)
	}
	r.Blacklisted.Set(i)
	return true
}

// BounceOf is why the email of a recipient was returned; NoBounce when it was not.
func (r *Receipts) BounceOf(i int) provider.Bounce {
	switch r.Get(i) {
	case SoftBounced:
		return provider.Soft
	case HardBounced:
		if r.Blacklisted.Has(i) {
			return provider.Blacklist
		}
		return provider.Hard
	}
	return provider.NoBounce
}

// Retriable tells whether a recipient counts in its chunk and failed in a way that another try may mend. A hard bounce does not.
func (c *Chunk) Retriable(i int, state State) bool {
	return state == StateFailed && !c.Moved.Has(i) && c.Receipts.Get(i) != HardBounced
}

// Bounces counts the returned emails of chunks, except those that a later generation sent again.
func Bounces(chunks []Chunk) (b order.Bounces) {
	for k := range chunks {
		c := &chunks[k]
		if len(c.Receipts.Bits) == 0 {
			continue
		}
		for i := range c.Sends.N {
			if c.Moved.Has(i) {
				continue
			}
			switch c.Receipts.BounceOf(i) {
			case provider.Soft:
				b.Soft++
			case provider.Hard:
				b.Hard++
			case provider.Blacklist:
				b.Blacklist++
			}
		}
	}
	return b
}
