package topup

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// Service is the orders at providers: their routes, their callbacks, and their background work. AdminHandler has
// their routes under /aty, for staff and customers.
type Service struct {
	DB        store.DB
	Ledger    *ledger.Ledger
	Hub       *push.Hub
	Queues    queue.Queues
	Now       func() time.Time
	NewID     func(ctx context.Context) string
	Log       func(map[string]any)
	PublicURL string
	// Provider gives a provider of payments by its name; nil without an error for one that is not used.
	Provider func(name string) (provider.PaymentProvider, error)
	// Profile tells the limits of a provider, for who holds none of its keys; false for one that is not used.
	Profile func(name string) (provider.PaymentProfile, bool)
	Notices *notice.Store
	// Purposes are what payments buy beside credit, by the name that their orders carry.
	Purposes map[string]Purpose
	// CreateUSDT makes an order that is paid in USDT (payType 3, 4, 5).
	CreateUSDT func(ctx context.Context, payType int) (*CreateResponse, error)
	// CoinWays are the payTypes of USDT that are open here and to the caller.
	CoinWays func(ctx context.Context) ([]int, error)
	// Rate gives the yuan for a unit of a currency; the errors of exchange.Book.Of.
	Rate func(ctx context.Context, code string) (provider.Rate, error)
	// Text is a message in the caller's language.
	Text func(ctx context.Context, key string, args map[string]any) string
	// The settings topup.min and recharge.max, in credits, and topup.expire.minutes.
	Least, Most, Life func(ctx context.Context) (int, error)
}

var (
	_ module.Module = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "POST", Path: "/pay/order", Perm: web.SignedIn, Spends: true,
		Summary: "Create a top-up order. payType: 1 WeChat Pay scan (biz wx000, permission pay:third:wx), 2 Alipay scan (al000, " +
			"pay:third:alipay), 6 Alipay page (pay:third:alipay), 7 gateway (pay:third:gateway), 3 ERC20, 4 OMNI, 5 TRC20 (ustd:third:…)"}, r.post)
	web.Handle(a, web.Route{Method: "GET", Path: "/pay/order/{orderId}/status", Perm: web.SignedIn,
		Summary: "Get the status of a top-up order: 1 waiting, 2 success, 3 failure"}, r.status)
	web.Handle(a, web.Route{Method: "GET", Path: "/pay/order/{orderId}/page", Perm: web.SignedIn,
		Summary: "Get an HTML form that redirects the payer's browser to the provider's page on submit"}, r.page)
	web.HandleRaw(a, web.Route{Method: "POST", Path: "/pay/notify/{provider}", Perm: web.Public,
		Summary: "Receive a callback of a payment provider (wechatpay, alipay, gateway)"}, r.notify(a))
}

// CreateRequest is a top-up as the console asks for it (platform-services §3).
type CreateRequest struct {
	Amount       money.Amount  `json:"amount,omitempty" example:"30000" doc:"Whole credits. 1 credit is 0.01 RMB. Ignored for USDT: the transferred amount counts."`
	Currency     string        `json:"currency,omitempty" enum:"RMB,USD,EUR," doc:"Currency of the payment: RMB or another currency of the method. The current rate applies."`
	PayAmount    *money.Amount `json:"payAmount,omitempty" doc:"Amount shown to the payer, in the currency. If the amount is higher now, the request fails with 40922."`
	Biz          string        `json:"biz,omitempty" doc:"wx000 or al000. Same as payType." example:"wx000"`
	PayType      int           `json:"payType" enum:"1,2,3,4,5,6,7" example:"1"`
	FeeType      any           `json:"feeType,omitempty" doc:"Ignored."`
	Hash         any           `json:"hash,omitempty" doc:"Ignored: submit a hash to the order."`
	RechargeType int           `json:"rechargeType,omitempty" enum:"0,1" doc:"1 or empty: a top-up."`
}

// CreateResponse is what the payer is given.
type CreateResponse struct {
	OrderID string       `json:"orderId"`
	Body    string       `json:"body" doc:"Content of the QR code: the provider's, or the address. Empty for a page."`
	ID      string       `json:"id" doc:"Same as orderId."`
	Address string       `json:"address" doc:"USDT only: address to pay to."`
	PayType int          `json:"payType"`
	Amount  money.Amount `json:"amount" doc:"Credits. 0 for USDT."`
	Pay     money.Amount `json:"payAmount" doc:"Amount to pay, in the currency. 0 for USDT."`
	Money   string       `json:"currency" doc:"RMB, USD, EUR or USDT."`
	Expires time.Time    `json:"expireTime"`
	Status  int          `json:"status" doc:"1 waiting, 2 success, 3 failure."`
}

func openedOf(o *Order) *CreateResponse {
	return &CreateResponse{OrderID: o.ID, Body: o.Code, ID: o.ID, PayType: o.PayType, Amount: o.creditFor(o.Fen), Pay: units(o.Fen),
		Money: o.currency(), Expires: o.Expires, Status: int(o.Status)}
}

func (r *Service) post(ctx context.Context, in *struct{ Body CreateRequest }) (*CreateResponse, error) {
	m, ok := methodOf(in.Body.PayType)
	if !ok {
		return r.CreateUSDT(ctx, in.Body.PayType)
	}
	if in.Body.Biz != "" && in.Body.Biz != m.Biz {
		return nil, fault.Bad("biz", "topup.biz")
	}
	o, err := r.open(ctx, m, &in.Body)
	if err != nil {
		return nil, err
	}
	return openedOf(o), nil
}

type byOrder struct {
	OrderID string `path:"orderId"`
}

func (r *Service) status(ctx context.Context, in *byOrder) (*Status, error) {
	o, err := r.find(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	r.nudge(ctx, o)
	return &o.Status, nil
}

func (r *Service) page(ctx context.Context, in *struct {
	OrderID string `path:"orderId"`
	UserID  string `query:"userId" doc:"Not needed: the order has its user."`
}) (*string, error) {
	o, err := r.find(ctx, in.OrderID)
	if err == nil && in.UserID != "" && in.UserID != o.User {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	if o.Way != provider.PayByPage || o.Status != Waiting || !r.Now().Before(o.Expires) || auth.Must(ctx).Locked {
		return nil, fault.State("topup.over")
	}
	provided, err := r.paymentProvider(o.Provider)
	if err != nil {
		return nil, err
	}
	checkout, err := provided.Open(ctx, o.order(r.back(o)), o.Way)
	if err == nil && checkout.Form == nil {
		err = fmt.Errorf("%s gave neither a form nor an error", o.Provider)
	}
	if err != nil {
		return nil, r.refused(ctx, o, err)
	}
	html := checkout.Form.HTML()
	return &html, nil
}
