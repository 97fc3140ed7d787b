package group

import (
	"context"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"herald/pkg/account/staff"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// limits of a group, as they stand (business-domain §5).
type limits struct {
	sizeMin, sizeMax, charge, audience, services, admins, welcome, greetings, avatar, picture int
}

func (r *Service) limits(ctx context.Context) (l limits, err error) {
	for key, into := range map[string]*int{"group.size.min": &l.sizeMin, "group.size.max": &l.sizeMax, "group.charge.min": &l.charge,
		"group.audience.max": &l.audience, "group.services.max": &l.services,
		"group.admins.max": &l.admins, "group.welcome.length": &l.welcome, "group.greeting.times": &l.greetings, "image.avatar.bytes": &l.avatar,
		"image.greeting.bytes": &l.picture} {
		if *into, err = r.Engine.Flow.Settings.Int(ctx, key); err != nil {
			return l, err
		}
	}
	return l, nil
}

// sizes returns the least and the most people of a provider's group. The provider may allow smaller groups than the
// platform does.
func (l *limits) sizes(p *provider.Profile) (least, most int) {
	if most = min(l.sizeMax, p.GroupSize); most < l.sizeMin {
		return 1, most
	}
	return l.sizeMin, most
}

// audience is who the groups of a request are made of.
type audience struct {
	Body
	recipients *order.Recipients
	groups     int // that the recipients make
	tenant     string
}

// quote checks a request completely. It changes nothing.
func (r *Service) quote(ctx context.Context, p *auth.Principal, w *Request) (order.Quote, error) {
	profile, ok := r.offer(w.Provider)
	if !ok {
		return nil, fault.Bad("provider", "group.provider", "provider", w.Provider)
	}
	l, err := r.limits(ctx)
	if err == nil {
		err = w.check(&l, &profile)
	}
	if err != nil {
		return nil, err
	}
	to := &audience{Body: Body{Request: *w, Via: profile.Provider, Own: profile.GroupOwn}, tenant: p.Tenant}
	err = parallel.Do(
		func() error { return r.Engine.Flow.Rules.Countries.Open(ctx, "countryCode", w.CountryCode, business) },
		func() error { return r.staffed(ctx, p, to) },
		func() (err error) { to.recipients, err = r.findRecipients(ctx, p, &to.Body); return err },
		func() error {
			return r.avatarFits(ctx, w.AvatarID, l.avatar, &profile)
		},
		func() error {
			if w.Greeting == nil {
				return nil
			}
			return r.pictureFits(ctx, w.Greeting.PictureID, "greeting.pictureId", l.picture)
		})
	if err != nil {
		return nil, err
	}
	if err := to.deal(&l); err != nil {
		return nil, err
	}
	return &quote{service: r, request: w, to: to, by: &profile, limits: &l}, nil
}

// check holds a request to the rules that need nothing else.
func (w *Request) check(l *limits, p *provider.Profile) error {
	least, most := l.sizes(p)
	cannot := func(field string, asked, can bool, what string) error {
		if asked && !can {
			return fault.Bad(field, "group.cannot."+what, "provider", p.Provider)
		}
		return nil
	}
	for _, err := range []error{
		bad(w.SizeMin < least || w.SizeMin > most, "sizeMin", "group.size", "min", least, "max", most),
		bad(w.SizeMax < least || w.SizeMax > most, "sizeMax", "group.size", "min", least, "max", most),
		bad(w.SizeMax < w.SizeMin, "sizeMax", "group.sizeOrder"),
		bad(order.Blank(w.GroupName), "groupName", "web.valid.missing"),
		bad(w.Suffix && w.SuffixStart == nil, "suffixStart", "group.suffix"),
		bad(len(w.Services) > l.services, "services", "group.servicesMost", "max", l.services),
		bad(len(w.Admins) > l.admins, "admins", "group.adminsMost", "max", l.admins),
		bad(twice(append(slices.Clone(w.Services), w.Admins...)), "admins", "group.both"),
		bad(w.Mute && len(w.Admins) == 0, "admins", "group.muteAdmin"),
		cannot("mute", w.Mute, p.CanMute, "mute"),
		cannot("admins", len(w.Admins) > 0, p.CanPromote, "promote"),
		cannot("services", len(w.Services) > 0, p.CanAdd, "add"),
		cannot("greeting", w.Greeting != nil, p.GroupGreets, "greet"),
		w.Greeting.check(l),
	} {
		if err != nil {
			return err
		}
	}
	return nil
}

func bad(is bool, field, key string, args ...any) error {
	if !is {
		return nil
	}
	return fault.Bad(field, key, args...)
}

func twice[T comparable](all []T) bool {
	for i, v := range all {
		if slices.Contains(all[:i], v) {
			return true
		}
	}
	return false
}

func (g *Greeting) check(l *limits) error {
	switch {
	case g == nil:
		return nil
	case order.Blank(g.Text) && g.PictureID == "":
		return fault.Bad("greeting.text", "web.valid.missing")
	case utf8.RuneCountInString(g.Text) > l.welcome:
		return fault.Bad("greeting.text", "group.welcome", "max", l.welcome)
	case g.Times < 1 || g.Times > l.greetings:
		return fault.Bad("greeting.times", "group.greetingTimes", "max", l.greetings)
	}
	return nil
}

// staffed finds the numbers of customer service and administrators.
func (r *Service) staffed(ctx context.Context, p *auth.Principal, to *audience) error {
	w := &to.Request
	numbers, usable, err := r.Staff.Numbers(ctx, staff.Scope(p), append(slices.Clone(w.Services), w.Admins...))
	if err != nil {
		return err
	}
	for i, ok := range usable {
		if !ok {
			field := "services"
			if i >= len(w.Services) {
				field = "admins"
			}
			return fault.Bad(field, "group.staffGone", "number", "+"+strconv.FormatUint(numbers[i], 10))
		}
	}
	to.Services, to.Admins = numbers[:len(w.Services)], numbers[len(w.Services):]
	return bad(twice(numbers), "admins", "group.both")
}

// findRecipients finds the people of the groups, and completes the body that is kept of them.
func (r *Service) findRecipients(ctx context.Context, p *auth.Principal, b *Body) (*order.Recipients, error) {
	w := &b.Request
	filtered := w.WAFilter || w.ActiveDays > 0
	if w.GroupID == "" && w.FileID != "" && filtered {
		return nil, fault.Bad("groupId", "group.filterFile")
	}
	to, err := order.FindRecipients(ctx, r.Contacts, p, order.Source{ListID: w.GroupID, FileID: w.FileID, Country: w.CountryCode},
		order.SourceTexts{Either: "group.target", Country: "group.country", BadRows: "group.badRows"})
	if err != nil {
		return nil, err
	}
	b.Packs, b.Sum = to.List.Packs, to.File.Sum
	if w.ActiveDays > 0 {
		b.Since = r.Engine.Flow.Now().AddDate(0, 0, -w.ActiveDays)
	}
	if !filtered {
		return to, nil
	}
	if to.Count, err = to.CountMembers(ctx, r.Contacts, b.some()); err != nil {
		return nil, err
	}
	if left := to.List.Members - to.Count; left > 0 {
		to.Refused = append(to.Refused, order.Refusal{Reason: "group.filtered", Count: left})
	}
	return to, nil
}

// some are the members of the collection that are meant.
func (b *Body) some() contact.MemberFilter {
	return contact.MemberFilter{WhatsApp: b.Request.WAFilter, Since: b.Since}
}

// places are how many members a group has place for, beside its staff.
func (b *Body) places() int {
	return b.Request.SizeMax - b.Own - len(b.Services) - len(b.Admins)
}

// deal finds how many groups the members make, so that each has its size.
func (to *audience) deal(l *limits) error {
	w, places := &to.Request, to.places()
	switch {
	case to.recipients.Count == 0:
		return fault.Bad("groupId", "group.empty")
	case to.recipients.Count > l.audience:
		return fault.Bad("groupId", "group.audience", "max", l.audience, "n", to.recipients.Count)
	case places < 1:
		return fault.Bad("sizeMax", "group.noPlace")
	}
	to.groups = (to.recipients.Count + places - 1) / places
	if smallest := to.recipients.Count/to.groups + w.SizeMax - places; smallest < w.SizeMin {
		return fault.Bad("sizeMin", "group.few", "n", to.recipients.Count, "groups", to.groups, "size", smallest)
	}
	return nil
}

// quote is a checked request.
type quote struct {
	service *Service
	request *Request
	to      *audience
	by      *provider.Profile
	limits  *limits
}

// Checked implements order.Quote.
func (q *quote) Checked() order.CheckedRequest {
	to := q.to
	calls := to.groups*(5+to.recipients.Count/to.groups/max(1, q.by.GroupBatch)) + 1
	return order.CheckedRequest{Basics: head(q.request), Targets: to.groups, Refused: to.recipients.Refused,
		Empty: fault.Bad("groupId", "group.empty"), Parts: max(q.limits.charge, q.request.SizeMax),
		Duration: time.Duration(calls) * time.Second / time.Duration(max(1, q.by.GroupRate))}
}

// Explain implements order.Quote.
func (q *quote) Explain(ctx context.Context, e *order.Estimate) error {
	held, err := q.service.heldBack(ctx, q.to.tenant, func() ([]uint64, error) { return q.service.source(ctx, &q.to.Body) })
	e.Refused = append(e.Refused, held...)
	return err
}

// Precondition implements order.Quote.
func (*quote) Precondition(string) error { return nil }

// Fill implements order.Quote.
func (q *quote) Fill(o *order.Order) {
	o.Channel, o.Sender, o.Group, o.Chunks = "whatsapp", q.by.Sender, q.request.GroupID, o.Total
}

// Terms implements order.Quote.
func (q *quote) Terms(o *order.Order) []order.Term {
	return order.KeepTerms(q.service.Engine.Files, q.request.files(), o)
}

// Rows implements order.Quote.
func (q *quote) Rows(o *order.Order) []store.Op {
	q.to.Gen = o.Gen
	return []store.Op{{Verb: store.Put, Key: bodyKey(o.ID), Item: q.to.Body}}
}

// AmendedRows implements order.Quote: the body keeps the request as it was priced.
func (*quote) AmendedRows(*order.Order) []store.Op { return nil }
