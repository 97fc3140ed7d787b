package ses_test

import (
	"errors"
	"strings"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/ses"
)

// The quota of the account is what the service says.
func TestQuota(t *testing.T) {
	w := mustWire(t)
	w.adapter.Send(t.Context(), letter("ana@mail.example"))
	email := w.adapter.Account().Email
	if q, err := email.Quota(t.Context()); err != nil || q != (provider.EmailQuota{PerSecond: 100, PerDay: 1_000_000, SentToday: 1}) {
		t.Errorf("%+v %v", q, err)
	}
	w.control("config", `{"max24HourSend":-1,"sendingEnabled":false}`)
	if q, err := email.Quota(t.Context()); err != nil || !q.Paused || q.PerDay != 0 {
		t.Errorf("%+v %v", q, err)
	}
}

// The account's own list refuses by an event, which is a blacklist's bounce.
func TestTheSuppressionListOfTheAccount(t *testing.T) {
	w := mustWire(t)
	email, ctx := w.adapter.Account().Email, t.Context()
	if _, ok, err := email.Suppressed(ctx, "ana+x@mail.example"); ok || err != nil {
		t.Errorf("%v %v", ok, err)
	}
	if err := email.Suppress(ctx, "ana+x@mail.example", provider.SuppressedComplaint); err != nil {
		t.Fatal(err)
	}
	if s, ok, err := email.Suppressed(ctx, "ana+x@mail.example"); !ok || err != nil ||
		s.Cause != provider.SuppressedComplaint || s.Since.IsZero() {
		t.Errorf("%+v %v %v", s, ok, err)
	}
	w.adapter.Send(ctx, letter("ana+x@mail.example"))
	w.until("the bounce", func() bool { return len(w.events.Receipts) == 2 })
	if r := w.events.Receipts[1]; r.Bounce != provider.Blacklist || ses.Reason(r.Code) != provider.Blacklisted {
		t.Errorf("%+v", r)
	}
	for range 2 {
		if err := email.Unsuppress(ctx, "ana+x@mail.example"); err != nil {
			t.Error(err)
		}
	}
}

// A domain is pending with its records until the service finds them.
func TestDomains(t *testing.T) {
	w := mustWire(t)
	domains, ctx := w.adapter.Account().Domains, t.Context()
	if _, err := domains.Identity(ctx, "new.example"); !errors.Is(err, provider.ErrNoIdentity) {
		t.Errorf("%v", err)
	}
	id, err := domains.CreateIdentity(ctx, "new.example")
	if err != nil || id.Sending || id.Status != provider.IdentityPending || id.DKIM != provider.IdentityPending || len(id.Records) != 3 {
		t.Fatalf("%+v %v", id, err)
	}
	if r := id.Records[0]; r.Type != "CNAME" || !strings.HasSuffix(r.Name, "._domainkey.new.example") ||
		!strings.HasSuffix(r.Value, ".dkim.amazonses.com") {
		t.Errorf("%+v", r)
	}
	if again, err := domains.CreateIdentity(ctx, "new.example"); err != nil || again.Records[2] != id.Records[2] {
		t.Errorf("%+v %v", again, err)
	}
	w.control("identities", `{"name":"new.example","status":"FAILED","problem":"HOST_NOT_FOUND"}`)
	if id, err := domains.Identity(ctx, "new.example"); err != nil || id.Status != provider.IdentityFailed || id.Problem != "HOST_NOT_FOUND" {
		t.Errorf("%+v %v", id, err)
	}
	w.control("identities", `{"name":"new.example","status":"SUCCESS"}`)
	if id, err := domains.Identity(ctx, "new.example"); err != nil || !id.Sending || id.Status != provider.IdentityVerified {
		t.Errorf("%+v %v", id, err)
	}
	for range 2 {
		if err := domains.DeleteIdentity(ctx, "new.example"); err != nil {
			t.Error(err)
		}
	}
	if _, err := domains.Identity(ctx, "new.example"); !errors.Is(err, provider.ErrNoIdentity) {
		t.Errorf("%v", err)
	}
	nowhere := ses.New(ses.Config{API: api("http://127.0.0.1:1", "secret")}).Account()
	var refusal *provider.Refusal
	if _, err := nowhere.Domains.CreateIdentity(ctx, "new.example"); !errors.As(err, &refusal) || refusal.Outcome.Verdict != provider.Retry {
		t.Errorf("%v", err)
	}
}
