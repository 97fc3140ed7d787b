package chunkrow

import (
	"encoding/binary"
	"time"

	"herald/pkg/provider"
)

// ChunkSize is the most recipients of a chunk. At 1,000 the sender's and the receipts' rows each stay within one
// write unit of 1 KB (facts/serverless §2). SubBatch is how many recipients one intent covers, and so the most that a
// crash leaves in doubt.
const (
	ChunkSize = 1000
	SubBatch  = 100
)

// sizes in use: always the above, but for the simulation, which finds more faults in small chunks.
var PerChunk, PerBatch = ChunkSize, SubBatch

// SetSizes makes chunks and sub-batches small for a simulation, so that few recipients cross many borders. The product never
// calls it.
func SetSizes(chunk, sub int) {
	PerChunk, PerBatch = chunk, sub
}

// State of a recipient on the sender's side, two bits. Doubt is also the intent. It is written before the provider is
// called, so the call of a recipient in doubt may have been made.
type sendState uint8

const (
	ToSend sendState = iota
	Accepted
	Refused
	Doubt
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
	// it waits until After because its sender had no allowance or was off; the tick enqueues it when the sender may
	// send
	Spent bool   `dynamodbav:"f,omitempty"`
	Sleep uint32 `dynamodbav:"z,omitempty"` // who is left sleeps until After, by the hours of this sign; the chunk is out of the feed window
	Done  bool   `dynamodbav:"d,omitempty"` // no recipient is left to send
	Bits  []byte `dynamodbav:"b,omitempty"` // 2 bits a recipient
	Times []byte `dynamodbav:"t,omitempty"` // per sub-batch of 100, when it was sent: unix s, 4 bytes
	Codes []byte `dynamodbav:"c,omitempty"` // of refused recipients: pairs of varints, step of the index and code

	Slots []string `dynamodbav:"ln,omitempty"` // senders that it goes out by, of an order with several
	Which []byte   `dynamodbav:"lb,omitempty"` // by which of them each recipient was written to (sentby.go)

	Cost         costBytes `dynamodbav:"u,omitempty"` // of sending it so far
	Distribution           // to the messages of a trial; never changed
}

func NewSends(n int) Sends {
	return Sends{N: n, Bits: make([]byte, (n+3)/4), Times: make([]byte, 4*((n+PerBatch-1)/PerBatch))}
}

func (s *Sends) Get(i int) sendState { return sendState(s.Bits[i/4]>>(i%4*2)) & 3 }

func (s *Sends) Set(i int, v sendState) {
	s.Bits[i/4] = s.Bits[i/4]&^(3<<(i%4*2)) | byte(v)<<(i%4*2)
}

// some reports whether a recipient is in the state.
func (s *Sends) Some(v sendState) bool {
	for i := range s.N {
		if s.Get(i) == v {
			return true
		}
	}
	return false
}

func (s *Sends) Stamp(i int, at time.Time) {
	binary.LittleEndian.PutUint32(s.Times[i/PerBatch*4:], uint32(at.Unix()))
}

// sentAt is when the sub-batch of a recipient was sent; zero before.
func (s *Sends) SentAt(i int) time.Time {
	return unixOrZero(binary.LittleEndian.Uint32(s.Times[i/PerBatch*4:]))
}

// sentBy is by when a recipient was sent to. A sub-batch has one time, that of its last pass; whose message came earlier was sent earlier.
func (s *Sends) SentBy(i int, came map[provider.ReceiptState]time.Time) time.Time {
	at := s.SentAt(i)
	for _, state := range []provider.ReceiptState{provider.ReceiptArrived, provider.ReceiptRead} {
		if t := came[state]; !t.IsZero() && t.Before(at) {
			at = t
		}
	}
	return at
}

func unixOrZero(sec uint32) time.Time {
	if sec == 0 {
		return time.Time{}
	}
	return time.Unix(int64(sec), 0).UTC()
}

// open lists the recipients that are still to be sent, at most limit.
func (s *Sends) Open(from, limit int) []int {
	var out []int
	for i := from; i < s.N && len(out) < limit; i++ {
		if s.Get(i) == ToSend {
			out = append(out, i)
		}
	}
	return out
}

// addCode remembers the code of a failed recipient; later entries win.
func AddCode(codes []byte, i, code int) []byte {
	codes = binary.AppendUvarint(codes, uint64(i))
	return binary.AppendUvarint(codes, uint64(code))
}

func ReadCodes(codes []byte, into map[int]int) {
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
