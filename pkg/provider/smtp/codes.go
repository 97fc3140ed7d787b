package smtp

import (
	"slices"
	"strings"
	"time"

	"herald/pkg/provider"
)

// Numbers of our own, beside those of enhanced status codes (provider.EnhancedCode).
const (
	notAsked   = 800  // we would not send that
	complained = 1000 // a report of a mailbox provider
)

// ownReasons of the numbers of our own.
var ownReasons = map[int]provider.Reason{notAsked: provider.BadContent, complained: provider.OptedOut}

// Reason is the meaning of a number for the sending customer.
func Reason(code int) provider.Reason {
	if r, own := ownReasons[code]; own {
		return r
	}
	return provider.EnhancedReason(code)
}

// basic are the enhanced status codes of answers without one (RFC 5321 §4.2.3, RFC 3463).
var basic = map[int]int{421: 432, 450: 420, 451: 430, 452: 422, 454: 470, 530: 570, 534: 579, 535: 578, 538: 5711, 552: 522}

// Words that tell apart what mail servers give one code.
var (
	mailboxWords = []string{"no such user", "user unknown", "unknown user", "no mailbox", "mailbox unavailable", "mailbox not found",
		"does not exist", "doesn't exist", "not exist", "recipient rejected", "invalid recipient", "invalid mailbox", "unknown recipient",
		"no such recipient", "address rejected", "user not found", "account disabled", "no longer available", "recipient unknown",
		"unknown address", "undeliverable address", "account that you tried to reach", "doesn't have a", "no such mailbox"}
	proofWords = []string{"dmarc", "dkim", "spf", "unauthenticated", "not authenticated", "authentication requirements", "sender policy",
		"authentication failed for", "doesn't meet the required authentication"}
	relayWords = []string{"relay"}
	greyWords  = []string{"greylist", "graylist", "grey-list", "gray-list", "greylisted"}
)

func says(words string, any []string) bool {
	words = strings.ToLower(words)
	return slices.ContainsFunc(any, func(w string) bool { return strings.Contains(words, w) })
}

// codeOf is the number of an answer: its enhanced status code, or the one that its code and words stand for.
func codeOf(answer int, words string) int {
	first := answer / 100
	if code := provider.EnhancedIn(words); code != 0 && provider.EnhancedText(code)[0] == byte('0'+first) {
		return code
	}
	if code, known := basic[answer]; known {
		return code
	}
	switch {
	case first == 5 && says(words, mailboxWords):
		return 511
	case first == 5 && says(words, proofWords):
		return 5726
	case first == 4:
		return 400
	}
	return 500
}

// unproven reports a refusal of the sender's authentication. 5.7.1 stands for many policies, so its words decide.
func unproven(code int, words string) bool {
	return provider.Unauthenticated(code) || (code == 571 || code == 570 || code == 550) && says(words, proofWords)
}

const (
	later = time.Minute      // a relay that limits us
	grey  = 5 * time.Minute  // greylisting, a full mailbox
	busy  = 30 * time.Second // a relay that does not take connections
)

// outcomeOf is the outcome of a refusal. A sender that a person must repair (Stop) keeps its recipients unsent: Retry.
func outcomeOf(r *Refused) provider.Outcome {
	out := provider.Outcome{Code: codeOf(r.Code, r.Words), Detail: provider.Clip(r.Error())}
	stop := func() provider.Outcome {
		out.Verdict, out.Scope, out.Stop = provider.Retry, provider.Sender, true
		return out
	}
	wait := func(scope provider.Scope, after time.Duration) provider.Outcome {
		out.Verdict, out.Scope, out.After = provider.Retry, scope, after
		return out
	}
	permanent := r.Code/100 == 5
	switch {
	case r.Code/100 != 4 && !permanent: // no answer that a relay may give here
		out.Verdict, out.Code = provider.Unknown, 0
		return out
	case r.Stage == Signing && permanent, r.Stage == Connecting && permanent, r.Stage == Sender && permanent:
		return stop()
	case r.Stage <= Signing:
		return wait(provider.Sender, busy)
	case permanent && unproven(out.Code, r.Words), permanent && says(r.Words, relayWords):
		return stop()
	case permanent:
		out.Verdict, out.Bounce = provider.Rejected, provider.EnhancedBounce(out.Code)
		return out
	case says(r.Words, greyWords):
		return wait(provider.Target, grey)
	case r.Code == 421 || out.Code/10 == 47 || out.Code/100 == 47 || out.Code/1000 == 47:
		return wait(provider.Sender, later)
	}
	return wait(provider.Target, grey)
}
