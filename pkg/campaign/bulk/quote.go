package bulk

import (
	"context"
	"slices"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// What the room adds to dictionaries of others: the services that have a price, and what a country can be closed for.
const (
	serviceWhatsApp = "bulk.whatsapp"
	serviceSMS      = "bulk.sms"
	business        = "bulk"
)

// quote checks a wish completely. It changes nothing.
func (r *Room) quote(ctx context.Context, p *auth.Principal, w *Request) (*order.Quote, error) {
	sender := r.Senders.For(w.Channel)
	if sender == nil {
		return nil, fault.Bad("channel", "bulk.channel", "channel", w.Channel)
	}
	profile := sender.Profile()
	var to *aim
	var most int
	var media error
	err := parallel.Do(
		func() error { return r.Countries.Open(ctx, "countryCode", w.CountryCode, business) },
		func() error {
			if w.Split > 1 {
				return fault.Bad("split", "bulk.split")
			}
			return nil
		},
		func() (err error) { to, err = r.aim(ctx, p, w); return err },
		func() (err error) { most, err = r.Settings.Int(ctx, "order.placeholders"); return err },
		func() error { media = r.checkMedia(ctx, p, &w.Message); return nil })
	if err != nil {
		return nil, err
	}
	if err := w.Message.check(profile, to.file.Columns, most); err != nil {
		return nil, err
	}
	if media != nil {
		return nil, media
	}
	if w.Message.Type == provider.Template && slices.Contains(profile.NoMarketingIn, w.CountryCode) {
		to.refused, to.n = append(to.refused, order.Refusal{Reason: "bulk.noMarketing", Count: to.n}), 0
	}
	return r.quoted(p, w, to, profile), nil
}

// quoted is the quote of a checked wish.
func (r *Room) quoted(p *auth.Principal, w *Request, to *aim, profile provider.Profile) *order.Quote {
	q := &order.Quote{Head: head(w), Targets: to.n, Refused: to.refused, Nobody: fault.Bad("countryCode", "bulk.noMarketing"),
		Lasts: time.Duration(to.n) * time.Second / time.Duration(profile.PerSecond)}
	q.Fill = func(o *order.Order) {
		o.Channel, o.Sender, o.Group, o.Chunks = w.Channel, profile.Sender, w.GroupID, dispatch.Chunks(o.Total)
		if w.GroupID != "" {
			o.Chunks = to.group.Packs
		}
	}
	q.Terms = func(o *order.Order) []order.Term {
		terms := []order.Term{{Ops: r.Files.Kept(files(w)...), Refusal: fault.Missing()}}
		if o.Group != "" {
			terms = append(terms, order.Term{Ops: contact.Hold(o.Group, o.ID), Refusal: fault.Missing()})
		}
		return terms
	}
	q.Asked = func(ctx context.Context, e *order.Estimate) error { return r.suppressedOf(ctx, p, w, to, e) }
	q.Rows = func(o *order.Order) []store.Op {
		body := Body{Request: *w, Message: w.Message, Packs: to.group.Packs, Sum: to.file.Sum}
		return append(dispatch.Rows(o), store.Op{Verb: store.Put, Key: messageKey(o.ID), Item: body})
	}
	return q
}

// aim is whom a wish reaches.
type aim struct {
	n       int
	refused []order.Refusal
	group   contact.Group
	file    contact.Targets
}

func (r *Room) aim(ctx context.Context, p *auth.Principal, w *Request) (to *aim, err error) {
	to = &aim{refused: []order.Refusal{}}
	switch {
	case (w.GroupID == "") == (w.FileID == ""):
		return nil, fault.Bad("groupId", "bulk.target")
	case w.GroupID != "":
		if to.group, err = r.Contacts.Group(ctx, p.Scope(), w.GroupID); err != nil {
			return nil, err
		}
		if to.group.Country != w.CountryCode {
			return nil, fault.Bad("countryCode", "bulk.country")
		}
		to.n = to.group.Members
	default:
		if to.file, err = r.Contacts.File(ctx, p.Scope(), w.FileID, w.CountryCode); err != nil {
			return nil, err
		}
		to.n = len(to.file.Numbers)
		if to.file.Bad > 0 {
			to.refused = append(to.refused, order.Refusal{Reason: "bulk.badRows", Count: to.file.Bad})
		}
	}
	if to.n == 0 {
		return nil, fault.Bad("groupId", "bulk.empty")
	}
	return to, nil
}

// checkMedia looks at every file that a message names, also at one that its type does not use: the order marks and keeps them
// all, so the caller must see them all (upload.Kept).
func (r *Room) checkMedia(ctx context.Context, p *auth.Principal, m *Message) error {
	seen := func(fileID string, kind provider.Kind) func() error {
		return func() error {
			if fileID == "" {
				return nil
			}
			return r.mediaFits(ctx, p.Scope(), fileID, kind)
		}
	}
	var media, thumbnail provider.Kind
	link := ""
	if m.Link != nil {
		link = m.Link.ThumbnailID
	}
	if m.Type == provider.Image || m.Type == provider.Video {
		media = m.Type
	} else {
		thumbnail = provider.Image
	}
	return parallel.Do(seen(m.MediaID, media), seen(link, thumbnail))
}
