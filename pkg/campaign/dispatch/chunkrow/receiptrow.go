package chunkrow

import (
	"herald/pkg/provider"
)

// Receipts is the receipts' row of a chunk. Only the aggregator writes it; it is missing until the first receipt.
type Receipts struct {
	Rev   int64  `dynamodbav:"q"`
	Bits  []byte `dynamodbav:"b,omitempty"` // 3 bits a recipient: provider.ReceiptState, SoftBounced or HardBounced
	Codes []byte `dynamodbav:"c,omitempty"` // of failed recipients, as in Sends
	Log   []byte `dynamodbav:"g,omitempty"` // when recipients arrived and read: blocks of record
	Spill int    `dynamodbav:"x,omitempty"` // full logs moved to rows of their own
	Base  int64  `dynamodbav:"t,omitempty"` // unix s that the log's times count from

	Flushed int64 `dynamodbav:"f,omitempty"` // unix s of the last write
	N       int   `dynamodbav:"n,omitempty"` // recipients, once the sender was done with them
	Refused int   `dynamodbav:"r,omitempty"` // of them refused at once: no receipt comes for these

	Cost costBytes `dynamodbav:"u,omitempty"` // of its receipts so far

	Calls []byte `dynamodbav:"k,omitempty"` // of an order of calls: what is known of each (calls.go)

	Replied Bitset `dynamodbav:"a,omitempty"` // who answered the order's message

	Blacklisted Bitset `dynamodbav:"bl,omitempty"` // whose bounce was for a provider's suppression list
}

// spilled is a full log in a row of its own.
type Spilled struct {
	Log  []byte `dynamodbav:"g"`
	Base int64  `dynamodbav:"t"` // as of Receipts
}

func NewReceipts(n int) Receipts { return Receipts{Bits: make([]byte, (n*3+7)/8)} }

func (r *Receipts) Get(i int) provider.ReceiptState {
	if len(r.Bits) == 0 {
		return provider.ReceiptNone
	}
	bit := i * 3
	v := uint16(r.Bits[bit/8])
	if bit/8+1 < len(r.Bits) {
		v |= uint16(r.Bits[bit/8+1]) << 8
	}
	return provider.ReceiptState(v>>(bit%8)) & 7
}

func (r *Receipts) set(i int, s provider.ReceiptState) {
	for b := range 3 {
		bit := i*3 + b
		r.Bits[bit/8] &^= 1 << (bit % 8)
		r.Bits[bit/8] |= byte(s) >> b & 1 << (bit % 8)
	}
}

// replies notes that a recipient of so many answered, and tells whether that is new.
func (r *Receipts) AddReply(i, n int) bool {
	if r.Replied.Has(i) {
		return false
	}
	if r.Replied == nil {
		r.Replied = make(Bitset, (n+7)/8)
	}
	r.Replied.Set(i)
	return true
}

// know copies the fixed part of the sender's row once the sender is done, so that the row need not be read again.
func (r *Receipts) CopySends(s *Sends) {
	if !s.Done {
		return
	}
	r.N = s.N
	for i := range s.N {
		if s.Get(i) == Refused {
			r.Refused++
		}
	}
}

// final reports that no receipt is to come that changes a charge.
func (r *Receipts) Final() bool {
	known := r.Refused
	for i := range r.N {
		if s := r.Get(i); s >= provider.ReceiptFailed && (r.Calls == nil || CallIsOver(s)) {
			known++
		}
	}
	return r.N > 0 && known >= r.N
}

// Merge raises a recipient's state. The order of the states is the lattice of decisions §7 (sent < failed < arrived <
// read < complained < soft bounce < hard bounce), so that repetitions and any order of receipts end the same. It reports
// whether the state changed.
func (r *Receipts) Merge(i int, s provider.ReceiptState) bool {
	if s <= r.Get(i) {
		return false
	}
	r.set(i, s)
	return true
}

// rowCapacity is the space of a row of 1 KB, one write unit, without its keys, numbers and names. The log takes the
// space that states, codes, answers and cost leave. If they leave less than leastLog, the row grows, since otherwise
// each write would move the log to another row.
const rowCapacity, leastLog = 870, 150

func (p *Receipts) Full() bool {
	return len(p.Log) > max(leastLog, rowCapacity-len(p.Bits)-len(p.Codes)-len(p.Replied)-len(p.Blacklisted)-len(p.Cost))
}
