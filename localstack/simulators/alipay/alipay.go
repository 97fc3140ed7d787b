// Package alipaysim is a simulator of Alipay's open API: precreate, page pay with a page to press "pay", query, close, refund, and
// callbacks, with Alipay's signatures, states and codes (facts 5.2). Payers are played by the control surface (package till).
//
// The script's keys are an order's number and what is asked of it: "N1/precreate", "/query", "/close", "/refund", "/refund.query".
package alipaysim

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// Config is the app and its keys.
type Config struct {
	AppID, SellerID string
	AppKey          string // the app's public key, PEM
	Key             string // Alipay's private key, PEM
	Seed            uint64
	Transport       http.RoundTripper // for callbacks
	Now             func() time.Time  // see sim.Config
	// Retry overrides the times of repeated callbacks.
	Retry func(n int) time.Duration
}

// Sim is one app at Alipay.
type Sim struct {
	*sim.Sim
	Ledger *paymentledger.Ledger
	cfg    Config
	app    *rsa.PublicKey
	key    *rsa.PrivateKey
}

// New starts it; end it with Close.
func New(cfg Config) (*Sim, error) {
	s := &Sim{cfg: cfg}
	app, _ := pem.Decode([]byte(cfg.AppKey))
	own, _ := pem.Decode([]byte(cfg.Key))
	if app == nil || own == nil {
		return nil, errors.New("alipaysim: a key is not PEM")
	}
	public, err := x509.ParsePKIXPublicKey(app.Bytes)
	if err != nil {
		return nil, err
	}
	private, err := x509.ParsePKCS8PrivateKey(own.Bytes)
	if err != nil {
		return nil, err
	}
	s.app, _ = public.(*rsa.PublicKey)
	s.key, _ = private.(*rsa.PrivateKey)
	if s.app == nil || s.key == nil {
		return nil, errors.New("alipaysim: a key is not RSA")
	}
	s.Ledger = paymentledger.New(s.notice)
	s.Sim = sim.New(sim.Config{
		Name: "alipay", Seed: cfg.Seed, Transport: cfg.Transport, Retry: cfg.Retry, Now: cfg.Now, OnReset: s.Ledger.Clear,
		Controls: s.Ledger.Controls(nil),
		Sign: func(r *http.Request, _ []byte) {
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")
		},
		Delivered: func(status int, body []byte) bool { return status == http.StatusOK && string(body) == "success" },
	})
	s.Ledger.Attach(s.Sim)
	s.Ledger.Pages(s.Sim, "Alipay", s.back)
	s.Handle("POST /gateway.do", s.gateway)
	return s, nil
}

// canonical is what is signed.
func canonical(p map[string]string, without ...string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(p)) {
		if p[name] != "" && !slices.Contains(without, name) {
			parts = append(parts, name+"="+p[name])
		}
	}
	return strings.Join(parts, "&")
}

func (s *Sim) sign(text string) string {
	sum := sha256.Sum256([]byte(text))
	signature, err := rsa.SignPKCS1v15(rand.Reader, s.key, crypto.SHA256, sum[:])
	if err != nil {
		panic("alipaysim: " + err.Error())
	}
	return base64.StdEncoding.EncodeToString(signature)
}

func (s *Sim) authentic(p map[string]string) bool {
	signature, err := base64.StdEncoding.DecodeString(p["sign"])
	sum := sha256.Sum256([]byte(canonical(p, "sign")))
	return err == nil && rsa.VerifyPKCS1v15(s.app, crypto.SHA256, sum[:], signature) == nil
}

// back are the parameters with which a payer comes back from the page. They prove nothing.
func (s *Sim) back(o paymentledger.Order) url.Values {
	return url.Values{"out_trade_no": {o.Number}, "trade_no": {o.ID}, "total_amount": {yuan(o.Fen)}, "app_id": {s.cfg.AppID},
		"seller_id": {s.cfg.SellerID}}
}
