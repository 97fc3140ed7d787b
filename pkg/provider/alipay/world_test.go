package alipay_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"herald/internal/clocktest"
	alipaysim "herald/localstack/simulators/alipay"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/pkg/provider"
	"herald/pkg/provider/alipay"
)

var ctx = context.Background()

// running is the time of both sides.
var running = clocktest.Running()

// world is an adapter, Alipay on the other side of a socket, and the receiver of callbacks.
type world struct {
	*testing.T
	sim   *alipaysim.Sim
	pay   *alipay.Adapter
	hooks *paymentledgertest.Receiver
}

func config(base, notify string) alipay.Config {
	return alipay.Config{BaseURL: base + "/gateway.do", AppID: "2021", SellerID: "2088", Key: paymentledgertest.Keys().Private,
		PublicKeys: []string{paymentledgertest.Keys().Public, paymentledgertest.Others().Public}, NotifyURL: notify, Now: running}
}

func mustWorld(t *testing.T, change ...func(*alipaysim.Config, *alipay.Config)) *world {
	t.Helper()
	hooks := paymentledgertest.NewReceiver(t, http.StatusOK, "success")
	sc := alipaysim.Config{AppID: "2021", SellerID: "2088", AppKey: paymentledgertest.Keys().Public, Key: paymentledgertest.Others().Private,
		Seed: 1, Now: running}
	ac := config("", hooks.URL)
	ac.BaseURL = ""
	for _, c := range change {
		c(&sc, &ac)
	}
	s, err := alipaysim.New(sc)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	if ac.BaseURL == "" {
		ac.BaseURL = server.URL + "/gateway.do"
	}
	a, err := alipay.New(ac)
	if err != nil {
		t.Fatal(err)
	}
	return &world{T: t, sim: s, pay: a, hooks: hooks}
}

func order(number string) provider.PaymentOrder {
	return provider.PaymentOrder{Number: number, Amount: 30001, Subject: "300 credits & more = 1", Expires: running().Add(time.Hour)}
}

func (w *world) scanned(number string) {
	w.Helper()
	if _, err := w.pay.Open(ctx, order(number), provider.PayByScan); err != nil {
		w.Fatal(err)
	}
	if err := w.sim.Ledger.Scan(number); err != nil {
		w.Fatal(err)
	}
}

func (w *world) paid(p paymentledger.Payment) {
	w.Helper()
	if err := w.sim.Ledger.Pay(p); err != nil {
		w.Fatal(err)
	}
}

func (w *world) query(number string) provider.Payment {
	w.Helper()
	p, err := w.pay.Query(ctx, number)
	if err != nil {
		w.Fatal(err)
	}
	return p
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
