package linkpage

import (
	"errors"
	"net/http"
	"strconv"
	"time"

	"herald/pkg/campaign/emaillink"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Bounds of a day. Only a step back is counted: nothing refuses a recipient that wants no more emails, and without a step back each link
// unsubscribes once. A stranger who got a forwarded email cannot use up what its recipient needs.
const (
	mostUndos = 20
	mostForms = 1000
)

var errBusy = errors.New("linkpage: too many changes")

// Keys, in table audience:
//
//	UNSUB#<day>#<code> / N      steps back of a recipient
//	UNSUB#<day>#<network> / N   forms from a network
func dayKey(day, of string) store.Key {
	return store.Key{Table: "audience", PK: "UNSUB#" + day + "#" + of, SK: "N"}
}

// count counts a step back. It gives errBusy above a bound.
func (s *Service) count(r *http.Request, code uint64) error {
	now := s.Now()
	take := func(of string, most int) error {
		full, err := quota.Take(r.Context(), s.DB, now, dayKey(quota.Day(now), of), quota.Count{Name: "n", Add: 1, Most: most})
		if err == nil && full != quota.None {
			err = errBusy
		}
		return err
	}
	for _, n := range web.Networks(web.Address(r.Context())) {
		if err := take(n.Key, n.Times*mostForms); err != nil {
			return err
		}
	}
	return take(strconv.FormatUint(code, 10), mostUndos)
}

// window is how long an event waits for others of its chunk: an order that is being sent is watched, an old one is not. first is the
// shortest; 0 disables waiting.
func window(first, late time.Duration) time.Duration {
	switch {
	case first == 0 || late < 10*time.Minute:
		return first
	case late < 2*time.Hour:
		return max(first, time.Minute)
	case late < 24*time.Hour:
		return max(first, 5*time.Minute)
	}
	return max(first, 14*time.Minute)
}

// lateness is how long after the sending an event comes; 0 when that is unknown.
func lateness(spot emaillink.Spot, now time.Time) time.Duration {
	if spot.Sent == 0 {
		return 0
	}
	return now.Sub(time.Unix(spot.Sent, 0))
}
