// Package agent is the agents as sellers: staff create them, and each sees its customers, its earnings, and
// customers with low credit (business-domain §6, §7). An agent's data as a partner is account/customer's, its prices
// are credit/price's and its credit is credit/ledger's. There is one level of agents.
package agent

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herald/pkg/account/customer"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Service is the agents.
type Service struct {
	Customers *customer.Service
	Ledger    *ledger.Ledger
	Low       func(ctx context.Context) (int, error) // setting agent.low.credit: who holds less runs low
	Now       func() time.Time
}

// Bounds of what a home shows.
const (
	lowShown       = 10
	recentDays     = 30 * 24 * time.Hour // so far back movements are looked at
	lowNoticePause = 50                  // the newest customers whose balance is read though nothing moved it lately
)

// Dashboard is what an agent looks at first.
type Dashboard struct {
	UserID       string       `json:"userId"`
	Balance      money.Amount `json:"balance" doc:"Available credit of the agent."`
	Reserved     money.Amount `json:"reserved"`
	Customers    int          `json:"customers" doc:"Number of first-level customers."`
	NewCustomers int          `json:"newCustomers" doc:"First-level customers created this month."`
	Locked       int          `json:"lockedCustomers"`
	Margin       money.Amount `json:"margin" doc:"Margin earned this month."`
	Days         []Day        `json:"days" doc:"One entry per day from the first of this month to today, oldest first."`
	LowBelow     money.Amount `json:"lowBelow" doc:"Balance below which a customer is listed in low."`
	Low          []LowBalance `json:"low" doc:"The 10 customers with the lowest balance. Searched are customers with a movement in the last 30 days and the 50 newest others."`
	More         bool         `json:"more" doc:"True when not all statement lines were read: the oldest are missing from the figures."`
}

// Day is what an agent earned on a day.
type Day struct {
	Date   string       `json:"date" doc:"Date, yyyy-mm-dd, at +08:00."`
	Margin money.Amount `json:"margin"`
}

// LowBalance is a user whose credit runs low.
type LowBalance struct {
	UserID  string       `json:"userId"`
	Name    string       `json:"name"`
	Balance money.Amount `json:"balance"`
}

// home reads everything side by side, and the names of those who run low behind it.
func (r *Service) home(ctx context.Context, agentID string) (*Dashboard, error) {
	now := r.Now().In(clock.China)
	month := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, clock.China)
	since := month
	if early := now.Add(-recentDays); early.Before(since) {
		since = early
	}
	h := &Dashboard{UserID: agentID, Low: []LowBalance{}}
	var earned *ledger.Earnings
	var rows []customer.Row
	var low int
	err := parallel.Do(
		func() (err error) { h.Balance, h.Reserved, err = r.Ledger.Balance(ctx, agentID); return err },
		func() (err error) { earned, err = r.Ledger.Earnings(ctx, agentID, since); return err },
		func() (err error) { low, err = r.Low(ctx); return err },
		func() (err error) {
			first := store.ListQuery{Filters: map[string]string{"type": "2"}}
			rows, err = customer.Customers.All(ctx, r.Customers.Users.DB, string(auth.AgentScope(agentID)), first)
			return err
		})
	if err != nil {
		return nil, err
	}
	h.LowBelow, h.More = money.Amount(low)*money.Credit, earned.More
	for _, c := range rows {
		h.Customers++
		if !c.CreateTime.Before(month) {
			h.NewCustomers++
		}
		if c.Locked {
			h.Locked++
		}
	}
	for day := month; !day.After(now); day = day.AddDate(0, 0, 1) {
		date := day.Format(time.DateOnly)
		h.Days = append(h.Days, Day{date, earned.ByDay[date]})
		h.Margin += earned.ByDay[date]
	}
	if err := r.quiet(ctx, rows, earned.Last); err != nil {
		return nil, err
	}
	return h, r.low(ctx, h, earned.Last)
}

// quiet adds the balances of the newest customers whose credit did not move lately: a customer that never had any is low too.
func (r *Service) quiet(ctx context.Context, rows []customer.Row, last map[string]money.Amount) error {
	slices.SortFunc(rows, func(a, b customer.Row) int { return cmp.Compare(b.UserID, a.UserID) })
	var ids []string
	for _, c := range rows {
		if _, moved := last[c.UserID]; !moved && !c.Locked && len(ids) < lowNoticePause {
			ids = append(ids, c.UserID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	held, err := r.Ledger.Balances(ctx, ids)
	for _, s := range held {
		last[s.UserID] = s.Available
	}
	return err
}

func (r *Service) low(ctx context.Context, h *Dashboard, last map[string]money.Amount) error {
	for id, balance := range last {
		if balance < h.LowBelow {
			h.Low = append(h.Low, LowBalance{UserID: id, Balance: balance})
		}
	}
	slices.SortFunc(h.Low, func(a, b LowBalance) int {
		return cmp.Or(cmp.Compare(a.Balance, b.Balance), cmp.Compare(a.UserID, b.UserID))
	})
	h.Low = h.Low[:min(len(h.Low), lowShown)]
	if len(h.Low) == 0 {
		return nil
	}
	ids := make([]string, len(h.Low))
	for i, s := range h.Low {
		ids[i] = s.UserID
	}
	names, err := r.Customers.Users.Names(ctx, ids)
	for i := range h.Low {
		h.Low[i].Name = names[h.Low[i].UserID]
	}
	return err
}
