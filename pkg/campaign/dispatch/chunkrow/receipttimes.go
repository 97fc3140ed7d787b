package chunkrow

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
	"time"

	"herald/pkg/provider"
)

// Answered is the moment at which a recipient wrote back: no receipt, and kept beside them.
const Answered = HardBounced + 1

// moment is when a recipient arrived, read or answered.
type Moment struct {
	Index int
	State provider.ReceiptState
	At    int64 // unix s
}

// record adds moments to the log as one block. A block has their number, the first time, and for each moment the step
// of the index, one bit for a reading, and the seconds after the first. Steps and seconds are Rice codes whose
// parameter suits the block, so that more fits into the row. A moment takes about six bits in a dense block and
// fifteen in a sparse one. Answers are a block of their own, marked by a number of zero.
func (r *Receipts) Record(all []Moment) {
	var receipts, answers []Moment
	for _, m := range all {
		if m.State == Answered {
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

func (r *Receipts) block(all []Moment) {
	if len(all) == 0 {
		return
	}
	first := slices.MinFunc(all, func(a, b Moment) int { return cmp.Compare(a.At, b.At) }).At
	slices.SortStableFunc(all, func(a, b Moment) int { return cmp.Compare(a.Index, b.Index) })
	if r.Base == 0 {
		r.Base = first
	}
	steps, seconds := make([]uint64, len(all)), make([]uint64, len(all))
	last := 0
	for n, m := range all {
		steps[n], seconds[n] = uint64(m.Index-last), uint64(m.At-first)
		last = m.Index
	}
	r.Log = binary.AppendUvarint(r.Log, uint64(len(all)))
	r.Log = binary.AppendVarint(r.Log, first-r.Base)
	w := BitWriter{Out: r.Log}
	kStep, kSecond := RiceFor(steps), RiceFor(seconds)
	w.Put(uint64(kStep), riceBits)
	w.Put(uint64(kSecond), riceBits)
	for n, m := range all {
		w.Rice(steps[n], kStep)
		if m.State == provider.ReceiptRead {
			w.Put(1, 1)
		} else {
			w.Put(0, 1)
		}
		w.Rice(seconds[n], kSecond)
	}
	r.Log = w.Out
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
		b := BitReader{In: log[n:]}
		kStep, kSecond := int(b.Take(riceBits)), int(b.Take(riceBits))
		for i := 0; count > 0; count-- {
			step, read, second := b.Rice(kStep), b.Take(1), b.Rice(kSecond)
			if b.Short {
				return
			}
			i += int(step)
			at, s := time.Unix(base+first+int64(second), 0).UTC(), provider.ReceiptArrived
			switch {
			case said:
				s = Answered
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
		log, said = b.In[(b.At+7)/8:], false
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
func RiceFor(all []uint64) (best int) {
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
type BitWriter struct {
	Out  []byte
	left int // bits that are free in the last byte
}

func (w *BitWriter) Put(v uint64, n int) {
	for n > 0 {
		if w.left == 0 {
			w.Out, w.left = append(w.Out, 0), 8
		}
		some := min(n, w.left)
		w.Out[len(w.Out)-1] |= byte(v&(1<<some-1)) << (8 - w.left)
		v, n, w.left = v>>some, n-some, w.left-some
	}
}

func (w *BitWriter) Rice(v uint64, k int) {
	q := v >> k
	if q >= riceLong {
		w.Put(1<<riceLong-1, riceLong)
		w.Put(v, 64)
		return
	}
	w.Put(1<<q-1, int(q)+1)
	w.Put(v, k)
}

type BitReader struct {
	In    []byte
	At    int
	Short bool // more was asked for than there is
}

func (b *BitReader) Take(n int) (v uint64) {
	if b.At+n > 8*len(b.In) {
		b.Short = true
		return 0
	}
	for got := 0; got < n; {
		some := min(n-got, 8-b.At%8)
		v |= uint64(b.In[b.At/8]>>(b.At%8)&(1<<some-1)) << got
		got, b.At = got+some, b.At+some
	}
	return v
}

func (b *BitReader) Rice(k int) uint64 {
	q := uint64(0)
	for q < riceLong && b.Take(1) == 1 {
		q++
	}
	if q == riceLong {
		return b.Take(64)
	}
	return q<<k | b.Take(k)
}
