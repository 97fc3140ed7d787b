package gateway_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	gatewaysim "herald/localstack/simulators/gateway"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/localstack/simulators/sim"
	"herald/pkg/provider"
	"herald/pkg/provider/gateway"
)

var ctx = context.Background()

type world struct {
	*testing.T
	sim   *gatewaysim.Sim
	pay   *gateway.Adapter
	hooks *paymentledgertest.Receiver
}

func config(base, notify, signer string) gateway.Config {
	return gateway.Config{BaseURL: base, MerchantID: "M1", Biz: "al000", Signer: signer, Secrets: []string{"new", "old"}, NotifyURL: notify}
}

func mustWorld(t *testing.T, signer string) *world {
	t.Helper()
	hooks := paymentledgertest.NewReceiver(t, http.StatusOK, "SUCCESS")
	s := gatewaysim.New(gatewaysim.Config{MerchantID: "M1", Secret: "new", Signer: signer, Seed: 1,
		Retry: func(int) time.Duration { return time.Millisecond }})
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	a, err := gateway.New(config(server.URL, hooks.URL, signer))
	if err != nil {
		t.Fatal(err)
	}
	return &world{T: t, sim: s, pay: a, hooks: hooks}
}

func order(number string) provider.PaymentOrder {
	return provider.PaymentOrder{Number: number, Amount: 30001, Subject: "300 credits & more",
		Made: time.Date(2026, 11, 21, 2, 0, 0, 0, time.UTC)}
}

// posted is what the payer's browser does with the form.
func (w *world) posted(number string, change ...func(url.Values)) int {
	w.Helper()
	c, err := w.pay.Open(ctx, order(number), provider.PayByPage)
	if err != nil {
		w.Fatal(err)
	}
	form := url.Values{}
	for _, f := range c.Form.Fields {
		form.Set(f.Name, f.Value)
	}
	for _, c := range change {
		c(form)
	}
	res, err := http.PostForm(c.Form.Action, form)
	if err != nil {
		w.Fatal(err)
	}
	res.Body.Close()
	return res.StatusCode
}

func (w *world) paid(p paymentledger.Payment) {
	w.Helper()
	if err := w.sim.Ledger.Pay(p); err != nil {
		w.Fatal(err)
	}
}

func (w *world) hear() (provider.PaymentNotice, error) {
	w.Helper()
	c := w.hooks.Next(w)
	return w.pay.ParseNotification(ctx, c.Body, c.Header.Get)
}

func want(t *testing.T, err error, verdict provider.Verdict, cause provider.Cause) {
	t.Helper()
	f := new(provider.Failure)
	if !errors.As(err, &f) || f.Verdict != verdict || f.Cause != cause {
		t.Errorf("got %v, not verdict %d, cause %s", err, verdict, cause)
	}
}

func TestAFormIsPostedAndPaidByEverySigner(t *testing.T) {
	for signer := range gateway.Signers() {
		w := mustWorld(t, signer)
		_, err := w.pay.Query(ctx, "G1")
		want(t, err, provider.Retry, provider.NotThere)
		if status := w.posted("G1"); status != http.StatusOK {
			t.Fatalf("%s: %d", signer, status)
		}
		if p, err := w.pay.Query(ctx, "G1"); err != nil || p.State != provider.PaymentWaiting || p.Amount != 30001 {
			t.Errorf("%s: %+v %v", signer, p, err)
		}
		w.paid(paymentledger.Payment{Number: "G1", Notify: paymentledger.Twice})
		first, err := w.hear()
		second, again := w.hear()
		if err != nil || again != nil || first.ID != second.ID || first.Payment.State != provider.PaymentDone {
			t.Errorf("%s: %+v %v, %+v %v", signer, first, err, second, again)
		}
		if p, err := w.pay.Query(ctx, "G1"); err != nil || p.State != provider.PaymentDone || p.Amount != 30001 || p.ProviderID == "" ||
			p.PaidAt.IsZero() {
			t.Errorf("%s: %+v %v", signer, p, err)
		}
		if status := w.posted("G2", func(f url.Values) { f.Set("amount", "0.01") }); status != http.StatusUnauthorized {
			t.Errorf("%s: a form that was tampered with: %d", signer, status)
		}
	}
}

func TestCallbacks(t *testing.T) {
	w := mustWorld(t, "md5")
	for number, c := range map[string]struct {
		payment paymentledger.Payment
		cause   provider.Cause
	}{"H1": {paymentledger.Payment{Notify: paymentledger.Forged}, provider.Forged},
		"H2": {paymentledger.Payment{Merchant: "M2"}, provider.Foreign}, "H3": {paymentledger.Payment{Currency: "JPY"}, provider.Foreign}} {
		w.posted(number)
		c.payment.Number = number
		w.paid(c.payment)
		_, err := w.hear()
		want(t, err, provider.Rejected, c.cause)
	}
	w.posted("H4")
	w.paid(paymentledger.Payment{Number: "H4", Fen: 100, Notify: paymentledger.Lost})
	if p, err := w.pay.Query(ctx, "H4"); err != nil || p.Amount != 100 || p.State != provider.PaymentDone {
		t.Errorf("%+v %v", p, err)
	}
	w.posted("H5")
	if err := w.sim.Ledger.Close("H5"); err != nil {
		t.Fatal(err)
	}
	if p, err := w.pay.Query(ctx, "H5"); err != nil || p.State != provider.PaymentClosed {
		t.Errorf("%+v %v", p, err)
	}
	w.paid(paymentledger.Payment{Number: "H5", Late: true, Notify: paymentledger.Lost})
	if p, err := w.pay.Query(ctx, "H5"); err != nil || p.State != provider.PaymentDone {
		t.Errorf("late: %+v %v", p, err)
	}
	w.hooks.Status, w.hooks.Answer = w.pay.Answer(false).Status, w.pay.Answer(false).Body
	w.posted("H6")
	w.paid(paymentledger.Payment{Number: "H6"})
	for range 2 {
		if _, err := w.hear(); err != nil {
			t.Error(err)
		}
	}
	if a := w.pay.Answer(true); a.Status != http.StatusOK || a.Body != "SUCCESS" {
		t.Errorf("%+v", a)
	}
}

