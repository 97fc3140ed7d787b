package saas

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Keys:
//
//	table credit:  SAAS#<tenant> / S         the subscription
//	               SAASO#<id> / O            an order: what extended a subscription, once
//	table payment: L#saas#<scope> / <id>     its rows in lists
const table = "credit"

func key(tenant string) store.Key { return store.Key{Table: table, PK: "SAAS#" + tenant, SK: "S"} }

func orderKey(id string) store.Key { return store.Key{Table: table, PK: "SAASO#" + id, SK: "O"} }

// Ways in which a subscription is extended; the dictionary saas_method names them. A payment at a provider has the
// word of its payment method.
const (
	ByCredit = "credit"
	ByStaff  = "staff"
	ByAgent  = "agent"
)

// Order is one year of a subscription that was bought or given.
type Order struct {
	ID           string       `dynamodbav:"id" json:"id"`
	UserID       string       `dynamodbav:"u" json:"userId"`
	UserName     string       `dynamodbav:"n" json:"userName"`
	Method       string       `dynamodbav:"m" json:"method" doc:"Payment method, of the dictionary saas_method."`
	Fen          int64        `dynamodbav:"f" json:"price" doc:"Price in fen at the time."`
	Amount       money.Amount `dynamodbav:"a" json:"amount" doc:"Credits paid. For a gift of an agent: paid by the agent."`
	From         time.Time    `dynamodbav:"fr" json:"startTime"`
	Until        time.Time    `dynamodbav:"un" json:"saasExpireTime" doc:"End of the subscription after this order."`
	OperatorType string       `dynamodbav:"ot" json:"operatorType"`
	Operator     string       `dynamodbav:"on" json:"operator"`
	TradeNo      string       `dynamodbav:"tn,omitempty" json:"tradeNo" doc:"The provider's number of the payment."`
	CreateTime   time.Time    `dynamodbav:"c" json:"createTime"`
}

var rows = store.List[Order]{Table: "payment", Entity: "saas", ByTime: true, Columns: []store.Column[Order]{
	{Name: "id", Kind: store.Exact, Filter: true, Title: "saasOrder", Get: func(o *Order) any { return o.ID }},
	{Name: "userId", Kind: store.Exact, Filter: true, Get: func(o *Order) any { return o.UserID }},
	{Name: "userName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "customer",
		Get: func(o *Order) any { return o.UserName }},
	{Name: "method", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{ByCredit, ByStaff, ByAgent, "src_al", "src_wx"},
		Title: "saasMethod", Dict: "saas_method",
		Get: func(o *Order) any { return o.Method }},
	{Title: "saasPrice", Get: func(o *Order) any { return money.Amount(o.Fen) }},
	{Name: "amount", Kind: store.Number, Sort: true, Title: "saasAmount", Get: func(o *Order) any { return o.Amount }},
	{Title: "saasStart", Get: func(o *Order) any { return o.From }},
	{Name: "saasExpireTime", Kind: store.Time, Sort: true, Filter: true, Title: "saasUntil", Get: func(o *Order) any { return o.Until }},
	{Title: "operator", Get: func(o *Order) any { return o.Operator }},
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Title: "created", Get: func(o *Order) any { return o.CreateTime }},
}}

// ServiceName by which the revenue of years is known.
const ServiceName = "saas"

// Paid is what came in for the year: nothing for one that was given, and of a scanned code its price.
func (o *Order) Paid() money.Amount {
	switch o.Method {
	case ByCredit, ByAgent, ByStaff:
		return o.Amount
	}
	return credits(o.Fen)
}

// Since gives at most limit orders in a scope whose ids are not below from, the newest first.
func Since(ctx context.Context, db store.DB, scope auth.Scope, from string, limit int) ([]Order, error) {
	at := rows.Key(string(scope), from)
	items, err := db.Query(ctx, store.Query{Table: at.Table, PK: at.PK, From: at.SK, Desc: true, Limit: limit})
	if err != nil {
		return nil, err
	}
	return rows.DecodeAll(items)
}

// extend gives the operations by which an order extends the subscription that was read: all of them once, and none
// when it was extended meanwhile.
func extend(s Subscription, o *Order, owner auth.Owner) []store.Op {
	unchanged := store.Missing("pk")
	if s.Version > 0 {
		unchanged = store.Eq("v", s.Version)
	}
	return append([]store.Op{
		{Verb: store.Put, Key: key(owner.Tenant), Item: Subscription{owner.Tenant, s.Version + 1, o.Until}, If: unchanged},
		{Verb: store.Put, Key: orderKey(o.ID), Item: o, If: store.Missing("pk")},
	}, rows.Insert(owner.ScopeNames(), o.ID, *o)...)
}
