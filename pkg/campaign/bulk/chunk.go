package bulk

import (
	"cmp"
	"encoding/binary"
	"slices"
	"time"

	"herald/pkg/provider"
)

// ChunkSize is the most recipients of a chunk: at 1,000 the sender's and the receipts' rows each stay within one write unit
// of 1 KB (facts/serverless §2). SubBatch is how many recipients one intent covers, and so the most that a crash leaves in doubt.
const (
	ChunkSize = 1000
	SubBatch  = 100
)

// sizes in use: always the above, but for the simulation, which finds more faults in small chunks.
var chunkSize, subBatch = ChunkSize, SubBatch

// State of a recipient on the sender's side, two bits. Doubt is also the intent: it is written before the provider is called,
// so a recipient in doubt is one whose call may have been made.
type sendState uint8

const (
	toSend sendState = iota
	accepted
	refused
	doubt
)

// Sends is the sender's row of a chunk. Only the worker that holds the epoch writes it.
type Sends struct {
	N     int    `dynamodbav:"n"`
	Epoch int64  `dynamodbav:"e"`           // grows with every lease: a holder that lost its lease can write no more
	Owner string `dynamodbav:"o,omitempty"` // token of the holder, to know our own write again after an unclear answer
	Rev   int64  `dynamodbav:"v"`           // grows with every write
	Lease int64  `dynamodbav:"l"`           // unix ms until which the holder may work; 0 for none
	Pass  int    `dynamodbav:"p"`           // attempts: grows when recipients are tried again
	After int64  `dynamodbav:"w,omitempty"` // unix ms before which the chunk is not to be tried again
	Done  bool   `dynamodbav:"d,omitempty"` // no recipient is left to send
	Bits  []byte `dynamodbav:"b,omitempty"` // 2 bits a recipient
	Times []byte `dynamodbav:"t,omitempty"` // per sub-batch of 100, when it was sent: unix s, 4 bytes
	Codes []byte `dynamodbav:"c,omitempty"` // of refused recipients: pairs of varints, step of the index and code
}

func newSends(n int) Sends {
	return Sends{N: n, Bits: make([]byte, (n+3)/4), Times: make([]byte, 4*((n+subBatch-1)/subBatch))}
}

func (s *Sends) get(i int) sendState { return sendState(s.Bits[i/4]>>(i%4*2)) & 3 }

func (s *Sends) set(i int, v sendState) {
	s.Bits[i/4] = s.Bits[i/4]&^(3<<(i%4*2)) | byte(v)<<(i%4*2)
}

func (s *Sends) stamp(i int, at time.Time) {
	binary.LittleEndian.PutUint32(s.Times[i/subBatch*4:], uint32(at.Unix()))
}

// sentAt is when the sub-batch of a recipient was sent; zero before.
func (s *Sends) sentAt(i int) time.Time {
	return unixOrZero(binary.LittleEndian.Uint32(s.Times[i/subBatch*4:]))
}

func unixOrZero(sec uint32) time.Time {
	if sec == 0 {
		return time.Time{}
	}
	return time.Unix(int64(sec), 0).UTC()
}

// open lists the recipients that are still to be sent, at most limit.
func (s *Sends) open(from, limit int) []int {
	var out []int
	for i := from; i < s.N && len(out) < limit; i++ {
		if s.get(i) == toSend {
			out = append(out, i)
		}
	}
	return out
}

// Receipts is the receipts' row of a chunk. Only the aggregator writes it; it is missing until the first receipt.
type Receipts struct {
	Rev   int64  `dynamodbav:"q"`
	Bits  []byte `dynamodbav:"b,omitempty"` // 3 bits a recipient: provider.ReceiptState
	Codes []byte `dynamodbav:"c,omitempty"` // of failed recipients, as in Sends
	Log   []byte `dynamodbav:"g,omitempty"` // when recipients arrived and read: blocks of record
	Spill int    `dynamodbav:"x,omitempty"` // full logs moved to rows of their own
	Base  int64  `dynamodbav:"t,omitempty"` // unix s that the log's times count from

	Flushed int64 `dynamodbav:"f,omitempty"` // unix s of the last write
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

// addCode remembers the code of a failed recipient; later entries win.
func addCode(codes []byte, i, code int) []byte {
	codes = binary.AppendUvarint(codes, uint64(i))
	return binary.AppendUvarint(codes, uint64(code))
}

func readCodes(codes []byte, into map[int]int) {
	for len(codes) > 0 {
		i, n := binary.Uvarint(codes)
		if n <= 0 {
			return
		}
		code, m := binary.Uvarint(codes[n:])
		if m <= 0 {
			return
		}
		codes = codes[n+m:]
		into[int(i)] = int(code)
	}
}

// State of a recipient as the user sees it; the keys of an order's counts (decisions §10).
type State string

const (
	StateToSend     State = "toSend"
	StateSending    State = "sending"
	StateSent       State = "sent"
	StateArrived    State = "arrived"
	StateRead       State = "read"
	StateFailed     State = "failed"
	StateComplained State = "complained"
	StateUnknown    State = "unknown"
)

// States in the order in which they are shown.
var States = []State{StateToSend, StateSending, StateSent, StateArrived, StateRead, StateFailed, StateComplained, StateUnknown}

// shown merges the two sides: a receipt knows more than the sender, whatever the sender believed.
func shown(s *Sends, r *Receipts, i int, now time.Time) State {
	switch r.get(i) {
	case provider.ReceiptSent:
		return StateSent
	case provider.ReceiptFailed:
		return StateFailed
	case provider.ReceiptArrived:
		return StateArrived
	case provider.ReceiptRead:
		return StateRead
	case provider.ReceiptComplained:
		return StateComplained
	}
	switch s.get(i) {
	case accepted:
		return StateSent
	case refused:
		return StateFailed
	case doubt:
		if s.Lease > now.UnixMilli() {
			return StateSending
		}
		return StateUnknown
	}
	return StateToSend
}

// Counts is how many recipients are in each state; they add up to the order's total.
type Counts map[State]int

func (c Counts) add(s *Sends, r *Receipts, now time.Time) {
	for i := range s.N {
		c[shown(s, r, i, now)]++
	}
}

// plain gives every state, for the wire and for the order's row.
func (c Counts) plain() map[string]int {
	out := make(map[string]int, len(States))
	for _, s := range States {
		out[string(s)] = c[s]
	}
	return out
}

// charged is what is paid for: what reached sent, arrived or read; a complaint was read (decisions §4).
func (c Counts) charged() int {
	return c[StateSent] + c[StateArrived] + c[StateRead] + c[StateComplained]
}

// final reports that no charge can change any more.
func (c Counts) final() bool { return c[StateSending]+c[StateSent]+c[StateUnknown] == 0 }
