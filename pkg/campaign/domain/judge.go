package domain

import (
	"slices"
	"time"

	"herald/pkg/kit/job"
	"herald/pkg/provider"
)

// limits are how long a domain may stay without being verified.
type limits struct{ Pending, Grace time.Duration }

const day = 24 * time.Hour

// holds reports whether every required record of some purposes is in order, by the last answers.
func (e *entity) holds(purposes ...string) bool {
	some := false
	for i := range e.Records {
		rec := &e.Records[i]
		if len(purposes) > 0 && !slices.Contains(purposes, rec.Purpose) || !rec.Required {
			continue
		}
		if !rec.Good {
			return false
		}
		some = true
	}
	return some
}

// judge decides about the state by the records that were checked. It reports a state that is new.
func (e *entity) judge(now time.Time, l limits) (changed bool) {
	was := e.State
	e.Sending = e.Proven && e.Is(UseEmail) && e.Accepted && e.holds(Ownership) && e.holds(DKIM)
	if !e.Is(UseLink) {
		e.Certificate = nil
	}
	e.Linking = e.links()
	e.Problems = e.problems()
	good := e.Proven && len(e.Problems) == 0
	switch {
	case good:
		e.State, e.VerifyTime = Verified, &now
	case was == Verified:
		e.State = Failing
	case was == Failing && now.Sub(e.Since) >= l.Grace, was == Pending && now.Sub(e.Since) >= l.Pending:
		e.State = Expired
	}
	if e.State == Expired {
		e.Proven, e.Sending, e.Linking = false, false, false
	}
	if e.State != was {
		e.Since = now
	}
	e.Deadline = nil
	switch e.State {
	case Pending:
		at := e.Since.Add(l.Pending)
		e.Deadline = &at
	case Failing:
		at := e.Since.Add(l.Grace)
		e.Deadline = &at
	}
	return e.State != was
}

// problems are the purposes of required records that are not in order, in the order in which they are shown.
func (e *entity) problems() (all []string) {
	for i := range e.Records {
		rec := &e.Records[i]
		if rec.Required && !rec.Good && !slices.Contains(all, rec.Purpose) {
			all = append(all, rec.Purpose)
		}
	}
	if e.Is(UseEmail) && !e.Accepted && !slices.Contains(all, DKIM) {
		all = append(all, providerPurpose)
	}
	return all
}

// accept takes what the provider says of a domain. That it could not find out now changes nothing.
func (e *entity) accept(id provider.Identity) {
	e.Identity = id.Status
	if id.Status != provider.IdentityTemporary {
		e.Accepted = id.Sending
	}
	if len(id.Records) > 0 {
		e.Keys = id.Records
	}
}

const (
	soonest = time.Minute
	rarest  = 6 * time.Hour
)

// next is when a domain is checked again; zero for never.
func (e *entity) next(now time.Time) time.Time {
	switch e.State {
	case Pending:
		at := job.Doubling(e.Since, now)
		if at.Sub(now) > rarest {
			at = now.Add(rarest)
		}
		if e.Deadline != nil && at.After(*e.Deadline) && e.Deadline.After(now) {
			at = *e.Deadline
		}
		return at
	case Verified:
		if e.Is(UseLink) && !e.Linking {
			return now.Add(rarest) // staff makes the certificate
		}
		return now.Add(day)
	case Failing:
		return now.Add(time.Hour)
	case deleted:
		return now.Add(soonest)
	}
	return time.Time{}
}
