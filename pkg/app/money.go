package app

import (
	"context"
	"time"

	"herald/pkg/account/customer"
	"herald/pkg/credit/exchange"
	"herald/pkg/credit/reconcile"
	"herald/pkg/credit/saas"
	"herald/pkg/credit/topup"
	"herald/pkg/credit/usdt"
	"herald/pkg/platform/sysuser"
	"herald/pkg/provider"
)

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
			Provider:  e.paymentProvider, Profile: e.payable, Purposes: map[string]topup.Purpose{saas.Purpose: e.saas().OnPaid},
			Notices:    e.Notifier(),
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
