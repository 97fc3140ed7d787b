// Package statistic is what the accounts of customers add up to, beside each other (decisions §2).
package balancereport

import (
	"context"
	"time"

	"herald/pkg/account/customer"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Service shows the statistics.
type Service struct {
	DB     store.DB
	Ledger *ledger.Ledger
}

const base, perm = "/dmp/lopmartechuserstatistics", "dmp:userstatistics:page"

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	line := web.Route{Method: "GET", Path: base + "/page", Perm: perm,
		Summary: "List account totals of customers and secondaries in the caller's scope since their creation"}
	line.Sorts, line.Filters = customer.Customers.Sorts(), customer.Customers.Filters()
	web.Handle(a, line, r.page)
}

// Row is what an account adds up to.
type Row struct {
	UserID       string       `json:"userId"`
	Name         string       `json:"name"`
	Phone        string       `json:"phone"`
	CompanyName  string       `json:"companyName"`
	CountryCode  string       `json:"countryCode"`
	Type         auth.Type    `json:"type" doc:"User type: 2 first-level, 3 secondary."`
	AgentID      string       `json:"agentId,omitempty"`
	Status       string       `json:"status"`
	Balance      money.Amount `json:"balance"`
	Reserved     money.Amount `json:"reserved"`
	Recharged    money.Amount `json:"recharged" doc:"Credit paid or transferred in."`
	Consumed     money.Amount `json:"consumed" doc:"Credit charged for orders, after refunds."`
	Given        money.Amount `json:"given" doc:"Credit from gifts, rebates and discounts."`
	Withdrawn    money.Amount `json:"withdrawn"`
	Adjusted     money.Amount `json:"adjusted"`
	LastMoveTime *time.Time   `json:"lastMoveTime" doc:"Time of the latest statement line. Null: no lines."`
	CreateTime   time.Time    `json:"createTime"`
}

func (r *Service) page(ctx context.Context, in *web.ListInput) (*web.Page[Row], error) {
	l := r.customers()
	rows, total, err := l.Find(ctx, in.Query())
	if err != nil {
		return nil, err
	}
	out, err := r.related(ctx, rows)
	if err != nil {
		return nil, err
	}
	page := web.PageOf(in.Paging, total, out)
	return &page, nil
}

func (r *Service) customers() list.List[customer.Row] {
	return list.List[customer.Row]{List: customer.Customers, DB: r.DB}
}

// related adds the totals of customers' accounts to their rows.
func (r *Service) related(ctx context.Context, rows []customer.Row) ([]Row, error) {
	ids := make([]string, len(rows))
	for i, c := range rows {
		ids[i] = c.UserID
	}
	accounts, err := r.Ledger.Accounts(ctx, ids...)
	if err != nil {
		return nil, err
	}
	out := make([]Row, len(rows))
	for i, c := range rows {
		out[i] = rowOf(&c, &accounts[i])
	}
	return out, nil
}

func rowOf(c *customer.Row, a *ledger.Account) Row {
	row := Row{UserID: c.UserID, Name: c.Name, Phone: c.Phone, CompanyName: c.CompanyName, CountryCode: c.CountryCode, Type: c.Type,
		AgentID: c.AgentID, Status: c.Status,
		Balance: a.Available, Reserved: a.Reserved, CreateTime: c.CreateTime,
		Recharged: a.Sums[ledger.Recharge] + a.Sums[ledger.PlatformRecharge],
		Consumed:  -a.Sums[ledger.Pay] - a.Sums[ledger.Refund],
		Given:     a.Sums[ledger.Gift] + a.Sums[ledger.Rebate] + a.Sums[ledger.Discount],
		Withdrawn: -a.Sums[ledger.Withdrawal], Adjusted: a.Sums[ledger.Compensate]}
	if !a.At.IsZero() {
		row.LastMoveTime = &a.At
	}
	return row
}
