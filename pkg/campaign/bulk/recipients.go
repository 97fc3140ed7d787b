package bulk

import (
	"context"
	"fmt"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/gate"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// messageKey is the row beside an order that holds its Body.
func messageKey(id string) store.Key { return order.Part(id, "MSG") }

// Recipients brings the members of a collection in the packs that they lie in, or the rows of a file. Fault: bulk.fail.file when
// the file is not the one that was priced. dispatch.ErrEdited of an order that was changed since it was read.
func (r *Service) Recipients(ctx context.Context, o *order.Order, p *plan.Planner) error {
	body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), true)
	if err != nil {
		return err
	}
	if body.Gen > o.Gen {
		return plan.ErrEdited
	}
	if err := r.loadMedia(ctx, o, &body); err != nil {
		return err
	}
	w := body.Request
	p.Split = w.Split
	if w.GroupID != "" {
		if w.filtered() || len(body.limits()) > 0 { // what is known of members changes
			if err := p.UseExistingChunks(ctx); err != nil {
				return err
			}
		}
		names := body.placeholderNames()
		return r.Contacts.Members(ctx, w.GroupID, body.Packs, func(m *contact.Pack) error {
			m = m.Only(body.some())
			return p.Pack(ctx, m.Place, body.Packs, m.Numbers, m.Values(names))
		})
	}
	file, err := r.Contacts.File(ctx, auth.Everything, w.FileID, w.CountryCode)
	if err != nil {
		return err
	}
	if file.Sum != body.Sum {
		return fault.State("bulk.fail.file")
	}
	file = file.Within(body.limits())
	return p.All(ctx, file.Numbers, order.ValuesOf(file, body.placeholderNames()))
}

// Renderer makes the messages of an order, whose media are at the provider already.
func (r *Service) Renderer(ctx context.Context, o *order.Order) (dispatch.Renderer, error) {
	body, ok, err := store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), false)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, fmt.Errorf("bulk: order %s has no message", o.ID)
	}
	l := newRenderer(body.message(), body.Media)
	l.base.From, l.own, l.media = body.From, o.Sender, body.Beside
	if s := body.Second; s != nil {
		l.placeholders = body.placeholderNames()
		l.other = newRenderer(*s.message(), s.Media)
		l.other.base.From, l.other.own, l.other.media, l.other.placeholders = body.From, o.Sender, s.Beside, l.placeholders
	}
	return l, nil
}

// Placeholders are the placeholders of an order's messages.
func (r *Service) Placeholders(ctx context.Context, o *order.Order) ([]string, error) {
	body, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, messageKey(o.ID), false)
	return body.placeholderNames(), err
}

// RetryPlan lets an order be sent again as long as its country is open.
func (r *Service) RetryPlan(ctx context.Context, o *order.Order) (order.Basics, error) {
	return head(&Request{Channel: o.Channel}), r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", o.Country, business)
}

// Release lets go of an order's collection.
func (r *Service) Release(o *order.Order) []store.Op {
	if o.Group == "" {
		return nil
	}
	return []store.Op{contact.Release(o.Group, o.ID)}
}

// loadMedia uploads the order's picture or video to the provider, once.
func (r *Service) loadMedia(ctx context.Context, o *order.Order, body *Body) error {
	set := map[string]any{}
	var err error
	if of := mediaOf(&body.Message, body.Template); of != "" && body.Media == "" {
		if body.Media, body.Beside, err = r.uploaded(ctx, o, of); err != nil {
			return err
		}
		set["d"] = body.Media
		if len(body.Beside) > 0 {
			set["db"] = body.Beside
		}
	}
	if s := body.Second; s != nil && s.Media == "" {
		if of := mediaOf(&s.Message, s.Template); of != "" {
			if s.Media, s.Beside, err = r.uploaded(ctx, o, of); err != nil {
				return err
			}
			set["ab"] = s
		}
	}
	if len(set) == 0 {
		return nil
	}
	as := store.Missing("v") // an edit brings a message of its own
	if body.Gen > 0 {
		as = store.Eq("v", body.Gen)
	}
	_, err = r.Engine.Flow.DB.Write(ctx, store.Op{Verb: store.Update, Key: messageKey(o.ID), Set: set, If: as})
	return err
}

// mediaOf is the file that a message shows; empty for none.
func mediaOf(m *Message, used *template.InUse) string {
	switch {
	case m.Type == provider.Text || m.Type == provider.Template && used == nil:
		return ""
	case m.Type == provider.Template:
		return used.MediaID
	case m.Type == provider.Link:
		return m.Link.ThumbnailID
	}
	return m.MediaID
}

// uploaded brings a file to the provider, and gives its id there, and at the senders that may stand in for the order's own.
func (r *Service) uploaded(ctx context.Context, o *order.Order, of string) (id string, beside map[string]string, err error) {
	sender := r.Engine.Senders.Sender(o.Sender)
	if sender == nil || sender.Media == nil {
		return "", nil, fault.State("dispatch.fail.sender")
	}
	name, contentType, content, err := r.readMedia(ctx, of)
	if err != nil {
		return "", nil, err
	}
	if id, err = sender.Media.UploadMedia(ctx, name, contentType, content); err != nil {
		return "", nil, err
	}
	return id, r.otherColumns(ctx, o, file{name, contentType, content}), nil
}

type file struct {
	name, contentType string
	content           []byte
}

// beside brings a file to the senders that may stand in for an order's own. One that does not take it sends none of the order.
func (r *Service) otherColumns(ctx context.Context, o *order.Order, f file) map[string]string {
	ids := map[string]string{}
	for _, s := range r.Engine.Senders.Siblings(o.Sender) {
		id := s.Profile().Sender
		if id == o.Sender || s.Media == nil {
			continue
		}
		at, err := s.Media.UploadMedia(ctx, f.name, f.contentType, f.content)
		if err != nil {
			r.Engine.Flow.Log(map[string]any{"warning": "media: " + err.Error(), "order": o.ID, "sender": id})
			continue
		}
		ids[id] = at
	}
	return ids
}

// heldBackOf adds to an estimate how many of its recipients would be blocked now.
func (r *Service) heldBackOf(ctx context.Context, p *auth.Principal, w *Request, to *order.Recipients, e *order.Estimate) error {
	return r.Engine.Gate().BlockedBy(ctx, &gate.Aimed{Tenant: p.Tenant, Country: w.CountryCode, Channel: w.Channel, Count: to.Count,
		Numbers: func(each func([]uint64)) error {
			return to.Each(ctx, r.Contacts, memberFilter(w, to), each)
		}}, e)
}
