package plan

import (
	"cmp"
	"context"
	"fmt"
	"hash/fnv"
	"slices"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/store"
)

// An order of two messages is a trial. It sends each message to half of a sample, and the chosen one to the rest. The
// plan decides which recipients are the sample, and stores it with the chunks. Each pack of a list, or each thousand
// rows of a file, gives one chunk of the sample and one of the rest. Both are written in one transaction, because a
// plan that is repeated after members left would choose differently. The chunks of the sample come first, so the
// feeder only has to stop behind them.

// Sampled is how many of so many recipients try the messages, when so many percent do.
func Sampled(recipients, share int) int { return recipients * share / 100 }

func (p *Planner) tries() bool { return p.o.Trial != nil && !p.o.Retried() }

// waiting returns the distribution of a chunk whose recipients all wait for the chosen message.
func (p *Planner) waiting(c int) chunkrow.Distribution {
	return chunkrow.Distribution{Rest: p.tries() && c >= p.o.Trial.Sample}
}

// tryAll deals recipients that have no packs of their own.
func (p *Planner) tryAll(ctx context.Context, numbers []uint64, values [][]string) error {
	for place := 0; place*chunkrow.PerChunk < len(numbers) && place < p.o.Trial.Sample; place++ {
		start, end := place*chunkrow.PerChunk, min((place+1)*chunkrow.PerChunk, len(numbers))
		var own [][]string
		if values != nil {
			own = values[start:end]
		}
		if err := p.try(ctx, place, numbers[start:end], own); err != nil {
			return err
		}
	}
	return nil
}

// try deals the recipients of a place to the sample and the rest.
func (p *Planner) try(ctx context.Context, place int, numbers []uint64, values [][]string) error {
	if len(numbers) > chunkrow.ChunkSize {
		return fmt.Errorf("dispatch: %d recipients at place %d do not fit a chunk", len(numbers), place)
	}
	numbers, values = p.paid(place, numbers, values)
	tries, second := p.dealt(numbers)
	sample, err := p.some(place, numbers, values, func(i int) bool { return tries[i] })
	if err != nil {
		return err
	}
	rest, err := p.some(place+p.o.Trial.Sample, numbers, values, func(i int) bool { return !tries[i] })
	if err != nil {
		return err
	}
	sample.to.Distribution, rest.to.Distribution = chunkrow.DistributionOf(second, 0, len(second)), chunkrow.Distribution{Rest: true}
	err = p.plans.Flow.DB.Transact(ctx, []store.Op{p.recipients(&sample), p.recipients(&rest)})
	if err != nil && store.ConditionFailed(err) == nil {
		return err
	}
	sample.decided, rest.decided = err == nil, err == nil
	if !rest.decided {
		if err := p.decide(ctx, &rest); err != nil {
			return err
		}
	}
	rest.to = chunkrow.Recipients{Distribution: rest.to.Distribution} // the others are written
	if _, stands := p.stood[rest.c]; !stands {
		p.seen += rest.n
	}
	p.rest = append(p.rest, rest)
	return p.add(ctx, sample)
}

// dealt draws by lot which recipients of a place are the sample, and which of these get the second message. Together
// with the earlier places the sample has the requested size.
func (p *Planner) dealt(numbers []uint64) (tries, second []bool) {
	before, share := p.placeholders, p.o.Trial.Share
	p.placeholders += len(numbers)
	had, have := Sampled(before, share), Sampled(p.placeholders, share)
	lots := make([]int, len(numbers))
	for i := range lots {
		lots[i] = i
	}
	seed := lot(p.o.ID)
	slices.SortFunc(lots, func(a, b int) int {
		return cmp.Or(cmp.Compare(mixed(numbers[a]^seed), mixed(numbers[b]^seed)), cmp.Compare(a, b))
	})
	tries = make([]bool, len(numbers))
	other := make([]bool, len(numbers))
	for k, i := range lots[:have-had] {
		tries[i], other[i] = true, k < have/2-had/2
	}
	for i, yes := range tries {
		if yes {
			second = append(second, other[i])
		}
	}
	return tries, second
}

// lot is where the lots of an order begin.
func lot(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // cannot fail
	return h.Sum64()
}

// mixed spreads a number over all others (the finalizer of SplitMix64), so that neighbours draw lots that have nothing in common.
func mixed(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// some makes the chunk of those recipients that are wanted.
func (p *Planner) some(place int, numbers []uint64, values [][]string, want func(int) bool) (piece, error) {
	var to []uint64
	var own [][]string
	for i, n := range numbers {
		if !want(i) {
			continue
		}
		to = append(to, n)
		if values != nil {
			own = append(own, values[i])
		}
	}
	return p.piece(place, to, own)
}

// rested ends the chunks of the sample and adds those of the rest behind them.
func (p *Planner) rested(ctx context.Context) error {
	if !p.tries() {
		return nil
	}
	for p.chunk < p.o.Trial.Sample {
		if err := p.cut(ctx, p.chunk, nil, nil, chunkrow.Distribution{}); err != nil {
			return err
		}
	}
	for _, one := range p.rest {
		p.open = append(p.open, one)
		p.chunk++
		if p.due() {
			if err := p.flush(ctx); err != nil {
				return err
			}
		}
	}
	p.rest = nil
	return nil
}
