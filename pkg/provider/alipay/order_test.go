package alipay_test

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	alipaysim "herald/localstack/simulators/alipay"
	"herald/localstack/simulators/paymentledger"
	"herald/pkg/provider"
	"herald/pkg/provider/alipay"
)

func TestAnOrderByScanIsThereOnceItIsScanned(t *testing.T) {
	w := mustWorld(t)
	c, err := w.pay.Open(ctx, order("A1"), provider.PayByScan)
	if err != nil || !strings.HasPrefix(c.Code, "https://qr.alipay.com/") || c.Form != nil {
		t.Fatalf("%+v %v", c, err)
	}
	_, err = w.pay.Query(ctx, "A1")
	want(t, err, provider.Retry, provider.NotThere)
	want(t, w.pay.Close(ctx, "A1"), provider.Retry, provider.NotThere) // its code is still payable
	if err := w.sim.Ledger.Scan("A1"); err != nil {
		t.Fatal(err)
	}
	if p := w.query("A1"); p.State != provider.PaymentWaiting || p.Amount != 30001 {
		t.Errorf("%+v", p)
	}
	w.paid(paymentledger.Payment{Number: "A1"})
	n, err := w.hear()
	if err != nil || n.ID == "" || n.Payment.State != provider.PaymentDone || n.Refund != nil {
		t.Errorf("%+v %v", n, err)
	}
	p := w.query("A1")
	if p.State != provider.PaymentDone || p.Amount != 30001 || p.ByPayer != 30001 || p.ProviderID == "" || p.PaidAt.IsZero() ||
		*n.Payment != p {
		t.Errorf("%+v, told %+v", p, n.Payment)
	}
}

// The payer's browser posts the form, presses the button, and comes back.
func TestAnOrderByPageIsPaidInTheBrowser(t *testing.T) {
	w := mustWorld(t)
	o := order("A2")
	o.ReturnURL = w.hooks.URL + "/back?x=1"
	c, err := w.pay.Open(ctx, o, provider.PayByPage)
	if err != nil || c.Code != "" || !strings.Contains(c.Form.HTML(), `name="biz_content" value="{&#34;`) {
		t.Fatalf("%s %v", c.Form.HTML(), err)
	}
	form := url.Values{}
	for _, f := range c.Form.Fields {
		form.Set(f.Name, f.Value)
	}
	res, err := http.PostForm(c.Form.Action, form)
	if err != nil {
		t.Fatal(err)
	}
	page, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || !strings.Contains(string(page), `action="cashier/pay"`) {
		t.Fatalf("%s %v", page, err)
	}
	browser := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err = browser.PostForm(strings.TrimSuffix(c.Form.Action, "/gateway.do?charset=utf-8")+"/cashier/pay", url.Values{"number": {"A2"}})
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if back := res.Header.Get("Location"); !strings.Contains(back, "out_trade_no=A2") || !strings.Contains(back, "x=1") {
		t.Errorf("back to %q", back)
	}
	if n, err := w.hear(); err != nil || n.Payment.Number != "A2" {
		t.Errorf("%+v %v", n, err)
	}
	form.Set("biz_content", strings.Replace(form.Get("biz_content"), "300.01", "0.01", 1))
	res, err = http.PostForm(c.Form.Action, form)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if page, err = io.ReadAll(res.Body); err != nil || !strings.Contains(string(page), "isv.invalid-signature") {
		t.Errorf("a form that was tampered with: %s %v", page, err)
	}
}

func TestCallbacks(t *testing.T) {
	w := mustWorld(t)
	w.scanned("A3")
	w.paid(paymentledger.Payment{Number: "A3", Notify: paymentledger.Twice})
	first, err := w.hear()
	second, err2 := w.hear()
	if err != nil || err2 != nil || first.ID != second.ID {
		t.Errorf("a duplicate: %+v %v, %+v %v", first, err, second, err2)
	}
	w.scanned("A4")
	w.paid(paymentledger.Payment{Number: "A4", Notify: paymentledger.Forged})
	_, err = w.hear()
	want(t, err, provider.Rejected, provider.Forged)
	if p := w.query("A4"); p.State != provider.PaymentDone || p.Amount != 30001 {
		t.Errorf("%+v", p)
	}
	w.scanned("A5")
	w.paid(paymentledger.Payment{Number: "A5", Merchant: "2089"})
	_, err = w.hear()
	want(t, err, provider.Rejected, provider.Foreign)
	w.scanned("A6")
	w.paid(paymentledger.Payment{Number: "A6", Fen: 1, DelayMs: 5})
	if n, err := w.hear(); err != nil || n.Payment.Amount != 1 {
		t.Errorf("another amount: %+v %v", n, err)
	}
	if p := w.query("A6"); p.Amount != 1 {
		t.Errorf("%+v", p)
	}
	w.scanned("A7")
	w.paid(paymentledger.Payment{Number: "A7", Notify: paymentledger.Lost})
	if p := w.query("A7"); p.State != provider.PaymentDone {
		t.Errorf("a lost callback: %+v", p)
	}
	w.scanned("A8")
	w.paid(paymentledger.Payment{Number: "A8", Currency: "USD", Notify: paymentledger.Lost})
	_, err = w.pay.Query(ctx, "A8")
	want(t, err, provider.Rejected, provider.Foreign)
}

func TestACallbackIsRepeatedUntilItSaysSuccess(t *testing.T) {
	w := mustWorld(t, func(s *alipaysim.Config, _ *alipay.Config) {
		s.Retry = func(int) time.Duration { return time.Millisecond }
	})
	w.hooks.Answer = w.pay.Answer(false).Body
	w.scanned("A9")
	w.paid(paymentledger.Payment{Number: "A9"})
	for range 3 {
		if _, err := w.hear(); err != nil {
			t.Fatal(err)
		}
	}
	if a := w.pay.Answer(true); a.Status != http.StatusOK || a.Body != "success" {
		t.Errorf("%+v", a)
	}
}

func TestClosingAndOpeningAgain(t *testing.T) {
	w := mustWorld(t)
	w.scanned("B1")
	for range 2 {
		if err := w.pay.Close(ctx, "B1"); err != nil {
			t.Fatal(err)
		}
	}
	if p := w.query("B1"); p.State != provider.PaymentClosed {
		t.Errorf("%+v", p)
	}
	_, err := w.pay.Open(ctx, order("B1"), provider.PayByScan)
	want(t, err, provider.Rejected, provider.AlreadyClosed)
	w.scanned("B2")
	other := order("B2")
	other.Amount++
	_, err = w.pay.Open(ctx, other, provider.PayByScan)
	want(t, err, provider.Rejected, provider.NumberUsed)
	w.paid(paymentledger.Payment{Number: "B2"})
	want(t, w.pay.Close(ctx, "B2"), provider.Rejected, provider.AlreadyPaid)
	_, err = w.pay.Open(ctx, order("B2"), provider.PayByScan)
	want(t, err, provider.Rejected, provider.AlreadyPaid)
}
