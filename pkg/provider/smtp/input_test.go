package smtp_test

import (
	"strings"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/smtp"
	"herald/pkg/provider/smtp/relay"
)

// What must not be in a header is not sent.
func TestBadEmailsAreNotSent(t *testing.T) {
	w := mustWire(t)
	for name, change := range map[string]func(m *provider.Message){
		"a line break in the subject": func(m *provider.Message) { m.Email.Subject = "x\r\nBcc: all@mail.example" },
		"a line break in a name":      func(m *provider.Message) { m.Email.FromName = "x\nBcc: all@mail.example" },
		"a line break in an address":  func(m *provider.Message) { m.To = "ana@mail.example\r\nBcc: x@mail.example" },
		"two recipients":              func(m *provider.Message) { m.To = "ana@mail.example>,<bia@mail.example" },
		"an address with an umlaut":   func(m *provider.Message) { m.To = "jürgen@mail.example" },
		"a bracket in the path":       func(m *provider.Message) { m.Email.ReturnPath = "x> SIZE=1 <" },
		"no content":                  func(m *provider.Message) { m.Email.Text, m.Email.HTML = "", "" },
		"a 20 MB message":             func(m *provider.Message) { m.Email.HTML = strings.Repeat("x", 20<<20) },
		"http to unsubscribe":         func(m *provider.Message) { m.Email.Unsubscribe = "http://h.example/u/abc" },
		"a text message":              func(m *provider.Message) { m.Kind = provider.Text },
	} {
		m := letter("ana@mail.example")
		change(&m)
		if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Rejected || smtp.Reason(out.Code) != provider.BadContent {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if n := w.connections(); n > 0 {
		t.Errorf("%d connections", n)
	}
}

// A configuration that cannot work, or that would send a password in the open, is refused.
func TestConfigurationsAreChecked(t *testing.T) {
	for name, c := range map[string]relay.Config{
		"no port":          {Address: "relay.example", Security: relay.StartTLS},
		"no security":      {Address: "relay.example:25"},
		"an open password": {Address: "relay.example:25", Security: relay.Plaintext, Username: "u", Password: "p"},
		"another security": {Address: "relay.example:25", Security: "ssl"},
	} {
		if _, err := relay.New(c); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	for name, c := range map[string]smtp.Config{"no domain": {Secrets: []string{"s"}}, "no secret": {Domain: "x.example"},
		"an empty secret": {Domain: "x.example", Secrets: []string{""}}, "an address": {Domain: "a@x.example", Secrets: []string{"s"}}} {
		if _, err := smtp.New(c); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	for _, name := range []string{"s1.example.com", "._domainkey.example.com", "s1._domainkey.", "s1._domainkey.example.com"} {
		if _, err := relay.ReadKeys(map[string]string{name: "no key"}); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
}
