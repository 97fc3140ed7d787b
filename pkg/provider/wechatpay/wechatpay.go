// Package wechatpay is the adapter to WeChat Pay, APIv3, Native: a code that the payer scans. The official SDK signs,
// decrypts and reads keys and certificates. Its client is not used: it has the host as a constant, reads the real clock,
// checks no signature of refusals, and does not distinguish a call that was never made from one in doubt.
package wechatpay

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/wechatpay-apiv3/wechatpay-go/utils"

	"herald/pkg/kit/clock"
	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// Limits of the API.
const (
	numberLeast = 6
	numberMost  = 32
	subjectMost = 127
	most        = provider.Fen(100_000_000_00)
	currency    = "CNY"

	skew        = 300 * time.Second // of the time in a signature
	certificate = 12 * time.Hour    // after which the platform's certificates are asked for again
	unknownWait = time.Minute       // between two queries about an unknown certificate
	failedWait  = 5 * time.Second   // after the platform did not tell its certificates
	noticeLimit = 1 << 20
)

// Config has the merchant's account and the API's address.
type Config struct {
	BaseURL    string            // "https://api.mch.weixin.qq.com"
	AppID      string            // of the app or account that the merchant is bound to
	MerchantID string            // mchid
	Serial     string            // of the merchant's API certificate
	Key        string            // its private key, PEM (PKCS #8 or #1)
	APIv3Key   string            // 32 bytes: decrypts callbacks and certificates
	PublicKeys map[string]string // the platform's public keys (PEM) by id "PUB_KEY_ID_…"; empty: its certificates are fetched
	NotifyURL  string            // of the callbacks, absolute, without a query
	Client     *http.Client
	Now        func() time.Time
}

// Adapter is one merchant. It is safe for concurrent use.
type Adapter struct {
	cfg      Config
	api      *outbound.Client
	key      *rsa.PrivateKey
	fixed    map[string]*rsa.PublicKey // configured
	asking   chan struct{}             // held by who fetches certificates; also guards the last failure
	failed   error
	failedAt time.Time
	known    atomic.Pointer[platform]
	now      func() time.Time
}

var _ provider.PaymentProvider = (*Adapter)(nil)

// New makes the adapter; what is missing or unreadable in the configuration is an error.
func New(cfg Config) (*Adapter, error) {
	a := &Adapter{cfg: cfg, now: cfg.Now, asking: make(chan struct{}, 1), fixed: map[string]*rsa.PublicKey{}}
	if a.now == nil {
		a.now = clock.System
	}
	for name, value := range map[string]string{"app id": cfg.AppID, "merchant id": cfg.MerchantID, "serial": cfg.Serial} {
		if value == "" {
			return nil, errors.New("wechatpay: the " + name + " is missing")
		}
	}
	if u, err := url.Parse(cfg.NotifyURL); err != nil || u.Host == "" || u.RawQuery != "" {
		return nil, fmt.Errorf("wechatpay: notify URL %q is not an absolute address without a query", cfg.NotifyURL)
	}
	var err error
	if a.key, err = privateKey(cfg.Key); err != nil {
		return nil, err
	}
	if n := len(cfg.APIv3Key); n != aeadKeyBytes {
		return nil, fmt.Errorf("wechatpay: the APIv3 key has %d bytes, not %d", n, aeadKeyBytes)
	}
	for id, text := range cfg.PublicKeys {
		if a.fixed[id], err = utils.LoadPublicKey(text); err != nil {
			return nil, fmt.Errorf("wechatpay: public key %s: %w", id, err)
		}
	}
	if a.api, err = outbound.New(cfg.BaseURL, cfg.Client); err != nil {
		return nil, err
	}
	return a, nil
}

// Profile tells the limits of the API.
func (a *Adapter) Profile() provider.PaymentProfile {
	return provider.PaymentProfile{Provider: "wechatpay", Ways: []provider.PayWay{provider.PayByScan}, Least: 1, Most: most,
		NumberLeast: numberLeast, NumberMost: numberMost, SubjectMost: subjectMost, RefundPartial: true, RefundsMost: refundsMost,
		RefundWithin: refundWithin,
		CanClose:     true, Bills: true}
}
