package bulk

import (
	"context"
	"fmt"

	"herald/pkg/audience/contact"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// messageKey is the row beside an order that holds its Body.
func messageKey(id string) store.Key { return order.Part(id, "MSG") }

// Recipients brings the members of a collection in the packs that they lie in, or the rows of a file. Fault: bulk.fail.file when
// the file is not the one that was priced.
func (r *Room) Recipients(ctx context.Context, o *order.Order, p *dispatch.Planner) error {
	body, _, err := store.Load[Body](ctx, r.DB, messageKey(o.ID), true)
	if err != nil {
		return err
	}
	if err := r.bringMedia(ctx, o, &body); err != nil {
		return err
	}
	w := body.Request
	if w.GroupID != "" {
		return r.Contacts.Members(ctx, w.GroupID, body.Packs, func(place int, numbers []uint64) error { return p.Pack(ctx, place, numbers) })
	}
	file, err := r.Contacts.File(ctx, auth.UserScope(o.Owner.User), w.FileID, w.CountryCode)
	if err != nil {
		return err
	}
	if file.Sum != body.Sum {
		return fault.State("bulk.fail.file")
	}
	return p.All(ctx, file.Numbers, columns(file, body.Message.used()))
}

// Renderer makes the messages of an order, whose media are at the provider already.
func (r *Room) Renderer(ctx context.Context, o *order.Order) (dispatch.Renderer, error) {
	body, ok, err := store.Load[Body](ctx, r.DB, messageKey(o.ID), false)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("bulk: order %s has no message", o.ID)
	}
	return newRenderer(body.Message, body.Media), nil
}

// Release lets go of an order's collection.
func (r *Room) Release(o *order.Order) []store.Op {
	if o.Group == "" {
		return nil
	}
	return []store.Op{contact.Release(o.Group, o.ID)}
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
	sender := r.Senders.Sender(o.Sender)
	if sender == nil || sender.Media == nil {
		return fault.State("dispatch.fail.sender")
	}
	name, contentType, content, err := r.readMedia(ctx, file)
	if err != nil {
		return err
	}
	if body.Media, err = sender.Media.UploadMedia(ctx, name, contentType, content); err != nil {
		return err
	}
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Update, Key: messageKey(o.ID), Set: map[string]any{"d": body.Media}})
	return err
}

// suppressedOf tells an estimate how many of its recipients would be held back now. They are priced all the same: who is on the
// list changes until the moment of sending, so everything is reserved and what was not sent is released by the settlement.
func (r *Room) suppressedOf(ctx context.Context, p *auth.Principal, w *Request, to *aim, e *order.Estimate) error {
	g := r.Suppressed.Guard(p.Tenant)
	if _, err := g.Look(ctx); err != nil || g.Empty() {
		return err
	}
	counts := map[string]int{}
	count := func(numbers []uint64) {
		for _, n := range numbers {
			if reason, held := g.Held(n, w.Channel); held {
				counts[reason]++
			}
		}
	}
	count(to.file.Numbers)
	if w.GroupID != "" {
		err := r.Contacts.Members(ctx, w.GroupID, to.group.Packs, func(_ int, numbers []uint64) error { count(numbers); return nil })
		if err != nil {
			return err
		}
	}
	for _, reason := range suppression.Reasons {
		if counts[reason] > 0 {
			e.Refused = append(e.Refused, order.Refusal{Reason: "dispatch.held." + reason, Count: counts[reason]})
		}
	}
	return nil
}
