package chunkrow

// bitset is some of the recipients of a chunk.
type Bitset []byte

func (b Bitset) Has(i int) bool { return i/8 < len(b) && b[i/8]>>(i%8)&1 == 1 }

func (b Bitset) Set(i int) { b[i/8] |= 1 << (i % 8) }

func (b Bitset) Clear(i int) { b[i/8] &^= 1 << (i % 8) }

func (b Bitset) Count() (n int) {
	for i := range 8 * len(b) {
		if b.Has(i) {
			n++
		}
	}
	return n
}

// join gives who is in either.
func (b Bitset) join(o Bitset) Bitset {
	if len(b) < len(o) {
		b, o = o, b
	}
	out := append(Bitset(nil), b...)
	for i := range o {
		out[i] |= o[i]
	}
	return out
}

// first gives the first n of them.
func (b Bitset) first(n int) Bitset {
	out := make(Bitset, len(b))
	for i := range 8 * len(b) {
		if n > 0 && b.Has(i) {
			out.Set(i)
			n--
		}
	}
	return out
}
