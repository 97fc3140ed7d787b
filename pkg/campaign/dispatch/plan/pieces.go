package plan

// wovenChunks is the most chunks of which each is divided among all sub-orders. Of a larger order whole chunks make its sub-orders, whose
// sizes then differ by a chunk at most.
const wovenChunks = 64

// Woven reports whether each chunk of an order is divided among all of its sub-orders, so that their sizes differ by one at most.
func Woven(chunks, split int) bool { return split > 1 && chunks <= wovenChunks }

// Pieces is how many chunks an order has that is divided into so many sub-orders, where it had so many otherwise.
func Pieces(chunks, split int) int {
	if !Woven(chunks, split) {
		return chunks
	}
	return chunks * split
}

// turns deals n recipients to some pieces in turn, after so many before them, and gives how many each gets.
func turns(before, n, pieces int) []int {
	sizes := make([]int, pieces)
	for i := range sizes {
		sizes[(before+i)%pieces] = (n + pieces - 1 - i) / pieces
	}
	return sizes
}

// divided cuts recipients into chunks of such sizes.
func (p *Planner) divided(first int, sizes []int, numbers []uint64, values [][]string) ([]piece, error) {
	out, to := make([]piece, len(sizes)), 0
	for i := range out {
		from := to
		to += sizes[i]
		var own [][]string
		if values != nil {
			own = values[from:to]
		}
		one, err := p.piece(first+i, numbers[from:to], own)
		if err != nil {
			return nil, err
		}
		out[i] = one
	}
	return out, nil
}
