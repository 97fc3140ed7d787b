package contact

import (
	"context"
	"time"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/phone"
)

// Filter takes some members of a collection; the zero filter takes all. Who has no evidence is neither on WhatsApp nor active.
type Filter struct {
	Segment    string `json:"segment,omitempty" query:"segment" maxLength:"200" doc:"Number segments separated by commas: the first digits of the number with its country code. * stands for any digit."`
	Validity   string `json:"validity,omitempty" query:"validity" enum:"valid,invalid,judging," doc:"Only members with this validity."`
	WAFilter   bool   `json:"waFilter,omitempty" query:"waFilter" doc:"Only members with evidence of a WhatsApp account."`
	ActiveDays int    `json:"activeDays,omitempty" query:"activeDays" minimum:"0" maximum:"365" doc:"Only members with activity in the last N days. 0: all members."`
	EmailQuery
}

// compiledFilter is a filter that was checked, as of a time.
type compiledFilter struct {
	segments []string
	limits   [][]string // a number begins with one segment of each
	validity string
	wa       bool
	since    time.Time
	email    EmailFilter
	finds    func(m *members, i int) bool // nil: every member
}

// compileFilter checks a filter for members of a type and country. Faults: 400 for a segment that breaks a rule, and for what is known
// of numbers only in a list of addresses.
func (r *Service) compileFilter(ctx context.Context, f Filter, kind, country string) (s compiledFilter, err error) {
	if kind == TypeEmail {
		switch {
		case f.Segment != "":
			return s, fault.Bad("segment", "contact.email.segment")
		case f.WAFilter:
			return s, fault.Bad("waFilter", "contact.email.whatsapp")
		}
	} else if field := f.ofEmail(); field != "" {
		return s, fault.Bad(field, "contact.phone.email")
	}
	s.validity, s.wa, s.email = f.Validity, f.WAFilter, f.At(r.Now())
	if f.ActiveDays > 0 {
		s.since = r.Now().AddDate(0, 0, -f.ActiveDays)
	}
	s.segments, err = r.Segments(ctx, f.Segment, country)
	return s, err
}

// all reports a filter that keeps every member.
func (s *compiledFilter) all() bool {
	return len(s.segments) == 0 && len(s.limits) == 0 && s.validity == "" && !s.wa && s.since.IsZero() && s.finds == nil && s.email.all()
}

// keeps reports that a member of a pack passes.
func (s *compiledFilter) keeps(m *members, i int) bool {
	if s.finds != nil && !s.finds(m, i) {
		return false
	}
	if len(s.segments) > 0 || len(s.limits) > 0 {
		digits := phone.Format(m.numbers[i])
		if !Begins(digits, s.segments) || !within(digits, s.limits) {
			return false
		}
	}
	if !s.email.keeps(m, i) {
		return false
	}
	if s.validity == "" && !s.wa && s.since.IsZero() {
		return true
	}
	known := m.proof(i)
	return (s.validity == "" || known.Validity() == s.validity) && (!s.wa || known.WhatsApp()) &&
		(s.since.IsZero() || known.ActiveSince(s.since))
}

// some gives the places of the members of a pack that pass.
func (s *compiledFilter) some(m *members) []int {
	var places []int
	for i := range m.numbers {
		if s.keeps(m, i) {
			places = append(places, i)
		}
	}
	return places
}
