package twilio_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	twiliosim "herald/localstack/simulators/twilio"
	"herald/pkg/provider"
	"herald/pkg/provider/twilio"
)

// wire is the adapter and a simulator that call each other over sockets.
type wire struct {
	*testing.T
	sim     *twiliosim.Sim
	adapter *twilio.Adapter
	hook    *httptest.Server

	mu      sync.Mutex
	events  provider.Events
	refused int
	last    *provider.Callback
	changed chan struct{}
}

func mustWire(t *testing.T) *wire {
	t.Helper()
	w := &wire{T: t, changed: make(chan struct{}, 1000)}
	w.hook = httptest.NewServer(w)
	w.sim = twiliosim.New(twiliosim.Config{AccountSID: "AC1", AuthToken: "new", InboundURL: w.hook.URL + "/api/hook/twilio",
		Seed: 1, Number: "+12065550101"})
	server := httptest.NewServer(w.sim)
	t.Cleanup(func() { w.sim.Close(); server.Close(); w.hook.Close() })
	w.adapter = mustNew(t, config(server.URL, w.hook.URL))
	return w
}

func config(base, hook string) twilio.Config {
	return twilio.Config{BaseURL: base, AccountSID: "AC1", AuthTokens: []string{"new", "", "old"}, From: "12065550101",
		CallbackURL: hook + "/api/hook/twilio"}
}

func mustNew(t *testing.T, c twilio.Config) *twilio.Adapter {
	t.Helper()
	a, err := twilio.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// ServeHTTP is our webhook.
func (w *wire) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.Error(err)
	}
	call := &provider.Callback{Query: r.URL.RawQuery, Header: r.Header.Get, Body: body}
	defer func() { w.changed <- struct{}{} }()
	if !w.adapter.Verify(r.Context(), call) {
		w.note(func() { w.refused++ })
		rw.WriteHeader(http.StatusUnauthorized)
		return
	}
	ev, err := w.adapter.Parse(r.Context(), call)
	if err != nil {
		w.Error(err)
	}
	w.note(func() {
		w.last = call
		w.events.Receipts, w.events.Inbound = append(w.events.Receipts, ev.Receipts...), append(w.events.Inbound, ev.Inbound...)
	})
}

func (w *wire) note(what func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	what()
}

// until waits for events of the webhook.
func (w *wire) until(what string, done func() bool) {
	w.Helper()
	for end := time.After(20 * time.Second); ; {
		w.mu.Lock()
		ok := done()
		w.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-w.changed:
		case <-end:
			w.Fatalf("not told: %s; %+v", what, w.events)
		}
	}
}

func (w *wire) script(rules ...sim.Rule) {
	w.Helper()
	if err := w.sim.SetScript(rules); err != nil {
		w.Fatal(err)
	}
}

func (w *wire) inbound(body string) {
	w.Helper()
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/inbound", strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		w.Fatal(rec.Body)
	}
}

func text(to string) provider.Message {
	return provider.Message{To: to, Kind: provider.Text, Text: "Olá & bem-vindo + €5!", Reference: "ref." + to}
}

