package contact_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/email"
)

// What became of emails is kept with the members, in any order and any number of times, and members are taken by it.
func TestMembersAreTakenByWhatBecameOfEmails(t *testing.T) {
	w := newWorld(t)
	list := w.emails()
	w.imported(list, "ana@example.com", "bia@example.com", "caio@example.com")
	w.now = start.Add(40 * 24 * time.Hour)
	w.imported(list, "dora@example.com")
	day := func(n int) time.Time { return start.Add(time.Duration(n) * 24 * time.Hour) }
	fact := func(name string, what contact.Source, at time.Time) contact.EmailFact {
		return contact.EmailFact{Code: email.Code(name + "@example.com"), What: what, At: at}
	}
	facts := []contact.EmailFact{fact("ana", contact.ByMailbox, day(30)), fact("ana", contact.ByLoad, day(31)), fact("ana", contact.ByClick, day(32)),
		fact("bia", contact.ByLoad, day(2)), fact("bia", contact.ByBounce, day(33)), fact("caio", contact.ByBounce, day(3)),
		fact("caio", contact.ByMailbox, day(34)), fact("nobody", contact.ByClick, day(34))}
	slices.Reverse(facts)
	for range 2 {
		if err := w.RecordEmail(context.Background(), list, facts); err != nil {
			t.Fatal(err)
		}
	}
	for name, c := range map[string]struct {
		filter contact.Filter
		want   []string
	}{
		"all":                    {contact.Filter{}, []string{"ana@example.com", "bia@example.com", "caio@example.com", "dora@example.com"}},
		"loaded in 10 days":      {contact.Filter{EmailQuery: contact.EmailQuery{LoadedDays: 10}}, []string{"ana@example.com"}},
		"loaded in 60 days":      {contact.Filter{EmailQuery: contact.EmailQuery{LoadedDays: 60}}, []string{"ana@example.com", "bia@example.com"}},
		"clicked":                {contact.Filter{EmailQuery: contact.EmailQuery{ClickedDays: 60}}, []string{"ana@example.com"}},
		"joined":                 {contact.Filter{EmailQuery: contact.EmailQuery{JoinedDays: 10}}, []string{"dora@example.com"}},
		"not bounced":            {contact.Filter{EmailQuery: contact.EmailQuery{NotBounced: true}}, []string{"ana@example.com", "caio@example.com", "dora@example.com"}},
		"loaded and not bounced": {contact.Filter{EmailQuery: contact.EmailQuery{LoadedDays: 60, NotBounced: true}}, []string{"ana@example.com"}},
		"invalid":                {contact.Filter{Validity: contact.Invalid}, []string{"bia@example.com"}},
		"active":                 {contact.Filter{ActiveDays: 10}, []string{"ana@example.com"}},
	} {
		if got := addresses(w.people(list, contact.MemberQuery{Filter: c.filter})); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
		made, err := contact.Copy(w.Service, as(ana), list, "some", c.filter)
		if err != nil {
			t.Fatal(err)
		}
		w.work()
		if got := addresses(w.people(made.IDs[0], contact.MemberQuery{})); !slices.Equal(got, c.want) {
			t.Errorf("%s, copied: %v", name, got)
		}
	}
	// An order takes the same members at any time.
	only := contact.MemberFilter{EmailFilter: contact.EmailFilter{ClickedSince: day(32)}}
	n := 0
	if err := w.Members(context.Background(), list, 2, func(p *contact.Pack) error { n += len(p.Only(only).Numbers); return nil }); err != nil || n != 1 {
		t.Errorf("%d %v", n, err)
	}
	if wa, active, err := w.Recount(context.Background(), list); err != nil || wa != 0 || active != 2 {
		t.Errorf("%d on WhatsApp, %d active, %v", wa, active, err)
	}
	ofAna := w.people(list, contact.MemberQuery{Email: "ana"})[0]
	var sources []contact.Source
	for _, e := range ofAna.Evidence {
		sources = append(sources, e.Source)
	}
	if !slices.Equal(sources, []contact.Source{contact.ByClick, contact.ByLoad, contact.ByMailbox}) || ofAna.Validity != contact.Valid || ofAna.WhatsApp ||
		!ofAna.LastActiveTime.Equal(day(32)) {
		t.Errorf("%+v", ofAna)
	}
}

// What is known of addresses alone filters no list of numbers; who joined when is known of both.
func TestEmailActivityIsOfEmailLists(t *testing.T) {
	w := newWorld(t)
	list := w.collection()
	w.imported(list, "5511987654321")
	for field, q := range map[string]contact.EmailQuery{"loadedDays": {LoadedDays: 1}, "clickedDays": {ClickedDays: 1}, "notBounced": {NotBounced: true}} {
		_, err := contact.Audience(w.Service, as(ana), &contact.AudienceQuery{IDs: []string{list}, Filter: contact.Filter{EmailQuery: q}})
		refusedWith(t, err, field, "contact.phone.email")
	}
	n, err := contact.Audience(w.Service, as(ana), &contact.AudienceQuery{IDs: []string{list},
		Filter: contact.Filter{EmailQuery: contact.EmailQuery{JoinedDays: 1}}})
	if err != nil || n.Num != 1 {
		t.Errorf("%+v %v", n, err)
	}
}
