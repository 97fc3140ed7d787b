package dispatch

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

var stateNames = func() (names []string) {
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
	provider.ReceiptRead: atRead, provider.ReceiptComplained: atComplained}

// sendPositions are the positions in States of each send state, for a chunk whose lease has ended and for one that is leased.
var sendPositions = [2][4]uint8{{toSend: atToSend, accepted: atSent, refused: atFailed, doubt: atUnknown},
	{toSend: atToSend, accepted: atSent, refused: atFailed, doubt: atSending}}

// positions gives the table of sendPositions that holds for a chunk at a time.
func (s *Sends) positions(now time.Time) *[4]uint8 {
	if s.Lease > now.UnixMilli() {
		return &sendPositions[1]
	}
	return &sendPositions[0]
}

// mergedState merges the two sides. A receipt overrides the sender's state.
func mergedState(s *Sends, r *Receipts, i int, now time.Time) State {
	if got := r.get(i); got != provider.ReceiptNone {
		return States[receiptPosition[got]]
	}
	return States[s.positions(now)[s.get(i)]]
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
func (c Counts) add(of *chunk, now time.Time) (n int) {
	var by [stateCount]int
	sent, i := of.s.positions(now), 0
	if len(of.r.Bits) == 0 && len(of.moved) == 0 {
		var states [4]int
		for _, b := range of.s.Bits[:of.s.N/4] {
			for state, k := range perByte[b] {
				states[state] += int(k)
			}
		}
		for state, k := range states {
			by[sent[state]] += k
		}
		i = of.s.N / 4 * 4
		n = i
	}
	for ; i < of.s.N; i++ {
		if of.moved.has(i) {
			continue
		}
		if got := of.r.get(i); got != provider.ReceiptNone {
			by[receiptPosition[got]]++
		} else {
			by[sent[of.s.get(i)]]++
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
func (c Counts) plain() map[string]int {
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
