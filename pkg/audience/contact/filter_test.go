package contact_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"herald/pkg/audience/contact"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
)

// segment asks for members by number segments; it gives their numbers, or the key of the refusal.
func (w *world) segment(collection, segment string) ([]string, string) {
	w.t.Helper()
	page, err := contact.MemberPage(w.Service, as(ana), &contact.MemberQuery{ID: collection, Filter: contact.Filter{Segment: segment},
		ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 100}, SortFields: []string{"phoneNumber"},
			SortOrders: []string{"ascend"}}})
	if refused := fault.As(err); refused != nil {
		if refused.Kind != fault.Invalid || len(refused.Fields) != 1 || refused.Fields[0].Name != "segment" {
			w.t.Errorf("%s: %+v", segment, refused)
		}
		return nil, refused.Key
	}
	if err != nil {
		w.t.Fatal(err)
	}
	var out []string
	for _, m := range page.Records {
		out = append(out, m.PhoneNumber)
	}
	return out, ""
}

// The rules of a number segment (business-domain §5), by name, in both readings of each limit (decisions §8).
func TestNumberSegmentRules(t *testing.T) {
	for _, c := range []struct {
		name, segment string
		set           map[string]int
		want          string
	}{
		{"seven digits", "5511900", nil, ""},
		{"six digits", "551190", nil, "segment.length"},
		{"eleven digits", "55119876543", nil, ""},
		{"twelve digits", "551198765432", nil, "segment.length"},
		{"twelve digits by the other reading", "551198765432", map[string]int{contact.SettingDigits: 15}, ""},
		{"fifteen digits by the other reading", "551198765432101", map[string]int{contact.SettingDigits: 15}, ""},
		{"sixteen digits by the other reading", "5511987654321012", map[string]int{contact.SettingDigits: 15}, "segment.length"},
		{"four stars", "55119****", nil, ""},
		{"five stars", "55119*****", nil, "segment.stars"},
		{"stars apart", "5511*9*8*7*", nil, ""},
		{"five stars apart", "55*1*9*8*7*", nil, "segment.stars"},
		{"five stars by the other reading", "55119*****", map[string]int{contact.SettingStars: 5}, ""},
		{"six stars by the other reading", "55119******", map[string]int{contact.SettingStars: 5}, "segment.stars"},
		{"a plus", "+5511987", nil, "segment.plus"},
		{"a letter", "5511x98", nil, "segment.signs"},
		{"a dash", "5511-987", nil, "segment.signs"},
		{"a space", "5511 987", nil, "segment.signs"},
		{"full-width digits", "５５１１９８７", nil, "segment.signs"},
		{"one that is empty", "5511987,", nil, "segment.signs"},
		{"another country", "4411987", nil, "segment.country"},
		{"without the country", "1198765", nil, "segment.country"},
		{"a star in the country code", "5*11987", nil, "segment.code"},
		{"a star for the country code", "**11987", nil, "segment.code"},
		{"a star behind the country code", "55*1987", nil, ""},
		{"a star behind the country code by the other reading", "55*1987", map[string]int{contact.SettingPlain: 3}, "segment.plain"},
		{"a star in the third digit behind it by the other reading", "5511*87", map[string]int{contact.SettingPlain: 3}, "segment.plain"},
		{"a star in the fourth digit behind it by the other reading", "55119*7", map[string]int{contact.SettingPlain: 3}, ""},
		{"eleven segments", "5511901,5511902,5511903,5511904,5511905,5511906,5511907,5511908,5511909,5511910,5511911", nil, "segment.many"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			id := w.collection()
			for key, n := range c.set {
				w.limit(key, n)
			}
			if _, key := w.segment(id, c.segment); key != c.want {
				t.Errorf("%q: %q, not %q", c.segment, key, c.want)
			}
			if _, err := contact.Audience(w.Service, as(ana),
				&contact.AudienceQuery{IDs: []string{id}, Filter: contact.Filter{Segment: c.segment}}); (err == nil) != (c.want == "") {
				t.Errorf("an audience by %q: %v", c.segment, err)
			}
		})
	}
}

