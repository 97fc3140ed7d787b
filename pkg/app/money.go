package app

import (
	"context"
	"net/http"
	"time"

	"herald/pkg/account/customer"
	"herald/pkg/credit/exchange"
	"herald/pkg/credit/reconcile"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/platform/sysuser"
	"herald/pkg/provider"
	"herald/pkg/provider/alipay"
	"herald/pkg/provider/ethereum"
	"herald/pkg/provider/gateway"
	"herald/pkg/provider/omni"
	source "herald/pkg/provider/ratesource"
	"herald/pkg/provider/tron"
	"herald/pkg/provider/wechatpay"
)

// The adapters of money, one of each in a process. Each is made at its first use. One without configuration is nil:
// the payer is shown that the way is closed.

// outside is the way to the providers; nil: one's own.
func (e *Env) outside() *http.Client {
	if e.ProviderTransport == nil {
		return nil
	}
	return &http.Client{Transport: e.ProviderTransport}
}

// notify is where a provider calls back.
func (e *Env) notify(cashier string) string { return e.Config.PublicURL + "/api/pay/notify/" + cashier }

// paymentProvider returns a payment provider by its name; nil without an error for one that is not configured.
func (e *Env) paymentProvider(name string) (provider.PaymentProvider, error) {
	e.singletons.cashiers.Lock()
	defer e.singletons.cashiers.Unlock()
	if c := e.singletons.cashiers.by[name]; c != nil {
		return c, nil
	}
	c, err := e.newCashier(name)
	if err != nil || c == nil {
		return nil, err
	}
	if e.singletons.cashiers.by == nil {
		e.singletons.cashiers.by = map[string]provider.PaymentProvider{}
	}
	e.singletons.cashiers.by[name] = c
	return c, nil
}

func (e *Env) newCashier(name string) (provider.PaymentProvider, error) {
	m := e.Config.Money
	switch {
	case name == "wechatpay" && m.WeChatPay.URL != "":
		w := m.WeChatPay
		return nilIfTypedNil(wechatpay.New(wechatpay.Config{BaseURL: w.URL, AppID: w.AppID, MerchantID: w.MerchantID, Serial: w.Serial,
			Key: w.Key, APIv3Key: w.APIv3Key,
			PublicKeys: w.PublicKeys, NotifyURL: e.notify(name), Client: e.outside(), Now: e.Now}))
	case name == "alipay" && m.Alipay.URL != "":
		a := m.Alipay
		return nilIfTypedNil(alipay.New(alipay.Config{BaseURL: a.URL, AppID: a.AppID, SellerID: a.SellerID, Key: a.Key, PublicKeys: a.PublicKeys,
			AppCertSN:  a.AppCertSN,
			RootCertSN: a.RootCertSN, NotifyURL: e.notify(name), Client: e.outside(), Now: e.Now}))
	case name == "gateway" && m.Gateway.URL != "":
		g := m.Gateway
		return nilIfTypedNil(gateway.New(gateway.Config{BaseURL: g.URL, MerchantID: g.MerchantID, Biz: g.Biz, Signer: g.Signer,
			Secrets: g.Secrets, NotifyURL: e.notify(name),
			Client: e.outside()}))
	}
	return nil, nil
}

// nilIfTypedNil gives a nil port for a nil adapter, instead of a port with a typed nil.
func nilIfTypedNil[T provider.PaymentProvider](c T, err error) (provider.PaymentProvider, error) {
	if err != nil {
		return nil, err
	}
	return c, nil
}

// chain gives the reader of a chain by its name; nil without an error for one that is not used.
func (e *Env) chain(name string) (provider.Chain, error) {
	e.singletons.chains.Lock()
	defer e.singletons.chains.Unlock()
	if c := e.singletons.chains.by[name]; c != nil {
		return c, nil
	}
	m, client := e.Config.Money, e.outside()
	var c provider.Chain
	var err error
	switch {
	case name == "tron" && m.TronURL != "":
		c, err = tron.New(tron.Config{BaseURL: m.TronURL, Key: m.Sources.Tron, Client: client})
	case name == "ethereum" && m.EthereumURL != "":
		c, err = ethereum.New(ethereum.Config{BaseURL: m.EthereumURL, Client: client})
	case name == "omni" && m.OmniURL != "":
		c, err = omni.New(omni.Config{BaseURL: m.OmniURL, Client: client})
	}
	if err != nil || c == nil {
		return nil, err
	}
	if e.singletons.chains.by == nil {
		e.singletons.chains.by = map[string]provider.Chain{}
	}
	e.singletons.chains.by[name] = c
	return c, nil
}

// ForgetChains makes the next use of a chain read the configuration again.
func (e *Env) ForgetChains() {
	e.singletons.chains.Lock()
	defer e.singletons.chains.Unlock()
	e.singletons.chains.by = nil
}

