package main

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	alipaysim "herald/localstack/simulators/alipay"
	gatewaysim "herald/localstack/simulators/gateway"
	"herald/localstack/simulators/paymentledger/paymentledgertest"
	wechatpaysim "herald/localstack/simulators/wechatpay"
	"herald/pkg/provider"
	"herald/pkg/provider/alipay"
	"herald/pkg/provider/ethereum"
	"herald/pkg/provider/gateway"
	"herald/pkg/provider/omni"
	"herald/pkg/provider/ratesource"
	"herald/pkg/provider/tron"
	"herald/pkg/provider/wechatpay"
)

const apiKey = "local-apiv3-key-of-32-bytes-0001"

// Every adapter reaches its simulator below its name, with signatures over the whole path, and a button pays.
func TestAllOfThemOnOnePort(t *testing.T) {
	ctx, folder := context.Background(), t.TempDir()
	b, err := newBank(config{keys: folder, wechat: wechatpaysim.Config{AppID: "wx1", MerchantID: "1900", Serial: "5F", APIv3Key: apiKey},
		alipay: alipaysim.Config{AppID: "2021", SellerID: "2088"}, gateway: gatewaysim.Config{MerchantID: "M1", Secret: "s", Signer: "sha256"},
		blocks: 20 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b)
	t.Cleanup(func() { b.Close(); server.Close() })
	hooks := paymentledgertest.NewReceiver(t, http.StatusOK, "success")
	key := func(name string) (private, public string) {
		private, public, err := keyPair(folder, name) // the same as before
		if err != nil {
			t.Fatal(err)
		}
		return private, public
	}
	merchant, _ := key("wechatpay-merchant")
	app, _ := key("alipay-app")
	_, theirs := key("alipay")
	var cashiers [3]provider.PaymentProvider
	var errs [7]error
	cashiers[0], errs[0] = wechatpay.New(wechatpay.Config{BaseURL: server.URL + "/wechatpay", AppID: "wx1", MerchantID: "1900", Serial: "5F",
		Key: merchant, APIv3Key: apiKey, NotifyURL: hooks.URL})
	cashiers[1], errs[1] = alipay.New(alipay.Config{BaseURL: server.URL + "/alipay/gateway.do", AppID: "2021", SellerID: "2088", Key: app,
		PublicKeys: []string{theirs}, NotifyURL: hooks.URL})
	cashiers[2], errs[2] = gateway.New(gateway.Config{BaseURL: server.URL + "/gateway", MerchantID: "M1", Biz: "al000", Signer: "sha256",
		Secrets: []string{"s"}, NotifyURL: hooks.URL})
	var chains [3]provider.Chain
	chains[0], errs[3] = tron.New(tron.Config{BaseURL: server.URL + "/tron"})
	chains[1], errs[4] = ethereum.New(ethereum.Config{BaseURL: server.URL + "/ethereum"})
	chains[2], errs[5] = omni.New(omni.Config{BaseURL: server.URL + "/omni"})
	var rates provider.Quoter
	rates, errs[6] = ratesource.New(ratesource.Config{BaseURL: server.URL + "/rates"})
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range cashiers {
		name := c.Profile().Provider
		way := c.Profile().Ways[0]
		out, err := c.Open(ctx, provider.PaymentOrder{Number: "ORDER1", Amount: 300, Subject: "credits", Made: time.Now()}, way)
		if err != nil {
			t.Fatal(name, err)
		}
		if out.Form != nil {
			post(t, out.Form.Action, fields(out.Form))
		}
		post(t, server.URL+"/"+name+"/cashier/pay", url.Values{"number": {"ORDER1"}})
		if p, err := c.Query(ctx, "ORDER1"); err != nil || p.State != provider.PaymentDone || p.Amount != 300 {
			t.Errorf("%s: %+v %v", name, p, err)
		}
		call := hooks.Next(t)
		if n, err := c.ParseNotification(ctx, call.Body, call.Header.Get); err != nil || n.Payment.Number != "ORDER1" {
			t.Errorf("%s: %+v %v", name, n, err)
		}
	}
	if lines, err := cashiers[0].Bill(ctx, time.Now()); err != nil || len(lines) != 1 {
		t.Errorf("%+v %v", lines, err)
	}
	for _, c := range chains {
		if _, err := c.Transaction(ctx, strings.Repeat("ab", 32)); provider.CauseOf(err) != provider.NotThere {
			t.Errorf("%s: %v", c.Profile().Chain, err)
		}
		name := c.Profile().Chain
		post(t, server.URL+"/"+name+"/cashier/pay", url.Values{"to": {receivers[name]}, "amount": {"12.5"}})
		list, _, err := c.Transfers(ctx, receivers[name], provider.Window{Since: time.Now().Add(-time.Minute)})
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %+v %v", name, list, err)
		}
		if micro, err := list[0].Micro(); err != nil || micro != 12_500_000 {
			t.Errorf("%s: %d %v", name, micro, err)
		}
		if paid, err := c.Transaction(ctx, list[0].Hash); err != nil || paid.Confirmations < 12 {
			t.Errorf("%s: %+v %v", name, paid, err)
		}
	}
	if q, err := rates.Quotes(ctx, "USDT"); err != nil || len(q) != 1 {
		t.Errorf("%+v %v", q, err)
	}
}

var receivers = map[string]string{"tron": "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", "ethereum": "0x27b1fdb04752bbc536007a920d24acb045561c26",
	"omni": "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"}

func fields(f *provider.Form) url.Values {
	values := url.Values{}
	for _, field := range f.Fields {
		values.Set(field.Name, field.Value)
	}
	return values
}

// post is what a browser does; the page behind it is fetched too.
func post(t *testing.T, address string, values url.Values) {
	t.Helper()
	res, err := http.PostForm(address, values)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Fatalf("%s answered %d", address, res.StatusCode)
	}
}

func TestKeysAreNeeded(t *testing.T) {
	if _, err := newBank(config{}); err == nil {
		t.Error("no keys, no error")
	}
}
