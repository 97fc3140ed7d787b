package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
)

// money is the merchant's side of the simulators of payments, chains and rates.
type money struct {
	url      string
	process  *process
	Settings map[string]string `json:"settings"` // of the deployment, by their names in the manifest
}

// Defaults of simulators without flags of their own.
const (
	wechatApp, wechatMerchant, wechatSerial = "wx0000000000000001", "1900000001", "5F00000000000001"
	wechatKey                               = "local-apiv3-key-of-32-bytes-0001"
	alipayApp, alipaySeller                 = "2021000000000001", "2088000000000001"
	gatewayMerchant, gatewaySecret          = "M0001", "local-gateway-secret"
	partnerToken, partnerSecret             = "local-partner-token", "local-partner-secret"
	workersName, workersSecret              = "local-partner", "local-workers-secret"
)

// moneyPages are the pages for a newcomer: payment pages with a button that pays, and chains on which a transfer is
// made.
var moneyPages = []string{"wechatpay", "alipay", "gateway", "tron", "ethereum", "omni"}

// page is where something happens in a browser.
func (m money) page(name string) string { return m.url + "/" + name + "/cashier" }

// startMoney starts them on one port, and tells the functions who they are to them.
func (i *instance) startMoney(ctx context.Context) (string, error) {
	port, err := freePort(i.ports.money)
	if err != nil {
		return "", err
	}
	address, keys := fmt.Sprintf("127.0.0.1:%d", port), i.folder+"/keys"
	i.money.url = "http://" + address
	i.money.process, err = launch(child{name: "the money simulators", log: i.folder + "/simulator-money.log", folder: string(i.project),
		env: cleanEnvironment()},
		i.path(".build", "simulator-money"), "-listen", address, "-keys", keys,
		"-workers-herald", i.public+"/api/comment/partner", "-workers-name", workersName, "-workers-secret", workersSecret)
	if err != nil {
		return "", err
	}
	if err := i.money.process.ready(ctx, i.money.url+"/"); err != nil {
		return "", err
	}
	i.money.Settings = map[string]string{
		"wechatpay.url": i.money.url + "/wechatpay", "wechatpay.appId": wechatApp, "wechatpay.merchantId": wechatMerchant,
		"wechatpay.serial": wechatSerial,
		"alipay.url":       i.money.url + "/alipay/gateway.do", "alipay.appId": alipayApp, "alipay.sellerId": alipaySeller,
		"gateway.url": i.money.url + "/gateway", "gateway.merchantId": gatewayMerchant,
		"tron.url": i.money.url + "/tron", "ethereum.url": i.money.url + "/ethereum", "omni.url": i.money.url + "/omni",
		"rates.url":   i.money.url + "/rates",
		"partner.url": i.money.url + "/partner", "partner.groups": i.money.url + "/partner", "partner.numbers": i.money.url + "/partner",
	}
	secrets, err := moneySecrets(keys)
	if err != nil {
		return "", err
	}
	return "simulators at " + i.money.url, i.keepSecrets(ctx, secrets)
}

// moneySecrets makes the secrets of the merchant from the keys in a folder.
func moneySecrets(folder string) (map[string]string, error) {
	keys := map[string]string{}
	for _, name := range []string{"wechatpay-merchant", "alipay-app", "alipay.pub"} {
		text, err := os.ReadFile(folder + "/" + name + ".pem")
		if err != nil {
			return nil, err
		}
		keys[name] = string(text)
	}
	out := map[string]string{}
	for name, secret := range map[string]any{
		"pay/wechatpay": map[string]string{"key": keys["wechatpay-merchant"], "apiv3Key": wechatKey},
		"pay/alipay":    map[string]any{"key": keys["alipay-app"], "publicKeys": []string{keys["alipay.pub"]}},
		"pay/gateway":   map[string]any{"secrets": []string{gatewaySecret}},
		"pay/sources":   struct{}{},
		"partner/key":   map[string]any{"token": partnerToken, "secrets": []string{partnerSecret}},
		"partner/work":  map[string]any{"secrets": map[string][]string{workersName: {workersSecret}}},
	} {
		text, err := json.Marshal(secret)
		if err != nil {
			return nil, err
		}
		out[name] = string(text)
	}
	return out, nil
}