// quoter is the source of rates; nil without an error when there is none.
func (e *Env) quoter() (provider.Quoter, error) {
	m := e.Config.Money
	if m.RatesURL == "" {
		return nil, nil
	}
	return source.New(source.Config{BaseURL: m.RatesURL, Key: m.Sources.Rates, Client: e.outside()})
}

// Rates are the exchange rates with the limits of the settings.
func (e *Env) Rates() *exchange.Store {
	return e.singletons.rates.get(func() *exchange.Store {
		return &exchange.Store{DB: e.DB, Now: e.Now, Settings: func(ctx context.Context) (exchange.Limits, error) {
			l := exchange.DefaultLimits()
			stale, err := e.Settings().Int(ctx, "rate.stale.minutes")
			if err != nil {
				return l, err
			}
			deviation, err := e.Settings().Int(ctx, "rate.deviation.permille")
			l.Stale, l.Deviation = time.Duration(stale)*time.Minute, int64(deviation)
			return l, err
		}}
	})
}

func (e *Env) Exchange() *exchange.Service {
	return &exchange.Service{Store: e.Rates(), Source: e.quoter, Every: e.setting("rate.fetch.minutes"), Queues: e.Queues, Log: e.Log}
}

// TopUps is the orders at payment providers.
func (e *Env) TopUps() *topup.Service {
	return e.singletons.topup.get(func() *topup.Service {
		return &topup.Service{DB: e.DB, Ledger: e.Ledger(), Hub: e.Hub, Queues: e.Queues, Now: e.Now, NewID: e.NewID, Log: e.Log,
			PublicURL: e.Config.PublicURL,
			Provider:  e.paymentProvider, Profile: e.payable, Purposes: map[string]topup.Purpose{saas.Purpose: e.saas().OnPaid}, Notices: e.Notifier(),
			CreateUSDT: e.coins, Rate: func(ctx context.Context, code string) (provider.Rate, error) {
				rate, err := e.Rates().Of(ctx, code)
				return rate.Rate, err
			}, CoinWays: func(ctx context.Context) ([]int, error) { return e.USDT().Ways(ctx) }, Text: e.words,
			Least: e.setting("topup.min"), Most: e.setting("recharge.max"), Life: e.setting("topup.expire.minutes")}
	})
}

// Reconciliation compares the books with themselves and the providers.
func (e *Env) Reconciliation() *reconcile.Service {
	return &reconcile.Service{DB: e.DB, Ledger: e.Ledger(), Payments: e.TopUps(), Queues: e.Queues, Notices: e.Notifier(), Now: e.Now,
		NewID: e.NewID,
		Log:   e.Log, Finance: func(ctx context.Context) ([]string, error) {
			return sysuser.Holding(ctx, e.DB, e.roles(), reconcile.Perm)
		}}
}

// payable tells the limits of a provider of payments to functions that hold none of its keys.
func (e *Env) payable(name string) (p provider.PaymentProfile, used bool) {
	m := e.Config.Money
	switch name {
	case "wechatpay":
		return (&wechatpay.Adapter{}).Profile(), m.WeChatPay.URL != ""
	case "alipay":
		return (&alipay.Adapter{}).Profile(), m.Alipay.URL != ""
	case "gateway":
		return (&gateway.Adapter{}).Profile(), m.Gateway.URL != ""
	}
	return p, false
}

// coins makes an order in USDT for the module of top-ups.
func (e *Env) coins(ctx context.Context, payType int) (*topup.CreateResponse, error) {
	o, err := e.USDT().Open(ctx, payType)
	if err != nil {
		return nil, err
	}
	return &topup.CreateResponse{OrderID: o.ID, ID: o.ID, Body: o.Address, Address: o.Address, PayType: payType, Expires: o.Expires,
		Status: 1}, nil
}

// USDT is the orders that are paid in USDT.
func (e *Env) USDT() *usdt.Service {
	return e.singletons.usdt.get(func() *usdt.Service {
		return &usdt.Service{DB: e.DB, Ledger: e.Ledger(), Rates: e.Rates(), Hub: e.Hub, Queues: e.Queues, Notices: e.Notifier(),
			Now: e.Now, NewID: e.NewID, Log: e.Log,
			Text: e.Text, Chain: e.chain, Granted: func(ctx context.Context, userID string) (bool,
				error) {
				return customer.PaysUSDT(ctx, e.DB, userID)
			},
			Staff: func(ctx context.Context, perm string) ([]string, error) {
				return sysuser.Holding(ctx, e.DB, e.roles(), perm)
			},
			Outdated: func(ctx context.Context) (bool, error) { return e.Settings().Bool(ctx, "usdt.omni") },
			Life:     e.setting("virtual.currency.recharge.submit.timeout"), Retries: e.setting("recharge:retry:time:limit"),
			Need: e.setting("usdt.confirmations"),
			Low:  e.setting("usdt.pool.low"), Rest: e.setting("usdt.address.rest.days")}
	})
}
