package wechatpay_test

import (
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"strconv"
	"testing"
	"time"

	"herald/localstack/simulators/paymentledger/paymentledgertest"
	"herald/pkg/provider"
	"herald/pkg/provider/wechatpay"
)

// FuzzHear gives the adapter callbacks with a good signature, sealed or not, and with none. Each is parsed correctly
// or refused. Nothing is taken for a payment of another merchant, or without an id, an amount and a time.
func FuzzHear(f *testing.F) {
	a, err := wechatpay.New(wechatpay.Config{BaseURL: "http://127.0.0.1:1", AppID: "wx1", MerchantID: "1900", Serial: "5F",
		Key:      paymentledgertest.Keys().Private,
		APIv3Key: apiKey, NotifyURL: "https://herald.example/notify",
		PublicKeys: map[string]string{"PUB_KEY_ID_1": paymentledgertest.Keys().Public}})
	if err != nil {
		f.Fatal(err)
	}
	block, _ := pem.Decode([]byte(paymentledgertest.Keys().Private))
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(
		[]byte(
			`{"mchid":"1900","appid":"wx1","out_trade_no":"TU0001","transaction_id":"42","trade_state":"SUCCESS","success_time":"2026-11-21T10:00:00+08:00","amount":{"total":1,"currency":"CNY"}}`), "TRANSACTION.SUCCESS", true, true)
	f.Add([]byte(`{"mchid":"1900","out_refund_no":"R1","refund_status":"SUCCESS","amount":{"refund":1}}`), "REFUND.SUCCESS", true, true)
	f.Add(
		[]byte(`{"id":"1","event_type":"TRANSACTION.SUCCESS","resource":{"algorithm":"AEAD_AES_256_GCM","nonce":"short","ciphertext":"AAAA"}}`),
		"", false, true)
	f.Add([]byte(`{"id":"1"}`), "", false, false)
	f.Fuzz(func(t *testing.T, text []byte, event string, sealed, signed bool) {
		body := text
		if sealed {
			body = seal(t, text, event)
		}
		header := map[string]string{"Wechatpay-Serial": "PUB_KEY_ID_1", "Wechatpay-Timestamp": strconv.FormatInt(time.Now().Unix(), 10),
			"Wechatpay-Nonce":     "n",
			"Wechatpay-Signature": "AAAA"}
		if signed {
			sum := sha256.Sum256([]byte(header["Wechatpay-Timestamp"] + "\nn\n" + string(body) + "\n"))
			signature, err := rsa.SignPKCS1v15(rand.Reader, key.(*rsa.PrivateKey), crypto.SHA256, sum[:])
			if err != nil {
				t.Fatal(err)
			}
			header["Wechatpay-Signature"] = base64.StdEncoding.EncodeToString(signature)
		}
		n, err := a.ParseNotification(ctx, body, func(name string) string { return header[name] })
		if f := new(provider.Failure); err != nil && (!errors.As(err, &f) || n.Payment != nil || n.Refund != nil) {
			t.Errorf("%v with %+v", err, n)
		}
		if err == nil && (!signed || !sealed || n.ID == "") {
			t.Errorf("heard %+v", n)
		}
		if p := n.Payment; p != nil && p.State == provider.PaymentDone &&
			(p.ProviderID == "" || p.Amount < 1 || p.PaidAt.IsZero() || p.Number == "") {
			t.Errorf("a payment %+v", p)
		}
	})
}

func seal(t *testing.T, text []byte, event string) []byte {
	block, err := aes.NewCipher([]byte(apiKey))
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	body, err := json.Marshal(map[string]any{"id": "EV1", "event_type": event, "resource": map[string]string{"algorithm": "AEAD_AES_256_GCM",
		"nonce": "0123456789ab", "associated_data": "x",
		"ciphertext": base64.StdEncoding.EncodeToString(gcm.Seal(nil, []byte("0123456789ab"), text, []byte("x")))}})
	if err != nil {
		t.Fatal(err)
	}
	return body
}
