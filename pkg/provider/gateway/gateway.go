// Package gateway is the adapter to an aggregator's payment page: a signed form that the payer's browser posts
// (facts 5.3). The aggregator is not chosen yet, so its way of signing is a name in the configuration, and its
// answers are assumed: forms of parameters that are signed alike in both directions, amounts in CNY, USD or EUR with
// two decimals. Signatures of a shared secret are weak, so only answers to our own queries count.
package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

const (
	version     = "1.0"
	numberMost  = 32
	subjectMost = 64
	most        = provider.Fen(100_000_000_00)
	noticeLimit = 64 << 10
)

// currencies by their code here; the aggregator writes ISO 4217.
var currencies = map[string]string{"": "CNY", provider.RMB: "CNY", "USD": "USD", "EUR": "EUR"}

// currencyOf gives the currency of an ISO code; false for one that is not taken.
func currencyOf(iso string) (string, bool) {
	switch iso {
	case "CNY":
		return "", true
	case "USD", "EUR":
		return iso, true
	}
	return "", false
}

// Config says as which merchant the adapter talks, and where the aggregator is.
type Config struct {
	BaseURL    string   // its payment page is at /cashier, its queries at /query
	MerchantID string   // mchtId
	Biz        string   // which method of payment: al000, wx000 …
	Signer     string   // one of Signers
	Secrets    []string // the first signs, all are believed: two while they rotate
	NotifyURL  string
	Client     *http.Client
}

// Adapter is one merchant. It is safe for concurrent use.
type Adapter struct {
	cfg  Config
	api  *outbound.Client
	sign Signer
}

var _ provider.PaymentProvider = (*Adapter)(nil)

// New makes the adapter; what is missing in the configuration is an error.
func New(cfg Config) (*Adapter, error) {
	a := &Adapter{cfg: cfg, sign: Signers()[cfg.Signer]}
	if cfg.MerchantID == "" || cfg.Biz == "" || len(cfg.Secrets) == 0 || cfg.Secrets[0] == "" {
		return nil, errors.New("gateway: merchant id, biz and secret must be configured")
	}
	if a.sign == nil {
		return nil, fmt.Errorf("gateway: signer %q is unknown", cfg.Signer)
	}
	if u, err := url.Parse(cfg.NotifyURL); err != nil || u.Host == "" {
		return nil, fmt.Errorf("gateway: notify URL %q is not an absolute address", cfg.NotifyURL)
	}
	var err error
	a.api, err = outbound.New(cfg.BaseURL, cfg.Client)
	return a, err
}

// Profile tells the limits: orders are paid on the aggregator's page alone, and neither closed nor given back by us.
func (a *Adapter) Profile() provider.PaymentProfile {
	return provider.PaymentProfile{Provider: "gateway", Ways: []provider.PayWay{provider.PayByPage}, Least: 1, Most: most, NumberLeast: 1,
		NumberMost: numberMost, SubjectMost: subjectMost, Currencies: []string{"USD", "EUR"}}
}

// Open makes the form. Nothing is asked of the aggregator until the payer's browser posts it.
func (a *Adapter) Open(_ context.Context, o provider.PaymentOrder, by provider.PayWay) (provider.Checkout, error) {
	if by != provider.PayByPage {
		return provider.Checkout{}, provider.Refuse(provider.BadInput, "way %q", by)
	}
	if err := a.Profile().Check(o); err != nil {
		return provider.Checkout{}, err
	}
	if o.Made.IsZero() {
		return provider.Checkout{}, provider.Refuse(provider.BadInput, "an order without the time at which it was made")
	}
	form := &provider.Form{Action: a.api.URL("/cashier")}
	params := map[string]string{"biz": a.cfg.Biz, "mchtId": a.cfg.MerchantID, "version": version, "orderId": o.Number,
		"orderTime": o.Made.In(clock.China).Format("20060102150405"), "amount": o.Amount.String(), "currencyType": currencies[o.Currency],
		"goods": o.Subject, "notifyUrl": a.cfg.NotifyURL}
	params["sign"] = a.sign(params, a.cfg.Secrets[0])
	for _, name := range []string{"biz", "mchtId", "version", "orderId", "orderTime", "amount", "currencyType", "goods", "notifyUrl", "sign"} {
		form.Fields = append(form.Fields, provider.FormField{Name: name, Value: params[name]})
	}
	return provider.Checkout{Form: form}, nil
}

