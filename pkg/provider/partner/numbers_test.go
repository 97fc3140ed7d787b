package partner

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	partnersim "herald/localstack/simulators/partner"
	"herald/localstack/simulators/sim"
	"herald/pkg/provider"
)

// Every call about numbers, every answer of the simulator and every callback is as the document says, and the document has no more. A
// request that is repeated is the same one, and so is a replacement.
func TestNumbersAreAsTheDocumentSays(t *testing.T) {
	h := mustHold(t, "numbers.json")
	now := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	s := partnersim.New(partnersim.Config{Token: "token", Secret: "secret", Seed: 1, Takes: time.Millisecond,
		Now: func() time.Time { return now }, Transport: sim.InMemory(h)})
	h.to = s.Transport()
	made := func(token string) *Numbers {
		a, err := NewNumbers(Config{BaseURL: "http://partner", Token: token, Secrets: []string{"secret"}, NotifyURL: "http://herald/hook",
			Client: &http.Client{Transport: h}, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	a, ctx := made("token"), context.Background()
	h.ear = a
	asked := func(reference string) provider.NumberRequest {
		return provider.NumberRequest{Reference: reference, Country: "BR", Type: "whatsapp", Quality: "high", Age: "new", Quantity: 4}
	}
	for outcome, cause := range map[string]provider.Cause{"invalid": provider.BadInput, "account": provider.BadAccount, "busy": provider.TooOften} {
		if err := s.SetScript([]sim.Rule{{Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
		if err := a.RequestNumbers(ctx, asked("N9")); provider.CauseOf(err) != cause {
			t.Errorf("%s: %v", outcome, err)
		}
	}
	if err := s.SetScript([]sim.Rule{{Suffix: "N2", Outcome: "refused"}, {Suffix: "N3", Outcome: "partial"}}); err != nil {
		t.Fatal(err)
	}
	if err := made("another").RequestNumbers(ctx, asked("N1")); provider.CauseOf(err) != provider.BadAccount {
		t.Error(err)
	}
	if _, err := a.NumbersOf(ctx, "N1"); provider.CauseOf(err) != provider.NotThere {
		t.Error(err)
	}
	for _, reference := range []string{"N1", "N1", "N2", "N3"} {
		if err := a.RequestNumbers(ctx, asked(reference)); err != nil {
			t.Error(err)
		}
	}
	other := asked("N1")
	other.Quantity = 5
	if err := a.RequestNumbers(ctx, other); provider.CauseOf(err) != provider.NumberUsed {
		t.Error(err)
	}
	other.Quantity = 0
	if err := a.RequestNumbers(ctx, other); provider.CauseOf(err) != provider.BadInput {
		t.Error(err)
	}
	done := make(chan struct{})
	s.After(time.Second, func() { close(done) })
	<-done
	got, err := a.NumbersOf(ctx, "N1")
	if err != nil || got.State != provider.BatchDone || len(got.Numbers) != 4 {
		t.Fatalf("%+v, %v", got, err)
	}
	if part, err := a.NumbersOf(ctx, "N3"); err != nil || part.State != provider.BatchDone || len(part.Numbers) != 2 {
		t.Errorf("%+v, %v", part, err)
	}
	if no, err := a.NumbersOf(ctx, "N2"); err != nil || no.State != provider.BatchRefused || no.Code == "" {
		t.Errorf("%+v, %v", no, err)
	}
	first, err := a.ReplaceNumber(ctx, "N1", got.Numbers[0])
	again, failed := a.ReplaceNumber(ctx, "N1", got.Numbers[0])
	if err != nil || failed != nil || first != again || slices.Contains(got.Numbers, first) {
		t.Errorf("%d and %d, %v, %v", first, again, err, failed)
	}
	if _, err := a.ReplaceNumber(ctx, "N1", 5511900000000); provider.CauseOf(err) != provider.NotThere {
		t.Error(err)
	}
	for _, n := range []uint64{got.Numbers[1], got.Numbers[1], 5511900000000} {
		if err := a.ReturnNumber(ctx, "N1", n); err != nil {
			t.Error(err)
		}
	}
	s.Close() // no more events come
	if _, back := s.Requests(); len(back) != 1 || !slices.Contains(h.told, "N1") {
		t.Errorf("%v went back, told of %v", back, h.told)
	}
	for path, has := range h.doc["paths"].(map[string]any) {
		for method := range has.(map[string]any) {
			if method != "parameters" && !h.used[method+" "+path] {
				t.Errorf("nothing calls %s %s", method, path)
			}
		}
	}
}
