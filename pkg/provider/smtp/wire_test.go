package smtp_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	smtpsim "herald/localstack/simulators/smtp"
	"herald/pkg/provider"
	"herald/pkg/provider/smtp"
	"herald/pkg/provider/smtp/relay"
)

// wire is the adapter and a simulator that call each other over sockets.
type wire struct {
	*testing.T
	sim     *smtpsim.Sim
	adapter *smtp.Adapter
	address string
	config  relay.Config

	mu      sync.Mutex
	events  provider.Events
	last    *provider.Callback
	changed chan struct{}
}

const domain = "bounce.herald.example"

func mustWire(t *testing.T, change ...func(*relay.Config)) *wire {
	t.Helper()
	w := &wire{T: t, changed: make(chan struct{}, 1000)}
	hook := httptest.NewServer(w)
	server, client := certificates(t)
	w.sim = smtpsim.New(smtpsim.Config{Username: "herald", Password: "secret", Secret: "return", CallbackURL: hook.URL, Seed: 1, TLS: server})
	l := must(net.Listen("tcp", "127.0.0.1:0"))
	w.address = l.Addr().String()
	var served sync.WaitGroup
	served.Go(func() {
		if err := w.sim.Serve(l); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(func() { w.sim.Close(); served.Wait(); hook.Close() })
	w.config = relay.Config{Address: w.address, Security: relay.StartTLS, Username: "herald", Password: "secret", Name: "herald.example",
		Roots: client}
	for _, c := range change {
		c(&w.config)
	}
	w.adapter = must(smtp.New(smtp.Config{Relay: must(relay.New(w.config)), Domain: domain, Secrets: []string{"return", "older"}}))
	return w
}

// certificates of a server at 127.0.0.1, and the configuration of a client that believes them.
func certificates(t *testing.T) (server, client *tls.Config) {
	t.Helper()
	key := must(ecdsa.GenerateKey(elliptic.P256(), rand.Reader))
	of := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "relay"},
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der := must(x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key))
	roots := x509.NewCertPool()
	roots.AddCert(must(x509.ParseCertificate(der)))
	return &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12},
		&tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
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
		w.Errorf("refused: %s", body)
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
	w.events.Receipts = append(w.events.Receipts, ev.Receipts...)
	w.events.Unknown += ev.Unknown
}

// until waits for posts of the return path.
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

func (w *wire) connections() int {
	w.Helper()
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, "/_sim/connections", nil))
	var out struct{ Connections int }
	if err := json.Unmarshal(rec.Body.Bytes(), &out); err != nil {
		w.Fatal(err)
	}
	return out.Connections
}

const reference = "01JABCDEFGHJKMNPQRSTVWXYZ0.0.1.23.1.t4xyz9"

func letter(to string) provider.Message {
	return provider.Message{To: to, Kind: provider.Email, Reference: reference, Email: &provider.EmailPart{
		From: "news@shop.example", FromName: "Loja São João", ReplyTo: "help@shop.example", ReplyToName: "Help",
		Subject: "Olá, João – 50 % off", Text: "Hello\r\n.\r\nolá", HTML: `<p>Olá <a href="https://shop.example/a">x</a></p>`,
		Unsubscribe: "https://h.example/u/abc", FeedbackID: "order1:tenant2:email:herald"}}
}

