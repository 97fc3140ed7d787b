package saas

import (
	"context"
	"math"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/stafflimit"
	"herald/pkg/platform/user"
)

// permBuy is the permission to buy (platform-services §6).
const permBuy = "aty:customerinfo:buy:saas"

// Service is the routes of buying and giving. The list is the AdminHandler's.
type Service struct {
	*Store
	Ledger  *ledger.Ledger
	Users   *user.Store
	Notices *notice.Store
	Limits  *stafflimit.Store // of what staff give
	NewID   func(ctx context.Context) string
	// Price is the setting saas.price: what a year costs, in fen. Warn is saas.warn.days.
	Price, Warn func(ctx context.Context) (int, error)
	// AgentsGiveFree is whether the setting saas.agent.give lets agents give without paying.
	AgentsGiveFree func(ctx context.Context) (bool, error)
	// Activated tells whether a customer's account was activated, which buying needs (platform-services §4).
	Activated func(ctx context.Context, userID string) (bool, error)
}

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	const info = "/pi/personal/info"
	web.Handle(a, web.Route{Method: "GET", Path: info + "/saas", Perm: web.SignedIn,
		Summary: "Get the caller's service subscription. For a secondary: the subscription of its customer"}, r.own)
	web.Handle(a, web.Route{Method: "GET", Path: "/pay/saas/price", Perm: web.SignedIn,
		Summary: "Get the price of a year of the service, and the caller's end date after buying"}, r.price)
	web.Handle(a, web.Route{Method: "GET", Path: info + "/buy/saas/check", Perm: web.SignedIn,
		Summary: "Check whether the caller can buy a year. Refused with the reason. The balance is not checked"}, r.check)
	web.Handle(a, web.Route{Method: "POST", Path: info + "/buy/saas", Perm: permBuy, Spends: true,
		Summary: "Buy a year of the service with the caller's credit, from now or from the current end, whichever is later"}, r.buy)
	web.Handle(a, web.Route{Method: "PUT", Path: "/aty/customerinfo/give/saas/{id}", Perm: "aty:customerinfo:give:saas", Spends: true,
		Summary: "Give a customer a year of the service free of charge"}, r.give)
	web.Handle(a, web.Route{Method: "PUT", Path: "/proxy/give/saas/{id}", Perm: "proxy:give:saas", Spends: true,
		Summary: "Give a customer of the agent a year of the service, paid by the agent's credit unless the setting saas.agent.give is " +
			"free"}, r.give)
}

// AdminHandler is the list of orders.
type AdminHandler struct{ book *Store }

// NewAdminHandler makes the staff routes of a store.
func NewAdminHandler(b *Store) *AdminHandler { return &AdminHandler{b} }

var (
	_ module.Module = (*AdminHandler)(nil)
	_ export.Lister = (*AdminHandler)(nil)
)

// Routes mounts the staff routes.
func (d *AdminHandler) Routes(a *web.API) { list.Mount(a, d.list()) }

// Exports declares the list as a file.
func (d *AdminHandler) Exports(a *web.API, e *export.Exporter) { export.Listed(a, e, d.list()) }

func (d *AdminHandler) list() list.List[Order] {
	return list.List[Order]{List: rows, DB: d.book.DB, Path: "/aty/saas/order", Perm: "aty:saas:order:page",
		Summary: "List service orders of users in the caller's scope, bought and given",
		File:    list.File{Name: "saasOrders", Summary: "Export the matching service orders as xlsx or CSV"}}
}

// Info is a subscription as its user sees it.
type Info struct {
	Status   Status     `json:"saasStatus" doc:"Status: 1 not purchased, 2 active, 3 expired. Dictionary saas_status."`
	Expire   *time.Time `json:"saasExpireTime" doc:"Null: never bought."`
	Days     int        `json:"daysLeft" doc:"Started days until the end. 0: not active."`
	Prompt   bool       `json:"prompt" doc:"True when the console should offer to buy: not purchased, expired, or at most saas.warn.days remaining. Always false for secondaries and staff."`
	Required bool       `json:"required" doc:"Orders require an active subscription (setting saas.required)."`
}

func (r *Service) own(ctx context.Context, _ *struct{}) (*Info, error) {
	p := auth.Must(ctx)
	var s Subscription
	var warn int
	out := &Info{}
	err := parallel.Do(
		func() (err error) { s, err = r.Of(ctx, p.Tenant); return err },
		func() (err error) { warn, err = r.Warn(ctx); return err },
		func() (err error) { out.Required, err = r.Required(ctx); return err })
	now := r.Now()
	out.Status, out.Expire = s.At(now), s.Expiry()
	if out.Status == Active {
		out.Days = int(math.Ceil(s.Until.Sub(now).Hours() / 24))
	}
	out.Prompt = (p.Type == auth.First || p.Type == auth.Agent) && (out.Status != Active || out.Days <= warn)
	return out, err
}

// Price of a year.
type Price struct {
	Fen    int          `json:"price" doc:"Fen. 100 fen are 1 RMB." example:"120000"`
	Credit money.Amount `json:"amount" doc:"The same amount in credits."`
	Expire time.Time    `json:"expireTime" doc:"End of the caller's subscription after buying now."`
	Give   money.Amount `json:"giveAmount" doc:"Credits that the caller pays for a year given to a customer. 0: free of charge."`
}

func (r *Service) price(ctx context.Context, _ *struct{}) (*Price, error) {
	var s Subscription
	var fen int
	var free bool
	err := parallel.Do(
		func() (err error) { s, err = r.Of(ctx, auth.Must(ctx).Tenant); return err },
		func() (err error) { fen, err = r.Price(ctx); return err },
		func() (err error) { free, err = r.AgentsGiveFree(ctx); return err })
	out := &Price{Fen: fen, Credit: money.Amount(fen) * money.Credit, Expire: Renewed(s.Until, r.Now())}
	if auth.Must(ctx).Type == auth.Agent && !free {
		out.Give = out.Credit
	}
	return out, err
}

// CheckResponse is what a buyer must know.
type CheckResponse struct {
	Price
	Balance money.Amount `json:"balance" doc:"Available credit."`
	Enough  bool         `json:"enough" doc:"The available credit covers a year."`
}

func (r *Service) check(ctx context.Context, _ *struct{}) (*CheckResponse, error) {
	p := auth.Must(ctx)
	var cost *Price
	out := &CheckResponse{}
	err := parallel.Do(
		func() error { return r.buyable(ctx, p) },
		func() (err error) { cost, err = r.price(ctx, nil); return err },
		func() (err error) { out.Balance, _, err = r.Ledger.Balance(ctx, p.UserID); return err })
	if err != nil {
		return nil, err
	}
	out.Price, out.Enough = *cost, out.Balance >= cost.Credit
	return out, nil
}

// PurchaseResponse is a year that was bought or given.
type PurchaseResponse struct {
	OrderID string       `json:"orderId"`
	Status  Status       `json:"saasStatus" doc:"Always 2."`
	Expire  time.Time    `json:"saasExpireTime"`
	Amount  money.Amount `json:"amount" doc:"Credits paid."`
}
