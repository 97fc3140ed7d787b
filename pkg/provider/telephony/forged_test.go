package telephony_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/provider"
	"herald/pkg/provider/telephony"
)

// The signature covers the address, our reference in it, and every field. A callback of one call, or at one address,
// is invalid at another.
func TestForgedCallbacksAreRefused(t *testing.T) {
	onWire(t, "press_1", func(w *wire) {
		w.script.Listens = true
		w.dial(indonesia)
		w.over()
		for _, path := range []string{"", telephony.AnswerPath, telephony.GatherPath} {
			at := slices.Index(w.paths, path)
			if at < 0 {
				t.Fatalf("%q was not asked: %v", path, w.paths)
			}
			real := *w.told[at]
			for name, change := range map[string]func(*provider.Callback){
				"another call":     func(c *provider.Callback) { c.Query = "ref=other" },
				"no reference":     func(c *provider.Callback) { c.Query = "" },
				"more of the same": func(c *provider.Callback) { c.Query += "&ref=other" },
				"one field more":   func(c *provider.Callback) { c.Body = append(slices.Clone(c.Body), "&CallDuration=900"...) },
				"another account":  func(c *provider.Callback) { c.Body = []byte(strings.Replace(string(c.Body), "AC1", "AC2", 1)) },
				"no signature":     func(c *provider.Callback) { c.Header = func(string) string { return "" } },
				"another secret's": func(c *provider.Callback) { c.Header = func(string) string { return "bm90aGluZw==" } },
				"no form":          func(c *provider.Callback) { c.Body = []byte("%zz") },
			} {
				forged := real
				if change(&forged); w.adapter.VerifyAt(path, &forged) {
					t.Errorf("%s at %q was believed", name, path)
				}
			}
			for _, elsewhere := range []string{"", telephony.AnswerPath, telephony.GatherPath} {
				if got := w.adapter.VerifyAt(elsewhere, &real); got != (elsewhere == path) {
					t.Errorf("what came to %q at %q: %v", path, elsewhere, got)
				}
			}
		}
		without := config()
		without.AuthTokens = []string{""}
		if mustNew(t, without).Verify(w.Context(), w.told[slices.Index(w.paths, "")]) {
			t.Error("without a secret nothing may be believed")
		}
	})
}

// told is a callback as it came, of a call that the provider knows.
func told(fields ...string) *provider.Callback {
	f := url.Values{"CallSid": {"CA1"}, "AccountSid": {"AC1"}}
	for i := 0; i < len(fields); i += 2 {
		f.Set(fields[i], fields[i+1])
	}
	return &provider.Callback{Query: "ref=r", Header: func(string) string { return "" }, Body: []byte(f.Encode())}
}

// Callbacks that do not say what they should change nothing.
func TestCallbacksThatSayNothing(t *testing.T) {
	a := mustNew(t, config())
	for name, c := range map[string]*provider.Callback{
		"no seconds": told("CallStatus", "completed"), "less than none": told("CallStatus", "completed", "CallDuration", "-1"),
		"words":   told("CallStatus", "completed", "CallDuration", "long"),
		"no form": {Body: []byte("%zz"), Header: func(string) string { return "" }},
	} {
		if ev, err := a.Parse(t.Context(), c); err == nil || len(ev.Receipts)+len(ev.Ended) > 0 {
			t.Errorf("%s: %+v, %v", name, ev, err)
		}
	}
	for status, unknown := range map[string]int{"queued": 0, "initiated": 0, "ringing": 0, "": 1, "moved": 1} {
		if ev, err := a.Parse(t.Context(), told("CallStatus", status)); err != nil || len(ev.Receipts) > 0 || ev.Unknown != unknown {
			t.Errorf("%q: %+v, %v", status, ev, err)
		}
	}
}

// A time is the provider's, never one that lies ahead; the answer of a carrier says why a call failed.
func TestTimesAndCarriers(t *testing.T) {
	now := time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)
	c := config()
	c.Now = func() time.Time { return now }
	a := mustNew(t, c)
	for text, want := range map[string]time.Time{now.Add(-time.Hour).Format(time.RFC1123Z): now.Add(-time.Hour),
		now.Add(time.Hour).Format(time.RFC1123Z): now, "": now, "yesterday": now} {
		if ev, err := a.Parse(t.Context(), told("CallStatus", "in-progress", "Timestamp", text)); err != nil || !ev.Receipts[0].At.Equal(want) {
			t.Errorf("%q: %+v, %v", text, ev, err)
		}
	}
	for sip, want := range map[string]provider.Reason{"404": provider.OffNetwork, "603": provider.Filtered, "486": provider.Busy,
		"408": provider.NoAnswer, "": provider.OtherReason, "99999": provider.OtherReason, "x": provider.OtherReason} {
		ev, err := a.Parse(t.Context(), told("CallStatus", "failed", "SipResponseCode", sip))
		if err != nil || ev.Receipts[0].State != provider.ReceiptFailed || telephony.Reason(ev.Receipts[0].Code) != want {
			t.Errorf("%q: %+v, %v", sip, ev, err)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	for name, change := range map[string]func(*telephony.Config){"no address": func(c *telephony.Config) { c.BaseURL = "" },
		"no account": func(c *telephony.Config) { c.AccountSID = "" }, "no number": func(c *telephony.Config) { c.From = "" },
		"a name":      func(c *telephony.Config) { c.From = "Herald" },
		"no callback": func(c *telephony.Config) { c.CallbackURL = "" }, "a query": func(c *telephony.Config) { c.CallbackURL += "?a=b" },
		"insights nowhere": func(c *telephony.Config) { c.InsightsURL = "insights" }} {
		c := config()
		change(&c)
		if _, err := telephony.New(c); err == nil {
			t.Error(name)
		}
	}
	if p := mustNew(t, config()).Profile(); p.Channel != "voice" || p.PerSecond != 1 || p.Lines != 20 || p.Sender != "12065550102" {
		t.Errorf("%+v", p)
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"", "CallStatus=in-progress", "CallStatus=completed&CallDuration=x",
		"CallStatus=completed&CallDuration=99999999999999999999", "CallStatus=failed&SipResponseCode=-1", "%zz", "a;b"} {
		f.Add([]byte(seed), "ref=1")
	}
	a, err := telephony.New(config())
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte, query string) {
		ev, err := a.Parse(t.Context(), &provider.Callback{Body: body, Query: query, Header: func(string) string { return "" }})
		if err != nil && len(ev.Receipts)+len(ev.Ended) > 0 {
			t.Errorf("%v, and yet %+v", err, ev)
		}
	})
}

// A repeated question is one whose failed call was to our own address for answers.
func TestOnlyAFailedAnswerIsAskedAgain(t *testing.T) {
	const hook = "https://herald.example/api/hook/voice"
	a, err := telephony.New(telephony.Config{BaseURL: "http://voice", AccountSID: "AC1", AuthTokens: []string{"s"}, From: "+12065550102",
		CallbackURL: hook})
	if err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]bool{
		hook + provider.GatherPath + "?ref=1": true, hook + provider.GatherPath: false, hook + provider.AnswerPath + "?ref=1": false,
		"https://evil.example" + provider.GatherPath + "?ref=1": false,
		hook + "/x" + provider.GatherPath + "?ref=1":            false, hook + provider.GatherPath + "/x?ref=1": false,
		"https://evil.example/?u=" + hook + provider.GatherPath + "?ref=1": false, "": false,
	} {
		if got := a.Again(told("CallSid", "CA1", "ErrorUrl", address)); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
