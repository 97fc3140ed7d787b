package report

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
)

// Bounds of the customer report.
const (
	customersShown = 10
	// memory is how far back inactive customers are looked up.
	memory = 90 * 24 * time.Hour
)

// Customer is a customer's recent orders.
type Customer struct {
	UserID string       `json:"userId"`
	Name   string       `json:"name"`
	Orders int          `json:"orders"`
	Sent   int          `json:"sent"`
	Cost   money.Amount `json:"cost" doc:"Cost. For orders that are not settled: reserved credit."`
	Last   time.Time    `json:"lastOrderTime"`
}

// Customers are those who order most, and those who do not any more.
type Customers struct {
	Top           []Customer `json:"top" doc:"The 10 customers that spent most on orders of the last days."`
	Silent        []Customer `json:"silent" doc:"The 10 customers that spent most of those with an order in the last 90 days but none in the last days."`
	InactiveCount int        `json:"quiet" doc:"Number of inactive customers."`
	More          bool       `json:"more" doc:"True when not all orders were read: older ones are missing."`
}

// Customers returns the customers of the caller's scope by their orders of the last 90 days, as far as the newest
// rows of a call go. An order that never ran (refused, cancelled, failed) does not count.
func (r *Service) Customers(ctx context.Context, p *auth.Principal, days int) (*Customers, error) {
	now := r.Now().In(clock.China)
	first := time.Date(now.Year(), now.Month(), now.Day()-days+1, 0, 0, 0, 0, clock.China)
	rows, _, err := r.since(ctx, p, now.Add(-memory))
	if err != nil {
		return nil, err
	}
	lately, before := map[string]*Customer{}, map[string]*Customer{}
	for i := range rows {
		of := before
		if !rows[i].CreateTime.Before(first) {
			of = lately
		}
		if ran(rows[i].Status) {
			note(of, &rows[i])
		}
	}
	for id := range lately {
		delete(before, id)
	}
	return &Customers{Top: most(lately), Silent: most(before), InactiveCount: len(before), More: len(rows) == maxRows}, nil
}

// ran reports whether orders in the state are paid for.
func ran(s order.Status) bool {
	return s != order.Refused && s != order.Cancelled && s != order.Failed
}

// CustomerDays is what a customer and its secondary users sent by day.
type CustomerDays struct {
	Total Figures `json:"total"`
	Days  []Part  `json:"days" doc:"One entry per day, oldest first."`
}

// customerDays reads the packs of the customer's own scope, which are few however many other customers there are. Fault: 404 for a user
// that the caller does not see.
func (r *Service) customerDays(ctx context.Context, in *struct {
	ID   string `path:"id"`
	Days string `query:"days" enum:"30,90" default:"30" doc:"Number of days, today included."`
}) (*CustomerDays, error) {
	n, err := strconv.Atoi(in.Days)
	if err != nil {
		return nil, err
	}
	seen, err := r.Visible(ctx, auth.Must(ctx).Scope(), []string{in.ID})
	if err != nil {
		return nil, err
	}
	if len(seen) == 0 {
		return nil, fault.Missing()
	}
	days, err := r.days(&SendingQuery{From: r.Now().In(clock.China).AddDate(0, 0, 1-n).Format(time.DateOnly)})
	if err != nil {
		return nil, err
	}
	s, err := r.view(ctx, &SendingQuery{}, auth.UserScope(in.ID), days)
	if err != nil {
		return nil, err
	}
	return &CustomerDays{s.Total, s.Days}, nil
}

// note adds an order to its customer's figures. Rows come newest first.
func note(by map[string]*Customer, row *order.Row) {
	c := by[row.CustomerID]
	if c == nil {
		c = &Customer{UserID: row.CustomerID, Name: row.CustomerName, Last: row.CreateTime}
		by[row.CustomerID] = c
	}
	c.Orders++
	if row.ActualCost != nil {
		c.Cost += *row.ActualCost
	} else {
		c.Cost += row.EstimatedCost
	}
	var of Sums
	of.add(row.Counts, order.ReachOf(row.Counts, row.HeldBack).HeldBack)
	c.Sent += of.Sent
}

func most(by map[string]*Customer) []Customer {
	out := make([]Customer, 0, len(by))
	for _, c := range by {
		out = append(out, *c)
	}
	slices.SortFunc(out, func(a, b Customer) int {
		return cmp.Or(cmp.Compare(b.Cost, a.Cost), strings.Compare(a.UserID, b.UserID))
	})
	return out[:min(len(out), customersShown)]
}
