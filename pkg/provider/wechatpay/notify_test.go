package wechatpay_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/localstack/simulators/sim"
	wechatpaysim "herald/localstack/simulators/wechatpay"
	"herald/pkg/provider"
	"herald/pkg/provider/wechatpay"
)

// A callback that comes twice is the same one: its id says so.
func TestADuplicateCallbackHasTheSameID(t *testing.T) {
	w := mustWorld(t)
	w.open(order("TU0201"))
	w.paid(paymentledger.Payment{Number: "TU0201", Notify: paymentledger.Twice})
	first, err := w.hear()
	if err != nil {
		t.Fatal(err)
	}
	second, err := w.hear()
	if err != nil || first.ID != second.ID || first.ID == "" {
		t.Errorf("%q, %q, %v", first.ID, second.ID, err)
	}
}

func TestForgedCallbacksAreIgnored(t *testing.T) {
	w := mustWorld(t)
	w.open(order("TU0202"))
	w.paid(paymentledger.Payment{Number: "TU0202", Notify: paymentledger.Forged})
	_, err := w.hear()
	want(t, err, provider.Rejected, provider.Forged)
	for _, how := range []paymentledger.How{paymentledger.Probe, paymentledger.Stale} {
		if err := w.sim.Ledger.Tell("TU0202", "", how, 0); err != nil {
			t.Fatal(err)
		}
		_, err := w.hear()
		want(t, err, provider.Rejected, provider.Forged)
	}
	if err := w.sim.Ledger.Tell("TU0202", "", paymentledger.Sent, 0); err != nil {
		t.Fatal(err)
	}
	c := w.hooks.Next(t)
	for name, change := range map[string]func(h http.Header, body []byte){
		"other body":   func(_ http.Header, body []byte) { body[20]++ },
		"no signature": func(h http.Header, _ []byte) { h.Del("Wechatpay-Signature") },
		"no serial":    func(h http.Header, _ []byte) { h.Del("Wechatpay-Serial") },
		"no time":      func(h http.Header, _ []byte) { h.Del("Wechatpay-Timestamp") },
		"other time": func(h http.Header, _ []byte) {
			h.Set("Wechatpay-Timestamp", strconv.FormatInt(running().Unix()+1, 10))
		},
		"other nonce":  func(h http.Header, _ []byte) { h.Set("Wechatpay-Nonce", "x") },
		"other serial": func(h http.Header, _ []byte) { h.Set("Wechatpay-Serial", "7A") },
		"other key id": func(h http.Header, _ []byte) { h.Set("Wechatpay-Serial", "PUB_KEY_ID_1") },
	} {
		h, body := c.Header.Clone(), append([]byte(nil), c.Body...)
		change(h, body)
		if _, err := w.pay.ParseNotification(ctx, body, h.Get); provider.CauseOf(err) != provider.Forged {
			t.Errorf("%s: %v", name, err)
		}
	}
	lower := func(name string) string { // as the gateway gives them
		if name == http.CanonicalHeaderKey(name) {
			return ""
		}
		return c.Header.Get(name)
	}
	if _, err := w.pay.ParseNotification(ctx, c.Body, lower); err != nil {
		t.Error(err)
	}
}

// The platform rotates its certificate: the new one is asked for, both hold while both are listed, then only the new one.
func TestCertificatesRotate(t *testing.T) {
	now := running()
	w := mustWorld(t, func(_ *wechatpaysim.Config, c *wechatpay.Config) { c.Now = func() time.Time { return now } })
	w.open(order("TU0203"))
	w.paid(paymentledger.Payment{Number: "TU0203"})
	old := w.hooks.Next(t)
	if _, err := w.pay.ParseNotification(ctx, old.Body, old.Header.Get); err != nil {
		t.Fatal(err)
	}
	if err := w.sim.Rotate(false); err != nil {
		t.Fatal(err)
	}
	if err := w.sim.Ledger.Tell("TU0203", "", paymentledger.Sent, 0); err != nil {
		t.Fatal(err)
	}
	fresh := w.hooks.Next(t)
	if fresh.Header.Get("Wechatpay-Serial") == old.Header.Get("Wechatpay-Serial") {
		t.Fatal("the platform did not rotate")
	}
	// Within the minute there is no further query, so that strangers cannot cause them; the callback comes again by
	// itself.
	_, err := w.pay.ParseNotification(ctx, fresh.Body, fresh.Header.Get)
	want(t, err, provider.Rejected, provider.Forged)
	now = now.Add(61 * time.Second)
	for _, c := range []paymentledgertest.Callback{fresh, old} {
		if _, err := w.pay.ParseNotification(ctx, c.Body, c.Header.Get); err != nil {
			t.Error(err)
		}
	}
	if err := w.sim.Rotate(true); err != nil {
		t.Fatal(err)
	}
	now = now.Add(61 * time.Second)
	w.query("TU0203") // its answer is signed by the third certificate
	_, err = w.pay.ParseNotification(ctx, fresh.Body, fresh.Header.Get)
	want(t, err, provider.Rejected, provider.Forged)
}

