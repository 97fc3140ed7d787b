package linkactivity

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"

	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/useragent"
)

// entry is an event of a recipient of a chunk. Two events that are equal are one.
type entry struct {
	At    int64 // unix s
	Index int
	Link  int // number of a link, or one of those beside it (emaillink.Loaded and the like)
	Kind  useragent.Kind
	Early bool
}

func (e *entry) before(o *entry) int {
	early := func(e *entry) int {
		if e.Early {
			return 1
		}
		return 0
	}
	return cmp.Or(cmp.Compare(e.At, o.At), cmp.Compare(e.Index, o.Index), cmp.Compare(e.Link, o.Link), cmp.Compare(e.Kind, o.Kind),
		early(e)-early(o))
}

// sorted gives the set of some entries: each once, oldest first.
func sorted(all []entry) []entry {
	slices.SortFunc(all, func(a, b entry) int { return a.before(&b) })
	return slices.Compact(all)
}

// kindBits are the bits of a kind in a code, and earlyBit is above them.
const (
	kindBits = 4
	earlyBit = 1 << kindBits
)

// code of a link, kind and mark: a load by a known program takes one byte.
func (e *entry) code() uint64 {
	link := uint64(e.Link) + 1
	if e.Link == emaillink.Loaded {
		link = 0
	}
	code := link<<(kindBits+1) | uint64(e.Kind)
	if e.Early {
		code |= earlyBit
	}
	return code
}

// pack writes a sorted set in about four bytes an entry: the seconds since the entry before, the recipient, the code.
func pack(all []entry) []byte {
	var b []byte
	last := int64(0)
	for i := range all {
		b = binary.AppendUvarint(b, uint64(all[i].At-last))
		b = binary.AppendUvarint(b, uint64(all[i].Index))
		b = binary.AppendUvarint(b, all[i].code())
		last = all[i].At
	}
	return b
}

var errLog = errors.New("linkactivity: a damaged log")

// unpack reads what pack wrote.
func unpack(b []byte) (all []entry, err error) {
	number := func() uint64 {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			b, err = nil, errLog
			return 0
		}
		b = b[n:]
		return v
	}
	last := int64(0)
	for len(b) > 0 {
		e := entry{At: last + int64(number()), Index: int(number())}
		code := number()
		if err != nil {
			return nil, err
		}
		if e.Link = int(code>>(kindBits+1)) - 1; e.Link < 0 {
			e.Link = emaillink.Loaded
		}
		e.Kind, e.Early = useragent.Kind(code&(earlyBit-1)), code&earlyBit != 0
		last = e.At
		all = append(all, e)
	}
	return all, nil
}
