package bulk

import (
	"context"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
)

// filtered reports an order to some of a collection's members only.
func (w *Request) filtered() bool { return w.WAFilter || w.ActiveDays > 0 }

// since is from when on members must have shown a sign of life; the zero time for no matter.
func (b *Body) since() time.Time {
	if b.Since == 0 {
		return time.Time{}
	}
	return time.Unix(b.Since, 0)
}

// filter counts whom an order to a collection reaches, and tells how many each filter leaves out. Who has no evidence is left out.
func (r *Room) filter(ctx context.Context, w *Request, to *aim) error {
	to.n = to.group.Members
	if !w.filtered() {
		return nil
	}
	if w.ActiveDays > 0 {
		to.since = r.Now().AddDate(0, 0, -w.ActiveDays)
	}
	all, wa := 0, 0
	to.n = 0
	err := r.Contacts.Members(ctx, w.GroupID, to.group.Packs, func(m *contact.Pack) error {
		have := m.Only(w.WAFilter, time.Time{})
		all, wa, to.n = all+len(m.Numbers), wa+len(have.Numbers), to.n+len(have.Only(false, to.since).Numbers)
		return nil
	})
	for _, left := range []order.Refusal{{Reason: "bulk.filteredWA", Count: all - wa}, {Reason: "bulk.filteredInactive", Count: wa - to.n}} {
		if left.Count > 0 {
			to.refused = append(to.refused, left)
		}
	}
	return err
}
