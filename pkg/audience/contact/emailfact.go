package contact

import (
	"context"
	"time"
)

// EmailFact is what became of an email to a member of a list.
type EmailFact struct {
	Place int    // of the member's pack: the chunk of the order that wrote to it
	Code  uint64 // email.Code of the address
	What  Source // ByMailbox, ByLoad, ByClick, ByBounce (for good), ByComplaint or ByUnsubscribe
	At    time.Time
}

// RecordEmail stores what became of emails to members of a list, as evidence beside them. Of one source the newest word counts, so it
// may be repeated and come in any order. Addresses that are no longer members, and a deleted list, are skipped. Recount brings the
// list's number of active members up to date.
func (r *Service) RecordEmail(ctx context.Context, list string, facts []EmailFact) error {
	if len(facts) == 0 {
		return nil
	}
	found := map[int]map[uint64]Proof{}
	for _, f := range facts {
		if found[f.Place] == nil {
			found[f.Place] = map[uint64]Proof{}
		}
		p := found[f.Place][f.Code]
		p.Say(f.What, f.What != ByBounce && f.What != ByComplaint && f.What != ByUnsubscribe, f.At)
		found[f.Place][f.Code] = p
	}
	return r.Learn(ctx, list, found)
}

// EmailQuery takes members of an email list by what became of emails to them; the zero query takes all.
type EmailQuery struct {
	LoadedDays  int  `json:"loadedDays,omitempty" query:"loadedDays" minimum:"0" maximum:"365" doc:"Only addresses that loaded an email in the last N days."`
	ClickedDays int  `json:"clickedDays,omitempty" query:"clickedDays" minimum:"0" maximum:"365" doc:"Only addresses that clicked a link in the last N days."`
	JoinedDays  int  `json:"joinedDays,omitempty" query:"joinedDays" minimum:"0" maximum:"365" doc:"Only members that were added to the list in the last N days."`
	NotBounced  bool `json:"notBounced,omitempty" query:"notBounced" doc:"Only addresses whose last email did not come back for good."`
}

// EmailFilter is an EmailQuery as of a time.
type EmailFilter struct {
	LoadedSince, ClickedSince, JoinedSince time.Time // zero: at any time or never
	NotBounced                             bool
}

// At is the query as of a time.
func (q *EmailQuery) At(now time.Time) EmailFilter {
	since := func(days int) (at time.Time) {
		if days > 0 {
			at = now.AddDate(0, 0, -days)
		}
		return at
	}
	return EmailFilter{since(q.LoadedDays), since(q.ClickedDays), since(q.JoinedDays), q.NotBounced}
}

// all reports a filter that keeps every member.
func (f *EmailFilter) all() bool {
	return f.LoadedSince.IsZero() && f.ClickedSince.IsZero() && f.JoinedSince.IsZero() && !f.NotBounced
}

// keeps reports that a member of a pack passes.
func (f *EmailFilter) keeps(m *members, i int) bool {
	if f.all() {
		return true
	}
	known := m.proof(i)
	return (f.JoinedSince.IsZero() || !m.created.Before(f.JoinedSince.Truncate(time.Second))) &&
		(f.LoadedSince.IsZero() || known.Since(ByLoad, f.LoadedSince)) &&
		(f.ClickedSince.IsZero() || known.Since(ByClick, f.ClickedSince)) && !(f.NotBounced && known.Bounced())
}

// ofEmail is the first field that is known of addresses alone and is set; empty for none. Who joined when is known of every member.
func (q *EmailQuery) ofEmail() string {
	switch {
	case q.LoadedDays > 0:
		return "loadedDays"
	case q.ClickedDays > 0:
		return "clickedDays"
	case q.NotBounced:
		return "notBounced"
	}
	return ""
}