// An email comes as it was meant: with the headers of RFC 8058, our reference as Message-ID, and no name of a program.
func TestAnEmailArrivesAsItWasMeant(t *testing.T) {
	w := mustWire(t)
	out := w.adapter.Send(t.Context(), letter("ana@mail.example"))
	if out.Verdict != provider.Accepted || !strings.HasPrefix(out.ProviderID, reference+".") {
		t.Fatalf("%+v", out)
	}
	all, n := w.sim.Inbox().Search("ana@mail.example", 10)
	if n != 1 {
		t.Fatalf("%+v", all)
	}
	m, _ := w.sim.Inbox().Find(all[0].ID)
	if m.Subject != "Olá, João – 50 % off" || m.HTML != letter("").Email.HTML || strings.TrimSpace(m.Text) != "Hello\r\n.\r\nolá" ||
		m.From != `Loja São João <news@shop.example>` && m.From != `"Loja São João" <news@shop.example>` {
		t.Errorf("%q %q %q %q", m.From, m.Subject, m.Text, m.HTML)
	}
	for name, want := range map[string]string{"To": "<ana@mail.example>", "Reply-To": `"Help" <help@shop.example>`,
		"List-Unsubscribe": "<https://h.example/u/abc>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
		"Feedback-ID": "order1:tenant2:email:herald", "Message-ID": "<" + out.ProviderID + ">", "User-Agent": "", "X-Mailer": ""} {
		if got := m.Header(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if !strings.HasPrefix(m.Return, "b-"+reference+".") || !strings.HasSuffix(m.Return, "@"+domain) {
		t.Errorf("return path %q", m.Return)
	}
	if strings.Contains(m.Raw, "go-mail") {
		t.Error("the email names a program")
	}
}

// An email of text alone, and of HTML alone.
func TestEmailsOfOnePart(t *testing.T) {
	w := mustWire(t)
	for to, change := range map[string]func(e *provider.EmailPart){
		"text@mail.example": func(e *provider.EmailPart) { e.HTML = "" }, "html@mail.example": func(e *provider.EmailPart) { e.Text = "" },
		"plain@mail.example": func(e *provider.EmailPart) { e.Unsubscribe, e.FeedbackID, e.ReplyTo, e.FromName = "", "", "", "" },
	} {
		m := letter(to)
		change(m.Email)
		if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Accepted {
			t.Errorf("%s: %+v", to, out)
		}
	}
	if _, n := w.sim.Inbox().Search("", 10); n != 3 {
		t.Errorf("%d emails", n)
	}
}

// Each answer of a relay has its outcome.
func TestAnswers(t *testing.T) {
	sender := func(stop bool, after time.Duration, code int) provider.Outcome {
		return provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: stop, After: after, Code: code}
	}
	for _, c := range []struct {
		outcome string
		want    provider.Outcome
	}{
		{"ok", provider.Outcome{Verdict: provider.Accepted}},
		{"unknown", provider.Outcome{Verdict: provider.Rejected, Code: 511, Bounce: provider.Hard}},
		{"gone", provider.Outcome{Verdict: provider.Rejected, Code: 511, Bounce: provider.Hard}},
		{"suppressionlist", provider.Outcome{Verdict: provider.Rejected, Code: 521, Bounce: provider.Hard}},
		{"spam", provider.Outcome{Verdict: provider.Rejected, Code: 571, Bounce: provider.Soft}},
		{"full", provider.Outcome{Verdict: provider.Retry, After: 5 * time.Minute, Code: 422}},
		{"greylist", provider.Outcome{Verdict: provider.Retry, After: 5 * time.Minute, Code: 471}},
		{"rate", sender(false, time.Minute, 4728)},
		{"busy", sender(false, time.Minute, 470)},
		{"unauthenticated", sender(true, 0, 57515)},
		{"dmarc", sender(true, 0, 5726)},
		{"relay", sender(true, 0, 571)},
		{"cut", provider.Outcome{Verdict: provider.Unknown}},
		{"cut_after_accept", provider.Outcome{Verdict: provider.Unknown}},
		{"garbled", provider.Outcome{Verdict: provider.Unknown}},
	} {
		t.Run(c.outcome, func(t *testing.T) {
			w := mustWire(t)
			w.script(sim.Rule{Outcome: c.outcome})
			got := w.adapter.Send(t.Context(), letter("ana@mail.example"))
			accepted, refused := w.sim.Messages(0, 10)
			if len(accepted)+len(refused) > 1 {
				t.Errorf("more than one delivery: %+v %+v", accepted, refused)
			}
			if got.ProviderID, got.Detail = "", ""; got != c.want {
				t.Errorf("%+v, want %+v", got, c.want)
			}
		})
	}
}

// A refusal at RCPT or MAIL is one too. The connection serves the next email.
func TestRefusalsBeforeTheMessage(t *testing.T) {
	w := mustWire(t)
	if out := w.adapter.Send(t.Context(), letter("refused@mail.example")); out.Verdict != provider.Rejected || out.Bounce != provider.Hard {
		t.Errorf("%+v", out)
	}
	m := letter("ana@mail.example")
	m.Email.ReturnPath = "refused"
	if out := w.adapter.Send(t.Context(), m); out.Verdict != provider.Retry || out.Scope != provider.Sender || !out.Stop {
		t.Errorf("%+v", out)
	}
	if out := w.adapter.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Accepted {
		t.Errorf("%+v", out)
	}
	if n := w.connections(); n != 1 {
		t.Errorf("%d connections", n)
	}
}

// What comes back to the return path becomes a receipt.
func TestWhatComesBackIsReported(t *testing.T) {
	for to, want := range map[string]provider.Receipt{
		"bounce@mail.example":     {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
		"softbounce@mail.example": {State: provider.ReceiptFailed, Code: 422, Bounce: provider.Soft},
		"complaint@mail.example":  {State: provider.ReceiptComplained, Code: 1000, Suppress: true},
		"ana+late@mail.example":   {State: provider.ReceiptFailed, Code: 511, Bounce: provider.Hard},
	} {
		t.Run(to, func(t *testing.T) {
			w := mustWire(t)
			out := w.adapter.Send(t.Context(), letter(to))
			w.until("the report", func() bool { return len(w.events.Receipts) == 1 })
			got := w.events.Receipts[0]
			if got.Reference != reference || got.ProviderID != out.ProviderID || got.At.IsZero() {
				t.Errorf("%+v", got)
			}
			if got.Reference, got.ProviderID, got.At = "", "", (time.Time{}); got != want {
				t.Errorf("%+v, want %+v", got, want)
			}
		})
	}
}

// The answer of an absent person is counted and no receipt.
func TestAnAnswerOfAnAbsentPersonIsNoReceipt(t *testing.T) {
	w := mustWire(t)
	w.adapter.Send(t.Context(), letter("ooto@mail.example"))
	w.until("the answer", func() bool { return w.events.Unknown == 1 })
	if len(w.events.Receipts) > 0 {
		t.Errorf("%+v", w.events)
	}
}

func TestTheWaysOfAConnection(t *testing.T) {
	w := mustWire(t)
	refused := func(stop bool, after time.Duration, code int) provider.Outcome {
		return provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: stop, After: after, Code: code}
	}
	for name, c := range map[string]struct {
		change func(*relay.Config)
		want   provider.Outcome
	}{
		"a wrong password":        {func(c *relay.Config) { c.Password = "wrong" }, refused(true, 0, 578)},
		"no credentials":          {func(c *relay.Config) { c.Username = "" }, refused(true, 0, 570)},
		"an unknown issuer":       {func(c *relay.Config) { c.Roots = nil }, refused(false, time.Second, 0)},
		"TLS where there is none": {func(c *relay.Config) { c.Security = relay.TLS }, refused(false, time.Second, 0)},
		"a closed port":           {func(c *relay.Config) { c.Address = "127.0.0.1:1" }, refused(false, time.Second, 0)},
	} {
		cfg := w.config
		c.change(&cfg)
		a := must(smtp.New(smtp.Config{Relay: must(relay.New(cfg)), Domain: domain, Secrets: []string{"s"}}))
		got := a.Send(t.Context(), letter("ana@mail.example"))
		if got.Detail = ""; got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out := w.adapter.Send(ctx, letter("ana@mail.example")); out.Verdict != provider.Retry || out.Scope != provider.Target {
		t.Errorf("%+v", out)
	}
	if _, n := w.sim.Inbox().Search("", 1); n > 0 {
		t.Errorf("%d emails were accepted", n)
	}
}

// TLS from the first byte.
func TestImplicitTLS(t *testing.T) {
	server, client := certificates(t)
	s := smtpsim.New(smtpsim.Config{Seed: 1})
	l := tls.NewListener(must(net.Listen("tcp", "127.0.0.1:0")), server)
	var served sync.WaitGroup
	served.Go(func() { _ = s.Serve(l) })
	t.Cleanup(func() { s.Close(); served.Wait() })
	a := must(smtp.New(smtp.Config{Relay: must(relay.New(relay.Config{Address: l.Addr().String(), Security: relay.TLS, Roots: client})),
		Domain: domain, Secrets: []string{"s"}}))
	if out := a.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Accepted {
		t.Errorf("%+v", out)
	}
}

func TestALateAnswerIsADoubt(t *testing.T) {
	w := mustWire(t)
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if out := w.adapter.Send(ctx, letter("ana+slow@mail.example")); out.Verdict != provider.Unknown {
		t.Errorf("%+v", out)
	}
}

// Many at once use as many connections as the relay allows, and each of them for several emails.
func TestConnectionsAreSharedAndBounded(t *testing.T) {
	w := mustWire(t, func(c *relay.Config) { c.Connections, c.PerConnection = 4, 20 })
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			for range 10 {
				if out := w.adapter.Send(t.Context(), letter("ana@mail.example")); out.Verdict != provider.Accepted && out.Code != 4728 {
					t.Errorf("%+v", out)
				}
			}
		})
	}
	wg.Wait()
	if n := w.connections(); n < 4 || n > 12 {
		t.Errorf("%d connections for 160 emails of 20 each", n)
	}
}
