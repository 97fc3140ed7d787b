package ratesource_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	ratesim "herald/localstack/simulators/rates"
	"herald/localstack/simulators/sim"
	"herald/pkg/provider"
	"herald/pkg/provider/ratesource"
)

var ctx = context.Background()

func mustWorld(t *testing.T) (*ratesim.Sim, *ratesource.Adapter) {
	t.Helper()
	s := ratesim.New(ratesim.Config{Key: "key", Seed: 1})
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	a, err := ratesource.New(ratesource.Config{BaseURL: server.URL, Key: "key"})
	if err != nil {
		t.Fatal(err)
	}
	return s, a
}

func want(t *testing.T, err error, cause provider.Cause) {
	t.Helper()
	f := new(provider.Failure)
	if !errors.As(err, &f) || f.Verdict != provider.Retry || f.Cause != cause {
		t.Errorf("got %v, not %s", err, cause)
	}
}

func TestRatesAndTheirTime(t *testing.T) {
	s, a := mustWorld(t)
	got, err := a.Quotes(ctx, "USDT", "EUR", "USD", "BTC")
	if err != nil || len(got) != 3 {
		t.Fatalf("%+v %v", got, err)
	}
	for i, rate := range []string{"7.1023", "8.24410911", "7.10087982"} {
		if got[i].Rate.String() != rate {
			t.Errorf("%s: %s, not %s", got[i].Base, got[i].Rate, rate)
		}
		if got[i].Counter != "CNY" || time.Since(got[i].At) > time.Minute || got[i].Source == "" {
			t.Errorf("%+v", got[i])
		}
	}
	// A jump and an old price are reported as they are: the module's guards decide.
	s.Set(map[string]string{"cny": "71.023"}, time.Now().Add(-time.Hour))
	if got, err = a.Quotes(ctx, "USDT"); err != nil || got[0].Rate.String() != "71.023" || time.Since(got[0].At) < 59*time.Minute {
		t.Errorf("%+v %v", got, err)
	}
}

func TestNonsenseIsNoRate(t *testing.T) {
	s, a := mustWorld(t)
	for _, bad := range []string{"0", "-7.1", "null", `"x"`, "1e99", "", "0.0000000001"} {
		s.Set(map[string]string{"cny": bad}, time.Time{})
		_, err := a.Quotes(ctx, "USDT")
		want(t, err, provider.Unreadable)
	}
	s.Set(map[string]string{"cny": "7.1", "usd": ""}, time.Time{})
	_, err := a.Quotes(ctx, "USD")
	want(t, err, provider.Unreadable)
	if got, err := a.Quotes(ctx, "USDT"); err != nil || len(got) != 1 {
		t.Errorf("the others hold: %+v %v", got, err)
	}
	s.Set(nil, time.Unix(0, 0).Add(-time.Hour))
	_, err = a.Quotes(ctx, "USDT")
	want(t, err, provider.Unreadable)
}

func TestSpoiltAnswers(t *testing.T) {
	s, a := mustWorld(t)
	for outcome, cause := range map[string]provider.Cause{"cut": provider.Unreachable, "bare_500": provider.Other,
		"garbled": provider.Unreadable} {
		if err := s.SetScript([]sim.Rule{{Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
		_, err := a.Quotes(ctx, "USDT")
		want(t, err, cause)
	}
	if err := s.SetScript([]sim.Rule{{Outcome: "refuse", Code: "429"}}); err != nil {
		t.Fatal(err)
	}
	_, err := a.Quotes(ctx, "USDT")
	want(t, err, provider.TooOften)
}

func TestAWrongKeyIsAnAccountError(t *testing.T) {
	s := ratesim.New(ratesim.Config{Key: "key", Seed: 1})
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	a, err := ratesource.New(ratesource.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	_, err = a.Quotes(ctx, "USDT")
	want(t, err, provider.BadAccount)
}

func FuzzQuotes(f *testing.F) {
	f.Add(`{"tether":{"cny":7.1,"usd":1.0,"eur":0.9,"last_updated_at":1700000000}}`)
	f.Add(`{"tether":{"cny":1e400}}`)
	f.Fuzz(func(t *testing.T, answer string) {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, answer) }))
		defer server.Close()
		a, err := ratesource.New(ratesource.Config{BaseURL: server.URL})
		if err != nil {
			t.Fatal(err)
		}
		got, err := a.Quotes(ctx, "USDT", "USD", "EUR")
		if err != nil && provider.CauseOf(err) == "" {
			t.Errorf("%v is no failure", err)
		}
		for _, q := range got {
			if q.Rate <= 0 || q.At.Unix() <= 0 {
				t.Errorf("%+v", q)
			}
		}
	})
}
