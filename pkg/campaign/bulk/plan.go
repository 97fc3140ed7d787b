package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// planStep is how many chunks are written before the feeder may hand them out.
const planStep = 25

// Plan is the handler of TaskPlan: the recipients become chunks. It may be repeated and may run twice at once: a chunk's rows
// always get the same recipients, and the sender's row is only ever created, never overwritten.
func (r *Room) Plan(ctx context.Context, m queue.Message) error {
	var t task
	if err := json.Unmarshal(m.Body, &t); err != nil {
		return fmt.Errorf("bulk: task: %w", err)
	}
	o, ok, err := r.Orders.Get(ctx, t.Order)
	if err != nil || !ok || o.Status.Final() || o.Settled {
		return err
	}
	f, ok, err := store.Load[Feeder](ctx, r.DB, feederKey(o.ID, o.Gen), true)
	if err != nil || !ok {
		return err
	}
	if f.Whole {
		return r.planned(ctx, o.ID)
	}
	body, _, err := store.Load[Body](ctx, r.DB, messageKey(o.ID), true)
	if err != nil {
		return err
	}
	if err := r.bringMedia(ctx, o, &body); err != nil {
		return err
	}
	p := &planner{Room: r, o: o, names: body.Message.used()}
	if err := p.walk(ctx, &body); err != nil {
		if fault.As(err) != nil && f.Planned == 0 && p.chunk < planStep {
			return r.fail(ctx, o.ID, fault.As(err).Key)
		}
		return err
	}
	if err := p.flush(ctx); err != nil {
		return err
	}
	if p.count == 0 {
		return r.fail(ctx, o.ID, "bulk.empty")
	}
	if p.count != o.Total || p.chunk != o.Chunks {
		if err := r.shrink(ctx, o.ID, p.count, p.chunk); err != nil {
			return err
		}
	}
	if err := r.advance(ctx, o, p.chunk, true); err != nil {
		return err
	}
	return r.planned(ctx, o.ID)
}

// planned lets the feeder go on, or an order begin that need not wait.
func (r *Room) planned(ctx context.Context, id string) error {
	o, ok, err := r.Orders.Get(ctx, id)
	if err != nil || !ok {
		return err
	}
	switch o.Status {
	case order.Waiting:
		return r.begin(ctx, o)
	case order.Sending:
		return r.feed(ctx, o)
	}
	return nil
}

// planner cuts recipients into chunks. A chunk of a collection is a pack of its members: packs keep their places, so that a
// plan that is repeated after members went away still puts everybody into the chunk that it was in.
type planner struct {
	*Room
	o     *order.Order
	names []string
	open  []piece // chunks that are not written yet
	chunk int
	count int
}

// piece is a chunk to be written.
type piece struct {
	c  int
	n  int
	to Recipients
}

func (p *planner) walk(ctx context.Context, body *Body) error {
	w := body.Wish
	if w.GroupID != "" {
		return p.Contacts.Members(ctx, w.GroupID, body.Packs, func(numbers []uint64) error { return p.cut(ctx, numbers, nil) })
	}
	file, err := p.Contacts.File(ctx, auth.UserScope(p.o.Owner.User), w.FileID, w.CountryCode)
	if err != nil {
		return err
	}
	values := columns(file, p.names)
	for start := 0; start < len(file.Numbers); start += chunkSize {
		end := min(start+chunkSize, len(file.Numbers))
		var own [][]string
		if values != nil {
			own = values[start:end]
		}
		if err := p.cut(ctx, file.Numbers[start:end], own); err != nil {
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

// cut makes a chunk.
func (p *planner) cut(ctx context.Context, numbers []uint64, values [][]string) error {
	if len(numbers) > ChunkSize {
		return fmt.Errorf("bulk: %d recipients do not fit a chunk", len(numbers))
	}
	to := Recipients{Packed: phone.PackOrdered(numbers)}
	if values != nil {
		packed, err := packValues(values)
		if err != nil {
			return err
		}
		to.Values = packed
	}
	p.open = append(p.open, piece{c: p.chunk, n: len(numbers), to: to})
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
	errs := make([]error, len(p.open))
	slots := make(chan struct{}, 8)
	var wg sync.WaitGroup
	for i := range p.open {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { <-slots }()
			errs[i] = p.create(ctx, &p.open[i])
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, piece := range p.open {
		p.count += piece.n
	}
	p.open = nil
	if err := p.advance(ctx, p.o, p.chunk, false); err != nil {
		return err
	}
	if p.chunk > planStep {
		return nil
	}
	return p.planned(ctx, p.o.ID)
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

// advance tells the feeder how many chunks stand; it only ever grows.
func (r *Room) advance(ctx context.Context, o *order.Order, chunks int, whole bool) error {
	set, cond := map[string]any{"p": chunks}, store.Lt("p", chunks)
	if whole {
		set["w"], cond = true, store.And(store.Le("p", chunks), store.Eq("w", false))
	}
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Update, Key: feederKey(o.ID, o.Gen), Set: set, If: cond})
	if store.ConditionFailed(err) != nil {
		return nil // another run was here
	}
	return err
}

// shrink sets the total to what was really planned: members went away since the order was made. What was reserved for them is
// released at the settlement.
func (r *Room) shrink(ctx context.Context, id string, total, chunks int) error {
	_, _, err := r.Orders.Move(ctx, id, []order.Status{order.Review, order.Waiting, order.Sending, order.Paused}, func(o *order.Order) error {
		o.Total, o.Chunks, o.Counts = total, chunks, Counts{StateToSend: total}.plain()
		return nil
	})
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

// fail ends an order that cannot be planned and releases everything: it was not charged, and its reason says so.
func (r *Room) fail(ctx context.Context, id, reason string) error {
	for {
		o, ok, err := r.Orders.Get(ctx, id)
		if err != nil || !ok || o.Status.Final() || o.Settled {
			return err
		}
		o.Status, o.Reason = order.Failed, reason
		if err = r.release(ctx, o); !order.Lost(err) {
			if err == nil {
				r.tell(ctx, o, "failed", "failed", map[string]string{"reason": reason})
			}
			return err
		}
	}
}
