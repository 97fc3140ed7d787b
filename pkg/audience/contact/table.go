package contact

import (
	"encoding/binary"
	"errors"
	"slices"
)

// encodePacks writes runs of equal packs.
func encodePacks(packs []pack) []byte {
	out := []byte{}
	for i := 0; i < len(packs); {
		n := 1
		for i+n < len(packs) && packs[i+n] == packs[i] {
			n++
		}
		out = binary.AppendUvarint(out, uint64(packs[i].attempt))
		out = binary.AppendUvarint(out, uint64(packs[i].count))
		out = binary.AppendUvarint(out, uint64(n))
		i += n
	}
	return out
}

var errTable = errors.New("contact: the table of packs is damaged")

func decodePacks(b []byte) ([]pack, error) {
	var out []pack
	for len(b) > 0 {
		var v [3]uint64
		for i := range v {
			value, n := binary.Uvarint(b)
			if n <= 0 {
				return nil, errTable
			}
			v[i], b = value, b[n:]
		}
		if v[2] > maxPacks || len(out) > maxPacks {
			return nil, errTable
		}
		out = append(out, slices.Repeat([]pack{{int64(v[0]), int(v[1])}}, int(v[2]))...)
	}
	return out, nil
}
