package dispatch

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"herald/pkg/provider"
)

// Receipts is the receipts' row of a chunk. Only the aggregator writes it; it is missing until the first receipt.
type Receipts struct {
	Rev   int64  `dynamodbav:"q"`
	Bits  []byte `dynamodbav:"b,omitempty"` // 3 bits a recipient: provider.ReceiptState
	Codes []byte `dynamodbav:"c,omitempty"` // of failed recipients, as in Sends
	Log   []byte `dynamodbav:"g,omitempty"` // when recipients arrived and read: blocks of record
	Spill int    `dynamodbav:"x,omitempty"` // full logs moved to rows of their own
	Base  int64  `dynamodbav:"t,omitempty"` // unix s that the log's times count from

	Flushed int64 `dynamodbav:"f,omitempty"` // unix s of the last write
	N       int   `dynamodbav:"n,omitempty"` // recipients, once the sender was done with them
	Refused int   `dynamodbav:"r,omitempty"` // of them refused at once: no receipt comes for these

	Cost costBytes `dynamodbav:"u,omitempty"` // of its receipts so far

	Replied bitset `dynamodbav:"a,omitempty"` // who answered the order's message
}

func newReceipts(n int) Receipts { return Receipts{Bits: make([]byte, (n*3+7)/8)} }

func (r *Receipts) get(i int) provider.ReceiptState {
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
func (r *Receipts) replies(i, n int) bool {
	if r.Replied.has(i) {
		return false
	}
	if r.Replied == nil {
		r.Replied = make(bitset, (n+7)/8)
	}
	r.Replied.set(i)
	return true
}

// know takes over from the sender's row what stays as it is when the sender is done, so that the row need not be read again.
func (r *Receipts) know(s *Sends) {
	if !s.Done {
		return
	}
	r.N = s.N
	for i := range s.N {
		if s.get(i) == refused {
			r.Refused++
		}
	}
}

// final reports that no receipt is to come that changes a charge.
func (r *Receipts) final() bool {
	known := r.Refused
	for i := range r.N {
		if r.get(i) >= provider.ReceiptFailed {
			known++
		}
	}
	return r.N > 0 && known >= r.N
}

// merge raises a recipient's state; the order of the states is the lattice of decisions §7 (sent < failed < arrived < read <
// complained), so that repetitions and any order of receipts end the same. It reports whether anything changed.
func (r *Receipts) merge(i int, s provider.ReceiptState) bool {
	if s <= r.get(i) {
		return false
	}
	r.set(i, s)
	return true
}

// moment is when a recipient arrived or read.
type moment struct {
	i  int
	s  provider.ReceiptState
	at int64 // unix s
}

// record notes moments, as a block of the log: their number, the first time, and for each the step of the index with a bit
// for a reading, and the step of the time. That is two or three bytes each where many come together.
func (r *Receipts) record(all []moment) {
	if len(all) == 0 {
		return
	}
	first := slices.MinFunc(all, func(a, b moment) int { return cmp.Compare(a.at, b.at) }).at
	slices.SortStableFunc(all, func(a, b moment) int { return cmp.Compare(a.i, b.i) })
	if r.Base == 0 {
		r.Base = first
	}
	r.Log = binary.AppendUvarint(r.Log, uint64(len(all)))
	r.Log = binary.AppendVarint(r.Log, first-r.Base)
	last := 0
	for _, m := range all {
		step := uint64(m.i-last) << 1
		if m.s == provider.ReceiptRead {
			step |= 1
		}
		r.Log = binary.AppendUvarint(r.Log, step)
		r.Log = binary.AppendUvarint(r.Log, uint64(m.at-first))
		last = m.i
	}
}

// moments reads a log. Earlier entries win: a receipt that came twice keeps its first time.
func moments(log []byte, base int64, into map[int]map[provider.ReceiptState]time.Time) {
	next := func() uint64 {
		v, n := binary.Uvarint(log)
		if n <= 0 {
			log = nil
			return 0
		}
		log = log[n:]
		return v
	}
	for len(log) > 0 {
		count := next()
		first, n := binary.Varint(log)
		if n <= 0 {
			return
		}
		log = log[n:]
		for i := 0; count > 0 && len(log) > 0; count-- {
			step := next()
			at := time.Unix(base+first+int64(next()), 0).UTC()
			i += int(step >> 1)
			s := provider.ReceiptArrived
			if step&1 == 1 {
				s = provider.ReceiptRead
			}
			if into[i] == nil {
				into[i] = map[provider.ReceiptState]time.Time{}
			}
			if _, twice := into[i][s]; !twice {
				into[i][s] = at
			}
		}
	}
}
