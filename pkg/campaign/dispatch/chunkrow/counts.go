package chunkrow

import (
	"time"

	"herald/pkg/provider"
)

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

var StateNames = func() (names []string) {
	for _, s := range States {
		names = append(names, string(s))
	}
	return names
}()

// Positions in States.
const (
	atToSend = iota
	atSending
	atSent
	atArrived
	atRead
	atFailed
	atComplained
	atUnknown
	stateCount
)

// receiptPosition is the position in States of each receipt state. ReceiptNone decides nothing and has no position of its own.
var receiptPosition = [8]uint8{provider.ReceiptSent: atSent, provider.ReceiptFailed: atFailed, provider.ReceiptArrived: atArrived,
	provider.ReceiptRead: atRead, provider.ReceiptComplained: atComplained, SoftBounced: atFailed, HardBounced: atFailed}

// sendPositions are the positions in States of each send state, for a chunk whose lease has ended and for one that is leased.
var sendPositions = [2][4]uint8{{ToSend: atToSend, Accepted: atSent, Refused: atFailed, Doubt: atUnknown},
	{ToSend: atToSend, Accepted: atSent, Refused: atFailed, Doubt: atSending}}

// positions gives the table of sendPositions that holds for a chunk at a time.
func (s *Sends) positions(now time.Time) *[4]uint8 {
	if s.Lease > now.UnixMilli() {
		return &sendPositions[1]
	}
	return &sendPositions[0]
}

// mergedState merges the two sides. A receipt overrides the sender's state.
func MergedState(s *Sends, r *Receipts, i int, now time.Time) State {
	if got := r.Get(i); got != provider.ReceiptNone {
		return States[receiptPosition[got]]
	}
	return States[s.positions(now)[s.Get(i)]]
}

// Counts is how many recipients are in each state; they add up to the order's total.
type Counts map[State]int

// perByte is how many recipients of each send state a byte of Sends.Bits holds.
var perByte = func() (table [256][4]uint8) {
	for b := range table {
		for k := range 4 {
			table[b][b>>(2*k)&3]++
		}
	}
	return table
}()

// add counts the recipients of a chunk, except those that count in a later generation, and returns how many it counted. Progress counts
// every chunk of an order each time, so the send states of a chunk without receipts are counted four at a time.
func (c Counts) Add(of *Chunk, now time.Time) (n int) {
	var by [stateCount]int
	sent, i := of.Sends.positions(now), 0
	if len(of.Receipts.Bits) == 0 && len(of.Moved) == 0 {
		var states [4]int
		for _, b := range of.Sends.Bits[:of.Sends.N/4] {
			for state, k := range perByte[b] {
				states[state] += int(k)
			}
		}
		for state, k := range states {
			by[sent[state]] += k
		}
		i = of.Sends.N / 4 * 4
		n = i
	}
	for ; i < of.Sends.N; i++ {
		if of.Moved.Has(i) {
			continue
		}
		if got := of.Receipts.Get(i); got != provider.ReceiptNone {
			by[receiptPosition[got]]++
		} else {
			by[sent[of.Sends.Get(i)]]++
		}
		n++
	}
	for at, k := range by {
		if k > 0 {
			c[States[at]] += k
		}
	}
	return n
}

// plain gives every state, for the wire and for the order's row.
func (c Counts) Plain() map[string]int {
	out := make(map[string]int, len(States))
	for _, s := range States {
		out[string(s)] = c[s]
	}
	return out
}

// Charged returns the charged recipients: those in state sent, arrived or read. A complaint counts as read (decisions
// §4).
func (c Counts) Charged() int {
	return c[StateSent] + c[StateArrived] + c[StateRead] + c[StateComplained]
}

// sent counts the recipients of a chunk that the provider accepted, in any later state, except those of a
// later generation.
func (c *Chunk) Sent() (n int) {
	i := 0
	if len(c.Receipts.Bits) == 0 && len(c.Moved) == 0 {
		for _, b := range c.Sends.Bits[:c.Sends.N/4] {
			n += int(perByte[b][Accepted])
		}
		i = c.Sends.N / 4 * 4
	}
	for ; i < c.Sends.N; i++ {
		if !c.Moved.Has(i) && (c.Receipts.Get(i) != provider.ReceiptNone || c.Sends.Get(i) == Accepted) {
			n++
		}
	}
	return n
}

// replied counts the recipients of a chunk that answered, except those of a later generation.
func (c *Chunk) Replied() (n int) {
	if len(c.Receipts.Replied) == 0 {
		return 0
	}
	for i := range c.Sends.N {
		if !c.Moved.Has(i) && c.Receipts.Replied.Has(i) {
			n++
		}
	}
	return n
}
