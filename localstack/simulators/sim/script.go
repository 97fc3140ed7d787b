package sim

import (
	"encoding/json"
	"fmt"
	"sort"
	"strings"
)

// Code is a provider's error code, a number or a word.
type Code string

// MarshalJSON writes a number as a number.
func (c Code) MarshalJSON() ([]byte, error) {
	if c != "" && strings.Trim(string(c), "0123456789") == "" {
		return []byte(c), nil
	}
	return json.Marshal(string(c))
}

// UnmarshalJSON takes a number or a string.
func (c *Code) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] != '"' {
		*c = Code(text)
		return nil
	}
	return json.Unmarshal(text, (*string)(c))
}

// Rule scripts the outcome of messages whose key (recipient, order number) ends in Suffix ("" is every one).
type Rule struct {
	Suffix  string `json:"suffix"`
	Outcome string `json:"outcome"`
	Times   int    `json:"times"`          // per key, then "ok"; 0 is the outcome's own default
	Code    Code   `json:"code,omitempty"` // of the outcomes that refuse or fail, instead of their own
}

// Outcome is what the simulator does with one message.
type Outcome struct {
	Refuse Code // refused at once with this code
	Fail   Code // accepted, then failed by callback with this code
	Never  bool // accepted, no callback
	Way    int  // accepted, and goes through Courses[Way-1]; 0 leaves that to Message.Fate
	Twice  bool // every callback comes again
	Answer Spoil
	Times  int // default of Rule.Times; 0 is always
}

// Spoil is how the answer to an accepted message is spoiled.
type Spoil uint8

const (
	Whole   Spoil = iota
	Cut           // the connection ends without an answer
	Slow          // after SlowAnswer
	Bare          // an HTML 502, as a proxy gives
	Garbled       // 200 with something unreadable
	Lost          // the connection ends before the message is accepted: it is unknown
)

// standard are the outcomes that every simulator has. "refuse" and "fail" take the rule's code.
var standard = map[string]Outcome{
	"ok":               {},
	"refuse":           {Refuse: "500"},
	"fail":             {Fail: "500"},
	"never":            {Never: true},
	"duplicate":        {Twice: true},
	"cut":              {Answer: Lost},
	"cut_after_accept": {Answer: Cut},
	"slow":             {Answer: Slow},
	"bare_500":         {Answer: Bare},
	"garbled":          {Answer: Garbled},
}

func (s *Sim) outcome(r Rule) (Outcome, error) {
	o, known := s.cfg.Outcomes[r.Outcome]
	if !known {
		o, known = standard[r.Outcome]
	}
	switch {
	case !known:
		return o, fmt.Errorf("outcome %q is unknown", r.Outcome)
	case s.cfg.Digits && strings.Trim(r.Suffix, "0123456789") != "":
		return o, fmt.Errorf("suffix %q is not made of digits", r.Suffix)
	case r.Times < 0:
		return o, fmt.Errorf("times %d is negative", r.Times)
	}
	if r.Code != "" && o.Refuse != "" {
		o.Refuse = r.Code
	}
	if r.Code != "" && o.Fail != "" {
		o.Fail = r.Code
	}
	if r.Times != 0 {
		o.Times = r.Times
	}
	return o, nil
}

// SetScript replaces the rules; none brings back those of the configuration.
func (s *Sim) SetScript(rules []Rule) error {
	if len(rules) == 0 {
		rules = s.cfg.Rules
	}
	for _, r := range rules {
		if _, err := s.outcome(r); err != nil {
			return err
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = s.newScript(rules)
	return nil
}

// script is a set of rules and how often each limited one was used, by key: longest suffix first, of equal ones the last given.
type script []scripted

type scripted struct {
	suffix string
	Outcome
	used map[string]int
}

func (s *Sim) newScript(rules []Rule) script {
	var out script
	for i := len(rules) - 1; i >= 0; i-- {
		o, _ := s.outcome(rules[i]) // unknown ones were refused before
		out = append(out, scripted{rules[i].Suffix, o, make(map[string]int)})
	}
	sort.SliceStable(out, func(i, j int) bool { return len(out[i].suffix) > len(out[j].suffix) })
	return out
}

// next is the outcome of the next message of a key, and whether a rule has the key; it counts.
func (s script) next(key string) (out Outcome, ruled bool) {
	for _, r := range s {
		if !strings.HasSuffix(key, r.suffix) {
			continue
		}
		if r.Times > 0 && r.used[key] >= r.Times {
			return Outcome{}, true
		}
		if r.Times > 0 {
			r.used[key]++
		}
		return r.Outcome, true
	}
	return Outcome{}, false
}
