package topup

import (
	"cmp"
	"context"
	"time"

	"herald/pkg/credit/exchange"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// AdminHandler has the routes of top-ups under /aty and /pi: the ways to pay, the waiting payment, and the list.
type AdminHandler struct{ room *Service }

// NewAdminHandler makes the staff routes of a module.
func NewAdminHandler(r *Service) *AdminHandler { return &AdminHandler{r} }

var (
	_ module.Module = (*AdminHandler)(nil)
	_ export.Lister = (*AdminHandler)(nil)
)

// Routes mounts the staff routes.
func (d *AdminHandler) Routes(a *web.API) {
	list.MountAs(a, d.list(), shown)
	d.refundRoutes(a)
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/recharge/info", Perm: web.SignedIn,
		Summary: "Get the data of the top-up modal: balance, limits, suggested amounts and available payment methods"}, d.info)
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/recharge/pay", Perm: web.SignedIn,
		Summary: "Get the caller's newest unpaid top-up order. Null: none"}, d.pay)
	web.Handle(a, web.Route{Method: "GET", Path: "/pi/personal/info/pay/code", Perm: web.SignedIn,
		Summary: "Get the order of the caller's QR code: the newest unpaid order of credit or of a year of the service. Null: none"}, d.code)
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/recharge/pay/finish/{orderId}", Perm: web.SignedIn,
		Summary: "Get the state of an order after the return from the provider's page, and query the provider in the background"}, d.finish)
}

// Exports declares the list as a file.
func (d *AdminHandler) Exports(a *web.API, e *export.Exporter) { export.Listed(a, e, d.list()) }

// Recharge is a line of the list of online recharges (business-domain §3).
type Recharge struct {
	OrderID      string          `json:"orderId" doc:"System serial number."`
	TradeNo      string          `json:"tradeNo" doc:"Payment serial number of the provider."`
	UserID       string          `json:"userId"`
	UserName     string          `json:"userName"`
	Method       string          `json:"paymentMethod" doc:"Payment method, of the dictionary payment_method."`
	PayType      int             `json:"payType"`
	Provider     string          `json:"provider"`
	Amount       money.Amount    `json:"amount" doc:"Credits ordered."`
	PayAmount    money.Amount    `json:"payAmount" doc:"Amount paid, in the currency. While the order waits: amount to pay."`
	Currency     string          `json:"currency" doc:"RMB, USD or EUR."`
	Rate         exchange.Number `json:"rate" doc:"Yuan for a unit of the currency when the order was made. 1 for RMB."`
	CreditAmount money.Amount    `json:"creditAmount" doc:"Credits added."`
	RefundAmount money.Amount    `json:"refundAmount" doc:"Credits withdrawn for refunds."`
	Status       Status          `json:"status" doc:"Status: 1 waiting, 2 success, 3 failure. Dictionary topup_status."`
	Reason       string          `json:"reason" doc:"Reason of the failure, of the dictionary topup_reason."`
	CreateTime   time.Time       `json:"createTime"`
	PayTime      *time.Time      `json:"payTime"`
	FinishTime   *time.Time      `json:"finishTime"`
}

func shown(r *row) Recharge {
	out := Recharge{OrderID: r.ID, TradeNo: r.TradeNo, UserID: r.UserID, UserName: r.Name, Method: r.Method, PayType: r.PayType,
		Provider: r.Provider,
		Amount:   r.creditFor(r.Fen), PayAmount: units(r.Fen), Currency: r.currency(), Rate: exchange.Number(cmp.Or(r.Rate, provider.RateOne)),
		Status: r.Status, Reason: r.Reason, CreateTime: r.Created, PayTime: r.PaidAt, FinishTime: r.DoneAt}
	if out.RefundAmount = r.returned(r.Returned); r.Paid > 0 {
		out.PayAmount, out.CreditAmount = units(r.Paid), r.known(r.Paid, r.Fen)
		if r.For != "" && r.Paid >= r.Fen { // the rest bought what it was for
			out.CreditAmount = credit(r.Paid - r.Fen)
		}
	}
	return out
}

var rows = store.List[row]{Table: table, Entity: "topup", ByTime: true,
	Lean: func(r *row) (*string, *time.Time) { return &r.ID, &r.Created }, Columns: []store.Column[row]{
		{Name: "orderId", Kind: store.Exact, Filter: true, Title: "topupOrder", Get: func(r *row) any { return r.ID }},
		{Name: "tradeNo", Kind: store.Exact, Filter: true, Title: "topupTrade", Get: func(r *row) any { return r.TradeNo }},
		{Name: "userId", Kind: store.Exact, Filter: true, Get: func(r *row) any { return r.UserID }},
		{Name: "userName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
			Get: func(r *row) any { return r.Name }},
		{Name: "paymentMethod", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"src_al", "src_wx", "trans_al", "gateway"},
			Title: "topupMethod", Dict: "payment_method",
			Get: func(r *row) any { return r.Method }},
		{Name: "amount", Kind: store.Number, Sort: true, Filter: true, Range: true, Doc: "Credits.",
			Get: func(r *row) any { return int64(r.creditFor(r.Fen) / money.Credit) }},
		{Title: "topupPaid", Get: func(r *row) any { return shown(r).PayAmount }},
		{Name: "currency", Kind: store.Exact, Filter: true, OneOf: []string{"RMB", "USD", "EUR"}, Title: "currency",
			Get: func(r *row) any { return r.currency() }},
		{Title: "topupCredit", Get: func(r *row) any { return shown(r).CreditAmount }},
		{Title: "topupReturned", Get: func(r *row) any { return shown(r).RefundAmount }},
		{Name: "status", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"1", "2", "3"}, Title: "status", Dict: "topup_status",
			Get: func(r *row) any { return int(r.Status) }},
		{Title: "reason", Dict: "topup_reason", Get: func(r *row) any { return r.Reason }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(r *row) any { return r.Created }},
		{Name: "payTime", Kind: store.Time, Sort: true, Filter: true, Title: "topupTime", Get: func(r *row) any { return r.PaidAt }},
	}}

