package report

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// sendingWorld is a statistics module over orders whose figures a test sets.
type sendingWorld struct {
	*testing.T
	*Service
	meter   *store.Meter
	figures map[string]order.Figure
	ids     *id.Source
	now     time.Time
}

func mustSendingWorld(t *testing.T) *sendingWorld {
	w := &sendingWorld{T: t, meter: &store.Meter{}, figures: map[string]order.Figure{}, now: time.Date(2026, 11, 25, 4, 0, 0, 0, time.UTC)}
	w.ids = id.New(func() time.Time { return w.now })
	w.Service = &Service{DB: store.NewMemory(w.meter), Now: func() time.Time { return w.now }, Figures: map[string]order.Figures{
		"bulk": func(_ context.Context, id string) (order.Figure, error) { return w.figures[id], nil }}}
	return w
}

// counted adds an order that began some days ago and counts it.
func (w *sendingWorld) counted(owner auth.Owner, channel, country, template string, daysAgo, sent int) string {
	w.Helper()
	begun := w.now.AddDate(0, 0, -daysAgo)
	o := order.Order{ID: w.ids.Next(), Kind: "bulk", Owner: owner, By: "Name of " + owner.User, Created: begun, Begun: &begun,
		Channel: channel, Country: country, Template: template, Total: sent + 1, Status: order.Sending}
	if err := w.DB.Transact(w.Context(), (&order.Store{DB: w.DB, Now: w.Now}).Add(&o)); err != nil {
		w.Fatal(err)
	}
	w.figures[o.ID] = order.Figure{Counts: map[string]int{"sent": sent, "failed": 1}, Charge: money.Amount(sent)}
	if err := w.Count(w.Context(), o.ID); err != nil {
		w.Fatal(err)
	}
	return o.ID
}

func (w *sendingWorld) view(q SendingQuery) *Sending {
	w.Helper()
	s, err := w.sending(auth.Into(w.Context(), &auth.Principal{UserID: "admin", Type: auth.Admin}), &q)
	if err != nil {
		w.Fatal(err)
	}
	return s
}

// A view of 92 days reads the sums of each day, with any number of customers: it costs at most 20 read units.
func TestAViewOfManyCustomersReadsSumsOfDays(t *testing.T) {
	w := mustSendingWorld(t)
	const customers = 40
	for day := range mostDays {
		for n := range customers {
			country := []string{"BR", "IN", "MX", "US", "ID"}[n%5]
			w.counted(auth.Owner{User: fmt.Sprintf("c%d", n), Tenant: fmt.Sprintf("c%d", n)}, []string{"whatsapp", "sms"}[n%2], country, "spring/en",
				day, 10)
		}
	}
	w.meter.Take()
	from := w.now.In(clock.China).AddDate(0, 0, 1-mostDays).Format(time.DateOnly)
	s := w.view(SendingQuery{From: from})
	if use := w.meter.Take(); use.ReadUnits > 20 {
		t.Errorf("%.1f read units", use.ReadUnits)
	}
	if s.Total.Orders != mostDays*customers || s.Days[0].Sent != customers*10 || len(s.Countries) != 5 || len(s.Channels) != 2 ||
		len(s.Customers) != 0 || s.More {
		t.Errorf("%+v", s)
	}
	if d := w.view(SendingQuery{From: from, Detail: true}); d.Total != s.Total || len(d.Customers) != customers ||
		d.Customers[0].Sent != mostDays*10 || len(d.Templates) != 1 {
		t.Errorf("with detail: %+v", d.Total)
	}
}

// A view has the same result from sums of days and from the figures of each customer, with every filter and after an order changed.
func TestSumsOfDaysAgreeWithTheFiguresOfCustomers(t *testing.T) {
	w := mustSendingWorld(t)
	var ids []string
	for n, owner := range []auth.Owner{{User: "c1", Tenant: "c1", Agent: "a1"}, {User: "s1", Tenant: "c1", Agent: "a1"},
		{User: "c2", Tenant: "c2"}} {
		for k, country := range []string{"BR", "IN"} {
			ids = append(ids, w.counted(owner, []string{"whatsapp", "sms"}[k], country, []string{"", "spring/en"}[n%2], n+k, 5*(n+1)))
		}
	}
	for n, id := range ids {
		w.figures[id] = order.Figure{Counts: map[string]int{"read": n, "failed": 1}, Charge: money.Amount(n)}
		for range 2 {
			if err := w.Count(t.Context(), id); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, q := range []SendingQuery{{}, {Channel: "sms"}, {CountryCode: "BR"}, {Channel: "sms", CountryCode: "BR"}} {
		s, all := w.view(q), Figures{}
		q.Detail = true
		for _, c := range w.view(q).Customers {
			all.add(c.counters())
		}
		all.rate()
		if s.Total != all {
			t.Errorf("%+v: days add up to %+v, customers to %+v", q, s.Total, all)
		}
	}
	if s := w.view(SendingQuery{CustomerID: "s1"}); s.Total.Orders != 2 || s.Total.Read != 2+3 {
		t.Errorf("of a secondary: %+v", s.Total)
	}
	if s := w.view(SendingQuery{CustomerID: "c1"}); s.Total.Orders != 2 || s.Total.Read != 0+1 {
		t.Errorf("of a customer without its secondaries: %+v", s.Total)
	}
}

// Views that list customers read a bounded number of figures, the latest days first, and report that.
func TestDetailIsBounded(t *testing.T) {
	w := mustSendingWorld(t)
	for day := range 6 {
		for n := range 10 {
			w.counted(auth.Owner{User: fmt.Sprintf("c%d", n), Tenant: fmt.Sprintf("c%d", n)}, "whatsapp", "BR", "", day, 1)
		}
	}
	days, err := w.days(&SendingQuery{})
	if err != nil {
		t.Fatal(err)
	}
	cells, more, err := w.cells(t.Context(), &SendingQuery{}, auth.Everything, days, 25)
	if err != nil || !more || len(cells) != 30 || cells[0].Day != "20261125" {
		t.Errorf("%d figures, more %v (%v)", len(cells), more, err)
	}
	if cells, more, err = w.cells(t.Context(), &SendingQuery{}, auth.Everything, days, 1000); err != nil || more || len(cells) != 60 {
		t.Errorf("%d figures, more %v (%v)", len(cells), more, err)
	}
}
