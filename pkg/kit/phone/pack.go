package phone

import (
	"encoding/binary"
	"errors"
)

var errPacked = errors.New("phone: packed numbers are damaged")

// Pack stores numbers in ascending order (equal ones may stand twice) as a count and the gaps between them: about
// 3.6 bytes a number for 1,000 numbers of one country. It panics when the numbers are not in order.
func Pack(sorted []uint64) []byte {
	out := binary.AppendUvarint(make([]byte, 0, 10+4*len(sorted)), uint64(len(sorted)))
	var last uint64
	for _, n := range sorted {
		if n < last {
			panic("phone: Pack needs ascending numbers")
		}
		out = binary.AppendUvarint(out, n-last)
		last = n
	}
	return out
}

// Unpack is the inverse of Pack.
func Unpack(packed []byte) ([]uint64, error) {
	return unpack(packed, binary.Uvarint)
}

// PackOrdered stores numbers in the order in which they come: about 5 bytes a number.
func PackOrdered(numbers []uint64) []byte {
	out := binary.AppendUvarint(make([]byte, 0, 10+6*len(numbers)), uint64(len(numbers)))
	var last uint64
	for _, n := range numbers {
		out = binary.AppendVarint(out, int64(n-last))
		last = n
	}
	return out
}

// UnpackOrdered is the inverse of PackOrdered.
func UnpackOrdered(packed []byte) ([]uint64, error) {
	return unpack(packed, func(b []byte) (uint64, int) {
		gap, n := binary.Varint(b)
		return uint64(gap), n
	})
}

// PackedLen is the count of numbers in the answer of Pack or PackOrdered; 0 when it is damaged.
func PackedLen(packed []byte) int {
	count, n := binary.Uvarint(packed)
	if n <= 0 || count > uint64(len(packed)-n) {
		return 0
	}
	return int(count)
}

func unpack(packed []byte, gapAt func([]byte) (uint64, int)) ([]uint64, error) {
	count, n := binary.Uvarint(packed)
	if n <= 0 || count > uint64(len(packed)-n) { // a number takes a byte at least
		return nil, errPacked
	}
	packed = packed[n:]
	out := make([]uint64, count)
	var last uint64
	for i := range out {
		gap, n := gapAt(packed)
		if n <= 0 {
			return nil, errPacked
		}
		packed = packed[n:]
		last += gap
		out[i] = last
	}
	if len(packed) != 0 {
		return nil, errPacked
	}
	return out, nil
}
