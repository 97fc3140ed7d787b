package whatsapp

import (
	"time"

	"herald/pkg/provider"
)

// class is one kind of refusal: what the pipeline does about it, and the codes that mean it.
type class struct {
	name  string
	out   provider.Outcome
	codes []span
}

// span is a range of codes, both ends included.
type span struct{ from, to int }

func codes(list ...int) []span {
	spans := make([]span, len(list))
	for i, c := range list {
		spans[i] = span{c, c}
	}
	return spans
}

// classes is the whole of facts 1.6 with the additions of 1.11. After is the wait after the first refusal; callers
// lengthen it (pair rate: 4^n, by Grow) and add jitter. A sender that a person must repair (Stop) keeps its targets
// unsent: Retry.
var classes = []class{
	{"rate", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second},
		codes(4, 80007, 130429)},
	{"outage", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: 5 * time.Second},
		codes(2, 131016, 131057, 133004)},
	{"transient", provider.Outcome{Verdict: provider.Retry, After: 2 * time.Second},
		codes(1, 131000, 131053)},
	{"pair", provider.Outcome{Verdict: provider.Retry, After: 6 * time.Second, Grow: 4},
		codes(131056)},
	{"quality", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true},
		codes(131048, 131064)},
	{"account", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true},
		append(codes(0, 3, 10, 33, 104, 190, 368, 130403, 130497, 131005, 131031, 131037, 131042, 131045,
			133010, 133016, 134011), span{200, 299})},
	{"template", provider.Outcome{Verdict: provider.Retry, Scope: provider.Content, Stop: true},
		codes(132001, 132007, 132015, 132016, 132068, 132069, 134100, 134101, 134102)},
	{"values", provider.Outcome{Verdict: provider.Retry, Scope: provider.Content, Stop: true, Values: true},
		codes(132000, 132005, 132012)},
	{"recipient", provider.Outcome{Verdict: provider.Rejected},
		codes(130472, 131021, 131026, 131030, 131062)},
	{"policy", provider.Outcome{Verdict: provider.Rejected},
		codes(131049)},
	{"optout", provider.Outcome{Verdict: provider.Rejected, Suppress: true},
		codes(131050)},
	{"window", provider.Outcome{Verdict: provider.Rejected},
		codes(131047)},
	{"request", provider.Outcome{Verdict: provider.Rejected},
		codes(100, 131008, 131009, 131051, 131052, 131055, 131060, 131063, 132018, 135000)},
}

// byCode finds the class of a code.
var byCode = indexCodes(classes)

func indexCodes(classes []class) map[int]*class {
	index := make(map[int]*class)
	for i := range classes {
		for _, s := range classes[i].codes {
			for c := s.from; c <= s.to; c++ {
				index[c] = &classes[i]
			}
		}
	}
	return index
}

// refusal is the outcome of a Graph error: by its code; a code that we do not know is retried
// when the API calls it transient or a failure of its own, and is final otherwise.
func refusal(status int, e *graphError) provider.Outcome {
	code := int(*e.Code)
	out := provider.Outcome{Verdict: provider.Rejected}
	switch c := byCode[code]; {
	case c != nil:
		out = c.out
	case status == 429:
		out = byCode[130429].out
	case e.Transient || status >= 500:
		out = byCode[131000].out
	}
	out.Code, out.Detail = code, provider.Clip(e.detail())
	return out
}

// Reason is the meaning of Meta's error code for the sending customer (facts/channels §1); codes of the same meaning
// share one.
func Reason(code int) provider.Reason {
	switch code {
	case 131026, 131021, 131030:
		return provider.Undeliverable
	case 131049, 130472:
		return provider.CappedThere
	case 131050:
		return provider.OptedOut
	case 131047:
		return provider.OutOfWindow
	case 130429, 131056, 131048, 80007, 4:
		return provider.TooFast
	case 132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018:
		return provider.BadTemplate
	case 131051, 131052, 131053:
		return provider.BadMedia
	}
	return provider.OtherReason
}

// Account is the adapter as the modules know it.
func (a *Adapter) Account() *provider.Account {
	return &provider.Account{Messenger: a, Media: a, Sent: a, Templates: a, Groups: a, Hook: "whatsapp", Events: a, Reason: Reason,
		Check: a}
}