func (d *AdminHandler) list() list.List[row] {
	return list.List[row]{List: rows, DB: d.room.DB, Path: "/aty/recharge", Perm: "aty:recharge:page",
		Summary: "List online recharges in the caller's scope",
		File:    list.File{Name: "onlineRecharges", Summary: "Export the matching online recharges as xlsx or CSV", Perm: "aty:recharge:export"}}
}

// tiles are the amounts that are offered (platform-services §9), in credits.
func tiles() []int64 {
	return []int64{30000, 50000, 80000, 100000, 500000, 888800, 1000000, 1888800, 8888800}
}

// Way is a way to pay.
type Way struct {
	PayType  int    `json:"payType"`
	Method   string `json:"paymentMethod" doc:"Payment method, of the dictionary payment_method."`
	Biz      string `json:"biz"`
	Provider string `json:"provider"`
	Kind     string `json:"kind" enum:"scan,page"`
	Min      int64  `json:"min" doc:"Credits."`
	Max      int64  `json:"max"`
	// Currencies are left out where only RMB is paid.
	Currencies []PricedCurrency `json:"currencies,omitempty" doc:"Accepted currencies, RMB first."`
}

// Info is what the top-up modal must know.
type Info struct {
	Balance  money.Amount `json:"balance"`
	Currency string       `json:"currency"`
	Tiles    []int64      `json:"tiles" doc:"Suggested amounts in credits. 100 credits are 1 RMB."`
	Methods  []Way        `json:"methods" doc:"Payment methods that are available to the caller."`
	USDT     []int        `json:"usdt" doc:"payTypes of USDT that are available to the caller: 5 TRC20, 3 ERC20, 4 OMNI."`
}

func (d *AdminHandler) info(ctx context.Context, _ *struct{}) (*Info, error) {
	p, r := auth.Must(ctx), d.room
	out := &Info{Currency: "RMB", Tiles: tiles(), Methods: []Way{}}
	var err error
	if out.Balance, _, err = r.Ledger.Balance(ctx, p.UserID); err != nil {
		return nil, err
	}
	if out.USDT, err = r.CoinWays(ctx); err != nil {
		return nil, err
	}
	for _, m := range methods() {
		if !p.Can(m.perm()) || p.Type == auth.Admin {
			continue
		}
		profile, open := r.Profile(m.Provider)
		if !open {
			continue
		}
		least, most, err := r.bounds(ctx, profile)
		if err != nil {
			return nil, err
		}
		currencies, err := r.priced(ctx, profile)
		if err != nil {
			return nil, err
		}
		out.Methods = append(out.Methods, Way{m.PayType, m.Word, m.Biz, m.Provider, string(m.Way), int64(least), int64(most), currencies})
	}
	return out, nil
}

func (d *AdminHandler) pay(ctx context.Context, _ *struct{}) (*CreateResponse, error) {
	return d.room.waiting(ctx, func(r *row) bool { return r.For == "" })
}

func (d *AdminHandler) code(ctx context.Context, _ *struct{}) (*CreateResponse, error) {
	return d.room.waiting(ctx, func(*row) bool { return true })
}

// recent is how many of the newest orders are looked at for one that waits.
const recent = 20

// waiting is the caller's newest order of a kind that waits for its payment; nil for none.
func (r *Service) waiting(ctx context.Context, kind func(*row) bool) (*CreateResponse, error) {
	p := auth.Must(ctx)
	mine, _, err := rows.Page(ctx, r.DB, string(auth.UserScope(p.UserID)), store.ListQuery{Current: 1, Size: recent})
	if err != nil {
		return nil, err
	}
	for _, row := range mine {
		if row.UserID != p.UserID || row.Status != Waiting || !kind(&row) {
			continue
		}
		o, ok, err := r.Get(ctx, row.ID)
		if err != nil {
			return nil, err
		}
		if ok && o.Status == Waiting && r.Now().Before(o.Expires) {
			return openedOf(o), nil
		}
	}
	return nil, nil
}

// FinishResponse is how an order stands.
type FinishResponse struct {
	Recharge
	Code    int          `json:"code" doc:"Error code of a failure: 40204 paid too little, 40931 expired, 40932 refused, 40933 failed, 40934 refunded. 0 otherwise."`
	Message string       `json:"message" doc:"Explanation of a failure and of where the money is, in the caller's language."`
	Balance money.Amount `json:"balance" doc:"Current balance of the order's user."`
}

func (d *AdminHandler) finish(ctx context.Context, in *byOrder) (*FinishResponse, error) {
	r := d.room
	o, err := r.find(ctx, in.OrderID)
	if err != nil {
		return nil, err
	}
	r.nudge(ctx, o)
	line := rowOf(o)
	out := &FinishResponse{Recharge: shown(&line)}
	if f := o.failure(); f != nil {
		out.Code, out.Message = f.Code, r.Text(ctx, f.Key, f.Args)
	}
	out.Balance, _, err = r.Ledger.Balance(ctx, o.User)
	return out, err
}
