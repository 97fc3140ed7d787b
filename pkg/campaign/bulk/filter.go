package bulk

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
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

// some are the members that an order reaches.
func (to *aim) some(w *Request) contact.Some {
	return contact.Some{Segments: contact.Divided(w.Segment), WhatsApp: w.WAFilter, Since: to.since}
}

// some are the members that an order reaches that was priced.
func (b *Body) some() contact.Some {
	return contact.Some{Segments: contact.Divided(b.Request.Segment), WhatsApp: b.Request.WAFilter, Since: b.since()}
}

// since is from when on members must have shown a sign of life; the zero time for no matter.
func (b *Body) since() time.Time {
	if b.Since == 0 {
		return time.Time{}
	}
	return time.Unix(b.Since, 0)
}

// filter counts whom an order to a collection reaches, and tells how many each filter leaves out. Who has no evidence is left out. Fault:
// 400 for a number segment that breaks a rule (business-domain §5).
func (r *Room) filter(ctx context.Context, w *Request, to *aim) error {
	to.n = to.group.Members
	if !w.filtered() {
		return nil
	}
	segments, err := r.Contacts.Segments(ctx, w.Segment, w.CountryCode)
	if err != nil {
		return err
	}
	if w.ActiveDays > 0 {
		to.since = r.Now().AddDate(0, 0, -w.ActiveDays)
	}
	all, begin, wa := 0, 0, 0
	to.n = 0
	err = r.Contacts.Members(ctx, w.GroupID, to.group.Packs, func(m *contact.Pack) error {
		some := m.Only(contact.Some{Segments: segments})
		have := some.Only(contact.Some{WhatsApp: w.WAFilter})
		all, begin, wa, to.n = all+len(m.Numbers), begin+len(some.Numbers), wa+len(have.Numbers), to.n+len(have.Only(contact.Some{Since: to.since}).Numbers)
		return nil
	})
	for _, left := range []order.Refusal{{Reason: "bulk.filteredSegment", Count: all - begin}, {Reason: "bulk.filteredWA", Count: begin - wa}, {Reason: "bulk.filteredInactive", Count: wa - to.n}} {
		if left.Count > 0 {
			to.refused = append(to.refused, left)
		}
	}
	return err
}
