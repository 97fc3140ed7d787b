package ses

import (
	"testing"

	"herald/pkg/provider"
)

// Numbers of words are stored: they never change, none belongs to two words, and none is that of an enhanced status code.
func TestNumbersOfWords(t *testing.T) {
	seen, last := map[string]bool{}, 0
	for i, c := range classes {
		if c.first%100 != 0 || c.first <= last || c.first >= 400 && c.first < 600 || len(c.words) > 100 {
			t.Errorf("%s begins at %d and has %d", c.name, c.first, len(c.words))
		}
		last = c.first
		for k, w := range c.words {
			got, code := find(w)
			if seen[w] || got != &classes[i] || code != c.first+k || Reason(code) != c.reason || provider.EnhancedText(code) != "" {
				t.Errorf("%s: %d", w, code)
			}
			seen[w] = true
		}
	}
	for word, want := range map[string]int{"TooManyRequestsException": 100, "AccountSuspendedException": 300,
		"MailFromDomainNotVerifiedException": 600, unverified: 601, dailyQuota: 701, "MessageRejected": 800, notAsked: 803, suppressed: 900,
		complaint: 1000, noDetail: 1100, softNoDetail: 1200} {
		if got := numberOf(word); got != want {
			t.Errorf("%s is %d, was %d", word, got, want)
		}
	}
	if Reason(0) != provider.OtherReason || Reason(511) != provider.NoMailbox || Reason(57515) != provider.Unproven {
		t.Error("numbers without a word")
	}
}

// Every error code has its outcome.
func TestEveryErrorCodeHasItsOutcome(t *testing.T) {
	for _, c := range []struct {
		r       Refused
		verdict provider.Verdict
		scope   provider.Scope
		stop    bool
	}{
		{Refused{"TooManyRequestsException", "Maximum sending rate exceeded."}, provider.Retry, provider.Sender, false},
		{Refused{"TooManyRequestsException", "Daily message quota exceeded."}, provider.Retry, provider.Sender, false},
		{Refused{"ThrottlingException", ""}, provider.Retry, provider.Sender, false},
		{Refused{"LimitExceededException", ""}, provider.Retry, provider.Sender, false},
		{Refused{"AccountSuspendedException", ""}, provider.Retry, provider.Sender, true},
		{Refused{"SendingPausedException", ""}, provider.Retry, provider.Sender, true},
		{Refused{"AccessDeniedException", ""}, provider.Retry, provider.Sender, true},
		{Refused{"NotFoundException", "Configuration set <x> does not exist."}, provider.Retry, provider.Sender, true},
		{Refused{"MailFromDomainNotVerifiedException", ""}, provider.Retry, provider.Sender, true},
		{Refused{"MessageRejected", "Email address is not verified. The following identities failed the check in region EU: " +
			"News <a@shop.example>, x@y.example"}, provider.Retry, provider.Sender, true},
		{Refused{"MessageRejected", "Email address is not verified. The following identities failed the check in region EU: a@myshop.example"},
			provider.Rejected, provider.Target, false},
		{Refused{"MessageRejected", "a virus"}, provider.Rejected, provider.Target, false},
		{Refused{"BadRequestException", ""}, provider.Rejected, provider.Target, false},
		{Refused{"InternalServiceErrorException", ""}, provider.Unknown, provider.Target, false},
		{Refused{"SomethingNew", ""}, provider.Unknown, provider.Target, false},
	} {
		got := outcomeOf(&c.r, "news@shop.example")
		if got.Verdict != c.verdict || got.Scope != c.scope || got.Stop != c.stop {
			t.Errorf("%+v: %+v", c.r, got)
		}
		if got.Verdict == provider.Retry && !got.Stop && got.After == 0 {
			t.Errorf("%s is tried again at once", c.r.Name)
		}
	}
}

// A bounce without an enhanced status code is found in the words of the mail server, or gets a number of its own.
func TestBouncesWithoutAStatus(t *testing.T) {
	for name, c := range map[string]struct {
		kind, sub, status, words string
		code                     int
		bounce                   provider.Bounce
	}{
		"in the words":         {"Permanent", "General", "", "smtp; 550 5.1.1 unknown", 511, provider.Hard},
		"in brackets":          {"Permanent", "General", "", "550-[5.2.1]: disabled", 521, provider.Hard},
		"nowhere":              {"Permanent", "NoEmail", "", "unknown user", 1100, provider.Hard},
		"nowhere, passing":     {"Transient", "General", "", "", 1200, provider.Soft},
		"undetermined":         {"Undetermined", "Undetermined", "", "", 1200, provider.Soft},
		"a status that is not": {"Transient", "General", "9.9.9", "", 1200, provider.Soft},
		"suppressed":           {"Permanent", "Suppressed", "5.1.1", "", 900, provider.Blacklist},
		"on the account":       {"Permanent", "OnAccountSuppressionList", "", "", 901, provider.Blacklist},
		"on the tenant":        {"Permanent", "OnTenantSuppressionList", "", "", 902, provider.Blacklist},
	} {
		var e event
		e.Bounce.Type, e.Bounce.SubType = c.kind, c.sub
		e.Bounce.Recipients = []recipient{{c.status, c.words}}
		if code, b := bounced(&e); code != c.code || b != c.bounce {
			t.Errorf("%s: %d %d", name, code, b)
		}
	}
}
