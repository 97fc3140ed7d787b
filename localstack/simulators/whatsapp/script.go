package whatsappsim

import (
	"fmt"
	"sort"
	"strings"
)

// Rule scripts what happens to recipients whose number ends in Suffix ("" is every one).
type Rule struct {
	Suffix  string `json:"suffix"`
	Outcome string `json:"outcome"`
	Times   int    `json:"times"` // per recipient, then "ok"; 0 is the outcome's own default
	Code    int    `json:"code"`  // of the outcomes "refuse" and "fail"
}

// outcome is what the simulator does with one message.
type outcome struct {
	refuse int  // refused at once with this code
	fail   int  // accepted, then failed by webhook with this code
	never  bool // accepted, no receipt
	answer answer
	times  int // default of Rule.Times; 0 is always
}

// answer is how the response to an accepted message is spoiled.
type answer uint8

const (
	answerWhole   answer = iota
	answerCut            // the connection ends without an answer
	answerSlow           // after 3 s
	answerBare           // an HTML 502, as a proxy gives
	answerGarbled        // 200 with something unreadable
)

// outcomes are those of decisions §10, and below the line some more for tests.
var outcomes = map[string]outcome{
	"ok":               {},
	"undeliverable":    {fail: 131026},
	"not_whatsapp":     {refuse: 131026},
	"pair_rate":        {refuse: 131056, times: 2},
	"rate":             {refuse: 130429, times: 2},
	"server_error":     {refuse: 131000, times: 2},
	"cut_after_accept": {answer: answerCut},
	"slow":             {answer: answerSlow},
	"paused_template":  {refuse: 132015},
	"never":            {never: true},

	"refuse":   {refuse: 131000}, // with the rule's code
	"fail":     {fail: 131026},   // with the rule's code
	"bare_500": {answer: answerBare},
	"garbled":  {answer: answerGarbled},
}

// defaultRules are the scripted last digits of facts 1.10.
var defaultRules = []Rule{
	{Suffix: "26", Outcome: "undeliverable"},
	{Suffix: "49", Outcome: "fail", Code: 131049},
	{Suffix: "50", Outcome: "fail", Code: 131050},
	{Suffix: "97", Outcome: "cut_after_accept"},
	{Suffix: "98", Outcome: "server_error"},
	{Suffix: "99", Outcome: "never"},
}

func (r Rule) check() error {
	if _, known := outcomes[r.Outcome]; !known {
		return fmt.Errorf("outcome %q is unknown", r.Outcome)
	}
	if strings.Trim(r.Suffix, "0123456789") != "" {
		return fmt.Errorf("suffix %q is not made of digits", r.Suffix)
	}
	if r.Times < 0 {
		return fmt.Errorf("times %d is negative", r.Times)
	}
	return nil
}

func (r Rule) outcome() outcome {
	o := outcomes[r.Outcome]
	if r.Code != 0 && r.Outcome == "refuse" {
		o.refuse = r.Code
	}
	if r.Code != 0 && r.Outcome == "fail" {
		o.fail = r.Code
	}
	if r.Times != 0 {
		o.times = r.Times
	}
	return o
}

// script is a set of rules and how often each limited one was used, by recipient.
type script struct {
	rules []scripted // longest suffix first; of equal ones the last given
}

type scripted struct {
	suffix string
	outcome
	used map[string]int
}

func newScript(rules []Rule) script {
	var s script
	for i := len(rules) - 1; i >= 0; i-- {
		s.rules = append(s.rules, scripted{suffix: rules[i].Suffix, outcome: rules[i].outcome(), used: make(map[string]int)})
	}
	sort.SliceStable(s.rules, func(i, j int) bool { return len(s.rules[i].suffix) > len(s.rules[j].suffix) })
	return s
}

// next is the outcome of the next message to a recipient; it counts.
func (s *script) next(to string) outcome {
	for i := range s.rules {
		r := &s.rules[i]
		if !strings.HasSuffix(to, r.suffix) {
			continue
		}
		if r.times == 0 {
			return r.outcome
		}
		if r.used[to] >= r.times {
			return outcome{}
		}
		r.used[to]++
		return r.outcome
	}
	return outcome{}
}
