package twilio

import (
	"slices"
	"time"

	"herald/pkg/provider"
)

// Codes that we give without asking, where the gateway would.
const (
	codeKind  = 12300
	codeTo    = 21211
	codeEmpty = 21602
	codeFrom  = 21603
	codeLong  = 21617
	codeRate  = 20429
)

// class is one kind of refusal: the pipeline's action, its meaning for the sending customer, and its codes.
type class struct {
	name   string
	out    provider.Outcome
	reason provider.Reason
	codes  []int
}

// classes of facts §2.3. A sender that a person must repair (Stop) keeps its targets unsent: Retry.
var classes = []class{
	{"rate", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second}, provider.TooFast,
		[]int{codeRate, 14107, 30022, 63038}},
	{"queue full", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: 30 * time.Second}, provider.TooFast,
		[]int{21611, 30001}},
	{"account", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true}, provider.OtherReason,
		[]int{20003, 20005, 20008, 20404, 21408, codeFrom, 21606, 21659, 21660, 21661, 21703, 21704, 21705, 30002, 30034, 30132, 63016}},
	{"opt-out", provider.Outcome{Verdict: provider.Rejected, Suppress: true}, provider.OptedOut, []int{21610}},
	{"number", provider.Outcome{Verdict: provider.Rejected}, provider.OffNetwork,
		[]int{21201, codeTo, 21212, 21214, 21217, 21421, 21612, 21614, 21635, 30003, 30004, 30005, 30006, 30011}},
	{"filtered", provider.Outcome{Verdict: provider.Rejected}, provider.Filtered,
		[]int{30007, 30009, 30010, 30023, 30024, 30038, 30039, 30410, 30450, 30453}},
	{"content", provider.Outcome{Verdict: provider.Rejected}, provider.OtherReason, []int{codeKind, codeEmpty, 21605, codeLong, 21619, 21620}},
}

func find(code int) *class {
	for i := range classes {
		if slices.Contains(classes[i].codes, code) {
			return &classes[i]
		}
	}
	return nil
}

// of is the outcome of a code; one that we do not know is final.
func of(code int) provider.Outcome {
	if c := find(code); c != nil {
		return c.out
	}
	return provider.Outcome{Verdict: provider.Rejected}
}

// Reason is the meaning of a code for the sending customer.
func Reason(code int) provider.Reason {
	if c := find(code); c != nil {
		return c.reason
	}
	return provider.OtherReason
}
