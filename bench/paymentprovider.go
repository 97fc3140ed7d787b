package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"

	gatewaysim "herald/localstack/simulators/gateway"
	"herald/localstack/simulators/paymentledger"
	wechatpaysim "herald/localstack/simulators/wechatpay"
)

// paymentProviders are in this process: their calls are no calls to AWS and take no time. A callback is
// kept for the caller to make.
type paymentProviders struct {
	gate     *gatewaysim.Sim
	wechat   *wechatpaysim.Sim
	settings map[string]string // and secrets

	notices chan url.Values
}

const apiV3 = "0123456789abcdef0123456789abcdef"

// openCashiers opens them in a fixture, before it has a function.
func (h *workshopFixture) openCashiers() error {
	c, err := newPaymentProviders()
	h.cashiers = c
	return err
}

func (h *workshopFixture) close() {
	h.cashiers.gate.Close()
	h.cashiers.wechat.Close()
}

func newPaymentProviders() (*paymentProviders, error) {
	c := &paymentProviders{notices: make(chan url.Values, 1)}
	ours, ourPublic, err := keyPair()
	if err != nil {
		return nil, err
	}
	theirs, _, err := keyPair()
	if err != nil {
		return nil, err
	}
	c.wechat, err = wechatpaysim.New(wechatpaysim.Config{AppID: "wx1", MerchantID: "1900", Serial: "5F", MerchantKey: ourPublic,
		APIv3Key: apiV3, Seed: 1, PlatformKey: theirs})
	if err != nil {
		return nil, err
	}
	c.gate = gatewaysim.New(gatewaysim.Config{MerchantID: "M1", Secret: "s", Signer: "sha256", Transport: noting(c.notices)})
	secret, err := json.Marshal(map[string]string{"key": ours, "apiv3Key": apiV3})
	c.settings = map[string]string{"wechatpay.url": "https://wechat.sim", "wechatpay.appId": "wx1", "wechatpay.merchantId": "1900",
		"wechatpay.serial": "5F", "pay/wechatpay": string(secret),
		"gateway.url": "https://gateway.sim", "gateway.merchantId": "M1", "gateway.biz": "al000", "gateway.signer": "sha256",
		"pay/gateway": `{"secrets":["s"]}`}
	return c, err
}

// keyPair gives a merchant's key and its public half, as PEM.
func keyPair() (private, public string, err error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return "", "", err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return "", "", err
	}
	open, err := x509.MarshalPKIXPublicKey(&key.PublicKey)
	return string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})),
		string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: open})), err
}

// RoundTrip is the way to the providers.
func (c *paymentProviders) RoundTrip(req *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	req = req.Clone(req.Context())
	req.RequestURI = req.URL.RequestURI() // as a server is given it
	switch req.URL.Host {
	case "wechat.sim":
		c.wechat.ServeHTTP(rec, req)
	case "gateway.sim":
		c.gate.ServeHTTP(rec, req)
	default:
		return nil, fmt.Errorf("no provider at %s", req.URL.Host)
	}
	return rec.Result(), nil
}

// noting takes callbacks and keeps what they say.
type noting chan url.Values

func (n noting) RoundTrip(req *http.Request) (*http.Response, error) {
	text, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	said, err := url.ParseQuery(string(text))
	if err != nil {
		return nil, err
	}
	n <- said
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("SUCCESS")), Request: req},
		nil
}

// pay has a payer pay at the gateway by the form of its page, and gives the callback that the gateway makes then.
func (c *paymentProviders) pay(form url.Values) (url.Values, error) {
	rec := httptest.NewRecorder()
	req := httptest.NewRequest(http.MethodPost, "/cashier", strings.NewReader(form.Encode()))
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if c.gate.ServeHTTP(rec, req); rec.Code != http.StatusOK {
		return nil, fmt.Errorf("the gateway answers %d %s", rec.Code, rec.Body)
	}
	if err := c.gate.Ledger.Pay(paymentledger.Payment{Number: form.Get("orderId"), Notify: paymentledger.Sent}); err != nil {
		return nil, err
	}
	return <-c.notices, nil
}
