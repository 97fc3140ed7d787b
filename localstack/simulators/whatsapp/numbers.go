package whatsappsim

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/sim"
)

// Number is one of the account's. Each has its own rate and quality, its own pair limits and its own files; templates and the limit of a
// day are the account's (facts 1.5).
type Number struct {
	ID    string
	Shown string // as users see it: digits; empty: one is made up
	Rate  int    // messages a second; 0: that of the account
}

// Numbers reads "<id>[/<number>[/<messages a second>]],…", as the product's configuration names them.
func Numbers(text string) (all []Number, err error) {
	for one := range strings.SplitSeq(text, ",") {
		parts := strings.Split(strings.TrimSpace(one), "/")
		n := Number{ID: parts[0]}
		if len(parts) > 1 {
			n.Shown = parts[1]
		}
		if len(parts) > 2 {
			if n.Rate, err = strconv.Atoi(parts[2]); err != nil {
				return nil, fmt.Errorf("number %q: %w", one, err)
			}
		}
		all = append(all, n)
	}
	return all, nil
}

// usualShown is what users see of a number that says nothing of it.
const usualShown = "15550783881"

// line is a number at work.
type line struct {
	Number
	quality string
	refuse  sim.Code // the answer to every message; empty: the correct one
	pairs   pairLimit
	last    []int64 // unix ns of the messages of the last second
	Usage
}

// Usage is what went out by a number since the last reset.
type Usage struct {
	Accepted int `json:"accepted"`
	Peak     int `json:"peak"` // most messages of any one second
	TooFast  int `json:"tooFast"`
}

// allows counts a message and reports whether the limit permits it.
func (l *line) allows(now int64) bool {
	from, _ := slices.BinarySearch(l.last, now-int64(time.Second)+1)
	l.last = l.last[from:]
	if len(l.last) >= l.Rate {
		l.TooFast++
		return false
	}
	l.last = append(l.last, now)
	l.Peak = max(l.Peak, len(l.last))
	return true
}

// begin makes the lines anew.
func (s *Sim) begin() {
	s.lines, s.wrote, s.quotes = nil, map[string]string{}, map[string]string{}
	for _, n := range s.cfg.Numbers {
		n.Shown, n.Rate = cmp.Or(n.Shown, usualShown), cmp.Or(n.Rate, s.cfg.Rate)
		s.lines = append(s.lines, &line{Number: n, quality: "GREEN"})
	}
}

// line is a number of the account; nil for another. The lock is held.
func (s *Sim) line(id string) *line {
	if i := slices.IndexFunc(s.lines, func(l *line) bool { return l.ID == id }); i >= 0 {
		return s.lines[i]
	}
	return nil
}

// isOwnNumber reports whether a node is a number of the account.
func (s *Sim) isOwnNumber(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.line(id) != nil
}

// writer is the number that a user writes to: the one named, or the last that wrote to it. The lock is held.
func (s *Sim) writer(named, user string) *line {
	if l := s.line(cmp.Or(named, s.wrote[user])); l != nil {
		return l
	}
	return s.lines[0]
}

// Used tells by number what went out.
func (s *Sim) Used() map[string]Usage {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]Usage{}
	for _, l := range s.lines {
		out[l.ID] = l.Usage
	}
	return out
}

// WroteTo is the number that wrote to a user last; empty for none.
func (s *Sim) WroteTo(user string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wrote[waID(user)]
}

// controlNumber is POST /_sim/numbers {"id","quality","tier","refuse"}: a number's quality changes, or the account's limit of the
// day, and a webhook tells of it; or the number refuses every message with a code ("0": no more).
func (s *Sim) controlNumber(r *http.Request) (any, error) {
	var in struct{ ID, Quality, Tier, Refuse string }
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.line(in.ID)
	if l == nil {
		return nil, fmt.Errorf("%q is no number of the account", in.ID)
	}
	if in.Refuse != "" {
		l.refuse = sim.Code(strings.TrimPrefix(in.Refuse, "0"))
	}
	if in.Quality != "" {
		l.quality = strings.ToUpper(in.Quality)
		event := map[string]string{"RED": "FLAGGED", "GREEN": "UNFLAGGED"}[l.quality]
		s.hook("phone_number_quality_update", sim.Encoded(map[string]any{"display_phone_number": l.Shown, "event": event}))
	}
	if in.Tier != "" {
		s.hook("business_capability_update",
			sim.Encoded(map[string]any{"max_daily_conversations_per_business": in.Tier, "max_phone_numbers_per_waba": 20}))
	}
	return nil, nil
}

// numberNode is GET /{phone_number_id}.
func (s *Sim) numberNode(w http.ResponseWriter, id string) {
	s.mu.Lock()
	l := s.line(id)
	s.mu.Unlock()
	sim.JSON(w, http.StatusOK, map[string]any{"id": l.ID, "display_phone_number": l.Shown, "verified_name": "Simulated",
		"quality_rating": l.quality})
}
