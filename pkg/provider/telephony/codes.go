package telephony

import (
	"slices"
	"time"

	"herald/pkg/provider"
)

// Codes of the provider that we give or read ourselves; those of an ended call are SIP's.
const (
	codeRequest  = 20001
	codeTo       = 21211
	codeRate     = 20429
	codeBusy     = 486
	codeNoAnswer = 480
	codeCanceled = 487
	codeFailed   = 500
)

// class is one kind of refusal: the pipeline's action, its meaning for the ordering customer, and its codes.
type class struct {
	out    provider.Outcome
	reason provider.Reason
	codes  []int
}

// classes of facts §4. A sender that a person must repair (Stop) keeps its targets uncalled: Retry.
var classes = []class{
	{provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second}, provider.TooFast, []int{codeRate}},
	// all lines are taken
	{provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: 5 * time.Second}, provider.TooFast, []int{10004}},
	{provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true}, provider.OtherReason,
		[]int{10001, 10002, 20003, 20005, 20008, 20404, 21210, 21212, 21213, 21215}},
	{provider.Outcome{Verdict: provider.Rejected}, provider.OffNetwork, []int{codeTo, 21201, 21214, 21217, 13223, 13224}},
	{provider.Outcome{Verdict: provider.Rejected}, provider.Filtered, []int{21216, 13225, 603, 607, 608}},
	{provider.Outcome{Verdict: provider.Rejected}, provider.Busy, []int{codeBusy, 600}},
	{provider.Outcome{Verdict: provider.Rejected}, provider.NoAnswer, []int{codeNoAnswer, codeCanceled, 408}},
	{provider.Outcome{Verdict: provider.Rejected}, provider.OffNetwork, []int{404, 410, 484, 604}},
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

// Reason is the meaning of a code for the ordering customer.
func Reason(code int) provider.Reason {
	if c := find(code); c != nil {
		return c.reason
	}
	return provider.OtherReason
}
