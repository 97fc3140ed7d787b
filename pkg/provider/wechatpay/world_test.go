package wechatpay_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/localstack/simulators/sim"
	wechatpaysim "herald/localstack/simulators/wechatpay"
	"herald/pkg/provider"
	"herald/pkg/provider/wechatpay"
)

const apiKey = "0123456789abcdef0123456789abcdef"

// world is an adapter, the platform on the other side of a socket, and the receiver of callbacks.
type world struct {
	*testing.T
	sim   *wechatpaysim.Sim
	pay   *wechatpay.Adapter
	hooks *paymentledgertest.Receiver
	url   string
}

func mustWorld(t *testing.T, change ...func(*wechatpaysim.Config, *wechatpay.Config)) *world {
	t.Helper()
	hooks := paymentledgertest.NewReceiver(t, http.StatusNoContent, "")
	keys := paymentledgertest.Keys()
	sc := wechatpaysim.Config{AppID: "wx1", MerchantID: "1900", Serial: "5F", MerchantKey: keys.Public, APIv3Key: apiKey, Seed: 1,
		Now:         running,
		PlatformKey: paymentledgertest.Others().Private}
	ac := wechatpay.Config{AppID: "wx1", MerchantID: "1900", Serial: "5F", Key: keys.Private, APIv3Key: apiKey, NotifyURL: hooks.URL,
		Now: running}
	for _, c := range change {
		c(&sc, &ac)
	}
	s, err := wechatpaysim.New(sc)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	if ac.BaseURL == "" {
		ac.BaseURL = server.URL
	}
	a, err := wechatpay.New(ac)
	if err != nil {
		t.Fatal(err)
	}
	return &world{T: t, sim: s, pay: a, hooks: hooks, url: server.URL}
}

var ctx = context.Background()

// running is the time of both sides.
var running = clocktest.Running()

// tomorrow is the same time for every order of a run, as an order that is opened again is the same.
var tomorrow = running().Add(24 * time.Hour).Truncate(time.Second)

func order(number string) provider.PaymentOrder {
	return provider.PaymentOrder{Number: number, Amount: 30000, Subject: "300 credits", Expires: tomorrow}
}

func (w *world) open(o provider.PaymentOrder) string {
	w.Helper()
	c, err := w.pay.Open(ctx, o, provider.PayByScan)
	if err != nil {
		w.Fatal(err)
	}
	return c.Code
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

func (w *world) script(rules ...sim.Rule) {
	w.Helper()
	if err := w.sim.SetScript(rules); err != nil {
		w.Fatal(err)
	}
}

// hear waits for a callback and lets the adapter read it.
func (w *world) hear() (provider.PaymentNotice, error) {
	w.Helper()
	c := w.hooks.Next(w)
	return w.pay.ParseNotification(ctx, c.Body, c.Header.Get)
}

// want checks what a failure says.
func want(t *testing.T, err error, verdict provider.Verdict, cause provider.Cause) {
	t.Helper()
	f := new(provider.Failure)
	if !errors.As(err, &f) || f.Verdict != verdict || f.Cause != cause {
		t.Errorf("got %v, not verdict %d, cause %s", err, verdict, cause)
	}
}
