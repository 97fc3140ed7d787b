package dispatch

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"herald/pkg/provider"
)

// answered is the moment at which a recipient wrote back: no receipt, and kept beside them.
const answered = provider.ReceiptComplained + 1

// moment is when a recipient arrived, read or answered.
type moment struct {
	i  int
	s  provider.ReceiptState
	at int64 // unix s
}

// record adds moments to the log as one block. A block has their number, the first time, and for each moment the step
// of the index, one bit for a reading, and the seconds after the first. Steps and seconds are Rice codes whose
// parameter suits the block, so that more fits into the row. A moment takes about six bits in a dense block and
// fifteen in a sparse one. Answers are a block of their own, marked by a number of zero.
func (r *Receipts) record(all []moment) {
	var receipts, answers []moment
	for _, m := range all {
		if m.s == answered {
			answers = append(answers, m)
		} else {
			receipts = append(receipts, m)
		}
	}
	r.block(receipts)
	if len(answers) > 0 {
		r.Log = append(r.Log, 0)
		r.block(answers)
	}
}

func (r *Receipts) block(all []moment) {
	if len(all) == 0 {
		return
	}
	first := slices.MinFunc(all, func(a, b moment) int { return cmp.Compare(a.at, b.at) }).at
	slices.SortStableFunc(all, func(a, b moment) int { return cmp.Compare(a.i, b.i) })
	if r.Base == 0 {
		r.Base = first
	}
	steps, seconds := make([]uint64, len(all)), make([]uint64, len(all))
	last := 0
	for n, m := range all {
		steps[n], seconds[n] = uint64(m.i-last), uint64(m.at-first)
		last = m.i
	}
	r.Log = binary.AppendUvarint(r.Log, uint64(len(all)))
	r.Log = binary.AppendVarint(r.Log, first-r.Base)
	w := bitWriter{out: r.Log}
	kStep, kSecond := riceFor(steps), riceFor(seconds)
	w.put(uint64(kStep), riceBits)
	w.put(uint64(kSecond), riceBits)
	for n, m := range all {
		w.rice(steps[n], kStep)
		if m.s == provider.ReceiptRead {
			w.put(1, 1)
		} else {
			w.put(0, 1)
		}
		w.rice(seconds[n], kSecond)
	}
	r.Log = w.out
}

// moments reads a log. Earlier entries win: a receipt that came twice keeps its first time.
func moments(log []byte, base int64, into map[int]map[provider.ReceiptState]time.Time) {
	for said := false; len(log) > 0; {
		count, n := binary.Uvarint(log)
		if n <= 0 {
			return
		}
		if log = log[n:]; count == 0 {
			said = true
			continue
		}
		first, n := binary.Varint(log)
		if n <= 0 {
			return
		}
		b := bitReader{in: log[n:]}
		kStep, kSecond := int(b.take(riceBits)), int(b.take(riceBits))
		for i := 0; count > 0; count-- {
			step, read, second := b.rice(kStep), b.take(1), b.rice(kSecond)
			if b.short {
				return
			}
			i += int(step)
			at, s := time.Unix(base+first+int64(second), 0).UTC(), provider.ReceiptArrived
			switch {
			case said:
				s = answered
			case read == 1:
				s = provider.ReceiptRead
			}
			if into[i] == nil {
				into[i] = map[provider.ReceiptState]time.Time{}
			}
			if _, twice := into[i][s]; !twice {
				into[i][s] = at
			}
		}
		log, said = b.in[(b.at+7)/8:], false
	}
}

// A Rice code of parameter k is the number above its k lowest bits in ones, a zero, and the k bits. A number that
// would need riceLong ones or more is stored as riceLong ones and the whole number in 64 bits.
const (
	riceBits = 5 // of a parameter
	riceLong = 20
)

func riceSize(v uint64, k int) int {
	if q := v >> k; q < riceLong {
		return int(q) + 1 + k
	}
	return riceLong + 64
}

// riceFor is the parameter that makes the values shortest.
func riceFor(all []uint64) (best int) {
	least, most := -1, 0
	for _, v := range all {
		most = max(most, bits.Len64(v))
	}
	for k := range min(most+1, 1<<riceBits) {
		size := 0
		for _, v := range all {
			size += riceSize(v, k)
		}
		if least < 0 || size < least {
			best, least = k, size
		}
	}
	return best
}

// bitWriter appends bits, the lowest first; it begins at a whole byte.
type bitWriter struct {
	out  []byte
	left int // bits that are free in the last byte
}

func (w *bitWriter) put(v uint64, n int) {
	for n > 0 {
		if w.left == 0 {
			w.out, w.left = append(w.out, 0), 8
		}
		some := min(n, w.left)
		w.out[len(w.out)-1] |= byte(v&(1<<some-1)) << (8 - w.left)
		v, n, w.left = v>>some, n-some, w.left-some
	}
}

func (w *bitWriter) rice(v uint64, k int) {
	q := v >> k
	if q >= riceLong {
		w.put(1<<riceLong-1, riceLong)
		w.put(v, 64)
		return
	}
	w.put(1<<q-1, int(q)+1)
	w.put(v, k)
}

type bitReader struct {
	in    []byte
	at    int
	short bool // more was asked for than there is
}

func (b *bitReader) take(n int) (v uint64) {
	if b.at+n > 8*len(b.in) {
		b.short = true
		return 0
	}
	for got := 0; got < n; {
		some := min(n-got, 8-b.at%8)
		v |= uint64(b.in[b.at/8]>>(b.at%8)&(1<<some-1)) << got
		got, b.at = got+some, b.at+some
	}
	return v
}

func (b *bitReader) rice(k int) uint64 {
	q := uint64(0)
	for q < riceLong && b.take(1) == 1 {
		q++
	}
	if q == riceLong {
		return b.take(64)
	}
	return q<<k | b.take(k)
}
