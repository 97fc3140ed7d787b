package recipientindex

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"

	"herald/pkg/campaign/dispatch/chunkrow"
)

// printBits is the length of a fingerprint: of a million recipients of other numbers one stands under the same bucket and fingerprint
// in four searches.
const printBits = 14

var errIndexCut = errors.New("dispatch: a row of the recipient index is cut")

// packEntries packs the entries of a bucket. Places take as many bits as the last one needs. The steps of the
// ascending fingerprints follow as Rice codes.
func packEntries(all []entry) []byte {
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(cmp.Compare(a.print, b.print), cmp.Compare(a.place, b.place)) })
	last := uint32(0)
	for _, e := range all {
		last = max(last, e.place)
	}
	wide := bits.Len32(last)
	steps, before := make([]uint64, len(all)), uint16(0)
	for i, e := range all {
		steps[i], before = uint64(e.print-before), e.print
	}
	low := chunkrow.RiceFor(steps)
	w := chunkrow.BitWriter{Out: append(binary.AppendUvarint(nil, uint64(len(all))), byte(wide), byte(low))}
	for _, e := range all {
		w.Put(uint64(e.place), wide)
	}
	for _, step := range steps {
		w.Rice(step, low)
	}
	return w.Out
}

// placesIn gives the places of a fingerprint in packed entries.
func placesIn(packed []byte, print uint16) ([]uint32, error) {
	n, used := binary.Uvarint(packed)
	if used <= 0 || len(packed) < used+2 || packed[used] > 32 || packed[used+1] > printBits || n > uint64(len(packed))*8 {
		return nil, errIndexCut
	}
	wide, low := int(packed[used]), int(packed[used+1])
	r := chunkrow.BitReader{In: packed[used+2:]}
	places := r
	r.At = int(n) * wide
	var out []uint32
	of := uint64(0)
	for i := range int(n) {
		if of += r.Rice(low); r.Short {
			return nil, errIndexCut
		}
		if of > uint64(print) {
			break
		}
		if of == uint64(print) {
			places.At = i * wide
			out = append(out, uint32(places.Take(wide)))
		}
	}
	return out, nil
}

// packSegments packs the segments of a merge: their tenants once, then each segment.
func packSegments(all []Segment) []byte {
	var tenants []string
	for _, s := range all {
		if !slices.Contains(tenants, s.Tenant) {
			tenants = append(tenants, s.Tenant)
		}
	}
	text := func(b []byte, s string) []byte { return append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	out := binary.AppendUvarint(nil, uint64(len(tenants)))
	for _, t := range tenants {
		out = text(out, t)
	}
	for _, s := range all {
		out = text(out, s.Order)
		for _, n := range []int{slices.Index(tenants, s.Tenant), s.Gen, s.First, s.Chunks} {
			out = binary.AppendUvarint(out, uint64(n))
		}
	}
	return out
}

// unpackSegments gives the segments again, without their recipients and times.
func unpackSegments(packed []byte) (all []Segment, err error) {
	number := func() int {
		n, used := binary.Uvarint(packed)
		if used <= 0 || n > 1<<31 {
			packed, err = nil, errIndexCut
			return 0
		}
		packed = packed[used:]
		return int(n)
	}
	text := func() string {
		n := number()
		if n > len(packed) {
			packed, err = nil, errIndexCut
			return ""
		}
		s := string(packed[:n])
		packed = packed[n:]
		return s
	}
	var tenants []string
	for n := number(); err == nil && len(tenants) < n; {
		tenants = append(tenants, text())
	}
	for err == nil && len(packed) > 0 {
		s := Segment{Order: text()}
		of := number()
		s.Gen, s.First, s.Chunks = number(), number(), number()
		if of >= len(tenants) {
			return nil, errIndexCut
		}
		s.Tenant = tenants[of]
		all = append(all, s)
	}
	return all, err
}
