// Package alipay is the adapter to Alipay's open API: a code that the payer scans (precreate) and a page for the
// payer's browser (page pay). It is written by the API's documents with the standard library: the SDK that can be
// pointed at another address returns unsigned refusals like signed ones, does not bound answers, and does not
// distinguish a call that was never made from one in doubt. It serves the tests as an independent client of the
// simulator instead.
package alipay

import (
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Limits of the API.
const (
	numberMost  = 64
	subjectMost = 256
	most        = provider.Fen(100_000_000_00)
	noticeLimit = 1 << 20
)

// Config says as which app the adapter talks, and where the API is.
type Config struct {
	BaseURL    string   // "https://openapi.alipay.com/gateway.do"
	AppID      string   // of the app
	SellerID   string   // the merchant's user id (2088…); callbacks of others are not ours
	Key        string   // the app's private key, PEM (PKCS #8 or #1)
	PublicKeys []string // Alipay's public keys, PEM: one, or two while they rotate
	AppCertSN  string   // of the app's and Alipay's root certificate, where the app works with certificates
	RootCertSN string
	NotifyURL  string // of the callbacks, absolute
	Client     *http.Client
	Now        func() time.Time
}

// Adapter is one app. It is safe for concurrent use.
type Adapter struct {
	cfg  Config
	api  *outbound.Client
	key  *rsa.PrivateKey
	keys []*rsa.PublicKey
	now  func() time.Time
}

var _ provider.PaymentProvider = (*Adapter)(nil)

// New makes the adapter; what is missing or unreadable in the configuration is an error.
func New(cfg Config) (*Adapter, error) {
	a := &Adapter{cfg: cfg, now: cfg.Now}
	if a.now == nil {
		a.now = clock.System
	}
	if cfg.AppID == "" || cfg.SellerID == "" || len(cfg.PublicKeys) == 0 {
		return nil, errors.New("alipay: app id, seller id and Alipay's public key must be configured")
	}
	if u, err := url.Parse(cfg.NotifyURL); err != nil || u.Host == "" {
		return nil, fmt.Errorf("alipay: notify URL %q is not an absolute address", cfg.NotifyURL)
	}
	var err error
	if a.key, err = privateKey(cfg.Key); err != nil {
		return nil, err
	}
	for _, text := range cfg.PublicKeys {
		key, err := publicKey(text)
		if err != nil {
			return nil, err
		}
		a.keys = append(a.keys, key)
	}
	a.api, err = outbound.New(cfg.BaseURL, cfg.Client)
	return a, err
}

// Profile gives the limits of the API. An order by scan exists there only after its code was scanned.
func (a *Adapter) Profile() provider.PaymentProfile {
	return provider.PaymentProfile{Provider: "alipay", Ways: []provider.PayWay{provider.PayByScan, provider.PayByPage}, Least: 1, Most: most,
		NumberLeast: 1, NumberMost: numberMost, SubjectMost: subjectMost, RefundPartial: true, CanClose: true}
}

func privateKey(text string) (*rsa.PrivateKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("alipay: the app's private key is not PEM")
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	any, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("alipay: the app's private key: %w", err)
	}
	key, ok := any.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("alipay: the app's private key is not RSA")
	}
	return key, nil
}

func publicKey(text string) (*rsa.PublicKey, error) {
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("alipay: a public key is not PEM")
	}
	any, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return nil, fmt.Errorf("alipay: a public key: %w", err)
	}
	key, ok := any.(*rsa.PublicKey)
	if !ok {
		return nil, errors.New("alipay: a public key is not RSA")
	}
	return key, nil
}