// A segment is the beginning of a number, and a star stands for one digit. A number matches if one of the segments matches.
func TestMembersByNumberSegment(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt([]string{"5511987654321", "5511987654322", "5511912345678", "5521987654321", "5521912345678"})...)
	for _, s := range []struct {
		segment string
		want    []string
	}{
		{"5511987", []string{"5511987654321", "5511987654322"}},
		{"55**9876543", []string{"5511987654321", "5511987654322", "5521987654321"}},
		{"55*19***", []string{"5511912345678", "5511987654321", "5511987654322", "5521912345678", "5521987654321"}},
		{"5521987,5511912", []string{"5511912345678", "5521987654321"}},
		{"5531987", nil},
	} {
		if got, key := w.segment(c, s.segment); key != "" || !slices.Equal(got, s.want) {
			t.Errorf("%s: %v %s", s.segment, got, key)
		}
		n, err := contact.Audience(w.Service, as(ana), &contact.AudienceQuery{IDs: []string{c}, Filter: contact.Filter{Segment: s.segment}})
		if err != nil || n.Num != len(s.want) {
			t.Errorf("%s: %v %v", s.segment, n, err)
		}
	}
}

// Members can be filtered by their evidence.
func TestMembersByEvidence(t *testing.T) {
	w := newWorld(t)
	c := w.collection()
	w.imported(c, txt(mobiles(0, 10))...)
	all := w.all(c)
	var good, bad contact.Proof
	good.Say(contact.ByPartner, true, start)
	good.Say(contact.ByPartnerOn, true, start.Add(-48*time.Hour))
	bad.Say(contact.ByPartner, false, start)
	if _, err := w.Prove(context.Background(), c, map[int]map[uint64]contact.Proof{0: {all[0]: good, all[1]: bad}},
		contact.Screening{}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []struct {
		filter contact.Filter
		want   int
	}{{contact.Filter{Validity: "valid"}, 1}, {contact.Filter{Validity: "invalid"}, 1}, {contact.Filter{Validity: "judging"}, 8},
		{contact.Filter{WAFilter: true}, 1},
		{contact.Filter{ActiveDays: 3}, 1}, {contact.Filter{ActiveDays: 1}, 0},
		{contact.Filter{Validity: "valid", ActiveDays: 3, WAFilter: true, Segment: fmt.Sprint(all[0])[:9]}, 1}} {
		page, err := contact.MemberPage(w.Service, as(ana),
			&contact.MemberQuery{ID: c, Filter: f.filter, ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 100}}})
		if err != nil || page.Total != f.want || len(page.Records) != f.want {
			t.Errorf("%+v: %d %v", f.filter, page.Total, err)
		}
	}
}

// The segments of an order have at most the stars of any filter, four or five by the other reading. Those of templates have their own limit
// (business-domain §5, decisions §8).
func TestSegmentsOfAnOrder(t *testing.T) {
	for _, c := range []struct {
		segment string
		set     map[string]int
		want    string
	}{
		{"55119****", nil, ""}, {"55119*****", nil, "segment.stars"}, {"55119*****", map[string]int{contact.SettingStars: 5}, ""},
		{"5511******", map[string]int{contact.SettingStars: 5}, "segment.stars"},
		{"55119*****", map[string]int{"segment.stars.template": 5}, "segment.stars"}, {"4411987", nil, "segment.country"}, {"", nil, ""},
	} {
		w := newWorld(t)
		id := w.collection()
		w.imported(id, txt([]string{"5511987654321", "5521987654321"})...)
		for key, n := range c.set {
			w.limit(key, n)
		}
		n, err := contact.Audience(w.Service, as(ana), &contact.AudienceQuery{IDs: []string{id}, Filter: contact.Filter{Segment: c.segment}})
		_, other := w.Segments(context.Background(), c.segment, "BR")
		if c.want == "" && (err != nil || other != nil || n.Num == 0) || c.want != "" && (!fault.Is(err, c.want) || !fault.Is(other, c.want)) {
			t.Errorf("%q with %v: %v, %v, %v", c.segment, c.set, n, err, other)
		}
	}
}
