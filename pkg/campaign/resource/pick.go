package resource

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
)

// Ways to pick numbers.
const (
	Random      = "random"
	Consecutive = "consecutive"
	Segment     = "segment"
)

// Picks are all of them.
var Picks = []string{Random, Consecutive, Segment}

// Need is what an order wants.
type Need struct {
	Kind
	Day     string // on which they are handed out
	Pick    string
	Segment string // of Pick segment: what the numbers begin with, * for any digit
	Amount  int
}

// Available is how many numbers an order can have: of consecutive ones the longest run.
func (r *Store) Available(ctx context.Context, w *Need) (n int, err error) {
	lots, err := r.fitting(ctx, w)
	if err != nil {
		return 0, err
	}
	for i := range lots {
		if w.Pick == Random {
			n += int(lots[i].Free)
			continue
		}
		free, err := r.freeOf(ctx, &lots[i], w)
		if err != nil {
			return 0, err
		}
		if w.Pick == Segment {
			n += len(free)
			continue
		}
		for _, run := range runs(free) {
			n = max(n, len(run))
		}
	}
	return n, nil
}

// spare is how many candidates there are beside the numbers that are picked, so that the choice is one.
const spare = 200

// pick chooses free numbers; fewer than the order wants when there are no more. They are not reserved: others may be faster.
func (r *Store) pick(ctx context.Context, w *Need) ([]Number, error) {
	lots, err := r.fitting(ctx, w)
	if err != nil {
		return nil, err
	}
	rand.Shuffle(len(lots), func(i, j int) { lots[i], lots[j] = lots[j], lots[i] })
	var all []Number
	for i := range lots {
		if w.Pick == Random {
			some, err := r.someOf(ctx, &lots[i], 2*w.Amount+spare)
			if err != nil {
				return nil, err
			}
			if all = append(all, some...); len(all) >= 2*w.Amount+spare {
				break
			}
			continue
		}
		free, err := r.freeOf(ctx, &lots[i], w)
		if err != nil {
			return nil, err
		}
		if w.Pick == Segment {
			all = append(all, free...)
			continue
		}
		// the shortest run that is long enough leaves the longer ones whole
		var best []Number
		for _, run := range runs(free) {
			if len(run) >= w.Amount && (best == nil || len(run) < len(best)) {
				best = run
			}
		}
		if best != nil {
			return best[:w.Amount], nil
		}
	}
	rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:min(len(all), w.Amount)], nil
}

// freeOf gives the free numbers of a lot that an order may have, by number.
func (r *Store) freeOf(ctx context.Context, l *Lot, w *Need) (all []Number, err error) {
	prefix := ""
	if w.Pick == Segment {
		prefix, _, _ = strings.Cut(w.Segment, "*")
	}
	q := store.Query{Table: table, PK: numberKey(l.ID, "").PK, Prefix: prefix, Consistent: true}
	for it, err := range store.Rows(ctx, r.DB, q) {
		if err != nil {
			return nil, err
		}
		var n Number
		if _, err := store.Decode(it, &n); err != nil {
			return nil, err
		}
		if n.State == Free && (w.Pick != Segment || contact.Begins(n.PhoneNumber, []string{w.Segment})) {
			all = append(all, n)
		}
	}
	slices.SortFunc(all, byValue)
	return all, nil
}

// byValue orders numbers of different lengths too.
func byValue(a, b Number) int {
	if len(a.PhoneNumber) != len(b.PhoneNumber) {
		return len(a.PhoneNumber) - len(b.PhoneNumber)
	}
	return strings.Compare(a.PhoneNumber, b.PhoneNumber)
}

// someOf gives up to most free numbers of a lot, from a random one on.
func (r *Store) someOf(ctx context.Context, l *Lot, most int) (all []Number, err error) {
	from := l.Lowest
	if l.Highest > l.Lowest {
		from += rand.Uint64N(l.Highest - l.Lowest + 1)
	}
	start := phone.Format(from)
	for _, q := range []store.Query{{From: start}, {To: start}} {
		q.Table, q.PK, q.Consistent = table, numberKey(l.ID, "").PK, true
		for it, err := range store.Rows(ctx, r.DB, q) {
			if err != nil {
				return nil, err
			}
			var n Number
			if _, err := store.Decode(it, &n); err != nil {
				return nil, err
			}
			if n.State == Free && (q.From != "" || n.PhoneNumber != start) {
				all = append(all, n)
			}
			if len(all) >= most {
				return all, nil
			}
		}
	}
	return all, nil
}

// runs divides numbers, in their order, into runs of consecutive ones.
func runs(all []Number) (out [][]Number) {
	for i := 0; i < len(all); {
		j := i + 1
		for j < len(all) && next(all[j-1].PhoneNumber) == all[j].PhoneNumber {
			j++
		}
		out = append(out, all[i:j])
		i = j
	}
	return out
}

// next is the number after a number.
func next(digits string) string {
	b := []byte(digits)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] != '9' {
			b[i]++
			return string(b)
		}
		b[i] = '0'
	}
	return "1" + string(b)
}