// Each of the gateway's answers has its outcome, over the wire.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		outcome string
		code    sim.Code
		want    provider.Outcome
	}{
		{"ok", "", provider.Outcome{Verdict: provider.Accepted}},
		{"rate", "", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second, Code: 20429}},
		{"refuse", "21611", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: 30 * time.Second, Code: 21611}},
		{"server_error", "", provider.Outcome{Verdict: provider.Unknown, Code: 20500}},
		{"suspended", "", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true, Code: 20003}},
		{"refuse", "21408", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true, Code: 21408}},
		{"opted_out", "", provider.Outcome{Verdict: provider.Rejected, Suppress: true, Code: 21610}},
		{"invalid", "", provider.Outcome{Verdict: provider.Rejected, Code: 21211}},
		{"refuse", "21614", provider.Outcome{Verdict: provider.Rejected, Code: 21614}},
		{"refuse", "29999", provider.Outcome{Verdict: provider.Rejected, Code: 29999}},
		{"cut", "", provider.Outcome{Verdict: provider.Unknown}},
		{"cut_after_accept", "", provider.Outcome{Verdict: provider.Unknown}},
		{"bare_500", "", provider.Outcome{Verdict: provider.Unknown}},
		{"garbled", "", provider.Outcome{Verdict: provider.Unknown}},
	} {
		t.Run(c.outcome+string(c.code), func(t *testing.T) {
			w := mustWire(t)
			w.script(sim.Rule{Outcome: c.outcome, Code: c.code})
			got := w.adapter.Send(t.Context(), text("5511987654321"))
			accepted, refused := w.sim.Messages(0, 10)
			if len(accepted)+len(refused) > 1 {
				t.Errorf("more than one request: %+v %+v", accepted, refused)
			}
			if c.want.Verdict == provider.Accepted &&
				(len(accepted) != 1 || accepted[0].ID != got.ProviderID || accepted[0].Body != "Olá & bem-vindo + €5!" ||
					accepted[0].Reference != "ref.5511987654321") {
				t.Errorf("%+v of %+v", got, accepted)
			}
			if got.ProviderID, got.Detail = "", ""; got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestARefusedConnectionIsNoDoubt(t *testing.T) {
	a := mustNew(t, config("http://127.0.0.1:1", "http://hook"))
	if out := a.Send(t.Context(), text("5511987654321")); out.Verdict != provider.Retry || out.Scope != provider.Sender {
		t.Errorf("%+v", out)
	}
}

func TestALateAnswerIsADoubt(t *testing.T) {
	w := mustWire(t)
	w.script(sim.Rule{Outcome: "slow"})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if out := w.adapter.Send(ctx, text("5511987654321")); out.Verdict != provider.Unknown {
		t.Errorf("%+v", out)
	}
}

func TestWhoSends(t *testing.T) {
	w := mustWire(t)
	for from, want := range map[string]string{"": "+12065550101", "HERALD": "HERALD", "24567": "24567", "5511900000000": "+5511900000000",
		"MG" + strings.Repeat("a", 32): "MG" + strings.Repeat("a", 32)} {
		m := text("5511987654321")
		m.From = from
		if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Accepted {
			t.Fatalf("%q: %+v", from, out)
		}
		accepted, _ := w.sim.Messages(0, 10)
		if got := accepted[len(accepted)-1].Type; got != want {
			t.Errorf("%q is sent as %q", from, got)
		}
	}
}

func TestWhatIsNotAskedIsRefused(t *testing.T) {
	w := mustWire(t)
	for name, m := range map[string]provider.Message{
		"a picture": {To: "5511987654321", Kind: provider.Image, MediaID: "1"}, "no words": {To: "5511987654321", Kind: provider.Text},
		"no number": {To: "x", Kind: provider.Text, Text: "a"},
		"too long":  {To: "5511987654321", Kind: provider.Text, Text: strings.Repeat("ä", 1601)},
	} {
		if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Rejected || out.Code == 0 {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if accepted, refused := w.sim.Messages(0, 10); len(accepted)+len(refused) != 0 {
		t.Error("the gateway was asked")
	}
}

// Receipts of every status carry our reference; replies of recipients come the same way.
func TestEvents(t *testing.T) {
	w := mustWire(t)
	w.script(sim.Rule{Suffix: "1", Outcome: "ok"}, sim.Rule{Suffix: "2", Outcome: "landline"}, sim.Rule{Suffix: "3", Outcome: "filtered"})
	for _, to := range []string{"5511987654321", "5511987654322", "5511987654323"} {
		if out := w.adapter.Send(t.Context(), text(to)); out.Verdict != provider.Accepted {
			t.Fatalf("%+v", out)
		}
	}
	w.until("six receipts", func() bool { return len(w.events.Receipts) >= 6 })
	last := map[string]provider.Receipt{}
	for _, r := range w.events.Receipts {
		if r.State > last[r.Reference].State {
			last[r.Reference] = r
		}
	}
	for to, want := range map[string]struct {
		state  provider.ReceiptState
		code   int
		reason provider.Reason
	}{"5511987654321": {provider.ReceiptArrived, 0, provider.OtherReason},
		"5511987654322": {provider.ReceiptFailed, 30006, provider.OffNetwork},
		"5511987654323": {provider.ReceiptFailed, 30007, provider.Filtered}} {
		if r := last["ref."+to]; r.State != want.state || r.Code != want.code || twilio.Reason(r.Code) != want.reason {
			t.Errorf("%s: %+v", to, r)
		}
	}
	w.inbound(`{"from":"+5511987654321","text":"stop"}`)
	w.until("the answer", func() bool { return len(w.events.Inbound) == 2 })
	if words, kept := w.events.Inbound[0], w.events.Inbound[1]; words.From != "5511987654321" || words.Text != "stop" || words.Stop ||
		!kept.Stop || kept.Resume {
		t.Errorf("%+v", w.events.Inbound)
	}
	if out := w.adapter.Send(t.Context(), text("5511987654321")); out.Verdict != provider.Rejected || !out.Suppress {
		t.Errorf("after STOP: %+v", out)
	}
	w.inbound(`{"from":"+5511987654321","text":"START"}`)
	w.until("the end of it", func() bool { return len(w.events.Inbound) == 4 })
	if kept := w.events.Inbound[3]; !kept.Resume {
		t.Errorf("%+v", kept)
	}
	if w.refused > 0 {
		t.Errorf("%d refused", w.refused)
	}
}

// Attachments are reported file by file; a faulty one is a file without an address.
func TestFilesOfRecipients(t *testing.T) {
	w := mustWire(t)
	w.inbound(`{"from":"+5511987654321","text":"two","id":"MM1","media":[{"url":"https://mms.example/a","type":"Image/JPEG; q=1"},{"url":"` +
		"https://mms.example/" + strings.Repeat("b", 500) + `","type":"video/mp4"}]}`)
	w.inbound(`{"from":"+5511987654321","text":"stop","id":"MM2","media":[{}]}`)
	w.until("two files, a third and a word", func() bool { return len(w.events.Inbound) == 4 })
	got := map[string]provider.Inbound{}
	for _, in := range w.events.Inbound {
		if !in.Stop {
			got[in.ID] = in
		}
	}
	if one := got["MM1"]; one.Text != "two" || one.Kind != "image" ||
		*one.Media != (provider.InboundMedia{ID: "https://mms.example/a", Type: "image/jpeg"}) {
		t.Errorf("%+v", one)
	}
	if two := got["MM1.1"]; two.Text != "" || two.Kind != "document" || *two.Media != (provider.InboundMedia{}) {
		t.Errorf("%+v", two)
	}
	if stop := got["MM2"]; stop.Text != "stop" || stop.Media == nil {
		t.Errorf("%+v", stop)
	}
}