func TestStrangersCannotMakeUsAskForCertificates(t *testing.T) {
	w := mustWorld(t)
	w.open(order("TU0204"))
	w.paid(paymentledger.Payment{Number: "TU0204"})
	c := w.hooks.Next(t)
	for i := range 20 {
		h := c.Header.Clone()
		h.Set("Wechatpay-Serial", "AB"+strconv.Itoa(i))
		_, err := w.pay.ParseNotification(ctx, c.Body, h.Get)
		want(t, err, provider.Rejected, provider.Forged)
	}
	if n := w.sim.Stats().Calls["GET /v3/certificates 200"]; n != 1 {
		t.Errorf("asked %d times", n)
	}
}

// While the platform does not tell its certificates, callbacks are to come again, and it is asked every five seconds at most.
func TestFailedCertificatesAreAskedForSparingly(t *testing.T) {
	now := running()
	w := mustWorld(t, func(_ *wechatpaysim.Config, c *wechatpay.Config) { c.Now = func() time.Time { return now } })
	if _, err := w.sim.Ledger.Make(paymentledger.Order{Number: "TU0207", Fen: 1, NotifyURL: w.hooks.URL}); err != nil {
		t.Fatal(err)
	}
	w.paid(paymentledger.Payment{Number: "TU0207"})
	c := w.hooks.Next(t)
	w.script(sim.Rule{Suffix: "/certificates", Outcome: "refuse", Code: "SYSTEM_ERROR"})
	for range 5 {
		_, err := w.pay.ParseNotification(ctx, c.Body, c.Header.Get)
		want(t, err, provider.Retry, provider.Other)
	}
	if n := w.sim.Stats().Calls["GET /v3/certificates 500"]; n != 1 {
		t.Errorf("asked %d times", n)
	}
	w.script()
	now = now.Add(6 * time.Second)
	if _, err := w.pay.ParseNotification(ctx, c.Body, c.Header.Get); err != nil {
		t.Error(err)
	}
}

func TestAPublicKeyInsteadOfCertificates(t *testing.T) {
	w := mustWorld(t, func(s *wechatpaysim.Config, _ *wechatpay.Config) { s.PublicKeyID = "PUB_KEY_ID_7" })
	a, err := wechatpay.New(wechatpay.Config{BaseURL: w.url, AppID: "wx1", MerchantID: "1900", Serial: "5F",
		Key:      paymentledgertest.Keys().Private,
		APIv3Key: apiKey, NotifyURL: w.hooks.URL, PublicKeys: map[string]string{"PUB_KEY_ID_7": w.sim.PublicKey()}, Now: running})
	if err != nil {
		t.Fatal(err)
	}
	w.pay = a
	w.settled("TU0205")
	if n := w.sim.Stats().Calls["GET /v3/certificates 200"]; n != 0 {
		t.Errorf("asked %d times", n)
	}
}

func TestACallbackIsRepeatedUntilItIsTaken(t *testing.T) {
	w := mustWorld(t, func(s *wechatpaysim.Config, _ *wechatpay.Config) {
		s.Retry = func(int) time.Duration { return time.Millisecond }
	})
	again := w.pay.Answer(false)
	w.hooks.Status, w.hooks.Answer = again.Status, again.Body
	w.open(order("TU0206"))
	w.paid(paymentledger.Payment{Number: "TU0206", DelayMs: 5})
	for range 3 {
		if _, err := w.hear(); err != nil {
			t.Fatal(err)
		}
	}
	if taken := w.pay.Answer(true); taken.Status != http.StatusNoContent || taken.Body != "" {
		t.Errorf("%+v", taken)
	}
}

func TestConfigurationIsChecked(t *testing.T) {
	good := wechatpay.Config{BaseURL: "https://api.mch.weixin.qq.com", AppID: "wx1", MerchantID: "1900", Serial: "5F",
		Key:      paymentledgertest.Keys().Private,
		APIv3Key: apiKey, NotifyURL: "https://herald.example/api/pay/notify/wechatpay"}
	if _, err := wechatpay.New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*wechatpay.Config){
		"no base URL": func(c *wechatpay.Config) { c.BaseURL = "" }, "no app": func(c *wechatpay.Config) { c.AppID = "" },
		"no merchant": func(c *wechatpay.Config) { c.MerchantID = "" }, "no serial": func(c *wechatpay.Config) { c.Serial = "" },
		"key": func(c *wechatpay.Config) { c.Key = "x" }, "APIv3 key": func(c *wechatpay.Config) { c.APIv3Key = "x" },
		"query":      func(c *wechatpay.Config) { c.NotifyURL += "?a=b" },
		"public key": func(c *wechatpay.Config) { c.PublicKeys = map[string]string{"a": "b"} },
	} {
		c := good
		change(&c)
		if _, err := wechatpay.New(c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
