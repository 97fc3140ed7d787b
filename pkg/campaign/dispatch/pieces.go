package dispatch

// Pieces is how many chunks an order has that is divided into so many sub-orders, where it had so many otherwise: each pack of a
// collection is cut into as many.
func Pieces(chunks, split int) int {
	if chunks == 0 || split <= chunks {
		return chunks
	}
	return chunks * ((split + chunks - 1) / chunks)
}

// divided cuts recipients into chunks of about the same size.
func (p *Planner) divided(first, into int, numbers []uint64, values [][]string) ([]piece, error) {
	out := make([]piece, into)
	for i := range out {
		from, to := i*len(numbers)/into, (i+1)*len(numbers)/into
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
