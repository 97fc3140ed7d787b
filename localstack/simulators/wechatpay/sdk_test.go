package wechatpaysim_test

import (
	"bytes"
	"context"
	"crypto/rsa"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/wechatpay-apiv3/wechatpay-go/core"
	"github.com/wechatpay-apiv3/wechatpay-go/core/auth/verifiers"
	"github.com/wechatpay-apiv3/wechatpay-go/core/downloader"
	"github.com/wechatpay-apiv3/wechatpay-go/core/notify"
	"github.com/wechatpay-apiv3/wechatpay-go/core/option"
	"github.com/wechatpay-apiv3/wechatpay-go/services/payments"
	"github.com/wechatpay-apiv3/wechatpay-go/services/payments/native"
	"github.com/wechatpay-apiv3/wechatpay-go/services/refunddomestic"
	"github.com/wechatpay-apiv3/wechatpay-go/utils"

	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	wechatpaysim "herald/localstack/simulators/wechatpay"
)

const apiKey = "0123456789abcdef0123456789abcdef"

// elsewhere sends what is meant for the platform's host, which the SDK has as a constant, to the simulator.
type elsewhere string

func (e elsewhere) RoundTrip(r *http.Request) (*http.Response, error) {
	r.URL.Scheme, r.URL.Host, r.Host = "http", string(e), string(e)
	return http.DefaultTransport.RoundTrip(r)
}

// The platform's own SDK, which shares no code with us, accepts the simulator: signatures in both directions,
// certificates, sealed callbacks, payments and refunds. So the adapter is tested against a platform that the SDK
// accepts.
func TestTheOfficialSDKIsContent(t *testing.T) {
	ctx, keys := context.Background(), paymentledgertest.Keys()
	hooks := paymentledgertest.NewReceiver(t, http.StatusNoContent, "")
	s, err := wechatpaysim.New(wechatpaysim.Config{AppID: "wx1", MerchantID: "1900", Serial: "5F", MerchantKey: keys.Public, APIv3Key: apiKey,
		Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	key, err := utils.LoadPrivateKey(keys.Private)
	if err != nil {
		t.Fatal(err)
	}
	client, handler := official(t, key, server.Listener.Addr().String())
	order := native.NativeApiService{Client: client}
	made, _, err := order.Prepay(ctx, native.PrepayRequest{Appid: core.String("wx1"), Mchid: core.String("1900"),
		Description: core.String("积分"), OutTradeNo: core.String("SDK001"),
		TimeExpire: core.Time(time.Now().Add(time.Hour)), NotifyUrl: core.String(hooks.URL),
		Amount: &native.Amount{Total: core.Int64(300), Currency: core.String("CNY")}})
	if err != nil || *made.CodeUrl == "" {
		t.Fatal(made, err)
	}
	if err := s.Ledger.Pay(paymentledger.Payment{Number: "SDK001"}); err != nil {
		t.Fatal(err)
	}
	call := hooks.Next(t)
	req, err := http.NewRequest(http.MethodPost, hooks.URL, bytes.NewReader(call.Body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header = call.Header
	var told payments.Transaction
	if event, err := handler.ParseNotifyRequest(ctx, req, &told); err != nil || event.EventType != "TRANSACTION.SUCCESS" ||
		*told.OutTradeNo != "SDK001" || *told.Amount.Total != 300 {
		t.Fatal(event, told, err)
	}
	found, _, err := order.QueryOrderByOutTradeNo(ctx,
		native.QueryOrderByOutTradeNoRequest{OutTradeNo: core.String("SDK001"), Mchid: core.String("1900")})
	if err != nil || *found.TradeState != "SUCCESS" || *found.TransactionId != *told.TransactionId {
		t.Fatal(found, err)
	}
	if _, err := order.CloseOrder(ctx, native.CloseOrderRequest{OutTradeNo: core.String("SDK001"),
		Mchid: core.String("1900")}); !core.IsAPIError(err, "ORDERPAID") {
		t.Error(err)
	}
	refunds := refunddomestic.RefundsApiService{Client: client}
	back, _, err := refunds.Create(ctx, refunddomestic.CreateRequest{OutTradeNo: core.String("SDK001"), OutRefundNo: core.String("R1"),
		Amount: &refunddomestic.AmountReq{Refund: core.Int64(100), Total: core.Int64(300), Currency: core.String("CNY")}})
	if err != nil || *back.Status != refunddomestic.STATUS_SUCCESS {
		t.Fatal(back, err)
	}
}

// official makes the SDK's client and its reader of callbacks, with the certificates that it fetches by itself.
func official(t *testing.T, key *rsa.PrivateKey, host string) (*core.Client, *notify.Handler) {
	t.Helper()
	ctx, elsewhere := context.Background(), option.WithHTTPClient(&http.Client{Transport: elsewhere(host)})
	plain, err := core.NewClient(ctx, option.WithMerchantCredential("1900", "5F", key), option.WithoutValidator(), elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	certificates, err := downloader.NewCertificateDownloaderWithClient(ctx, plain, apiKey)
	if err != nil {
		t.Fatal(err)
	}
	verifier := verifiers.NewSHA256WithRSAVerifier(certificates)
	client, err := core.NewClient(ctx, option.WithMerchantCredential("1900", "5F", key), option.WithVerifier(verifier), elsewhere)
	if err != nil {
		t.Fatal(err)
	}
	handler, err := notify.NewRSANotifyHandler(apiKey, verifier)
	if err != nil {
		t.Fatal(err)
	}
	return client, handler
}
