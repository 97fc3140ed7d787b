package manifest

import (
	"slices"
	"testing"
)

// A misspelt field of a descriptor is refused instead of meaning nothing.
func TestUnknownFieldsAreRefused(t *testing.T) {
	if a, err := parse([]byte(`{"name":"toy","settings":[{"name":"toy.url","kind":"address"}]}`)); err != nil ||
		a.Settings[0].Env() != "HERALD_TOY_URL" {
		t.Errorf("%+v %v", a, err)
	}
	if _, err := parse([]byte(`{"name":"toy","setings":[]}`)); err == nil {
		t.Error("it is taken")
	}
}

// A secret of two adapters stands once, with the functions and fields of both.
func TestASecretOfTwoAdaptersIsJoined(t *testing.T) {
	i := slices.IndexFunc(Secrets(), func(s Secret) bool { return s.Name == "pay/sources" })
	s := Secrets()[i]
	if got := string(s.Example); got != `{"rates": "<key of CoinGecko>", "tron": "<key of TronGrid>"}` || !s.IsObject() ||
		!slices.Equal(s.Functions, []string{"job", "pay", "virtual"}) {
		t.Errorf("%s %v", got, s.Functions)
	}
}

// A function reads the secrets that name it, the sign-in keys when it knows its callers, and nothing else. The program that is every
// function reads all.
func TestFunctionsReadTheirSecretsOnly(t *testing.T) {
	for function, want := range map[string][]string{
		"send": {"link/key", "mail/smtp", "provider/seal", "sms/twilio", "voice/twilio", "whatsapp/token"}, "virtual": {"auth/key", "origin/key", "pay/sources"},
		"call": {"auth/key", "origin/key", "speech/seal"}, "receipt": nil, "inbound": nil, "file": nil, Janitor: {"partner/key", "provider/seal"},
		"gc": {"auth/key", "origin/key"}, Links: {"link/key", "origin/key"}, Sockets: {"auth/key", "origin/key"},
		Webhook: {"mail/smtp", "partner/key", "provider/seal", "sms/twilio", "voice/twilio", "whatsapp/app-secret", "whatsapp/verify-token"},
		"build": {"partner/key", "provider/seal", "whatsapp/token"}} {
		if got := slices.Sorted(slices.Values(SecretsOf(function))); !slices.Equal(got, want) {
			t.Errorf("%s reads %v", function, got)
		}
	}
	if n := len(SecretsOf(AllInOne)); n != len(Secrets())+3 {
		t.Errorf("the program that is every function reads %d", n)
	}
}

// A right on an AWS service is given to its function, and only with its setting.
func TestRightsNeedTheirSetting(t *testing.T) {
	for from, want := range map[string]int{"": 0, "+12065550100": 3} {
		if got := AWSRights("send", func(string) string { return from }); len(got) != want {
			t.Errorf("%q: %v", from, got)
		}
	}
	if got := AWSRights("gc", func(string) string { return "set" }); got != nil {
		t.Errorf("%v", got)
	}
}
