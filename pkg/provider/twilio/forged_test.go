package twilio_test

import (
	"net/http"
	"net/http/httptest"
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
	for name, c := range map[string]twilio.Config{"no address": config("", "http://hook"),
		"no account": {BaseURL: "http://gateway", CallbackURL: "http://hook"}, "no callback": {BaseURL: "http://gateway", AccountSID: "AC1"}} {
		if _, err := twilio.New(c); err == nil {
			t.Error(name)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "MessageStatus=sent", "MessageStatus=failed&ErrorCode=x",
		"SmsStatus=received&From=%2B1&Body=STOP&OptOutType=STOP", "%zz", "a;b"} {
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

// The account's credentials go to files of its own messages, and to nothing else on the gateway's host.
func TestFilesOfMessagesAlone(t *testing.T) {
	calls := 0
	gateway := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls++ }))
	t.Cleanup(gateway.Close)
	a := mustNew(t, config(gateway.URL, "http://hook"))
	account := config(gateway.URL, "http://hook").AccountSID
	good := gateway.URL + "/2010-04-01/Accounts/" + account + "/Messages/MM1/Media/ME1"
	if _, _, err := a.FetchMedia(t.Context(), good, 100); err != nil || calls != 1 {
		t.Fatalf("a file is refused: %v", err)
	}
	for _, address := range []string{
		good + "/x", good + "?x=1", good + "#x", good + ".json/..", strings.Replace(good, "/Media/ME1", "", 1),
		strings.Replace(good, account, account+"2", 1), strings.Replace(good, "Messages", "Calls", 1),
		strings.Replace(good, "/2010", "/x/../2010", 1), strings.Replace(good, "ME1", "..%2fx", 1),
		strings.Replace(good, "http://", "http://u@", 1), strings.Replace(good, "http://", "https://", 1), gateway.URL,
		strings.Replace(good, "/2010", ".evil.example/2010", 1), "", "/2010-04-01/Accounts/" + account + "/Messages/MM1/Media/ME1",
	} {
		if _, _, err := a.FetchMedia(t.Context(), address, 100); err == nil || calls != 1 {
			t.Errorf("%q was fetched", address)
		}
	}
}
