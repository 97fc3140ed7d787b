package alipay_test

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"

	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/pkg/provider"
	"herald/pkg/provider/alipay"
)

// FuzzHear gives the adapter callbacks with and without a good signature. Nothing unsigned is accepted, and nothing
// is taken for a payment without id, number and amount.
func FuzzHear(f *testing.F) {
	a, err := alipay.New(config("http://127.0.0.1:1", "https://herald.example/notify"))
	if err != nil {
		f.Fatal(err)
	}
	block, _ := pem.Decode([]byte(paymentledgertest.Keys().Private))
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(
		"app_id=2021&seller_id=2088&notify_id=1&out_trade_no=A1&trade_no=42&trade_status=TRADE_SUCCESS&"+
			"total_amount=1.00&gmt_payment=2026-11-21+10:00:00", true)
	f.Add("app_id=2021&seller_id=2088&notify_id=1&trade_status=TRADE_SUCCESS&total_amount=1e9", true)
	f.Add("app_id=2021&app_id=2021&sign=AAAA&sign_type=RSA2", false)
	f.Add("%zz=1&;", false)
	f.Fuzz(func(t *testing.T, text string, signed bool) {
		body := []byte(text)
		if values, err := url.ParseQuery(text); signed && err == nil {
			values.Set("sign_type", "RSA2")
			var parts []string
			for name, list := range values {
				if name != "sign" && name != "sign_type" && list[0] != "" {
					parts = append(parts, name+"="+list[0])
				}
			}
			slices.Sort(parts)
			sum := sha256.Sum256([]byte(strings.Join(parts, "&")))
			signature, err := rsa.SignPKCS1v15(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, sum[:])
			if err != nil {
				t.Fatal(err)
			}
			values.Set("sign", base64.StdEncoding.EncodeToString(signature))
			body = []byte(values.Encode())
		}
		n, err := a.ParseNotification(ctx, body, nil)
		if f := new(provider.Failure); err != nil && (!errors.As(err, &f) || n.Payment != nil) {
			t.Errorf("%v with %+v", err, n)
		}
		if err == nil && (!signed || n.ID == "") {
			t.Errorf("heard %+v", n)
		}
		if p := n.Payment; p != nil && p.State == provider.PaymentDone && (p.ProviderID == "" || p.Amount < 1 || p.Number == "") {
			t.Errorf("a payment %+v", p)
		}
	})
}
