package usdt

import (
	"time"

	"herald/pkg/credit/exchange"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// row is an order in lists.
type row struct {
	ID            string         `dynamodbav:"-"`
	Created       time.Time      `dynamodbav:"-"`
	UserID        string         `dynamodbav:"u"`
	Name          string         `dynamodbav:"n"`
	Chain         string         `dynamodbav:"c"`
	Address       string         `dynamodbav:"a"`
	Hash          string         `dynamodbav:"h,omitempty"`
	Status        Status         `dynamodbav:"s"`
	Reason        string         `dynamodbav:"r,omitempty"`
	Confirmations int64          `dynamodbav:"k,omitempty"`
	Rate          provider.Rate  `dynamodbav:"ra"`
	Micro         provider.Micro `dynamodbav:"m,omitempty"`
	Credit        money.Amount   `dynamodbav:"cr,omitempty"`
	Expires       time.Time      `dynamodbav:"ex"`
	SubmittedAt   *time.Time     `dynamodbav:"sa,omitempty"`
	DoneAt        *time.Time     `dynamodbav:"da,omitempty"`
}

func rowOf(o *Order) row {
	return row{ID: o.ID, Created: o.Created, UserID: o.User, Name: o.Name, Chain: o.Chain, Address: o.Address, Hash: o.Hash, Status: o.Status,
		Reason:        o.Reason,
		Confirmations: o.Confirmations, Rate: o.Rate, Micro: o.Micro, Credit: o.Credit, Expires: o.Expires, SubmittedAt: o.SubmittedAt,
		DoneAt: o.DoneAt}
}

// OrderRow is an order on the wire.
type OrderRow struct {
	ID            string          `json:"id"`
	OrderID       string          `json:"orderId" doc:"Same as id."`
	UserID        string          `json:"userId"`
	Name          string          `json:"customerName"`
	Platform      string          `json:"platform" enum:"TRONSCAN,ETHEREUM,OMNI"`
	PayType       int             `json:"payType" doc:"5 TRC20, 3 ERC20, 4 OMNI."`
	Address       string          `json:"address" doc:"Address to pay to."`
	Hash          string          `json:"hash"`
	TradeID       string          `json:"tradeId" doc:"Same as hash."`
	Status        Status          `json:"status" enum:"waiting,submitted,confirming,credited,rejected,expired" doc:"Status, of the dictionary usdt_status."`
	Reason        string          `json:"reason" doc:"Reason of a rejection, of the dictionary usdt_reason."`
	Confirmations int64           `json:"confirmations" doc:"Confirmations while it is confirming, later those at the time of crediting."`
	Rate          exchange.Number `json:"rate" doc:"Rate of the order for transfers in time. Later transfers use the lower of this rate and the current one. Times 100: credits for a USDT."`
	Amount        Amount          `json:"amount" doc:"USDT received."`
	CreditAmount  money.Amount    `json:"creditAmount"`
	CreateTime    time.Time       `json:"createTime"`
	ExpireTime    time.Time       `json:"expireTime"`
	SubmitTime    *time.Time      `json:"submitTime"`
	FinishTime    *time.Time      `json:"finishTime"`
}

func shown(r *row) OrderRow {
	on, _ := platform(func(p Platform) bool { return p.Chain == r.Chain })
	return OrderRow{ID: r.ID, OrderID: r.ID, UserID: r.UserID, Name: r.Name, Platform: on.Name, PayType: on.PayType, Address: r.Address,
		Hash: r.Hash, TradeID: r.Hash,
		Status: r.Status, Reason: r.Reason, Confirmations: r.Confirmations, Rate: exchange.Number(r.Rate), Amount: Amount(r.Micro),
		CreditAmount: r.Credit,
		CreateTime:   r.Created, ExpireTime: r.Expires, SubmitTime: r.SubmittedAt, FinishTime: r.DoneAt}
}

func showOrder(o *Order) *OrderRow {
	line := rowOf(o)
	out := shown(&line)
	return &out
}

var words = []string{string(Waiting), string(Submitted), string(Confirming), string(Credited), string(Rejected), string(Expired)}

var rows = store.List[row]{Table: table, Entity: "usdt", ByTime: true,
	Lean: func(r *row) (*string, *time.Time) { return &r.ID, &r.Created }, Columns: []store.Column[row]{
		{Name: "orderId", Kind: store.Exact, Filter: true, Title: "topupOrder", Get: func(r *row) any { return r.ID }},
		{Name: "userId", Kind: store.Exact, Filter: true, Get: func(r *row) any { return r.UserID }},
		{Name: "customerName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
			Get: func(r *row) any { return r.Name }},
		{Name: "platform", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"TRONSCAN", "ETHEREUM", "OMNI"}, Title: "usdtPlatform",
			Get: func(r *row) any { return nameOf(r.Chain) }},
		{Name: "address", Kind: store.Exact, Filter: true, Title: "usdtAddress", Get: func(r *row) any { return r.Address }},
		{Name: "hash", Kind: store.Exact, Filter: true, Title: "usdtHash", Get: func(r *row) any { return r.Hash }},
		{Name: "status", Kind: store.Exact, Sort: true, Filter: true, OneOf: words, Title: "status", Dict: "usdt_status",
			Get: func(r *row) any { return string(r.Status) }},
		{Title: "reason", Dict: "usdt_reason", Get: func(r *row) any { return r.Reason }},
		{Title: "usdtAmount", Get: func(r *row) any { return Amount(r.Micro).String() }},
		{Title: "topupCredit", Get: func(r *row) any { return r.Credit }},
		{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(r *row) any { return r.Created }},
		{Name: "submitTime", Kind: store.Time, Sort: true, Filter: true, Title: "usdtSubmitted", Get: func(r *row) any { return r.SubmittedAt }},
		{Name: "finishTime", Kind: store.Time, Sort: true, Filter: true, Title: "usdtFinished", Get: func(r *row) any { return r.DoneAt }},
	}}

func (r *Service) list() list.List[row] {
	return list.List[row]{List: rows, DB: r.DB, Path: "/virtual/currency/order/recharge", Perm: "virtual:order:page",
		Summary: "List USDT orders in the caller's scope",
		File:    list.File{Name: "usdtOrders", Summary: "Export the matching USDT orders as xlsx or CSV"}}
}

// Exports declares the list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }
