package contact_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/fault"
)

// An audience counts the members of several collections, each number once, filtered by their evidence. A foreign collection counts as
// unknown.
func TestAudienceNumber(t *testing.T) {
	w := newWorld(t)
	a, b := w.collection(), w.collection()
	w.imported(a, txt(mobiles(0, 10))...)
	w.imported(b, txt(mobiles(5, 10))...)
	var yes contact.Proof
	yes.Say(contact.ByPartner, true, start)
	yes.Say(contact.ByPartnerOn, true, start.Add(-48*time.Hour))
	if _, err := w.Prove(context.Background(), a, map[int]map[uint64]contact.Proof{0: {w.all(a)[0]: yes}}, contact.Screening{}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in   contact.AudienceQuery
		want int
	}{{contact.AudienceQuery{IDs: []string{a}}, 10}, {contact.AudienceQuery{IDs: []string{a, b, a}}, 15},
		{contact.AudienceQuery{IDs: []string{a, b}, Filter: contact.Filter{WAFilter: true}}, 1},
		{contact.AudienceQuery{IDs: []string{a}, Filter: contact.Filter{ActiveDays: 3}}, 1},
		{contact.AudienceQuery{IDs: []string{a}, Filter: contact.Filter{ActiveDays: 1}}, 0}} {
		if n, err := contact.Audience(w.Service, as(ana), &c.in); err != nil || n.Num != c.want {
			t.Errorf("%+v: %v %v", c.in, n, err)
		}
	}
	if _, err := contact.Audience(w.Service, as(bob), &contact.AudienceQuery{IDs: []string{a}}); !fault.Is(err, "web.notFound") {
		t.Error(err)
	}
	got, err := contact.Created(w.Service, as(ana), &struct {
		UserID string `query:"userId" maxLength:"64" doc:"Id of the user who made them. Default: the caller."`
	}{})
	if err != nil || !slices.Equal(slices.Sorted(slices.Values(got)), []string{a, b}) {
		t.Error(got, err)
	}
}