func TestSpoiltAnswersAndCodes(t *testing.T) {
	w := mustWorld(t, "sha256")
	w.posted("I1")
	for _, c := range []struct {
		rule  sim.Rule
		cause provider.Cause
	}{
		{sim.Rule{Outcome: "cut"}, provider.Unreachable}, {sim.Rule{Outcome: "bare_500"}, provider.Unreadable},
		{sim.Rule{Outcome: "garbled"}, provider.Unreadable},
		{sim.Rule{Outcome: "refuse", Code: "401"}, provider.BadAccount}, {sim.Rule{Outcome: "refuse", Code: "500"}, provider.Other},
		{sim.Rule{Outcome: "refuse", Code: "404"}, provider.NotThere},
	} {
		if err := w.sim.SetScript([]sim.Rule{c.rule}); err != nil {
			t.Fatal(err)
		}
		_, err := w.pay.Query(ctx, "I1")
		want(t, err, provider.Retry, c.cause)
	}
}

func TestWhatTheGatewayCannotDo(t *testing.T) {
	w := mustWorld(t, "md5")
	p := w.pay.Profile()
	_, refund := w.pay.Refund(ctx, provider.RefundOrder{})
	_, asked := w.pay.QueryRefund(ctx, "", "")
	_, bill := w.pay.Bill(ctx, time.Now())
	_, scan := w.pay.Open(ctx, order("J1"), provider.PayByScan)
	for _, err := range []error{w.pay.Close(ctx, "J1"), refund, asked, bill, scan} {
		want(t, err, provider.Rejected, provider.BadInput)
	}
	if p.CanClose || p.RefundPartial || p.Bills {
		t.Errorf("%+v", p)
	}
	for name, c := range map[string]struct {
		change func(*provider.PaymentOrder)
		cause  provider.Cause
	}{
		"number of 33":  {func(o *provider.PaymentOrder) { o.Number = strings.Repeat("1", 33) }, provider.BadInput},
		"nothing":       {func(o *provider.PaymentOrder) { o.Amount = 0 }, provider.TooSmall},
		"too much":      {func(o *provider.PaymentOrder) { o.Amount = 100_000_000_01 }, provider.TooLarge},
		"no time":       {func(o *provider.PaymentOrder) { o.Made = time.Time{} }, provider.BadInput},
		"subject of 65": {func(o *provider.PaymentOrder) { o.Subject = strings.Repeat("x", 65) }, provider.BadInput},
	} {
		o := order("J2")
		c.change(&o)
		if _, err := w.pay.Open(ctx, o, provider.PayByPage); provider.CauseOf(err) != c.cause {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Vectors made with md5sum, sha256sum and openssl, of the bytes that common practice signs.
func TestSigners(t *testing.T) {
	p := map[string]string{"orderId": "1", "amount": "1.00", "mchtId": "M1", "empty": "", "sign": "x"}
	for name, want := range map[string]string{"md5": "10EBF5C8283AB665EE8D49C4FAE1BC0C",
		"sha256":      "42537A7E8FB8C6044B3951764F8599F0CE0D0B2F69545BB27732B460D52AAC5F",
		"hmac-sha256": "fd28a9096a3f86e56c56065ee0d5cc833331a0b35263746c6665ae0a00d3199a"} {
		if got := gateway.Signers()[name](p, "k"); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for name, change := range map[string]func(*gateway.Config){
		"signer": func(c *gateway.Config) { c.Signer = "none" }, "secret": func(c *gateway.Config) { c.Secrets = nil },
		"merchant": func(c *gateway.Config) { c.MerchantID = "" },
		"biz":      func(c *gateway.Config) { c.Biz = "" }, "notify": func(c *gateway.Config) { c.NotifyURL = "x" },
		"base": func(c *gateway.Config) { c.BaseURL = "x" },
	} {
		c := config("https://cashier.example", "https://herald.example/notify", "md5")
		change(&c)
		if _, err := gateway.New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func FuzzHear(f *testing.F) {
	a, err := gateway.New(config("https://cashier.example", "https://herald.example/notify", "hmac-sha256"))
	if err != nil {
		f.Fatal(err)
	}
	f.Add("mchtId=M1&orderId=1&tradeNo=2&amount=1.00&currencyType=CNY&status=1", true)
	f.Add("sign=&mchtId=M1", false)
	f.Fuzz(func(t *testing.T, text string, signed bool) {
		body := text
		if values, err := url.ParseQuery(text); signed && err == nil {
			p := map[string]string{}
			for name := range values {
				p[name] = values.Get(name)
			}
			values.Set("sign", gateway.Signers()["hmac-sha256"](p, "old"))
			body = values.Encode()
		}
		n, err := a.ParseNotification(ctx, []byte(body), nil)
		if err == nil && !signed || err != nil && (provider.CauseOf(err) == "" || n.Payment != nil) {
			t.Errorf("%q: %+v %v", body, n, err)
		}
		if p := n.Payment; p != nil && p.State == provider.PaymentDone && (p.ProviderID == "" || p.Amount < 1 || p.Number == "") {
			t.Errorf("a payment %+v", p)
		}
	})
}
