package bulk

import (
	"context"
	"errors"
	"strconv"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
)

// onTemplate reports for each part of an order whether its receipts changed since a time; nil for all of them.
func (r *Service) onTemplate(ctx context.Context, o *order.Order, since int64) ([]bool, error) {
	if since == 0 {
		return nil, nil
	}
	return r.Engine.Chunks().WrittenSince(ctx, o, time.Unix(since, 0))
}

// retriedAtOnce is how many pieces of a retry are brought with one walk through the collection.
const retriedAtOnce = 64

// bring tells the members of an order's collection what became of the messages of some pieces, from one on: of how many pieces, and
// whether there was anything to tell.
func (r *Service) loadPlaceholders(ctx context.Context, o *order.Order, body *Body, from int, heard []bool) (n int, any bool, err error) {
	most, first := atOnce, true
	if gen, _ := o.Piece(from); gen != o.Begin() {
		most, first = retriedAtOnce, false
	}
	var pieces []int
	for n < most && from+n < o.Pieces() {
		gen, _ := o.Piece(from + n)
		if (gen == o.Begin()) != first {
			break
		}
		if heard == nil || from+n >= len(heard) || heard[from+n] {
			pieces = append(pieces, from+n)
		}
		n++
	}
	if len(pieces) == 0 {
		return n, false, nil
	}
	targets := make([][]dispatch.Target, len(pieces))
	err = errors.Join(parallel.Each(len(pieces), sideBySide, func(i int) (err error) {
		targets[i], err = r.Engine.Statistics().TargetsOf(ctx, o, pieces[i])
		return err
	})...)
	if err != nil {
		return n, false, err
	}
	if !first {
		any, err = r.loadRetried(ctx, o, body, targets)
		return n, any, err
	}
	found := map[int]map[uint64]contact.Proof{}
	for i, piece := range pieces {
		_, chunk := o.Piece(piece)
		place := placeOf(o, body, chunk)
		for number, p := range proofsOf(targets[i]) {
			if found[place] == nil {
				found[place] = map[uint64]contact.Proof{}
			}
			found[place][number] = p
		}
	}
	if len(found) == 0 {
		return n, false, nil
	}
	return n, true, r.Contacts.Learn(ctx, o.Group, found)
}

// placeOf is where in the collection the pack of a chunk lies, of the generation that an order began with.
func placeOf(o *order.Order, body *Body, chunk int) int {
	if o.Trial != nil { // of each pack a chunk of the sample, and behind them all one of the rest
		return chunk % max(1, o.Trial.Sample)
	}
	if o.Woven {
		return chunk / o.Split
	}
	return chunk
}

// loadRetried brings what became of messages of a retry: its chunks are no packs, so its recipients are looked for in the collection.
func (r *Service) loadRetried(ctx context.Context, o *order.Order, body *Body, targets [][]dispatch.Target) (any bool, err error) {
	all := map[uint64]contact.Proof{}
	for _, some := range targets {
		for number, p := range proofsOf(some) {
			all[number] = p
		}
	}
	if len(all) == 0 {
		return false, nil
	}
	found := map[int]map[uint64]contact.Proof{}
	learn := func() error {
		if len(found) == 0 {
			return nil
		}
		any = true
		err := r.Contacts.Learn(ctx, o.Group, found)
		found = map[int]map[uint64]contact.Proof{}
		return err
	}
	err = r.Contacts.Members(ctx, o.Group, body.Packs, func(pack *contact.Pack) error {
		for _, number := range pack.Numbers {
			p, there := all[number]
			if !there {
				continue
			}
			if found[pack.Place] == nil {
				found[pack.Place] = map[uint64]contact.Proof{}
			}
			found[pack.Place][number] = p
		}
		if len(found) < atOnce {
			return nil
		}
		return learn()
	})
	return any, errors.Join(err, learn())
}

// proofsOf are what became of messages as words about their recipients.
func proofsOf(targets []dispatch.Target) map[uint64]contact.Proof {
	out := map[uint64]contact.Proof{}
	for i := range targets {
		p, told := proofOf(&targets[i])
		number, err := strconv.ParseUint(targets[i].PhoneNumber, 10, 64)
		if err == nil && told {
			out[number] = p
		}
	}
	return out
}

// proofOf turns the outcome of a message into evidence about its recipient. It returns false when there is none: the
// recipient was not called, or the message has no receipt.
func proofOf(t *dispatch.Target) (p contact.Proof, told bool) {
	if t.HeldBack != "" {
		return p, false
	}
	if t.ArrivedTime != nil {
		p.Say(contact.ByDelivery, true, *t.ArrivedTime)
	}
	if t.ReadTime != nil {
		p.Say(contact.ByReading, true, *t.ReadTime)
	}
	if t.ReplyTime != nil {
		p.Say(contact.ByReply, true, *t.ReplyTime)
	}
	if t.State == chunkrow.StateFailed && t.SentTime != nil {
		p.Say(contact.ByFailure, false, *t.SentTime)
	}
	return p, len(p.Marks) > 0
}
