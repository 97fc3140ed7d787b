package awssms_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"

	awssmssim "herald/localstack/simulators/awssms"
	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
	"herald/pkg/provider/awssms"
	"herald/pkg/provider/awssms/sdk"
)

const topic = "arn:aws:sns:eu-west-1:123456789012:herald-sms"

// wire is the adapter and a simulator that call each other over sockets.
type wire struct {
	*testing.T
	sim     *awssmssim.Sim
	adapter *awssms.Adapter
	server  *httptest.Server

	mu      sync.Mutex
	events  provider.Events
	refused int
	last    *provider.Callback
	changed chan struct{}
}

func mustWire(t *testing.T, prefix string) *wire {
	t.Helper()
	w := &wire{T: t, changed: make(chan struct{}, 1000)}
	hook := httptest.NewServer(w)
	w.sim = awssmssim.New(awssmssim.Config{Topic: topic, CallbackURL: hook.URL, Seed: 1, Number: "+12065550100"})
	mux := http.NewServeMux()
	sms.Below(mux, prefix, w.sim)
	w.server = httptest.NewServer(mux)
	self := w.server.URL + prefix
	w.sim.SetSelf(self)
	t.Cleanup(func() { w.sim.Close(); w.server.Close(); hook.Close() })
	w.adapter = awssms.New(awssms.Config{API: api(self), From: "+12065550100", ConfigurationSet: "herald", Topics: []string{topic},
		Certificates: self, Outside: must(outbound.New(self, nil))})
	return w
}

func api(endpoint string) awssms.API {
	return sdk.New(aws.Config{Region: "eu-west-1", Credentials: credentials.NewStaticCredentialsProvider("id", "secret", "")}, endpoint,
		outbound.SingleAttempt{Transport: outbound.Transport(10)})
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
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

func (w *wire) control(name, body string) {
	w.Helper()
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+name, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		w.Fatal(rec.Body)
	}
}

func text(to string) provider.Message {
	return provider.Message{To: to, Kind: provider.Text, Text: "Olá, €5!", Reference: "ref." + to}
}

