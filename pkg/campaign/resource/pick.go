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

// Available is how many numbers an order can have: of consecutive ones the longest run. The given numbers, which the order itself has
// reserved, count as free.
func (r *Store) Available(ctx context.Context, w *Need, also ...Number) (n int, err error) {
	lots, err := r.fitting(ctx, w, also)
	if err != nil {
		return 0, err
	}
	for i := range lots {
		if w.Pick == Random {
			n += int(lots[i].Free) + len(w.among(also, &lots[i]))
			continue
		}
		free, err := r.freeOf(ctx, &lots[i], w, also)
		if err != nil {
			return 0, err
		}
		n = w.sum(n, free)
	}
	return n, nil
}

// sum adds the numbers of a lot that an order can have, in their order, to those of other lots: of consecutive ones it is the longest run.
func (w *Need) sum(n int, all []Number) int {
	if w.Pick != Consecutive {
		return n + len(all)
	}
	for _, run := range runs(all) {
		n = max(n, len(run))
	}
	return n
}

// among are the given numbers that are of a lot and that an order may have.
func (w *Need) among(all []Number, l *Lot) (some []Number) {
	for _, n := range all {
		if n.Lot == l.ID && w.takes(n.PhoneNumber) {
			some = append(some, n)
		}
	}
	return some
}

// takes tells whether a number of a fitting lot is one that an order may have.
func (w *Need) takes(digits string) bool {
	return w.Pick != Segment || contact.Begins(digits, []string{w.Segment})
}

// spare is how many candidates there are beside the numbers that are picked, so that the choice is one.
const spare = 200

// pick chooses free numbers, and before them the given ones that the order itself has reserved; fewer than the order wants when there are
// no more. They are not reserved: others may be faster.
func (r *Store) pick(ctx context.Context, w *Need, also ...Number) ([]Number, error) {
	lots, err := r.fitting(ctx, w, also)
	if err != nil {
		return nil, err
	}
	rand.Shuffle(len(lots), func(i, j int) { lots[i], lots[j] = lots[j], lots[i] })
	var own, all []Number
	for i := range lots {
		if w.Pick != Consecutive {
			own = append(own, w.among(also, &lots[i])...)
		}
		if w.Pick == Random {
			if len(all) >= 2*w.Amount+spare {
				continue
			}
			some, err := r.someOf(ctx, &lots[i], 2*w.Amount+spare)
			if err != nil {
				return nil, err
			}
			all = append(all, some...)
			continue
		}
		if w.Pick == Segment {
			free, err := r.freeOf(ctx, &lots[i], w, nil)
			if err != nil {
				return nil, err
			}
			all = append(all, free...)
			continue
		}
		free, err := r.freeOf(ctx, &lots[i], w, also)
		if err != nil {
			return nil, err
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
	all = append(own, slices.DeleteFunc(all, func(n Number) bool { // freed since the own ones were read
		return slices.ContainsFunc(own, func(o Number) bool { return o.PhoneNumber == n.PhoneNumber })
	})...)
	return all[:min(len(all), w.Amount)], nil
}

// freeOf gives the free numbers of a lot that an order may have, and the given ones, by number.
func (r *Store) freeOf(ctx context.Context, l *Lot, w *Need, also []Number) ([]Number, error) {
	all, err := r.ofLot(ctx, l, w, func(n *Number) (bool, error) { return n.State == Free, nil })
	all = append(all, w.among(also, l)...)
	slices.SortFunc(all, byValue)
	return all, err
}

// ofLot gives the numbers of a lot that an order may have and that pass a check, by number.
func (r *Store) ofLot(ctx context.Context, l *Lot, w *Need, check func(n *Number) (bool, error)) (all []Number, err error) {
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
		if !w.takes(n.PhoneNumber) {
			continue
		}
		passes, err := check(&n)
		if err != nil {
			return nil, err
		}
		if passes {
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
