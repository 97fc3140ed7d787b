package smtp_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"strings"
	"testing"

	"github.com/emersion/go-msgauth/dkim"

	"herald/pkg/provider"
	"herald/pkg/provider/smtp/relay"
)

// records are the DNS records of keys, as a verifier looks them up.
type records map[string]string

func (r records) look(name string) ([]string, error) {
	if text, ok := r[name]; ok {
		return []string{text}, nil
	}
	return nil, errors.New("no such record")
}

func private(key any) string {
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: must(x509.MarshalPKCS8PrivateKey(key))}))
}

// signed are keys of both kinds for shop.example, and a key of another domain.
func signed(t *testing.T) (relay.Keys, records) {
	t.Helper()
	one := must(rsa.GenerateKey(rand.Reader, 2048))
	public, two, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys := must(relay.ReadKeys(map[string]string{"a-ed._domainkey.shop.example": private(two), "rsa._domainkey.Shop.example": private(one),
		"x._domainkey.other.example": private(one)}))
	der := must(x509.MarshalPKIXPublicKey(&one.PublicKey))
	return keys, records{"rsa._domainkey.shop.example": "v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der),
		"a-ed._domainkey.shop.example": "v=DKIM1; k=ed25519; p=" + base64.StdEncoding.EncodeToString(public)}
}

// An email is signed by both keys of its domain, the one of RSA first. The signatures cover what unsubscribes.
func TestEmailsAreSigned(t *testing.T) {
	keys, dns := signed(t)
	w := mustWire(t, func(c *relay.Config) { c.Keys = keys })
	if out := w.adapter.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Accepted {
		t.Fatalf("%+v", out)
	}
	raw := w.raw()
	verify := func(raw string) []*dkim.Verification {
		return must(dkim.VerifyWithOptions(strings.NewReader(raw), &dkim.VerifyOptions{LookupTXT: dns.look}))
	}
	all := verify(raw)
	if len(all) != 2 {
		t.Fatalf("%d signatures", len(all))
	}
	for i, v := range all {
		if v.Err != nil || v.Domain != "shop.example" {
			t.Errorf("%d: %+v", i, v)
		}
		covered := strings.ToLower(strings.Join(v.HeaderKeys, " "))
		for _, name := range []string{"from", "subject", "message-id", "list-unsubscribe", "list-unsubscribe-post", "feedback-id"} {
			if !strings.Contains(covered, name) {
				t.Errorf("%d does not cover %s", i, name)
			}
		}
	}
	if first := strings.Index(raw, "a=rsa-sha256"); first < 0 || first > strings.Index(raw, "a=ed25519-sha256") {
		t.Error("the signature of RSA is not the first")
	}
	for name, changed := range map[string]string{
		"another address to unsubscribe": strings.Replace(raw, "h.example/u/abc", "h.example/u/abd", 1),
		"another sender":                 strings.Replace(raw, "<news@shop.example>", "<evil@shop.example>", 1),
		"another text":                   strings.Replace(raw, "Hello", "Hallo", 1),
		"a second sender":                "From: x@evil.example\r\n" + raw,
	} {
		if changed == raw {
			t.Fatalf("%s: nothing was changed", name)
		}
		for _, v := range verify(changed) {
			if v.Err == nil {
				t.Errorf("%s is still signed", name)
			}
		}
	}
}

// A subdomain is signed by the key of the domain above; a domain without a key is not signed.
func TestTheKeyOfADomain(t *testing.T) {
	keys, dns := signed(t)
	w := mustWire(t, func(c *relay.Config) { c.Keys = keys })
	for from, want := range map[string]int{"a@mail.shop.example": 2, "a@SHOP.example": 2, "a@other.example": 1, "a@none.example": 0,
		"a@myshop.example": 0} {
		m := letter("ana@mail.example")
		m.Email.From = from
		w.adapter.Send(t.Context(), m)
		got := must(dkim.VerifyWithOptions(strings.NewReader(w.raw()), &dkim.VerifyOptions{LookupTXT: dns.look}))
		if len(got) != want {
			t.Errorf("%s: %d signatures", from, len(got))
		}
	}
}

// raw is the latest email as it came.
func (w *wire) raw() string {
	w.Helper()
	all, _ := w.sim.Inbox().Search("", 1)
	if len(all) == 0 {
		w.Fatal("no email")
	}
	m, _ := w.sim.Inbox().Find(all[0].ID)
	return m.Raw
}
