package email

import (
	"cmp"
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch/gate"
	"herald/pkg/campaign/dispatch/plan"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// intake is made where orders are taken.
func (r *Service) intake() *order.Intake[Request, Draft, *Draft] {
	return &order.Intake[Request, Draft, *Draft]{Flow: r.Engine.Flow, Head: head, Tidy: r.tidy, Quote: r.quote,
		Audience: r.audience,
		Keep: func(ctx context.Context, p *auth.Principal, w *Request) error {
			return r.Files.Keep(ctx, p.Scope(), files(w)...)
		},
		Listed: drafts,
		For:    func(w *Request) string { return w.UserID }, Written: r.written, Same: same}
}

// files are what a request refers to.
func files(w *Request) []string {
	if w.FileID == "" {
		return nil
	}
	return []string{w.FileID}
}

// quote is a checked request.
type quote struct {
	service *Service
	caller  *auth.Principal
	request *Request
	to      *order.Recipients
	held    []order.Refusal // recipients that would be skipped now
	first   Copy
	second  *Copy
	urls    []string // of both, by number
	sender  Sender
	by      provider.Profile
	pace    int
	wait    time.Duration
	most    int
}

// quote checks a request completely. It changes nothing.
func (r *Service) quote(ctx context.Context, p *auth.Principal, w *Request) (order.Quote, error) {
	q := &quote{service: r, caller: p, request: w}
	if err := w.replyTo(); err != nil {
		return nil, err
	}
	err := parallel.Do(
		func() (err error) { q.sender, err = r.from(ctx, auth.UserScope(p.Tenant), w.SenderID); return err },
		func() error { return r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", w.CountryCode, business) },
		func() (err error) { q.to, err = r.findRecipients(ctx, p, w); return err },
		func() (err error) { q.most, err = r.Engine.Flow.Settings.Int(ctx, "order.placeholders"); return err },
		func() (err error) { q.first, err = r.copyOf(ctx, p, w.Content); return err })
	if err != nil {
		return nil, err
	}
	if err := r.checkContents(ctx, q); err != nil {
		return nil, err
	}
	if err := r.linked(); err != nil {
		return nil, err
	}
	if err := r.forecast(ctx, q); err != nil {
		return nil, err
	}
	if q.held, err = r.heldOf(ctx, p, w, q.to); err != nil {
		return nil, err
	}
	left := q.to.Count
	for _, h := range q.held {
		left -= h.Count
	}
	if left <= 0 {
		return nil, fault.Bad(w.source(), "edm.allHeld")
	}
	return q, nil
}

// forecast finds the account that sends, and when it and the sender may send the last email.
func (r *Service) forecast(ctx context.Context, q *quote) error {
	account, err := r.account(&q.sender)
	if err != nil {
		return err
	}
	q.by = account.Profile()
	var own time.Duration
	err = parallel.Do(
		func() (err error) {
			q.pace, q.wait, err = r.Engine.Numbers.Forecast(ctx, r.Engine.Senders.Siblings(q.by.Sender), q.to.Count)
			return err
		},
		func() (err error) {
			if q.sender.ID != PlatformSender {
				own, err = r.Senders.Forecast(ctx, q.sender.ID, q.to.Count)
			}
			return err
		})
	q.wait = max(q.wait, own)
	return err
}

// source is the field that names the recipients.
func (w *Request) source() string {
	switch {
	case len(w.Addresses) > 0:
		return "addresses"
	case w.GroupID == "" && w.FileID != "":
		return "fileId"
	}
	return "groupId"
}

// checkContents checks both emails, and that no recipient's email has a hole.
func (r *Service) checkContents(ctx context.Context, q *quote) error {
	w, columns := q.request, append(q.to.List.Columns, q.to.File.Columns...)
	first, err := q.first.check(w, columns, q.most)
	if err != nil {
		return err
	}
	var second *compiled
	if w.AB != nil {
		if err := w.AB.check(ctx, r.Engine.Flow, w, q.to.Count); err != nil {
			return err
		}
		made, err := r.copyOf(ctx, q.caller, w.AB.second(&q.first.Content))
		if err != nil {
			return ofSecond(err)
		}
		if second, err = made.check(w, columns, q.most); err != nil {
			return ofSecond(err)
		}
		q.second = &made
	}
	q.urls = first.urls()
	all := []*compiled{first}
	if second != nil {
		q.urls, all = append(q.urls, second.urls()...), append(all, second)
	}
	return r.checkValues(ctx, q, all)
}

// checkValues checks that no recipient's email has a hole, or is too large.
func (r *Service) checkValues(ctx context.Context, q *quote, all []*compiled) (err error) {
	w, h, e, looked := q.request, hole{}, excess{}, false
	names := valueNames(all...)
	for _, c := range all {
		looked = looked || c.looked()
		for _, name := range c.required {
			if name != contact.ColumnEmail && w.fixed(name) == "" {
				h.names = append(h.names, name)
			}
		}
	}
	look := func(rows [][]string) {
		h.look(names, rows)
		e.look(w, all, names, rows)
	}
	switch {
	case len(h.names) == 0 && !looked:
	case w.GroupID == "":
		look(order.ValuesOf(q.to.File, names))
	default:
		err = r.Contacts.Members(ctx, w.GroupID, q.to.List.Packs, func(m *contact.Pack) error {
			look(m.Only(w.members()).Values(names))
			return nil
		})
	}
	return cmp.Or(err, h.fault(), e.fault())
}

// members are those of a contact list that a request is for.
func (w *Request) members() (f contact.MemberFilter) {
	if w.Filter == nil {
		return f
	}
	since := func(at *time.Time) (t time.Time) {
		if at != nil {
			t = *at
		}
		return t
	}
	f.LoadedSince, f.ClickedSince = since(w.Filter.LoadedSince), since(w.Filter.ClickedSince)
	f.JoinedSince, f.NotBounced = since(w.Filter.JoinedSince), w.Filter.NotBounced
	return f
}

// findRecipients finds the recipients of a request.
func (r *Service) findRecipients(ctx context.Context, p *auth.Principal, w *Request) (*order.Recipients, error) {
	if len(w.Addresses) > 0 {
		return testRecipients(w.Addresses)
	}
	if w.Filter != nil && w.GroupID == "" {
		return nil, fault.Bad("filter", "edm.filterFile")
	}
	to, err := order.FindRecipients(ctx, r.Contacts, p, order.Source{ListID: w.GroupID, FileID: w.FileID, Country: w.CountryCode,
		Type: contact.TypeEmail}, order.SourceTexts{Either: "edm.target", Country: "edm.country", BadRows: "edm.badRows"})
	if err == nil && w.Filter != nil {
		all := to.Count
		if to.Count, err = to.CountMembers(ctx, r.Contacts, w.members()); err == nil && to.Count < all {
			to.Refused = append(to.Refused, order.Refusal{Reason: "edm.filtered", Count: all - to.Count})
		}
	}
	if err == nil && to.Count == 0 {
		err = fault.Bad(w.source(), "edm.empty")
	}
	return to, err
}

// testRecipients are the addresses of a test, each once.
func testRecipients(addresses []string) (*order.Recipients, error) {
	to := &order.Recipients{Refused: []order.Refusal{}, File: contact.Targets{Columns: []string{contact.ColumnEmail}}}
	seen := map[uint64]bool{}
	for _, text := range addresses {
		address, ok := email.Normalise(text)
		if !ok {
			return nil, fault.Bad("addresses", "edm.address", "address", text)
		}
		if code := email.Code(address); !seen[code] {
			seen[code] = true
			to.File.Numbers, to.File.Values = append(to.File.Numbers, code), append(to.File.Values, []string{address})
		}
	}
	to.Count = len(to.File.Numbers)
	return to, nil
}

// heldOf counts the recipients that would be skipped now, by reason.
func (r *Service) heldOf(ctx context.Context, p *auth.Principal, w *Request, to *order.Recipients) ([]order.Refusal, error) {
	var e order.Estimate
	by := cmp.Or(w.SenderID, PlatformSender)
	err := r.Engine.Gate().BlockedBy(ctx, &gate.Aimed{Tenant: p.Tenant, Country: w.CountryCode, Channel: channel, Count: to.Count,
		RefusedAs: func(recipient uint64) uint64 { return email.SenderCode(recipient, by) },
		Numbers:   func(each func([]uint64)) error { return to.Each(ctx, r.Contacts, w.members(), each) }}, &e)
	return e.Refused, err
}

// Checked implements order.Quote.
func (q *quote) Checked() order.CheckedRequest {
	c := order.CheckedRequest{Basics: head(q.request), Targets: q.to.Count, Refused: q.to.Refused,
		Empty: fault.Bad(q.request.source(), "edm.empty"), Duration: lasts(q.to.Count, q.pace), Waits: q.wait}
	if q.request.AB != nil { // the rest waits for the choice at least that long
		c.SenderRests = time.Duration(q.request.AB.Wait) * time.Minute
	}
	return c
}

// Explain implements order.Quote.
func (q *quote) Explain(_ context.Context, e *order.Estimate) error {
	e.Refused = append(e.Refused, q.held...)
	return nil
}

// Precondition implements order.Quote.
func (*quote) Precondition(string) error { return nil }

// Fill implements order.Quote.
func (q *quote) Fill(o *order.Order) {
	w := q.request
	o.Channel, o.Sender, o.Group, o.Chunks = channel, q.by.Sender, w.GroupID, plan.Chunks(o.Total)
	if w.GroupID != "" {
		o.Chunks = q.to.List.Packs
	}
	w.AB.fill(o)
}

// Terms implements order.Quote.
func (q *quote) Terms(o *order.Order) []order.Term {
	return order.KeepTerms(q.service.Files, files(q.request), o)
}

// Rows implements order.Quote.
func (q *quote) Rows(o *order.Order) []store.Op {
	body := Body{Gen: o.Gen, Request: q.request.kept(), Packs: q.to.List.Packs, Sum: q.to.File.Sum, Sender: q.sender, First: q.first,
		Second: q.second, Made: q.service.Engine.Flow.Now()}
	links := emaillink.Links{URLs: q.urls, SenderName: q.sender.Name, SenderAddress: q.sender.Address}
	return append(plan.Rows(o), store.Op{Verb: store.Put, Key: bodyKey(o.ID), Item: body}, emaillink.StoreLinks(o.ID, o.Gen, links))
}

// AmendedRows implements order.Quote.
func (q *quote) AmendedRows(o *order.Order) []store.Op {
	return []store.Op{{Verb: store.Update, Key: bodyKey(o.ID), Set: map[string]any{"w": q.request.kept()}}}
}

// audience returns to a reviewer the recipients of an order. Lists and files that were deleted since it was made are reported as
// missing, and fail nothing.
func (r *Service) audience(ctx context.Context, o *order.Order) (*order.Audience, error) {
	body, err := r.body(ctx, o.ID, false)
	if err != nil {
		return nil, err
	}
	a, w := order.AudienceOf(o), &body.Request
	// who is priced may not see what staff chose
	owner := &auth.Principal{UserID: o.Owner.User, Tenant: o.Owner.Tenant, Agent: o.Owner.Agent, Type: auth.Admin}
	to, err := r.findRecipients(ctx, owner, w)
	if fault.As(err) != nil {
		return a, nil
	} else if err != nil {
		return nil, err
	}
	if a.Name = to.List.Name; w.FileID != "" {
		if a.Name, err = order.FileName(ctx, r.Files, w.FileID); err != nil {
			return nil, err
		}
	}
	held, err := r.heldOf(ctx, owner, w, to)
	if err == nil {
		a.AddHeld(ctx, r.Engine.Flow, held)
	}
	return a, err
}
