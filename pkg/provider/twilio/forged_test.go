package twilio_test

import (
	"strings"
	"testing"

	"herald/pkg/provider"
	"herald/pkg/provider/twilio"
)

// The signature covers the address with our reference in it: a receipt of one message is none of another.
func TestForgedCallbacksAreRefused(t *testing.T) {
	w := mustWire(t)
	if out := w.adapter.Send(t.Context(), text("5511987654321")); out.Verdict != provider.Accepted {
		t.Fatalf("%+v", out)
	}
	w.until("a receipt", func() bool { return w.last != nil })
	w.mu.Lock()
	real := *w.last
	w.mu.Unlock()
	if !w.adapter.Verify(t.Context(), &real) {
		t.Fatal("the real one is refused")
	}
	for name, change := range map[string]func(*provider.Callback){
		"another message":  func(c *provider.Callback) { c.Query = "ref=ref.5511987654322" },
		"no reference":     func(c *provider.Callback) { c.Query = "" },
		"another state":    func(c *provider.Callback) { c.Body = []byte(strings.Replace(string(c.Body), "sent", "read", 1)) },
		"one field more":   func(c *provider.Callback) { c.Body = append(append([]byte{}, c.Body...), "&x=y"...) },
		"no signature":     func(c *provider.Callback) { c.Header = func(string) string { return "" } },
		"another secret's": func(c *provider.Callback) { c.Header = func(string) string { return "bm90aGluZw==" } },
	} {
		forged := real
		change(&forged)
		if w.adapter.Verify(t.Context(), &forged) {
			t.Errorf("%s was believed", name)
		}
	}
	without := config("http://gateway", w.hook.URL)
	without.AuthTokens = nil
	if mustNew(t, without).Verify(t.Context(), &real) {
		t.Error("without a secret nothing may be believed")
	}
}

func TestConfigIsChecked(t *testing.T) {
	for name, c := range map[string]twilio.Config{"no address": config("", "http://hook"), "no account": {BaseURL: "http://gateway", CallbackURL: "http://hook"}, "no callback": {BaseURL: "http://gateway", AccountSID: "AC1"}} {
		if _, err := twilio.New(c); err == nil {
			t.Error(name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "MessageStatus=sent", "MessageStatus=failed&ErrorCode=x", "SmsStatus=received&From=%2B1&Body=STOP&OptOutType=STOP", "%zz", "a;b"} {
		f.Add([]byte(seed), "ref=1")
	}
	a, err := twilio.New(config("http://gateway", "http://hook"))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte, query string) {
		ev, err := a.Parse(t.Context(), &provider.Callback{Body: body, Query: query, Header: func(string) string { return "" }})
		if err != nil && len(ev.Receipts)+len(ev.Inbound) > 0 {
			t.Errorf("%v, and yet %+v", err, ev)
		}
	})
}
