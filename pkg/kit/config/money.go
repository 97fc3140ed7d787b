package config

import (
	"encoding/json"
	"fmt"
	"os"
)

// Money has the addresses and accounts of the payment adapters. An adapter without URL is not used.
type Money struct {
	WeChatPay WeChatPay
	Alipay    Alipay
	Gateway   Gateway
	// Chains and the source of rates.
	TronURL, EthereumURL, OmniURL, RatesURL string
	Sources                                 Sources
}

// WeChatPay is the merchant; what is secret comes as pay/wechatpay.
type WeChatPay struct {
	URL, AppID, MerchantID, Serial string `json:"-"`

	Key        string            `json:"key"`        // of the merchant's API certificate, PEM
	APIv3Key   string            `json:"apiv3Key"`   // 32 bytes
	PublicKeys map[string]string `json:"publicKeys"` // of the platform by id, PEM; empty: its certificates are fetched
}

// Alipay is the app; what is secret comes as pay/alipay.
type Alipay struct {
	URL, AppID, SellerID string `json:"-"`

	Key        string   `json:"key"` // of the app, PEM
	PublicKeys []string `json:"publicKeys"`
	AppCertSN  string   `json:"appCertSn"`
	RootCertSN string   `json:"rootCertSn"`
}

// Gateway is the merchant at an aggregator; what is secret comes as pay/gateway.
type Gateway struct {
	URL, MerchantID, Biz, Signer string `json:"-"`

	Secrets []string `json:"secrets"` // the first signs, all are believed
}

// Sources are the keys of what only tells, of pay/sources; empty for none.
type Sources struct {
	Tron  string `json:"tron"`
	Rates string `json:"rates"`
}

// moneySecrets begins the names of what is secret about money: an object each.
const moneySecrets = "pay/"

// money reads what is not secret.
func money() (m Money) {
	m.WeChatPay.URL, m.WeChatPay.AppID = os.Getenv("HERALD_WECHATPAY_URL"), os.Getenv("HERALD_WECHATPAY_APPID")
	m.WeChatPay.MerchantID, m.WeChatPay.Serial = os.Getenv("HERALD_WECHATPAY_MERCHANTID"), os.Getenv("HERALD_WECHATPAY_SERIAL")
	m.Alipay.URL, m.Alipay.AppID, m.Alipay.SellerID = os.Getenv("HERALD_ALIPAY_URL"), os.Getenv("HERALD_ALIPAY_APPID"),
		os.Getenv("HERALD_ALIPAY_SELLERID")
	m.Gateway.URL, m.Gateway.MerchantID = os.Getenv("HERALD_GATEWAY_URL"), os.Getenv("HERALD_GATEWAY_MERCHANTID")
	m.Gateway.Biz, m.Gateway.Signer = os.Getenv("HERALD_GATEWAY_BIZ"), os.Getenv("HERALD_GATEWAY_SIGNER")
	m.TronURL, m.EthereumURL, m.OmniURL, m.RatesURL = os.Getenv("HERALD_TRON_URL"), os.Getenv("HERALD_ETHEREUM_URL"),
		os.Getenv("HERALD_OMNI_URL"), os.Getenv("HERALD_RATES_URL")
	return m
}

// take reads an object of secrets over what is known.
func (m *Money) take(name, value string) error {
	into := map[string]any{"wechatpay": &m.WeChatPay, "alipay": &m.Alipay, "gateway": &m.Gateway, "sources": &m.Sources}[name]
	if into == nil {
		return nil
	}
	if err := json.Unmarshal([]byte(value), into); err != nil {
		return fmt.Errorf("config: %s%s is no object of secrets", moneySecrets, name) // never with the text
	}
	return nil
}
