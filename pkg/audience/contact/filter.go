package contact

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
)

// Settings of number segments, each with both readings of business-domain §5 (decisions §8).
const (
	SettingDigits = "segment.digits.max"
	SettingStars  = "segment.stars.filter"
	SettingPlain  = "segment.code.plain"
)

const (
	leastDigits  = 7  // of a segment
	mostSegments = 10 // of a filter
)

// Filter takes some members of a collection; the zero filter takes all. Who has no evidence is neither on WhatsApp nor active.
type Filter struct {
	Segment    string `json:"segment,omitempty" query:"segment" maxLength:"200" doc:"one or several number segments, separated by commas: how a number with its country code begins, in digits and *, where * is any one digit"`
	Validity   string `json:"validity,omitempty" query:"validity" enum:"valid,invalid,judging," doc:"only members that are"`
	WAFilter   bool   `json:"waFilter,omitempty" query:"waFilter" doc:"only members with evidence of an account on WhatsApp"`
	ActiveDays int    `json:"activeDays,omitempty" query:"activeDays" minimum:"0" maximum:"365" doc:"only members with a sign of life within so many days; 0 is everybody"`
}

// sieve is a filter that was checked, as of a time.
type sieve struct {
	segments []string
	validity string
	wa       bool
	since    time.Time
	finds    func(number string) bool // nil: every number
}

// sieve checks a filter for numbers of a country. Fault: 400 for a segment that breaks a rule.
func (r *Room) sieve(ctx context.Context, f Filter, country string) (s sieve, err error) {
	s.validity, s.wa = f.Validity, f.WAFilter
	if f.ActiveDays > 0 {
		s.since = r.Now().AddDate(0, 0, -f.ActiveDays)
	}
	s.segments, err = r.Segments(ctx, f.Segment, country)
	return s, err
}

// Divided are the segments of a text that was checked.
func Divided(text string) (all []string) {
	if strings.TrimSpace(text) == "" {
		return nil
	}
	for _, one := range strings.Split(text, ",") {
		all = append(all, strings.TrimSpace(one))
	}
	return all
}

// Segments reads the number segments of a filter of numbers of a country, a list's or an order's, which are separated by commas; none of a
// blank text. Fault: 400 for the first one that breaks a rule.
func (r *Room) Segments(ctx context.Context, text, country string) ([]string, error) {
	all := Divided(text)
	if len(all) == 0 {
		return nil, nil
	}
	rules, err := r.segmentRules(ctx)
	if err != nil {
		return nil, err
	}
	for _, one := range all {
		if err := rules.check(one, country); err != nil {
			return nil, err
		}
	}
	if len(all) > mostSegments {
		return nil, fault.Bad("segment", "segment.many", "max", mostSegments)
	}
	return all, nil
}

// segmentRules are the limits of a number segment, as set.
type segmentRules struct{ digits, stars, plain int }

func (r *Room) segmentRules(ctx context.Context) (out segmentRules, err error) {
	for key, into := range map[string]*int{SettingDigits: &out.digits, SettingStars: &out.stars, SettingPlain: &out.plain} {
		if *into, err = r.Settings.Int(ctx, key); err != nil {
			return out, err
		}
	}
	return out, nil
}

// check reads a number segment of a country (business-domain §5): digits and * alone, no +, within its length and its stars, beginning
// with the country's calling code, in which nothing is a *.
func (l segmentRules) check(text, country string) error {
	code := phone.CallingCode(country)
	head := text[:min(len(text), len(code))]
	switch {
	case strings.Contains(text, "+"):
		return fault.Bad("segment", "segment.plus")
	case strings.Trim(text, "0123456789*") != "" || text == "":
		return fault.Bad("segment", "segment.signs")
	case len(text) < leastDigits || len(text) > l.digits:
		return fault.Bad("segment", "segment.length", "min", leastDigits, "max", l.digits)
	case strings.Contains(head, "*"):
		return fault.Bad("segment", "segment.code")
	case head != code:
		return fault.Bad("segment", "segment.country", "code", code)
	case l.plain > 0 && strings.Contains(text[len(code):min(len(text), len(code)+l.plain)], "*"):
		return fault.Bad("segment", "segment.plain", "n", l.plain)
	case strings.Count(text, "*") > l.stars:
		return fault.Bad("segment", "segment.stars", "max", l.stars)
	}
	return nil
}

// all reports a sieve that keeps everybody.
func (s *sieve) all() bool {
	return len(s.segments) == 0 && s.validity == "" && !s.wa && s.since.IsZero() && s.finds == nil
}

// keeps reports that a member of a pack passes.
func (s *sieve) keeps(m *members, i int) bool {
	if len(s.segments) > 0 || s.finds != nil {
		digits := phone.Format(m.numbers[i])
		if s.finds != nil && !s.finds(digits) || !s.begins(digits) {
			return false
		}
	}
	if s.validity == "" && !s.wa && s.since.IsZero() {
		return true
	}
	known := m.proof(i)
	return (s.validity == "" || known.Validity() == s.validity) && (!s.wa || known.WhatsApp()) && (s.since.IsZero() || known.ActiveSince(s.since))
}

func (s *sieve) begins(digits string) bool {
	if len(s.segments) == 0 {
		return true
	}
	for _, segment := range s.segments {
		if len(digits) < len(segment) {
			continue
		}
		at := 0
		for at < len(segment) && (segment[at] == '*' || segment[at] == digits[at]) {
			at++
		}
		if at == len(segment) {
			return true
		}
	}
	return false
}

// some gives the places of the members of a pack that pass.
func (s *sieve) some(m *members) []int {
	var places []int
	for i := range m.numbers {
		if s.keeps(m, i) {
			places = append(places, i)
		}
	}
	return places
}
