package subjectreport_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/sessiontest"
)

// The evidence of a number contains all data of its tenant in chronological order, and nothing of another tenant.
func TestEvidenceOfANumber(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 100}).OK()
	c.Post("/aty/consent", apptest.Object{"phoneNumber": "5511987650001", "state": "given", "purpose": "marketing", "source": "web form",
		"evidence": "ticked"}).OK()
	p.SubmitBulk(c, "first", 3, nil)
	p.RunQueues()
	c.Post("/aty/suppression", apptest.Object{"phoneNumber": "5511987650001", "scope": "tenant", "reason": "asked by mail"}).OK()
	p.SubmitBulk(c, "second", 3, nil)
	p.RunQueues()
	lines := p.Evidence(c, "%2B55%2011%2098765-0001")
	for _, want := range []string{"Consented|marketing · web form · ticked", "Sent|first", "Suppressed|manual · asked by mail",
		"Skipped|second"} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("%q is missing in %q", want, lines)
		}
	}
	if n := len(p.Evidence(c, "5511987650099")); n != 0 {
		t.Errorf("%d lines of a number that nobody knows", n)
	}
	p.Users.Admin.Put("/aty/customerinfo/activation/"+p.Users.OtherCustomer.User.ID, nil).OK()
	if n := len(p.Evidence(p.Users.OtherCustomer, "5511987650001")); n != 0 {
		t.Errorf("another customer gets %d lines", n)
	}
	if n := len(p.Evidence(p.Users.Admin, "5511987650001")); n < len(lines) {
		t.Errorf("staff get %d of %d lines", n, len(lines))
	}
	c.Get("/gc/evidence/export?phoneNumber=12").Want(http.StatusBadRequest, 400)
}

// The evidence of an email address contains consents, suppressions and the orders that skipped it. A number and an address together, or
// an invalid address, are refused.
func TestEvidenceOfAnAddress(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	c := p.Users.Customer
	p.Users.Admin.Put("/aty/customerinfo/recharge", apptest.Object{"userId": c.User.ID, "amount": 100}).OK()
	c.Post("/aty/consent", apptest.Object{"email": "Ana@Example.com", "state": "given", "purpose": "news", "source": "web form",
		"evidence": "ticked"}).OK()
	apptest.SeedEmails(t, p.Env, p.Users)
	c.Post("/aty/suppression", apptest.Object{"email": "ana@example.com", "scope": "tenant", "reason": "asked by mail"}).OK()
	p.RunQueues()
	told := func(who *sessiontest.Actor, address string) []string {
		return apptest.EvidenceOf(t, p.Kit, who, "email="+address, "ana@example.com")
	}
	lines := told(c, "ANA%40example.com")
	for _, want := range []string{"Consented|news · web form · ticked", "Suppressed|manual · asked by mail", "Skipped|x"} {
		if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("%q is missing in %q", want, lines)
		}
	}
	if n := len(told(p.Users.Admin, "ana%40example.com")); n < len(lines) {
		t.Errorf("staff get %d of %d lines", n, len(lines))
	}
	if n := len(told(c, "bia%40example.com")); n != 0 {
		t.Errorf("%d lines of an unknown address", n)
	}
	for query, field := range map[string]string{"email=x": "email", "email=a%40b.com&phoneNumber=5511987650001": "email", "": "phoneNumber"} {
		c.Get("/gc/evidence/export?" + query).Bad(field)
	}
}

// A call is a message too.
func TestEvidenceOfACall(t *testing.T) {
	p := apptest.NewCallFixture(t, 10)
	c := p.Users.Customer
	p.Submit(c, p.Body(c, 5, nil, "01"))
	p.RunQueues()
	lines := apptest.EvidenceOf(t, p.Kit, c, "phoneNumber=6281234567801", "6281234567801")
	if !slices.ContainsFunc(lines, func(l string) bool { return strings.HasPrefix(l, "Sent|Ramadan") }) {
		t.Errorf("%q", lines)
	}
}
