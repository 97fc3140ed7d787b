package bulk

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// What the module adds to dictionaries of others: the services that have a price, and what a country can be closed for.
const (
	serviceWhatsApp = "bulk.whatsapp"
	serviceSMS      = "bulk.sms"
	business        = "bulk"
)

// quote checks a request completely. It changes nothing.
func (r *Service) quote(ctx context.Context, p *auth.Principal, w *Request) (order.Quote, error) {
	var account *provider.Account
	var from string // the sender that recipients see
	var to *order.Recipients
	var most, parts int
	var media error
	err := parallel.Do(
		func() (err error) { account, from, err = r.chosen(ctx, w); return err },
		func() error { return r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", w.CountryCode, business) },
		func() (err error) { to, err = r.findRecipients(ctx, p, w); return err },
		func() (err error) { most, err = r.Engine.Flow.Settings.Int(ctx, "order.placeholders"); return err },
		func() (err error) { parts, err = r.Engine.Flow.Settings.Int(ctx, "order.split.max"); return err },
		func() error { media = r.checkMedia(ctx, &w.Message); return nil },
		func() error { return r.findTemplate(ctx, p, &w.Message) },
		func() error { return r.findSecond(ctx, p, w) })
	if err != nil {
		return nil, err
	}
	if err := r.limit(ctx, w, to); err != nil {
		return nil, err
	}
	profile := account.Profile()
	if w.Avatar != "" && w.Avatar != avatarOwn && !slices.Contains(profile.Avatars, w.Avatar) {
		return nil, fault.Bad("senderAvatar", "bulk.avatar")
	}
	if err := w.Message.check(profile, append(to.List.Columns, to.File.Columns...), most); err != nil {
		return nil, err
	}
	if media != nil {
		return nil, media
	}
	if err := r.checkSecond(ctx, w, to, profile, most); err != nil {
		return nil, err
	}
	if w.Split > parts {
		return nil, fault.Bad("split", "bulk.splitMany", "max", parts)
	}
	if w.Split > to.Count {
		return nil, fault.Bad("split", "bulk.splitFew", "n", to.Count)
	}
	if w.markets() && slices.Contains(profile.NoMarketingIn, w.CountryCode) {
		to.Refused, to.Count = append(to.Refused, order.Refusal{Reason: "bulk.noMarketing", Count: to.Count}), 0
	}
	texts, err := r.longest(ctx, w, to, profile)
	if err != nil {
		return nil, err
	}
	pace, wait, err := r.Engine.Numbers.Forecast(ctx, r.Engine.Senders.Siblings(profile.Sender), to.Count)
	if err != nil {
		return nil, err
	}
	return &quote{service: r, caller: p, request: w, to: to, by: &sending{profile, from, texts, pace, wait}}, nil
}

// sending is how a request is sent.
type sending struct {
	provider.Profile
	from  string   // the sender that recipients see
	texts measured // what is sent
	pace  int      // messages, or parts, a second
	wait  time.Duration
}

// quote is a checked request.
type quote struct {
	service *Service
	caller  *auth.Principal
	request *Request
	to      *order.Recipients
	by      *sending
}

// Checked implements order.Quote.
func (q *quote) Checked() order.CheckedRequest {
	to, by := q.to, q.by
	c := order.CheckedRequest{Basics: head(q.request), Targets: to.Count, Refused: to.Refused,
		Empty: fault.Bad("countryCode", "bulk.noMarketing"), Parts: by.texts.longest.Parts,
		Duration: time.Duration(to.Count*max(1, by.texts.longest.Parts)) * time.Second / time.Duration(by.pace),
		Waits:    by.wait}
	if q.request.AB != nil { // the rest waits for the choice at least that long
		c.SenderRests = time.Duration(q.request.AB.Wait) * time.Minute
	}
	return c
}

// Explain implements order.Quote.
func (q *quote) Explain(ctx context.Context, e *order.Estimate) error {
	tellSize(e, q.by.texts)
	return q.service.heldBackOf(ctx, q.caller, q.request, q.to, e)
}

// Precondition implements order.Quote.
func (*quote) Precondition(string) error { return nil }

// Fill implements order.Quote.
func (q *quote) Fill(o *order.Order) {
	w := q.request
	o.Channel, o.Sender, o.Group, o.Chunks = w.Channel, q.by.Sender, w.GroupID, plan.Chunks(o.Total)
	o.Template = "" // an order that is edited may have sent one
	if w.Message.template != nil {
		o.Template = w.Message.template.Ref
	}
	if w.GroupID != "" {
		o.Chunks = q.to.List.Packs
	}
	o.Chunks, o.Split, o.Woven = plan.Pieces(o.Chunks, w.Split), w.Split, plan.Woven(o.Chunks, w.Split)
	w.AB.fill(o)
}

// Terms implements order.Quote.
func (q *quote) Terms(o *order.Order) []order.Term {
	r, w := q.service, q.request
	terms := order.KeepTerms(r.Files, files(w), o)
	if o.Template != "" && r.Engine.Flow.Rules.Templates != nil {
		terms = append(terms, order.Term{Ops: r.Engine.Flow.Rules.Templates.Usable(o.Template),
			Refusal: fault.Bad("message.templateId", "template.unusable.off", "name", w.Message.template.Name)})
	}
	return append(terms, r.secondTerms(o, w)...)
}

// Rows implements order.Quote.
func (q *quote) Rows(o *order.Order) []store.Op {
	w, to := q.request, q.to
	body := Body{Gen: o.Gen, Request: *w, Message: w.Message, Packs: to.List.Packs, Since: max(0, to.Since.Unix()), Sum: to.File.Sum,
		Template: w.Message.template, From: q.by.from, Via: q.by.Provider, Second: w.AB.second()}
	return append(plan.Rows(o), store.Op{Verb: store.Put, Key: messageKey(o.ID), Item: body})
}

// AmendedRows implements order.Quote: the body keeps the request as it was priced.
func (*quote) AmendedRows(*order.Order) []store.Op { return nil }

// findRecipients finds the recipients of a request.
func (r *Service) findRecipients(ctx context.Context, p *auth.Principal, w *Request) (*order.Recipients, error) {
	if w.GroupID == "" && w.FileID != "" && w.filtered() {
		return nil, fault.Bad(w.filter(), "bulk.filterFile")
	}
	to, err := order.FindRecipients(ctx, r.Contacts, p, order.Source{ListID: w.GroupID, FileID: w.FileID, Country: w.CountryCode},
		order.SourceTexts{Either: "bulk.target", Country: "bulk.country", BadRows: "bulk.badRows"})
	if err == nil && w.filtered() {
		err = r.filter(ctx, w, to)
	}
	switch {
	case err != nil:
		return nil, err
	case to.Count == 0 && w.filtered() && to.List.Members > 0:
		return nil, fault.Bad(w.filter(), "bulk.filteredAll")
	case to.Count == 0:
		return nil, fault.Bad("groupId", "bulk.empty")
	}
	return to, nil
}

// checkMedia checks every file that a message names, also one that its type does not use. The order marks and keeps
// them all, so the caller must see them all (upload.Kept), also when ordering for another user.
func (r *Service) checkMedia(ctx context.Context, m *Message) error {
	seen := func(fileID string, kind provider.Kind) func() error {
		return func() error {
			if fileID == "" {
				return nil
			}
			return r.mediaFits(ctx, auth.Must(ctx).Scope(), fileID, kind)
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
