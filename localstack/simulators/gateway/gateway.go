// Package gatewaysim is a simulator of an aggregator's payment page: the page to which a signed form leads, with a
// button that pays, queries of orders, and signed callbacks (facts 5.3). The control surface plays payers (package
// paymentledger).
//
// The script's key is an order's number and "/query".
package gatewaysim

import (
	"cmp"
	"crypto/hmac"
	"crypto/md5"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sort"
	"strconv"
	"strings"
	"time"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/sim"
)

// Config is the merchant.
type Config struct {
	MerchantID, Secret string
	Signer             string // "md5", "sha256" or "hmac-sha256"
	Seed               uint64
	Transport          http.RoundTripper // for callbacks
	Now                func() time.Time  // see sim.Config
	// Retry overrides the times of repeated callbacks.
	Retry func(n int) time.Duration
}

// Sim is one merchant at the aggregator.
type Sim struct {
	*sim.Sim
	Ledger *paymentledger.Ledger
	cfg    Config
}

// New starts it; end it with Close.
func New(cfg Config) *Sim {
	s := &Sim{cfg: cfg}
	s.Ledger = paymentledger.New(s.notice)
	s.Sim = sim.New(sim.Config{
		Name: "gateway", Seed: cfg.Seed, Transport: cfg.Transport, Retry: cfg.Retry, Now: cfg.Now, OnReset: s.Ledger.Clear,
		Controls:  s.Ledger.Controls(nil),
		Sign:      func(r *http.Request, _ []byte) { r.Header.Set("Content-Type", "application/x-www-form-urlencoded") },
		Delivered: func(status int, body []byte) bool { return status == http.StatusOK && string(body) == "SUCCESS" },
	})
	s.Ledger.Attach(s.Sim)
	s.Ledger.Pages(s.Sim, "Cashier", func(paymentledger.Order) url.Values { return nil })
	s.Handle("POST /cashier", s.paymentPage)
	s.Handle("POST /query", s.query)
	return s
}

func (s *Sim) sign(p map[string]string) string {
	var parts []string
	for name, value := range p {
		if name != "sign" && value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	sort.Strings(parts)
	text := strings.Join(parts, "&")
	switch s.cfg.Signer {
	case "md5":
		sum := md5.Sum([]byte(text + "&key=" + s.cfg.Secret))
		return strings.ToUpper(hex.EncodeToString(sum[:]))
	case "sha256":
		sum := sha256.Sum256([]byte(text + "&key=" + s.cfg.Secret))
		return strings.ToUpper(hex.EncodeToString(sum[:]))
	}
	mac := hmac.New(sha256.New, []byte(s.cfg.Secret))
	mac.Write([]byte(text))
	return hex.EncodeToString(mac.Sum(nil))
}

func form(r *http.Request) (map[string]string, error) {
	if err := r.ParseForm(); err != nil {
		return nil, err
	}
	p := map[string]string{}
	for name := range r.PostForm {
		p[name] = r.PostForm.Get(name)
	}
	return p, nil
}

func (s *Sim) paymentPage(w http.ResponseWriter, r *http.Request) {
	p, err := form(r)
	if err != nil {
		return // the client is gone
	}
	if p["mchtId"] != s.cfg.MerchantID || p["sign"] != s.sign(p) {
		http.Error(w, "sign error", http.StatusUnauthorized)
		return
	}
	if err := sim.Check(constraints, p); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	fen, err := strconv.ParseInt(strings.Replace(p["amount"], ".", "", 1), 10, 64)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	o, err := s.Ledger.Make(paymentledger.Order{Number: p["orderId"], Subject: p["goods"], NotifyURL: p["notifyUrl"], Fen: fen,
		Unit: p["currencyType"], Print: p["sign"]})
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	s.Ledger.Page(w, "Cashier", o)
}

var states = map[paymentledger.State]string{paymentledger.Open: "0", paymentledger.Scanned: "0", paymentledger.Paid: "1",
	paymentledger.Closed: "2"}

// order is an order as the aggregator tells it.
func (s *Sim) order(o paymentledger.Order) map[string]string {
	p := map[string]string{"mchtId": s.cfg.MerchantID, "orderId": o.Number, "amount": yuan(o.Fen), "currencyType": cmp.Or(o.Unit, "CNY"),
		"status": states[o.State]}
	if o.State == paymentledger.Paid {
		p["tradeNo"], p["amount"] = o.ID, yuan(o.Paid)
		p["payTime"] = o.PaidAt.In(paymentledger.Beijing).Format("20060102150405")
	}
	if o.Merchant != "" {
		p["mchtId"] = o.Merchant
	}
	if o.Currency != "" {
		p["currencyType"] = o.Currency
	}
	return p
}

func yuan(fen int64) string { return fmt.Sprintf("%d.%02d", fen/100, fen%100) }

func (s *Sim) query(w http.ResponseWriter, r *http.Request) {
	p, err := form(r)
	if err != nil {
		return // the client is gone
	}
	answer := map[string]string{"code": "401", "message": "sign error"}
	if p["mchtId"] == s.cfg.MerchantID && p["sign"] == s.sign(p) {
		taken, scripted := s.Take(sim.Message{Key: p["orderId"] + "/query", Kind: "query"})
		o, err := s.Ledger.Find(p["orderId"])
		refusal := new(sim.Refusal)
		switch {
		case errors.As(scripted, &refusal):
			answer = map[string]string{"code": string(refusal.Code), "message": refusal.Details}
		case err != nil:
			answer = map[string]string{"code": "404", "message": err.Error()}
		default:
			answer = s.order(o)
			answer["code"], answer["message"] = "0", "ok"
		}
		answer["sign"] = s.sign(answer)
		if scripted == nil {
			taken.Answer(w, r, http.StatusOK, answer)
			return
		}
	}
	answer["sign"] = s.sign(answer)
	sim.JSON(w, http.StatusOK, answer)
}

// notice is the form of a callback.
func (s *Sim) notice(o paymentledger.Order, _ *paymentledger.Refund, how paymentledger.How) []byte {
	p := s.order(o)
	p["sign"] = s.sign(p)
	if how == paymentledger.Forged || how == paymentledger.Probe || how == paymentledger.Stale {
		p["amount"] = "100000.00"
	}
	values := url.Values{}
	for name, value := range p {
		values.Set(name, value)
	}
	return []byte(values.Encode())
}
