package domain_test

import (
	"testing"
	"time"

	"herald/pkg/campaign/domain"
	"herald/pkg/kit/certificate"
)

// Short links use a domain that leads to the platform and has a certificate: the platform's host is asked for it.
func TestTheCertificateOfALinkHost(t *testing.T) {
	h := start(t)
	for name, want := range map[string]certificate.State{"go.shop.example": certificate.Valid, "soon.shop.example": certificate.Expiring,
		"expired.shop.example": certificate.Expired, "wrong.shop.example": certificate.WrongName,
		"untrusted.shop.example": certificate.Untrusted, "none.shop.example": certificate.None} {
		d := h.add(h.Direct, name, domain.UseLink)
		h.publish(d, domain.Ownership)
		h.Env.Clock.Add(time.Minute)
		if d = h.check(h.Direct, d.ID); d.Certificate != nil || d.Linking {
			t.Errorf("%s: nothing leads to the platform yet: %+v", name, d.Domain)
		}
		h.publish(d)
		h.Env.Clock.Add(time.Minute)
		d = h.check(h.Direct, d.ID)
		if c := d.Certificate; c == nil || c.State != want || d.Linking != want.Trusted() || d.State != domain.Verified {
			t.Errorf("%s: %+v %+v", name, d.Domain, c)
		}
		if want != certificate.Valid {
			h.Direct.Delete("/domain/"+d.ID, nil).OK()
			continue
		}
		// A platform that cannot be reached says nothing about the certificate.
		h.domains.Certificates = certificate.New("127.0.0.1:1", "", time.Now)
		h.Env.Clock.Add(time.Minute)
		if d = h.check(h.Direct, d.ID); !d.Linking || d.Certificate.State != certificate.Valid {
			t.Errorf("%+v", d.Domain)
		}
		h.domains.Certificates = certificate.New(h.world.Edge.Address(), h.world.Edge.Roots(), time.Now)
		h.Direct.Put("/domain", object{"id": d.ID, "uses": []string{"email"}}).OK()
		h.work()
		if d = h.get(h.Direct, d.ID); d.Linking || d.Certificate != nil {
			t.Errorf("no link host any more: %+v", d.Domain)
		}
	}
}

// A customer's links are at its first choice, then at the host that the platform shares.
func TestLinkHosts(t *testing.T) {
	h := start(t)
	hosts := func() map[string]string {
		t.Helper()
		all, err := h.domains.LinkHosts(t.Context(), []string{h.Direct.User.ID, h.Customer.User.ID})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if got := hosts(); len(got) != 0 {
		t.Error(got)
	}
	mine := h.add(h.Direct, "go.shop.example", domain.UseLink)
	h.publish(mine)
	h.Env.Clock.Add(time.Minute)
	h.check(h.Direct, mine.ID)
	if got := hosts(); len(got) != 0 {
		t.Error("not chosen yet", got)
	}
	h.Direct.Put("/domain/"+mine.ID+"/default", nil).OK()
	ours := h.add(h.Admin, "go.platform.example", domain.UseLink)
	h.publish(ours)
	h.Env.Clock.Add(time.Minute)
	h.check(h.Admin, ours.ID)
	h.Admin.Put("/domain/"+ours.ID+"/default", nil).OK()
	if got := hosts(); len(got) != 1 || got[h.Direct.User.ID] != "go.shop.example" {
		t.Error(got)
	}
	h.Admin.Put("/domain", object{"id": ours.ID, "shared": true}).OK()
	if got := hosts(); got[h.Direct.User.ID] != "go.shop.example" || got[h.Customer.User.ID] != "go.platform.example" {
		t.Error(got)
	}
	h.Direct.Delete("/domain/"+mine.ID, nil).OK()
	if got := hosts(); got[h.Direct.User.ID] != "go.platform.example" {
		t.Error(got)
	}
}
