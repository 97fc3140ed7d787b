package bulk

import (
	"context"
	"errors"
	"fmt"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// planStep is how many chunks are written before the feeder may hand them out.
const planStep = 25

// planner cuts recipients into chunks. A chunk of a collection is the pack of its members that has the same place: packs keep
// their places, so that a plan that is repeated after members went away still puts everybody into the chunk that he was in.
type planner struct {
	*Room
	o     *order.Order
	names []string
	open  []piece // chunks that are not written yet
	chunk int     // the next place
	seen  int     // recipients that were brought
	count int     // recipients that stand in chunks
}

// piece is a chunk to be written.
type piece struct {
	c  int
	n  int
	to Recipients
}

// walk brings the recipients. Fault: bulk.fail.file when the file is not the one that was priced.
func (p *planner) walk(ctx context.Context, body *Body) error {
	w := body.Wish
	if w.GroupID != "" {
		return p.Contacts.Members(ctx, w.GroupID, body.Packs, func(place int, numbers []uint64) error { return p.cut(ctx, place, numbers, nil) })
	}
	file, err := p.Contacts.File(ctx, auth.UserScope(p.o.Owner.User), w.FileID, w.CountryCode)
	if err != nil {
		return err
	}
	if file.Sum != body.Sum {
		return fault.State("bulk.fail.file")
	}
	values := columns(file, p.names)
	for start := 0; start < len(file.Numbers); start += chunkSize {
		end := min(start+chunkSize, len(file.Numbers))
		var own [][]string
		if values != nil {
			own = values[start:end]
		}
		if err := p.cut(ctx, p.chunk, file.Numbers[start:end], own); err != nil {
			return err
		}
	}
	return nil
}

// columns picks the values of the message's placeholders out of a file's columns.
func columns(file contact.Targets, names []string) [][]string {
	at := make([]int, len(names))
	any := false
	for i, name := range names {
		at[i] = -1
		for c, column := range file.Columns {
			if column == name {
				at[i], any = c, true
			}
		}
	}
	if !any || len(file.Values) == 0 {
		return nil
	}
	out := make([][]string, len(file.Values))
	for i, values := range file.Values {
		out[i] = make([]string, len(names))
		for k, c := range at {
			if c >= 0 && c < len(values) {
				out[i][k] = values[c]
			}
		}
	}
	return out
}

// cut makes the chunk of a place. More recipients than were paid for are never planned, wherever they come from.
func (p *planner) cut(ctx context.Context, place int, numbers []uint64, values [][]string) error {
	if len(numbers) > ChunkSize || place != p.chunk {
		return fmt.Errorf("bulk: %d recipients at place %d do not fit chunk %d", len(numbers), place, p.chunk)
	}
	if left := max(0, p.o.Total-p.seen); len(numbers) > left {
		p.Log(map[string]any{"alarm": "more recipients than were paid for", "order": p.o.ID, "total": p.o.Total})
		numbers = numbers[:left]
		if values != nil {
			values = values[:left]
		}
	}
	p.seen += len(numbers)
	to := Recipients{Packed: phone.PackOrdered(numbers)}
	if values != nil {
		packed, err := packValues(values)
		if err != nil {
			return err
		}
		to.Values = packed
	}
	p.open = append(p.open, piece{c: place, n: len(numbers), to: to})
	p.chunk++
	if len(p.open) == planStep {
		return p.flush(ctx)
	}
	return nil
}

// flush writes what has been cut, eight chunks at a time, and lets the feeder have it: the first send does not wait for the rest.
func (p *planner) flush(ctx context.Context) error {
	if len(p.open) == 0 {
		return nil
	}
	if err := errors.Join(parallel.Each(len(p.open), 8, func(i int) error { return p.create(ctx, &p.open[i]) })...); err != nil {
		return err
	}
	for _, piece := range p.open {
		p.count += piece.n
	}
	p.open = nil
	if err := p.advance(ctx, p.o, p.chunk); err != nil {
		return err
	}
	if p.chunk > planStep {
		return nil
	}
	return p.Planned(ctx, p.o.ID)
}

// create writes the rows of a chunk that do not stand yet: recipients first, then the sender's row of as many. Neither is ever
// overwritten, so what an earlier run of the plan wrote holds.
func (p *planner) create(ctx context.Context, piece *piece) error {
	id, gen := p.o.ID, p.o.Gen
	_, err := p.DB.Write(ctx, store.Op{Verb: store.Put, Key: chunkKey('R', id, gen, piece.c), Item: piece.to, If: store.Missing("pk")})
	if f := store.ConditionFailed(err); f != nil {
		var stands Recipients
		if _, err := store.Decode(f.Old, &stands); err != nil {
			return err
		}
		numbers, err := stands.numbers()
		if err != nil {
			return err
		}
		piece.n = len(numbers)
	} else if err != nil {
		return err
	}
	s := newSends(piece.n)
	s.Done = piece.n == 0
	_, err = p.DB.Write(ctx, store.Op{Verb: store.Put, Key: chunkKey('S', id, gen, piece.c), Item: s, If: store.Missing("pk")})
	if store.ConditionFailed(err) != nil {
		return nil
	}
	return err
}

// bringMedia uploads the order's picture or video to the provider, once.
func (r *Room) bringMedia(ctx context.Context, o *order.Order, body *Body) error {
	m := body.Message
	file := m.MediaID
	if m.Type == provider.Link {
		file = m.Link.ThumbnailID
	}
	if body.Media != "" || file == "" || (m.Type != provider.Link && m.Type != provider.Image && m.Type != provider.Video) {
		return nil
	}
	name, contentType, content, err := r.readMedia(ctx, file)
	if err != nil {
		return err
	}
	if body.Media, err = r.Channels[o.Channel].Media.UploadMedia(ctx, name, contentType, content); err != nil {
		return err
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: messageKey(o.ID), Set: map[string]any{"d": body.Media}})
	return err
}
