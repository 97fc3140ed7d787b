// Package stat is figures about what was sent: the overview of the welcome page (decisions §2).
package report

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/saas"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Bounds of what an overview reads, for any scope: the newest rows of the shown days, and the chunks of the newest
// running orders. Older figures are as of their last change of state.
const (
	maxRows = 5000
	maxLive = 20
	// ahead is how much earlier than its day an order may have been made (order.appointment.days is at most 30; 3 by default).
	ahead     = 30 * 24 * time.Hour
	countries = 10
)

// Service makes the figures.
type Service struct {
	DB     store.DB
	Now    func() time.Time
	Ledger *ledger.Ledger
	// Visible are the users among ids that a scope sees.
	Visible func(ctx context.Context, scope auth.Scope, ids []string) ([]string, error)
	// Figures are, by the kinds of orders that are looked at, the counts and the charge of a running order as they are now.
	Figures map[string]order.Figures
}

// Sums of targets. A target that was read has arrived, and one that has arrived was sent.
type Sums struct {
	Sent    int `json:"sent"`
	Arrived int `json:"arrived"`
	Read    int `json:"read"`
	Failed  int `json:"failed"`
	Skipped int `json:"skipped" doc:"Recipients that were never called, e.g. because they opted out. They are not failed."`
}

// Delivery is the one delivery rate of what was sent.
type Delivery struct {
	Called       int     `json:"called" doc:"Recipients sent to and no longer being sent."`
	DeliveryRate float64 `json:"deliveryRate" doc:"Delivered or read / called, 0 to 1."`
}

func deliveryOf(r order.Reach) Delivery { return Delivery{r.Called(), r.DeliveryRate()} }

// add adds recipients by state; skipped are those of the failed that were never called.
func (s *Sums) add(c map[string]int, skipped int) {
	read := c["read"] + c["complained"]
	arrived := read + c["arrived"]
	s.Read += read
	s.Arrived += arrived
	s.Sent += arrived + c["sent"]
	s.Failed += max(0, c["failed"]-skipped)
	s.Skipped += skipped
}

// Day is what the orders of a day did. An order belongs to the day on which it was to start.
type Day struct {
	Date string `json:"date" doc:"Date, yyyy-mm-dd, at +08:00."`
	Sums
	Cost     money.Amount `json:"cost" doc:"Cost. For orders that are not settled: cost so far."`
	OwnCost  money.Amount `json:"ownCost" doc:"Cost of the caller's own orders among them, paid from its own account."`
	Services []Charge     `json:"services" doc:"Revenue by service: orders as in cost, and years of the service paid on the day."`
}

// Charge is what was charged for a service.
type Charge struct {
	Service string       `json:"service" doc:"Service, of the dictionary revenue_service."`
	Amount  money.Amount `json:"amount"`
}

func (d *Day) charge(service string, amount money.Amount) {
	if amount == 0 {
		return
	}
	i, there := slices.BinarySearchFunc(d.Services, service, func(c Charge, name string) int { return strings.Compare(c.Service, name) })
	if !there {
		d.Services = slices.Insert(d.Services, i, Charge{Service: service})
	}
	d.Services[i].Amount += amount
}

// Country is what was sent to a country.
type Country struct {
	Code    string `json:"countryCode"`
	Sent    int    `json:"sent"`
	Arrived int    `json:"arrived"`
	Delivery
	reach order.Reach
}

// Orders are numbers of orders.
type Orders struct {
	Running int `json:"running" doc:"Orders that are waiting, sending, paused or settling."`
	Review  int `json:"review"`
	Paused  int `json:"paused" doc:"Paused orders among them."`
	Failed  int `json:"failed" doc:"Failed orders of the days shown."`
	Unsent  int `json:"unsent" doc:"Recipients of waiting and sending orders: the length of the queue."`
	Total   int `json:"total" doc:"All orders in the caller's scope, of any time."`
}

// Overview is what the welcome page shows of what the caller sees.
type Overview struct {
	Balance  money.Amount `json:"balance" doc:"Balance of the caller's own account."`
	Reserved money.Amount `json:"reserved"`
	Orders   Orders       `json:"orders"`
	Sums
	Delivery
	ReadRate  float64   `json:"readRate" doc:"read / arrived, 0 to 1."`
	Days      []Day     `json:"days" doc:"One entry per day, oldest first. Today is last."`
	Countries []Country `json:"countries" doc:"The 10 countries with most messages."`
}