// Query asks for an order; NotThere until the payer's browser has posted the form.
func (a *Adapter) Query(ctx context.Context, number string) (provider.Payment, error) {
	var none provider.Payment
	params := map[string]string{"mchtId": a.cfg.MerchantID, "version": version, "orderId": number}
	params["sign"] = a.sign(params, a.cfg.Secrets[0])
	form := url.Values{}
	for name, value := range params {
		form.Set(name, value)
	}
	answer, err := a.api.Do(ctx, outbound.Call{Method: http.MethodPost, Path: "/query", Body: []byte(form.Encode()),
		Header: http.Header{"Content-Type": {"application/x-www-form-urlencoded"}}})
	if err != nil {
		return none, provider.Unanswered(err, true, true)
	}
	var p map[string]string
	if answer.Status == http.StatusTooManyRequests {
		return none, &provider.Failure{Verdict: provider.Retry, Cause: provider.TooOften, Code: "429", After: 5 * time.Second}
	}
	if answer.Status != http.StatusOK || json.Unmarshal(answer.Body, &p) != nil {
		return none, provider.Later(provider.Unreadable, "HTTP %d: %.200s", answer.Status, answer.Body)
	}
	if !a.believed(p) {
		return none, provider.Later(provider.Forged, "%.200s", answer.Body)
	}
	switch p["code"] {
	case "0":
	case "404":
		return none, &provider.Failure{Verdict: provider.Retry, Cause: provider.NotThere, Code: p["code"], Detail: p["message"]}
	case "401":
		return none, &provider.Failure{Verdict: provider.Retry, Cause: provider.BadAccount, Code: p["code"], Detail: p["message"],
			After: time.Minute}
	default:
		return none, &provider.Failure{Verdict: provider.Retry, Cause: provider.Other, Code: p["code"], Detail: p["message"]}
	}
	if p["orderId"] != number {
		return none, provider.Later(provider.Foreign, "asked for %q, told about %.40q", number, p["orderId"])
	}
	return a.payment(p)
}

func (a *Adapter) believed(p map[string]string) bool {
	for _, secret := range a.cfg.Secrets {
		if secret != "" && same(a.sign(p, secret), p["sign"]) {
			return true
		}
	}
	return false
}

var states = map[string]provider.PaymentState{"0": provider.PaymentWaiting, "1": provider.PaymentDone, "2": provider.PaymentClosed,
	"3": provider.PaymentFailed}

func (a *Adapter) payment(p map[string]string) (provider.Payment, error) {
	currency, taken := currencyOf(p["currencyType"])
	if p["mchtId"] != a.cfg.MerchantID || !taken {
		return provider.Payment{}, provider.Refuse(provider.Foreign, "merchant %.40q, currency %.10q", p["mchtId"], p["currencyType"])
	}
	out := provider.Payment{Number: p["orderId"], Currency: currency, ProviderID: p["tradeNo"], State: states[p["status"]]}
	var err error
	if out.Amount, err = provider.ParseYuan(p["amount"]); err != nil {
		return provider.Payment{}, provider.Later(provider.Unreadable, "amount %.40q", p["amount"])
	}
	out.ByPayer = out.Amount
	out.PaidAt, _ = time.ParseInLocation("20060102150405", p["payTime"], clock.China) // absent until it is paid
	if out.State == provider.PaymentDone && (out.ProviderID == "" || out.Amount <= 0) {
		return provider.Payment{}, provider.Later(provider.Unreadable, "a payment without id or amount")
	}
	return out, nil
}

// ParseNotification authenticates and reads a callback.
func (a *Adapter) ParseNotification(_ context.Context, body []byte, _ func(string) string) (provider.PaymentNotice, error) {
	var none provider.PaymentNotice
	if len(body) > noticeLimit {
		return none, provider.Refuse(provider.BadInput, "a callback of %d bytes", len(body))
	}
	values, err := url.ParseQuery(string(body))
	if err != nil {
		return none, provider.Refuse(provider.Forged, "%v", err)
	}
	p := map[string]string{}
	for name, list := range values {
		if len(list) != 1 {
			return none, provider.Refuse(provider.Forged, "%.40q stands there %d times", name, len(list))
		}
		p[name] = list[0]
	}
	if !a.believed(p) {
		return none, provider.Refuse(provider.Forged, "the signature is not the aggregator's")
	}
	payment, err := a.payment(p)
	if err != nil {
		return none, err
	}
	if payment.Number == "" {
		return none, provider.Refuse(provider.Unreadable, "no orderId")
	}
	return provider.PaymentNotice{ID: payment.Number + "/" + payment.ProviderID + "/" + p["status"], Payment: &payment}, nil
}

// Answer is the literal word that ends the repetitions, or another.
func (a *Adapter) Answer(taken bool) provider.NoticeAnswer {
	if taken {
		return provider.NoticeAnswer{Status: http.StatusOK, ContentType: "text/plain", Body: "SUCCESS"}
	}
	return provider.NoticeAnswer{Status: http.StatusInternalServerError, ContentType: "text/plain", Body: "FAIL"}
}

// Close cannot be asked of the aggregator.
func (a *Adapter) Close(context.Context, string) error {
	return provider.Refuse(provider.BadInput, "the gateway closes no orders")
}

// Refund is done by hand with the aggregator.
func (a *Adapter) Refund(context.Context, provider.RefundOrder) (provider.Refund, error) {
	return provider.Refund{}, provider.Refuse(provider.BadInput, "the gateway gives nothing back")
}

// QueryRefund has nothing to ask for.
func (a *Adapter) QueryRefund(context.Context, string, string) (provider.Refund, error) {
	return provider.Refund{}, provider.Refuse(provider.BadInput, "the gateway gives nothing back")
}

// Bill is not offered by the aggregator.
func (a *Adapter) Bill(context.Context, time.Time) ([]provider.PaymentLine, error) {
	return nil, provider.Refuse(provider.BadInput, "no bills")
}
