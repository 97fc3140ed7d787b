package bulk

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/template"
	"herald/pkg/kit/fault"
)

// filtered reports an order to some of a collection's members only.
func (w *Request) filtered() bool { return w.WAFilter || w.ActiveDays > 0 || w.Segment != "" }

// filter is the field that filters, the first where there are several.
func (w *Request) filter() string {
	switch {
	case w.Segment != "":
		return "segment"
	case w.WAFilter:
		return "waFilter"
	}
	return "activeDays"
}

// limits are the number segments of the templates that a request sends, a list for each that has any.
func (w *Request) limits() (all [][]string) {
	used := []*template.InUse{w.Message.template}
	if w.AB != nil {
		used = append(used, w.AB.Message.template)
	}
	return limitsOf(used...)
}

// limits are those of an order that was priced.
func (b *Body) limits() [][]string {
	used := []*template.InUse{b.Template}
	if b.Second != nil {
		used = append(used, b.Second.Template)
	}
	return limitsOf(used...)
}

func limitsOf(used ...*template.InUse) (all [][]string) {
	for _, u := range used {
		if u != nil && u.Segment != "" {
			all = append(all, contact.SplitFilter(u.Segment))
		}
	}
	return all
}

// limit leaves out the recipients that the templates are not for, and counts them. Fault: 400 when none is left.
func (r *Service) limit(ctx context.Context, w *Request, to *order.Recipients) error {
	limits := w.limits()
	if len(limits) == 0 {
		return nil
	}
	before := to.Count
	if w.GroupID == "" {
		to.File = to.File.Within(limits)
		to.Count = len(to.File.Numbers)
	} else {
		var err error
		if to.Count, err = to.CountMembers(ctx, r.Contacts, memberFilter(w, to)); err != nil {
			return err
		}
	}
	if to.Count == 0 {
		return fault.Bad("message.templateId", "bulk.templateSegmentAll")
	}
	if before > to.Count {
		to.Refused = append(to.Refused, order.Refusal{Reason: "bulk.templateSegment", Count: before - to.Count})
	}
	return nil
}

// memberFilter leaves the members that an order reaches.
func memberFilter(w *Request, to *order.Recipients) contact.MemberFilter {
	return contact.MemberFilter{Segments: contact.SplitFilter(w.Segment), Limits: w.limits(), WhatsApp: w.WAFilter, Since: to.Since}
}

// some are the members that an order reaches that was priced.
func (b *Body) some() contact.MemberFilter {
	return contact.MemberFilter{Segments: contact.SplitFilter(b.Request.Segment), Limits: b.limits(), WhatsApp: b.Request.WAFilter,
		Since: b.since()}
}

// since is from when on members must have shown a sign of life; the zero time for no matter.
func (b *Body) since() time.Time {
	if b.Since == 0 {
		return time.Time{}
	}
	return time.Unix(b.Since, 0)
}

// filter counts the recipients of a filtered order to a contact list, and how many each filter leaves out. A member without
// evidence is left out. Fault: 400 for a number segment that breaks a rule (business-domain §5).
func (r *Service) filter(ctx context.Context, w *Request, to *order.Recipients) error {
	segments, err := r.Contacts.Segments(ctx, w.Segment, w.CountryCode)
	if err != nil {
		return err
	}
	if w.ActiveDays > 0 {
		to.Since = r.Engine.Flow.Now().AddDate(0, 0, -w.ActiveDays)
	}
	all, begin, wa := 0, 0, 0
	to.Count = 0
	err = r.Contacts.Members(ctx, w.GroupID, to.List.Packs, func(m *contact.Pack) error {
		some := m.Only(contact.MemberFilter{Segments: segments})
		have := some.Only(contact.MemberFilter{WhatsApp: w.WAFilter})
		all, begin, wa, to.Count = all+len(m.Numbers), begin+len(some.Numbers), wa+len(have.Numbers),
			to.Count+len(have.Only(contact.MemberFilter{Since: to.Since}).Numbers)
		return nil
	})
	for _, left := range []order.Refusal{{Reason: "bulk.filteredSegment", Count: all - begin}, {Reason: "bulk.filteredWA", Count: begin - wa},
		{Reason: "bulk.filteredInactive", Count: wa - to.Count}} {
		if left.Count > 0 {
			to.Refused = append(to.Refused, left)
		}
	}
	return err
}
