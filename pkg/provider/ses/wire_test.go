package ses_test

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

	sessim "herald/localstack/simulators/ses"
	"herald/localstack/simulators/sim"
	"herald/localstack/simulators/sms"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
	"herald/pkg/provider/ses"
	"herald/pkg/provider/ses/sdk"
)

const topic = "arn:aws:sns:eu-west-1:123456789012:herald-email"

// wire is the adapter and a simulator that call each other over sockets.
type wire struct {
	*testing.T
	sim     *sessim.Sim
	adapter *ses.Adapter
	server  *httptest.Server

	mu      sync.Mutex
	events  provider.Events
	last    *provider.Callback
	changed chan struct{}
}

func mustWire(t *testing.T) *wire {
	t.Helper()
	w := &wire{T: t, changed: make(chan struct{}, 1000)}
	hook := httptest.NewServer(w)
	w.sim = sessim.New(sessim.Config{Topic: topic, CallbackURL: hook.URL, Seed: 1, Verified: []string{"shop.example"},
		Keys: map[string]string{"id": "secret"}})
	mux := http.NewServeMux()
	sms.Below(mux, "/ses", w.sim)
	w.server = httptest.NewServer(mux)
	self := w.server.URL + "/ses"
	w.sim.SetSelf(self)
	t.Cleanup(func() { w.sim.Close(); w.server.Close(); hook.Close() })
	w.adapter = ses.New(ses.Config{API: api(self, "secret"), ConfigurationSet: "herald", Topics: []string{topic},
		Certificates: self, Outside: must(outbound.New(self, nil))})
	return w
}

func api(endpoint, secret string) ses.API {
	return sdk.New(aws.Config{Region: "eu-west-1", Credentials: credentials.NewStaticCredentialsProvider("id", secret, "")}, endpoint,
		outbound.SingleAttempt{Transport: outbound.Transport(10)})
}

