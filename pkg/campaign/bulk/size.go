package bulk

import (
	"cmp"
	"context"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/gsm"
	"herald/pkg/provider"
)

// measured is the size of the texts of an order's recipients, with each recipient's own values.
type measured struct {
	longest gsm.Size // of a channel that counts parts
	text    string   // the longest
	fewest  int      // parts of a recipient's text
	over    int      // recipients whose text is too long
	most    int      // characters that it may have
	first   uint64   // one of them
	holes   int      // recipients without a value, where there is no content for those
	hole    string   // the placeholder
	without uint64   // one of them
}

// size measures an order's texts with the recipients' own values filled in, for a file and a contact list. The number
// of parts of the largest text multiplies the price of every recipient, and the estimate shows it. So an order has
// one price, and no user pays more than the estimate. Faults: bulk.tooLong when a recipient's text exceeds the
// channel's limit ("copy length after substitution within limit", business-domain §5); bulk.placeholderHole when a
// recipient has no value for a placeholder without default content ("all names and contents filled").
func (r *Service) size(ctx context.Context, w *Request, m *Message, to *order.Recipients, p provider.Profile) (measured, error) {
	var of measured
	l, names := newRenderer(*m, ""), m.used()
	see := func(numbers []uint64, rows [][]string) {
		of.lacking(l, numbers, rows)
		for i, own := range rows {
			m := l.To(0, "", own)
			of.part(m.Text, p)
			if most, over := l.over(&m, p); over {
				if of.over == 0 {
					of.first, of.most = numbers[i], most
				}
				of.over++
			}
		}
	}
	see([]uint64{0}, [][]string{nil})
	of.over, of.holes, of.fewest = 0, 0, 0 // the common text was checked with the message
	var err error
	switch {
	case len(names) == 0:
	case w.GroupID == "":
		see(to.File.Numbers, order.ValuesOf(to.File, names))
	case len(to.List.Columns) > 0:
		err = r.Contacts.Members(ctx, w.GroupID, to.List.Packs, func(pack *contact.Pack) error {
			pack = pack.Only(memberFilter(w, to))
			see(pack.Numbers, pack.Values(names))
			return nil
		})
	}
	if err == nil && of.holes > 0 {
		err = fault.Bad("message.placeholders", "bulk.placeholderHole", "n", of.holes, "name", of.hole, "number", of.without)
	}
	if err == nil && of.over > 0 {
		err = fault.Bad("message.text", "bulk.tooLong", "n", of.over, "max", of.most, "number", of.first)
	}
	return of, err
}

// lacking counts the recipients whose message would have a hole.
func (of *measured) lacking(l *renderer, numbers []uint64, rows [][]string) {
	for k, fixed := range l.fixed {
		if !order.Blank(fixed) {
			continue
		}
		for i, number := range numbers {
			if i < len(rows) && k < len(rows[i]) && !order.Blank(rows[i][k]) {
				continue
			}
			if of.holes == 0 {
				of.hole, of.without = l.names[k], number
			}
			if of.hole == l.names[k] { // one placeholder is reported at a time
				of.holes++
			}
		}
	}
}

// part looks at a text of a channel that counts parts.
func (of *measured) part(text string, p provider.Profile) {
	if !p.Parted {
		return
	}
	parts := 1
	if of.longest.Parts == 0 || !gsm.Plain(text) {
		s := gsm.Measure(text)
		if parts = s.Parts; parts > of.longest.Parts {
			of.longest, of.text = s, text
		}
	}
	of.fewest = min(cmp.Or(of.fewest, parts), parts)
}

// mostForced is how many of the characters an estimate names that make a text longer.
const mostForced = 10

// tellSize shows an estimate's reader what is paid for.
func tellSize(e *order.Estimate, of measured) {
	s := of.longest
	if s.Parts == 0 {
		return
	}
	e.Encoding, e.Characters = string(s.Encoding), s.Characters
	e.Uneven = of.fewest > 0 && of.fewest < s.Parts
	e.Forced = gsm.Lacking(of.text, mostForced)
}
