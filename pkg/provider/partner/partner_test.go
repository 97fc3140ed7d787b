package partner

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"testing"
	"time"

	partnersim "herald/localstack/simulators/partner"
	"herald/localstack/simulators/sim"
	"herald/pkg/provider"
)

func at(t *testing.T, token string) (*Adapter, *partnersim.Sim) {
	t.Helper()
	s := partnersim.New(partnersim.Config{Token: "token", Secret: "secret", Seed: 1, Takes: time.Millisecond})
	t.Cleanup(s.Close)
	a, err := New(Config{BaseURL: "http://partner", Token: token, Secrets: []string{"secret"}, NotifyURL: "http://herald/hook",
		Client: &http.Client{Transport: s.Transport()}, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	return a, s
}

// The partner's answers are classified by their meaning for us.
func TestRefusals(t *testing.T) {
	b := provider.Batch{Reference: "a-b-1", Numbers: []uint64{5511987654321}, Checks: []string{provider.CheckWhatsApp}}
	for name, c := range map[string]struct {
		token string
		rule  sim.Rule
		cause provider.Cause
	}{
		"taken": {"token", sim.Rule{Outcome: "ok"}, ""}, "token": {"other", sim.Rule{Outcome: "ok"}, provider.BadAccount},
		"account": {"token", sim.Rule{Outcome: "account"}, provider.BadAccount},
		"busy":    {"token", sim.Rule{Outcome: "busy"}, provider.TooOften}, "invalid": {"token", sim.Rule{Outcome: "invalid"}, provider.BadInput},
		"cut": {"token", sim.Rule{Outcome: "cut"}, provider.Unreachable}, "bare": {"token", sim.Rule{Outcome: "bare_500"}, provider.Other},
	} {
		a, s := at(t, c.token)
		if err := s.SetScript([]sim.Rule{c.rule}); err != nil {
			t.Fatal(err)
		}
		if err := a.Screen(context.Background(), b); provider.CauseOf(err) != c.cause {
			t.Errorf("%s: %v", name, err)
		}
	}
	a, _ := at(t, "token")
	if _, err := a.Screened(context.Background(), "nobody"); provider.CauseOf(err) != provider.NotThere {
		t.Error(err)
	}
	if err := a.Cancel(context.Background(), "nobody"); err != nil {
		t.Error(err)
	}
	if err := a.Screen(context.Background(), b); err != nil {
		t.Error(err)
	}
	b.Numbers = []uint64{5511987654322}
	if err := a.Screen(context.Background(), b); provider.CauseOf(err) != provider.NumberUsed {
		t.Error(err)
	}
}

// A partner's data about people is shown to customers: only known values pass.
func TestOnlyWhatIsMeantIsBelieved(t *testing.T) {
	if picture("javascript:alert(1)") != "" || picture("http://x/y") != "" || picture("https://x/y.jpg") == "" || gender("other") != "" ||
		age(-1) != 0 || age(121) != 0 || age(30) != 30 {
		t.Error("pictures, genders or ages")
	}
	now := time.Now()
	if !past(now.Add(time.Hour), now).Equal(now) || len([]rune(short(string(make([]rune, 600))))) != 500 {
		t.Error("times or texts")
	}
}

// The document that partners build by names the calls that the adapter makes.
func TestDocument(t *testing.T) {
	text, err := os.ReadFile("openapi.json")
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	for _, method := range []string{"put", "get", "delete"} {
		if doc.Paths["/v1/screenings/{reference}"][method] == nil {
			t.Error("no", method)
		}
	}
}
