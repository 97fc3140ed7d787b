// Package wechatpaysim is a simulator of WeChat Pay, APIv3 Native: a counterparty with the platform's signatures,
// certificates, sealed callbacks, states and error codes (facts 5.1), and payers that are played by the control
// surface (package paymentledger).
//
// The script's keys are an order's number and what is asked of it: a rule for "/open" concerns every opening, one
// for "N1/query" the questions about the order N1 (open, query, close, refund, refunded, bill, certificates).
package wechatpaysim

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"net/http"
	"net/url"
	"sync"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// Config is the merchant with its keys.
type Config struct {
	AppID, MerchantID string
	Serial            string // of the merchant's certificate
	MerchantKey       string // its public key, PEM
	APIv3Key          string // 32 bytes
	PlatformKey       string // the platform's first private key, PEM; "" makes one
	PublicKeyID       string // set: callbacks and answers are signed in the name of this public key instead of a certificate
	Seed              uint64
	Transport         http.RoundTripper // for callbacks
	Now               func() time.Time  // see sim.Config
	// Retry overrides the times of repeated callbacks.
	Retry func(n int) time.Duration
}

// Sim is one merchant at the platform.
type Sim struct {
	*sim.Sim
	Ledger *paymentledger.Ledger
	cfg    Config
	key    *rsa.PublicKey

	mu           sync.Mutex
	certificates []*certificate // the last one signs
	nonces       map[string]bool
	modes        map[string]paymentledger.How // by the body of a callback
	bills        map[string][]byte            // by the token of their address
}

// New starts it; end it with Close.
func New(cfg Config) (*Sim, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Sim{cfg: cfg, nonces: map[string]bool{}, modes: map[string]paymentledger.How{}, bills: map[string][]byte{}}
	block, _ := pem.Decode([]byte(cfg.MerchantKey))
	if block == nil {
		return nil, errors.New("wechatpaysim: the merchant's key is not PEM")
	}
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	s.key, _ = key.(*rsa.PublicKey)
	if s.key == nil || len(cfg.APIv3Key) != 32 {
		return nil, errors.New("wechatpaysim: the merchant's key must be RSA, and the APIv3 key 32 bytes")
	}
	if err := s.begin(); err != nil {
		return nil, err
	}
	s.Ledger = paymentledger.New(s.notice)
	s.Sim = sim.New(sim.Config{
		Name: "wechatpay", Seed: cfg.Seed, Transport: cfg.Transport, Retry: cfg.Retry, Now: cfg.Now, Sign: s.signCallback, OnReset: s.clear,
		Delivered: func(status int, _ []byte) bool { return status == http.StatusOK || status == http.StatusNoContent },
		Controls:  s.Ledger.Controls(map[string]sim.Control{"POST rotate": s.controlRotate}),
	})
	s.Ledger.Attach(s.Sim)
	s.Ledger.Pages(s.Sim, "WeChat Pay", func(paymentledger.Order) url.Values { return nil })
	s.routes()
	return s, nil
}

func (s *Sim) clear() {
	s.Ledger.Clear()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nonces, s.modes, s.bills = map[string]bool{}, map[string]paymentledger.How{}, map[string][]byte{}
}

func (s *Sim) routes() {
	for pattern, h := range map[string]func(*request) (any, error){
		"POST /v3/pay/transactions/native":                      s.open,
		"GET /v3/pay/transactions/out-trade-no/{number}":        s.query,
		"POST /v3/pay/transactions/out-trade-no/{number}/close": s.shut,
		"POST /v3/refund/domestic/refunds":                      s.refund,
		"GET /v3/refund/domestic/refunds/{refund}":              s.refunded,
		"GET /v3/bill/tradebill":                                s.bill,
		"GET /v3/certificates":                                  s.list,
	} {
		s.Handle(pattern, s.serve(h))
	}
	s.Handle("GET /v3/billdownload/file", s.download)
}

// controlRotate makes a new certificate: the platform signs with it from now on, and lists the old one too, unless drop is set.
func (s *Sim) controlRotate(r *http.Request) (any, error) {
	var in struct {
		Drop bool `json:"drop"`
	}
	if err := sim.Read(r, &in); err != nil {
		return nil, err
	}
	return nil, s.Rotate(in.Drop)
}