func apiBy(endpoint string, way http.RoundTripper) ses.API {
	return sdk.New(aws.Config{Region: "eu-west-1", Credentials: credentials.NewStaticCredentialsProvider("id", "secret", "")}, endpoint,
		outbound.SingleAttempt{Transport: way})
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
	if !w.adapter.Wellformed(call) || !w.adapter.Verify(r.Context(), call) {
		rw.WriteHeader(http.StatusUnauthorized)
		return
	}
	ev, err := w.adapter.Parse(r.Context(), call)
	if err != nil {
		w.Error(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.last = call
	w.events.Receipts, w.events.Actions = append(w.events.Receipts, ev.Receipts...), append(w.events.Actions, ev.Actions...)
	w.events.Unknown += ev.Unknown
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

func (w *wire) control(name, body string) string {
	w.Helper()
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodPost, "/_sim/"+name, strings.NewReader(body)))
	if rec.Code != http.StatusOK {
		w.Fatal(rec.Body)
	}
	return rec.Body.String()
}

const reference = "01JABCDEFGHJKMNPQRSTVWXYZ0.0.1.23.1.t4xyz9"

func letter(to string) provider.Message {
	return provider.Message{To: to, Kind: provider.Email, Reference: reference, Email: &provider.EmailPart{
		From: "news@shop.example", FromName: "Loja São João", ReplyTo: "help@shop.example", ReplyToName: "Help",
		Subject: "Olá, João – 50 % off", Text: "Hello\nhttps://shop.example/a?b=1&c=2",
		HTML:        `<p>Olá <a href="https://shop.example/a?b=1&amp;c=2">x</a></p>`,
		Unsubscribe: "https://h.example/u/abc", FeedbackID: "order1:tenant2:email:herald"}}
}

// An email comes as it was meant, with the headers of RFC 8058 and our parts of the Feedback-ID.
func TestAnEmailArrivesAsItWasMeant(t *testing.T) {
	w := mustWire(t)
	out := w.adapter.Send(t.Context(), letter("ana@mail.example"))
	if out.Verdict != provider.Accepted || out.ProviderID == "" {
		t.Fatalf("%+v", out)
	}
	m, ok := w.sim.Inbox().Of("ses", out.ProviderID)
	if !ok || m.Subject != "Olá, João – 50 % off" || m.To != "ana@mail.example" || m.HTML != letter("").Email.HTML ||
		m.Text != letter("").Email.Text {
		t.Errorf("%+v", m)
	}
	for name, want := range map[string]string{"From": "=?utf-8?q?Loja_S=C3=A3o_Jo=C3=A3o?= <news@shop.example>",
		"Reply-To": `"Help" <help@shop.example>`, "List-Unsubscribe": "<https://h.example/u/abc>",
		"List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Feedback-ID": "1.us-east-1.simulated:tenant2:order1:AmazonSES"} {
		if got := m.Header(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	w.until("the delivery", func() bool { return len(w.events.Receipts) == 2 })
	for _, r := range w.events.Receipts {
		if r.Reference != reference || r.ProviderID != out.ProviderID || r.At.IsZero() {
			t.Errorf("%+v", r)
		}
	}
}

// Each of the service's answers has its outcome, over the wire and through the SDK.
func TestAnswers(t *testing.T) {
	sender := provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender}
	with := func(o provider.Outcome, change func(*provider.Outcome)) provider.Outcome { change(&o); return o }
	for _, c := range []struct {
		outcome string
		want    provider.Outcome
	}{
		{"ok", provider.Outcome{Verdict: provider.Accepted}},
		{"rate", with(sender, func(o *provider.Outcome) { o.After, o.Code = time.Second, 100 })},
		{"daily", with(sender, func(o *provider.Outcome) { o.After, o.Code = time.Hour, 701 })},
		{"quota", with(sender, func(o *provider.Outcome) { o.After, o.Code = time.Hour, 700 })},
		{"suspended", with(sender, func(o *provider.Outcome) { o.Stop, o.Code = true, 300 })},
		{"paused", with(sender, func(o *provider.Outcome) { o.Stop, o.Code = true, 301 })},
		{"mailfrom", with(sender, func(o *provider.Outcome) { o.Stop, o.Code = true, 600 })},
		{"rejected", provider.Outcome{Verdict: provider.Rejected, Code: 800}},
		{"invalid", provider.Outcome{Verdict: provider.Rejected, Code: 801}},
		{"server_error", provider.Outcome{Verdict: provider.Unknown, Code: 200}},
		{"cut", provider.Outcome{Verdict: provider.Unknown}},
		{"cut_after_accept", provider.Outcome{Verdict: provider.Unknown}},
		{"bare_500", provider.Outcome{Verdict: provider.Unknown}},
		{"garbled", provider.Outcome{Verdict: provider.Unknown}},
	} {
		t.Run(c.outcome, func(t *testing.T) {
			w := mustWire(t)
			w.script(sim.Rule{Outcome: c.outcome})
			got := w.adapter.Send(t.Context(), letter("ana@mail.example"))
			accepted, refused := w.sim.Messages(0, 10)
			calls := 0
			for route, n := range w.sim.Stats().Calls {
				if strings.Contains(route, "outbound-emails") {
					calls += n
				}
			}
			if len(accepted)+len(refused) > 1 || calls > 1 {
				t.Errorf("more than one request: %+v %+v %d", accepted, refused, calls)
			}
			if got.ProviderID, got.Detail = "", ""; got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// An email to a scripted address is reported as the service's mailbox simulator reports it.
func TestWhatBecomesOfEmailsIsReported(t *testing.T) {
	for to, want := range map[string]provider.Receipt{
		"success@simulator.amazonses.com":         {State: provider.ReceiptArrived},
		"bounce@simulator.amazonses.com":          {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"softbounce@simulator.amazonses.com":      {State: provider.ReceiptFailed, Code: 422, Bounce: provider.Soft},
		"suppressionlist@simulator.amazonses.com": {State: provider.ReceiptFailed, Code: 900, Bounce: provider.Blacklist},
		"complaint@simulator.amazonses.com":       {State: provider.ReceiptComplained, Code: 1000, Suppress: true},
		"ana+late@mail.example":                   {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"ana+unauthenticated@mail.example":        {State: provider.ReceiptFailed, Code: 57515, Bounce: provider.Soft, Stop: true},
	} {
		t.Run(to, func(t *testing.T) {
			w := mustWire(t)
			out := w.adapter.Send(t.Context(), letter(to))
			if out.Verdict != provider.Accepted {
				t.Fatalf("%+v", out)
			}
			w.until("the end", func() bool {
				for _, r := range w.events.Receipts {
					if r.State == want.State {
						r.Reference, r.ProviderID, r.At = "", "", time.Time{}
						if r != want {
							t.Errorf("%+v, want %+v", r, want)
						}
						return true
					}
				}
				return false
			})
		})
	}
}

// A script may name other ends than addresses do.
func TestOtherEndsAreReported(t *testing.T) {
	for outcome, want := range map[string]provider.Receipt{
		"reject":       {State: provider.ReceiptFailed, Code: 804},
		"rendering":    {State: provider.ReceiptFailed, Code: 805, Stop: true},
		"undetermined": {State: provider.ReceiptFailed, Code: 1200, Bounce: provider.Soft},
	} {
		t.Run(outcome, func(t *testing.T) {
			w := mustWire(t)
			w.script(sim.Rule{Outcome: outcome})
			w.adapter.Send(t.Context(), letter("ana@mail.example"))
			w.until("the end", func() bool { return len(w.events.Receipts) == 2 })
			got := w.events.Receipts[1]
			if got.Reference, got.ProviderID, got.At = "", "", (time.Time{}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}

// Loads and clicks of the service's own tracking are actions and no receipts.
func TestLoadsAndClicksAreActions(t *testing.T) {
	w := mustWire(t)
	w.adapter.Send(t.Context(), letter("ana+click@mail.example"))
	w.until("load and click", func() bool { return len(w.events.Actions) == 2 })
	open, click := w.events.Actions[0], w.events.Actions[1]
	if open.Link != "" || click.Link != "https://shop.example/a?b=1&c=2" || click.Reference != reference || click.UserAgent == "" {
		t.Errorf("%+v", w.events.Actions)
	}
}

// Only a verified domain sends; a subdomain of one does too.
func TestAnUnverifiedSenderStopsTheOrder(t *testing.T) {
	w := mustWire(t)
	m := letter("ana@mail.example")
	m.Email.From = "news@other.example"
	if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Retry || out.Scope != provider.Sender || !out.Stop || out.Code != 601 {
		t.Errorf("%+v", out)
	}
	m.Email.From = "news@mail.shop.example"
	if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Accepted {
		t.Errorf("%+v", out)
	}
	w.control("config", `{"sandbox":true}`)
	if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Rejected || out.Stop {
		t.Errorf("a recipient that the sandbox does not know: %+v", out)
	}
}

func TestTheLimitOfTheServiceIsARate(t *testing.T) {
	slow := sessim.New(sessim.Config{Rate: 1, Seed: 1, Verified: []string{"shop.example"}})
	server := httptest.NewServer(slow)
	t.Cleanup(func() { slow.Close(); server.Close() })
	a := ses.New(ses.Config{API: api(server.URL, "secret")})
	for range 20 {
		if out := a.Send(t.Context(), letter("ana@mail.example")); out.Verdict == provider.Retry && out.Scope == provider.Sender && !out.Stop {
			return
		}
	}
	t.Error("twenty at once were taken by one that takes one a second")
}

func TestARefusedConnectionIsNoDoubt(t *testing.T) {
	a := ses.New(ses.Config{API: api("http://127.0.0.1:1", "secret")})
	if out := a.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Retry || out.Scope != provider.Sender {
		t.Errorf("%+v", out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out := a.Send(ctx, letter("ana@mail.example")); out.Verdict != provider.Retry || out.Scope != provider.Target {
		t.Errorf("%+v", out)
	}
}

func TestALateAnswerIsADoubt(t *testing.T) {
	w := mustWire(t)
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if out := w.adapter.Send(ctx, letter("ana+slow@mail.example")); out.Verdict != provider.Unknown {
		t.Errorf("%+v", out)
	}
}

// The simulator computes the signature: another secret is refused, and the sender stops.
func TestAWrongKeyStopsTheOrder(t *testing.T) {
	w := mustWire(t)
	a := ses.New(ses.Config{API: api(w.server.URL+"/ses", "wrong")})
	if out := a.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Retry || !out.Stop {
		t.Errorf("%+v", out)
	}
}

// What must not be in a header, and what the service would certainly refuse, is not asked.
func TestBadEmailsAreNotSent(t *testing.T) {
	w := mustWire(t)
	for name, change := range map[string]func(m *provider.Message){
		"a line break in the subject": func(m *provider.Message) { m.Email.Subject = "x\r\nBcc: all@mail.example" },
		"a line break in a name":      func(m *provider.Message) { m.Email.FromName = "x\nBcc: all@mail.example" },
		"a line break in an address":  func(m *provider.Message) { m.To = "ana@mail.example\r\nBcc: x@mail.example" },
		"two recipients":              func(m *provider.Message) { m.To = "ana@mail.example, bia@mail.example" },
		"an address with an umlaut":   func(m *provider.Message) { m.To = "jürgen@mail.example" },
		"no content":                  func(m *provider.Message) { m.Email.Text, m.Email.HTML = "", "" },
		"a 20 MB message":             func(m *provider.Message) { m.Email.HTML = strings.Repeat("x", 20<<20) },
		"http to unsubscribe":         func(m *provider.Message) { m.Email.Unsubscribe = "http://h.example/u/abc" },
		"a bracket to unsubscribe":    func(m *provider.Message) { m.Email.Unsubscribe = "https://h.example/u>,<mailto:x@y.example" },
		"a text message":              func(m *provider.Message) { m.Kind = provider.Text },
		"no part":                     func(m *provider.Message) { m.Email = nil },
	} {
		m := letter("ana@mail.example")
		change(&m)
		if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Rejected || out.Code != 803 ||
			ses.Reason(out.Code) != provider.BadContent {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if all := w.sim.Stats().Calls; len(all) > 0 {
		t.Errorf("%v", all)
	}
}

func TestASubscriptionIsConfirmed(t *testing.T) {
	w := mustWire(t)
	w.control("subscribe", "")
	w.until("the question", func() bool { return w.last != nil })
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/_sim/subscription", nil))
	if !strings.Contains(rec.Body.String(), `"confirmed":1`) {
		t.Error(rec.Body)
	}
}

// The settings of the callbacks lose, repeat and reorder events.
func TestEventsAreRepeated(t *testing.T) {
	w := mustWire(t)
	w.control("webhooks", `{"duplicate":1,"batch":10}`)
	w.adapter.Send(t.Context(), letter("ana@mail.example"))
	w.until("each event twice", func() bool { return len(w.events.Receipts) == 4 })
}