// Each of the service's answers has its outcome, over the wire and through the SDK.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		outcome string
		want    provider.Outcome
	}{
		{"ok", provider.Outcome{Verdict: provider.Accepted}},
		{"rate", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second, Code: 100}},
		{"server_error", provider.Outcome{Verdict: provider.Unknown, Code: 200}},
		{"suspended", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true, Code: 302}},
		{"spend_limit", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true, Code: 305}},
		{"not_registered", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true, Code: 311}},
		{"opted_out", provider.Outcome{Verdict: provider.Rejected, Suppress: true, Code: 400}},
		{"invalid", provider.Outcome{Verdict: provider.Rejected, Code: 500}},
		{"cut", provider.Outcome{Verdict: provider.Unknown}},
		{"cut_after_accept", provider.Outcome{Verdict: provider.Unknown}},
		{"bare_500", provider.Outcome{Verdict: provider.Unknown}},
		{"garbled", provider.Outcome{Verdict: provider.Unknown}},
	} {
		t.Run(c.outcome, func(t *testing.T) {
			w := mustWire(t, "/aws")
			w.script(sim.Rule{Outcome: c.outcome})
			got := w.adapter.Send(t.Context(), text("5511987654321"))
			accepted, refused := w.sim.Messages(0, 10)
			if len(accepted)+len(refused) > 1 || w.sim.Stats().Calls["POST /{$} 200"] > 1 {
				t.Errorf("more than one request: %+v %+v", accepted, refused)
			}
			if c.want.Verdict == provider.Accepted && (got.ProviderID == "" || len(accepted) != 1 || accepted[0].ID != got.ProviderID ||
				accepted[0].Body != "Olá, €5!") {
				t.Errorf("%+v of %+v", got, accepted)
			}
			if got.ProviderID, got.Detail = "", ""; got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

func TestTheLimitOfTheServiceIsARate(t *testing.T) {
	slow := awssmssim.New(awssmssim.Config{Rate: 1, Seed: 1})
	server := httptest.NewServer(slow)
	t.Cleanup(func() { slow.Close(); server.Close() })
	a := awssms.New(awssms.Config{API: api(server.URL), From: "HERALD"})
	for range 20 {
		if out := a.Send(t.Context(), text("5511987654321")); out.Verdict == provider.Retry && out.Scope == provider.Sender && !out.Stop {
			return
		}
	}
	t.Error("twenty at once were taken by one that takes one a second")
}

func TestARefusedConnectionIsNoDoubt(t *testing.T) {
	a := awssms.New(awssms.Config{API: api("http://127.0.0.1:1"), From: "HERALD"})
	if out := a.Send(t.Context(), text("5511987654321")); out.Verdict != provider.Retry || out.Scope != provider.Sender {
		t.Errorf("%+v", out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out := a.Send(ctx, text("5511987654321")); out.Verdict != provider.Retry || out.Scope != provider.Target {
		t.Errorf("%+v", out)
	}
}

func TestALateAnswerIsADoubt(t *testing.T) {
	w := mustWire(t, "")
	w.script(sim.Rule{Outcome: "slow"})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if out := w.adapter.Send(ctx, text("5511987654321")); out.Verdict != provider.Unknown {
		t.Errorf("%+v", out)
	}
}

func TestWhatIsNotAskedIsRefused(t *testing.T) {
	w := mustWire(t, "")
	for name, m := range map[string]provider.Message{
		"a picture": {To: "5511987654321", Kind: provider.Image, MediaID: "1"}, "no words": {To: "5511987654321", Kind: provider.Text},
		"no number": {To: "x", Kind: provider.Text, Text: "a"},
		"too long":  {To: "5511987654321", Kind: provider.Text, Text: strings.Repeat("ä", 1601)},
	} {
		if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Rejected {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if accepted, refused := w.sim.Messages(0, 10); len(accepted)+len(refused) != 0 {
		t.Error("the service was asked")
	}
}

// Receipts of every status carry our reference; replies of recipients come the same way.
func TestEvents(t *testing.T) {
	w := mustWire(t, "/aws")
	w.script(sim.Rule{Suffix: "1", Outcome: "ok"}, sim.Rule{Suffix: "2", Outcome: "undeliverable"}, sim.Rule{Suffix: "3", Outcome: "filtered"})
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
		reason provider.Reason
	}{"5511987654321": {provider.ReceiptArrived, provider.OtherReason}, "5511987654322": {provider.ReceiptFailed, provider.OffNetwork},
		"5511987654323": {provider.ReceiptFailed, provider.Filtered}} {
		if r := last["ref."+to]; r.State != want.state || awssms.Reason(r.Code) != want.reason || r.ProviderID == "" {
			t.Errorf("%s: %+v", to, r)
		}
	}
	w.control("inbound", `{"from":"+5511987654321","text":"STOP"}`)
	w.until("the answer", func() bool { return len(w.events.Inbound) == 1 })
	if in := w.events.Inbound[0]; in.From != "5511987654321" || in.Text != "STOP" || in.ID == "" {
		t.Errorf("%+v", in)
	}
	if out := w.adapter.Send(t.Context(), text("5511987654321")); out.Verdict != provider.Rejected || !out.Suppress {
		t.Errorf("after STOP: %+v", out)
	}
	if w.refused > 0 {
		t.Errorf("%d refused", w.refused)
	}
}

func TestASubscriptionIsConfirmed(t *testing.T) {
	w := mustWire(t, "/aws")
	w.control("subscribe", "")
	w.until("the question", func() bool { return w.last != nil })
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/_sim/subscription", nil))
	if !strings.Contains(rec.Body.String(), `"confirmed":1`) {
		t.Error(rec.Body)
	}
}

// SNS signs notifications of all its users: only those of our topics are accepted, and none that was changed on its
// way.
func TestForgedNotificationsAreRefused(t *testing.T) {
	w := mustWire(t, "/aws")
	w.control("inbound", `{"from":"5511987654321","text":"STOP"}`)
	w.until("the answer", func() bool { return w.last != nil })
	real := string(w.last.Body)
	header := func(string) string { return "" }
	if !w.adapter.Verify(t.Context(), &provider.Callback{Body: []byte(real), Header: header}) {
		t.Fatal("the real one is refused")
	}
	for name, body := range map[string]string{
		"another message":             strings.Replace(real, "5511987654321", "5511987654322", 1),
		"another topic":               strings.Replace(real, topic, topic+"-2", 1),
		"version 1":                   strings.Replace(real, `"SignatureVersion":"2"`, `"SignatureVersion":"1"`, 1),
		"a certificate of one's own":  strings.Replace(real, `"SigningCertURL":"`+w.server.URL, `"SigningCertURL":"http://127.0.0.1:1`, 1),
		"a certificate by other name": strings.Replace(real, "/SimpleNotificationService-", "/x?SimpleNotificationService-", 1),
		"no signature":                strings.Replace(real, `"Signature":"`, `"Signature":"","x":"`, 1),
		"nothing":                     "", "no JSON": "<xml/>",
	} {
		if body == real {
			t.Fatalf("%s: nothing was changed", name)
		}
		if w.adapter.Verify(t.Context(), &provider.Callback{Body: []byte(body), Header: header}) {
			t.Errorf("%s was believed", name)
		}
	}
	stranger := awssms.New(awssms.Config{Certificates: w.server.URL + "/aws", Outside: must(outbound.New(w.server.URL, nil))})
	if stranger.Verify(t.Context(), &provider.Callback{Body: []byte(real), Header: header}) {
		t.Error("without a topic nothing may be believed")
	}
}
