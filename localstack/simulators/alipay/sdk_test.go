package alipaysim_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	sdk "github.com/smartwalle/alipay/v3"

	alipaysim "herald/localstack/simulators/alipay"
	"herald/localstack/simulators/paymentledger"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
)

// An SDK that shares no code with us is content with the simulator: signatures in both directions, payments, callbacks and refunds.
func TestAnSDKIsContent(t *testing.T) {
	ctx, app, theirs := context.Background(), paymentledgertest.Keys(), paymentledgertest.Others()
	hooks := paymentledgertest.NewReceiver(t, http.StatusOK, "success")
	s, err := alipaysim.New(alipaysim.Config{AppID: "2021", SellerID: "2088", AppKey: app.Public, Key: theirs.Private, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	client, err := sdk.New("2021", bare(app.Private), false, sdk.WithSandboxGateway(server.URL+"/gateway.do"),
		sdk.WithTimeLocation(paymentledger.Beijing))
	if err != nil {
		t.Fatal(err)
	}
	if err := client.LoadAliPayPublicKey(bare(theirs.Public)); err != nil {
		t.Fatal(err)
	}
	made, err := client.TradePreCreate(ctx,
		sdk.TradePreCreate{Trade: sdk.Trade{NotifyURL: hooks.URL, Subject: "积分 and more", OutTradeNo: "SDK1", TotalAmount: "3.00"}})
	if err != nil || !made.IsSuccess() || made.QRCode == "" {
		t.Fatal(made, err)
	}
	if err := s.Ledger.Pay(paymentledger.Payment{Number: "SDK1"}); err != nil {
		t.Fatal(err)
	}
	values, err := url.ParseQuery(string(hooks.Next(t).Body))
	if err != nil {
		t.Fatal(err)
	}
	told, err := client.DecodeNotification(values)
	if err != nil || told.OutTradeNo != "SDK1" || told.TotalAmount != "3.00" || told.TradeStatus != sdk.TradeStatusSuccess {
		t.Fatal(told, err)
	}
	found, err := client.TradeQuery(ctx, sdk.TradeQuery{OutTradeNo: "SDK1"})
	if err != nil || found.TradeStatus != sdk.TradeStatusSuccess || found.TradeNo != told.TradeNo {
		t.Fatal(found, err)
	}
	back, err := client.TradeRefund(ctx, sdk.TradeRefund{OutTradeNo: "SDK1", RefundAmount: "1.00", OutRequestNo: "R1"})
	if err != nil || !back.IsSuccess() || back.FundChange != "Y" {
		t.Fatal(back, err)
	}
	page, err := client.TradePagePay(sdk.TradePagePay{Trade: sdk.Trade{Subject: "积分", OutTradeNo: "SDK2", TotalAmount: "3.00",
		ProductCode: "FAST_INSTANT_TRADE_PAY"}})
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Post(page.String(), "", nil)
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if o, err := s.Ledger.Find("SDK2"); err != nil || o.State != paymentledger.Scanned {
		t.Error(o, err)
	}
}

// bare takes the lines of PEM away, as Alipay gives its keys.
func bare(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[1:len(lines)-1], "")
}
