package provider_test

import (
	"testing"

	"herald/pkg/provider"
)

// An enhanced status code is stored as its digits and comes back.
func TestEnhancedCodes(t *testing.T) {
	for text, want := range map[string]int{"5.1.1": 511, "4.2.2": 422, "5.7.515": 57515, "4.7.28": 4728, " 5.1.10 ": 5110, "5.4.310": 54310,
		"5.0.0": 500, "": 0, "5.1": 0, "5..1": 0, "2.0.0": 0, "9.9.9": 0, "5.1.1234": 0, "5.12.1": 0, "5.1.01": 0, "5.x.1": 0, "5.1.1.1": 0,
		"5.-1.1": 0} {
		got := provider.EnhancedCode(text)
		if got != want {
			t.Errorf("%q is %d, want %d", text, got, want)
		}
		if back := provider.EnhancedText(got); got > 0 && provider.EnhancedCode(back) != got {
			t.Errorf("%d comes back as %q", got, back)
		}
	}
	for words, want := range map[string]int{"smtp; 550 5.1.1 user unknown": 511, "550-[5.2.1]: disabled": 521, "550 #5.7.515=x": 57515,
		"connect to 5.1.1.9 timed out": 0, "mx-5.example": 0, "": 0} {
		if got := provider.EnhancedIn(words); got != want {
			t.Errorf("%q has %d", words, got)
		}
	}
	for _, code := range []int{0, 1, 99, 100, 1100, 350, 600, 600_000, -5} {
		if text := provider.EnhancedText(code); text != "" {
			t.Errorf("%d is %q", code, text)
		}
	}
}

// What a code says about the address and the sender.
func TestMeaningsOfEnhancedCodes(t *testing.T) {
	for text, want := range map[string]struct {
		reason  provider.Reason
		bounce  provider.Bounce
		refused bool // the sender's authentication
	}{
		"5.1.1": {provider.NoMailbox, provider.Hard, false}, "5.1.10": {provider.NoMailbox, provider.Hard, false},
		"5.2.1": {provider.NoMailbox, provider.Hard, false}, "5.2.2": {provider.MailboxFull, provider.Soft, false},
		"4.2.2": {provider.MailboxFull, provider.Soft, false}, "4.1.1": {provider.NoMailbox, provider.Soft, false},
		"5.4.310": {provider.NoMailbox, provider.Hard, false}, "5.4.1": {provider.NotNow, provider.Soft, false},
		"5.7.1": {provider.MailFiltered, provider.Soft, false}, "5.7.26": {provider.Unproven, provider.Soft, true},
		"5.7.515": {provider.Unproven, provider.Soft, true}, "4.7.26": {provider.Unproven, provider.Soft, false},
		"5.6.0": {provider.BadContent, provider.Soft, false}, "5.3.4": {provider.BadContent, provider.Soft, false},
		"5.0.0": {provider.OtherReason, provider.Soft, false}, "5.9.9": {provider.OtherReason, provider.Soft, false},
	} {
		code := provider.EnhancedCode(text)
		if r, b, u := provider.EnhancedReason(code), provider.EnhancedBounce(code), provider.Unauthenticated(code); r != want.reason ||
			b != want.bounce || u != want.refused {
			t.Errorf("%s: %s %d %v", text, r, b, u)
		}
	}
	if provider.EnhancedBounce(0) != provider.NoBounce || provider.Unauthenticated(0) {
		t.Error("no code says something")
	}
}