// Overview of the last days.
func (r *Service) Overview(ctx context.Context, p *auth.Principal, days int) (*Overview, error) {
	o := &Overview{Days: make([]Day, days), Countries: []Country{}}
	now := r.Now().In(clock.China)
	first := time.Date(now.Year(), now.Month(), now.Day()-days+1, 0, 0, 0, 0, clock.China)
	at := map[string]*Day{}
	for i := range o.Days {
		o.Days[i].Services = []Charge{}
		o.Days[i].Date = first.AddDate(0, 0, i).Format(time.DateOnly)
		at[o.Days[i].Date] = &o.Days[i]
	}
	var rows []order.Row
	var years []saas.Order
	err := parallel.Do(
		func() (err error) { o.Balance, o.Reserved, err = r.Ledger.Balance(ctx, p.UserID); return err },
		func() (err error) { rows, o.Orders.Total, err = r.since(ctx, p, first.Add(-ahead)); return err },
		func() (err error) {
			years, err = saas.Since(ctx, r.DB, p.Scope(), id.Floor(first), maxRows)
			return err
		})
	if err != nil {
		return nil, err
	}
	costs, err := r.live(ctx, rows, func(row *order.Row) bool { return at[dayOf(*row)] != nil })
	if err != nil {
		return nil, err
	}
	by, all := map[string]*Country{}, order.Reach{}
	for i, row := range rows {
		day := at[dayOf(row)]
		o.Orders.count(&row, day != nil)
		if day == nil {
			continue
		}
		counts := row.Counts
		day.order(&row, costs[i], p.UserID)
		reach := order.ReachOf(counts, row.HeldBack)
		o.add(counts, reach.HeldBack)
		if by[row.CountryCode] == nil {
			by[row.CountryCode] = &Country{Code: row.CountryCode}
		}
		var of Sums
		of.add(counts, reach.HeldBack)
		by[row.CountryCode].Sent += of.Sent
		by[row.CountryCode].Arrived += of.Arrived
		by[row.CountryCode].reach.Add(reach)
		all.Add(reach)
	}
	for _, y := range years {
		if day := at[y.CreateTime.In(clock.China).Format(time.DateOnly)]; day != nil {
			day.charge(saas.ServiceName, y.Paid())
		}
	}
	o.Delivery, o.ReadRate = deliveryOf(all), rate(o.Read, o.Arrived)
	o.Countries = slices.SortedFunc(values(by), func(a, b Country) int { return cmp.Or(b.Sent-a.Sent, strings.Compare(a.Code, b.Code)) })
	o.Countries = o.Countries[:min(countries, len(o.Countries))]
	for i := range o.Countries {
		o.Countries[i].Delivery = deliveryOf(o.Countries[i].reach)
	}
	return o, nil
}

// live gives what each order costs, and puts the counts as they are now into the rows of the newest that still run and are
// shown; they are asked side by side.
func (r *Service) live(ctx context.Context, rows []order.Row, shown func(*order.Row) bool) ([]money.Amount, error) {
	costs, errs := make([]money.Amount, len(rows)), make([]error, 0, maxLive)
	var wg sync.WaitGroup
	for i := range rows {
		costs[i] = settled(rows[i])
		if len(errs) == maxLive || !moving(rows[i]) || !shown(&rows[i]) {
			continue
		}
		errs = append(errs, nil)
		into := &errs[len(errs)-1] // never moves: its capacity holds all
		wg.Go(func() {
			var now order.Figure
			now, *into = r.Figures[rows[i].Kind](ctx, rows[i].ID)
			rows[i].Counts, rows[i].HeldBack, costs[i] = now.Counts, now.Held, now.Charge
		})
	}
	wg.Wait()
	return costs, errors.Join(errs...)
}

func values(by map[string]*Country) func(func(Country) bool) {
	return func(yield func(Country) bool) {
		for c := range maps.Values(by) {
			if c.Sent > 0 && !yield(*c) {
				return
			}
		}
	}
}

// order adds an order with its cost; own is the user whose costs are told apart.
func (d *Day) order(row *order.Row, cost money.Amount, own string) {
	d.add(row.Counts, order.ReachOf(row.Counts, row.HeldBack).HeldBack)
	d.Cost += cost
	if row.CustomerID == own {
		d.OwnCost += cost
	}
	d.charge(row.Kind, cost)
}

func dayOf(row order.Row) string {
	at := row.CreateTime
	if row.StartTime != nil && row.StartTime.After(at) {
		at = *row.StartTime
	}
	return at.In(clock.China).Format(time.DateOnly)
}

// moving orders have counts that their row does not know yet.
func moving(row order.Row) bool {
	if row.Generation > 0 && row.Status == order.Waiting {
		return true // what was charged before its retry
	}
	return row.ActualCost == nil && slices.Contains([]order.Status{order.Sending, order.Paused, order.Settling, order.Stopped}, row.Status)
}

func settled(row order.Row) money.Amount {
	if row.ActualCost == nil {
		return 0
	}
	return *row.ActualCost
}

func (o *Orders) count(row *order.Row, shown bool) {
	switch row.Status {
	case order.Review:
		o.Review++
	case order.Waiting, order.Sending, order.Paused, order.Settling:
		o.Running++
	case order.Failed:
		if shown {
			o.Failed++
		}
	}
	switch row.Status {
	case order.Paused:
		o.Paused++
	case order.Waiting, order.Sending:
		o.Unsent += row.Counts["toSend"]
	}
}

// since gives the newest rows of all kinds that the caller sees, not older than a time, and the number of all there are.
func (r *Service) since(ctx context.Context, p *auth.Principal, from time.Time) ([]order.Row, int, error) {
	return (&order.Store{DB: r.DB}).Since(ctx, slices.Sorted(maps.Keys(r.Figures)), p.Scope(), id.Floor(from), maxRows)
}

// rate is a share to four places.
func rate(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part*10000/whole) / 10000
}
