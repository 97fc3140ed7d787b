// Command money runs the simulators of everything that money comes through on one socket until SIGINT or SIGTERM:
// WeChat Pay, Alipay, the gateway's payment page, the chains and the source of rates, and of the partner that
// screens numbers, each below its name. Its first line on standard output is the address that it listens on; GET /
// there lists the paths, with the pages on which a payment is made by pressing a button.
package main

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	alipaysim "herald/localstack/simulators/alipay"
	chainsim "herald/localstack/simulators/chain"
	gatewaysim "herald/localstack/simulators/gateway"
	partnersim "herald/localstack/simulators/partner"
	ratesim "herald/localstack/simulators/rates"
	"herald/localstack/simulators/sim"
	wechatpaysim "herald/localstack/simulators/wechatpay"
)

type config struct {
	keys    string
	blocks  time.Duration
	wechat  wechatpaysim.Config
	alipay  alipaysim.Config
	gateway gatewaysim.Config
	tronKey string
	partner partnersim.Config
	workers partnersim.WorkersConfig
}

func main() {
	var c config
	flag.StringVar(&c.keys, "keys", "",
		"folder of the RSA keys; those that are missing are made (wechatpay-merchant, wechatpay-platform, alipay-app, alipay, each with .pem "+
			"and .pub.pem)")
	flag.DurationVar(&c.blocks, "blocks", time.Second, "time between two blocks of a chain; 0 mines only when asked")
	flag.StringVar(&c.wechat.AppID, "wechatpay-app", "wx0000000000000001", "app id of WeChat Pay")
	flag.StringVar(&c.wechat.MerchantID, "wechatpay-merchant", "1900000001", "merchant id of WeChat Pay")
	flag.StringVar(&c.wechat.Serial, "wechatpay-serial", "5F00000000000001", "serial of the merchant's certificate")
	flag.StringVar(&c.wechat.APIv3Key, "wechatpay-key", "local-apiv3-key-of-32-bytes-0001", "APIv3 key")
	flag.StringVar(&c.alipay.AppID, "alipay-app", "2021000000000001", "app id of Alipay")
	flag.StringVar(&c.alipay.SellerID, "alipay-seller", "2088000000000001", "the merchant's user id at Alipay")
	flag.StringVar(&c.gateway.MerchantID, "gateway-merchant", "M0001", "merchant id of the gateway")
	flag.StringVar(&c.gateway.Secret, "gateway-secret", "local-gateway-secret", "secret of the gateway")
	flag.StringVar(&c.gateway.Signer, "gateway-signer", "hmac-sha256", "md5, sha256 or hmac-sha256")
	flag.StringVar(&c.partner.Token, "partner-token", "local-partner-token", "token that calls of the partner must carry")
	flag.StringVar(&c.partner.Secret, "partner-secret", "local-partner-secret", "secret of the partner's callbacks")
	flag.StringVar(&c.workers.Herald, "workers-herald", "", "address of Herald's interface for partners; without it no comments are made")
	flag.StringVar(&c.workers.Name, "workers-name", "local-partner", "name of the partner that fulfils comments")
	flag.StringVar(&c.workers.Secret, "workers-secret", "local-workers-secret", "secret of its calls")
	flag.StringVar(&c.tronKey, "tron-key", "", "key that calls of TronGrid must carry")
	sim.Main("money simulators", func() sim.Simulator {
		b, err := newBank(c)
		if err != nil {
			fmt.Fprintln(os.Stderr, "money simulators:", err)
			os.Exit(1)
		}
		return b
	})
}

// newBank starts all simulators.
func newBank(c config) (*bank, error) {
	if c.keys == "" {
		return nil, errors.New("-keys is missing")
	}
	var err error
	if c.wechat.PlatformKey, _, err = keyPair(c.keys, "wechatpay-platform"); err != nil {
		return nil, err
	}
	if _, c.wechat.MerchantKey, err = keyPair(c.keys, "wechatpay-merchant"); err != nil {
		return nil, err
	}
	if _, c.alipay.AppKey, err = keyPair(c.keys, "alipay-app"); err != nil {
		return nil, err
	}
	if c.alipay.Key, _, err = keyPair(c.keys, "alipay"); err != nil {
		return nil, err
	}
	b := &bank{parts: map[string]sim.Simulator{}}
	wechat, err := wechatpaysim.New(c.wechat)
	if err != nil {
		return nil, err
	}
	b.add("wechatpay", wechat)
	ali, err := alipaysim.New(c.alipay)
	if err != nil {
		return nil, err
	}
	b.add("alipay", ali)
	b.add("gateway", gatewaysim.New(c.gateway))
	for _, kind := range []string{chainsim.TRON, chainsim.Ethereum, chainsim.Omni} {
		cfg := chainsim.Config{Kind: kind, Every: c.blocks}
		if kind == chainsim.TRON {
			cfg.Key = c.tronKey
		}
		chain, err := chainsim.New(cfg)
		if err != nil {
			return nil, err
		}
		b.add(kind, chain)
	}
	b.add("rates", ratesim.New(ratesim.Config{}))
	b.add("partner", partnersim.New(c.partner))
	b.add("workers", partnersim.NewWorkers(c.workers))
	return b, nil
}

// keyPair reads a private key and its public one from the folder, or makes them.
func keyPair(folder, name string) (private, public string, err error) {
	path := filepath.Join(folder, name+".pem")
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		text, err = makeKey(path)
	}
	if err != nil {
		return "", "", err
	}
	block, _ := pem.Decode(text)
	if block == nil {
		return "", "", fmt.Errorf("%s is not PEM", path)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return "", "", err
	}
	rsaKey, ok := key.(*rsa.PrivateKey)
	if !ok {
		return "", "", fmt.Errorf("%s is not RSA", path)
	}
	der, err := x509.MarshalPKIXPublicKey(&rsaKey.PublicKey)
	if err != nil {
		return "", "", err
	}
	public = string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	return string(text), public, os.WriteFile(filepath.Join(folder, name+".pub.pem"), []byte(public), 0o600)
}

func makeKey(path string) ([]byte, error) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return nil, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	return text, os.WriteFile(path, text, 0o600)
}
