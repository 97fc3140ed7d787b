package report

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

func TestOverview(t *testing.T) {
	db, ctx := store.NewMemory(nil), context.Background()
	now := time.Date(2026, 11, 21, 17, 30, 0, 0, time.UTC) // 01:30 of the 22nd at +08:00
	at := now
	ids := id.New(func() time.Time { return at })
	book := &order.Store{DB: db, Now: func() time.Time { return at }}
	first := auth.Owner{User: "c1", Tenant: "c1", Agent: "a1"}
	second := auth.Owner{User: "s1", Tenant: "c1", Agent: "a1"}
	other := auth.Owner{User: "c2", Tenant: "c2"}
	add := func(owner auth.Owner, ago time.Duration, o order.Order) string {
		t.Helper()
		at = now.Add(-ago)
		o.ID, o.Owner, o.Created, o.Kind = ids.Next(), owner, at, "bulk"
		if err := db.Transact(ctx, book.Add(&o)); err != nil {
			t.Fatal(err)
		}
		at = now
		return o.ID
	}
	cost := func(n int64) *money.Amount { a := money.Amount(n) * money.Credit; return &a }
	day := 24 * time.Hour
	add(first, 2*day, order.Order{Country: "BR", Status: order.Completed, Actual: cost(30),
		Counts: map[string]int{"sent": 1, "arrived": 2, "read": 3, "complained": 1, "failed": 4}})
	running := add(second, time.Hour, order.Order{Country: "IN", Status: order.Sending, Total: 10, Price: money.Credit,
		Counts: map[string]int{"toSend": 10}})
	six := chunkrow.Sends{N: 10, Bits: []byte{0b01010101, 0b0101, 0}, Times: make([]byte, 4)} // of its ten recipients are accepted
	if _, err := db.Write(ctx, store.Op{Verb: store.Put, Key: order.Part(running, "S#0#00000"), Item: six}); err != nil {
		t.Fatal(err)
	}
	add(first, 3*time.Hour, order.Order{Country: "BR", Status: order.Review, Counts: map[string]int{"toSend": 5}})
	add(other, time.Hour, order.Order{Country: "US", Status: order.Completed, Actual: cost(7), Counts: map[string]int{"read": 7}})
	add(first, 40*day, order.Order{Country: "BR", Status: order.Completed, Actual: cost(1), Counts: map[string]int{"read": 1}})
	credit := &ledger.Ledger{DB: db, Now: func() time.Time { return now }}
	for _, who := range []string{"admin", "a1", "c1", "s1", "c3"} {
		_, err := credit.Post(ctx, ledger.Movement{ID: "in " + who, Operator: ledger.System,
			Changes: []ledger.Change{{Account: who, Type: ledger.Gift, Available: 500}},
			Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -500}}})
		if err != nil {
			t.Fatal(err)
		}
	}
	r := &Service{DB: db, Now: func() time.Time { return now },
		Ledger: credit,
		Figures: map[string]order.Figures{
			bulk.Kind: (&dispatch.Engine{Flow: &order.Flow{DB: db, Orders: book, Now: func() time.Time { return now }}}).Statistics().Figures}}
	for _, c := range []struct {
		name string
		p    *auth.Principal
		want string
	}{
		{"admin", &auth.Principal{UserID: "admin", Type: auth.Admin},
			"orders {1 1 0 0 4 5} sums {20 13 11 4 0} countries [BR 7 6 of 11 US 7 7 of 7 IN 6 0 of 6] first {7 6 4 4 0} 30 last {13 7 7 0 0} 13"},
		{"agent", &auth.Principal{UserID: "a1", Type: auth.Agent},
			"orders {1 1 0 0 4 4} sums {13 6 4 4 0} countries [BR 7 6 of 11 IN 6 0 of 6] first {7 6 4 4 0} 30 last {6 0 0 0 0} 6"},
		{"customer", &auth.Principal{UserID: "c1", Tenant: "c1", Type: auth.First},
			"orders {1 1 0 0 4 4} sums {13 6 4 4 0} countries [BR 7 6 of 11 IN 6 0 of 6] first {7 6 4 4 0} 30 last {6 0 0 0 0} 6"},
		{"secondary", &auth.Principal{UserID: "s1", Tenant: "c1", Type: auth.Secondary},
			"orders {1 0 0 0 4 1} sums {6 0 0 0 0} countries [IN 6 0 of 6] first {0 0 0 0 0} 0 last {6 0 0 0 0} 6"},
		{"nobody", &auth.Principal{UserID: "c3", Tenant: "c3", Type: auth.First},
			"orders {0 0 0 0 0 0} sums {0 0 0 0 0} countries [] first {0 0 0 0 0} 0 last {0 0 0 0 0} 0"},
	} {
		o, err := r.Overview(ctx, c.p, 7)
		if err != nil {
			t.Fatal(err)
		}
		a, b := o.Days[4], o.Days[6]
		var by []string
		for _, c := range o.Countries {
			by = append(by, fmt.Sprintf("%s %d %d of %d", c.Code, c.Sent, c.Arrived, c.Called))
		}
		got := fmt.Sprintf("orders %v sums %v countries %v first %v %s last %v %s", o.Orders, o.Sums, by, a.Sums, a.Cost, b.Sums, b.Cost)
		if got != c.want {
			t.Errorf("%s:\n got  %s\n want %s", c.name, got, c.want)
		}
		if b.Cost > 0 && fmt.Sprint(b.Services) != fmt.Sprintf("[{bulk %s}]", b.Cost) || o.Days[0].Services == nil ||
			len(o.Days[0].Services) > 0 {
			t.Errorf("%s: services %v of %s", c.name, b.Services, b.Cost)
		}
		if len(o.Days) != 7 || o.Days[6].Date != "2026-11-22" || o.Days[4].Date != "2026-11-20" || o.Balance != 500 {
			t.Errorf("%s: %+v", c.name, o)
		}
	}
}

// The reads of an overview do not grow with data that is older than its days.
func TestOverviewIsBounded(t *testing.T) {
	meter := &store.Meter{}
	db, ctx := store.NewMemory(meter), context.Background()
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	at := now.Add(-200 * 24 * time.Hour)
	ids := id.New(func() time.Time { return at })
	book := &order.Store{DB: db, Now: func() time.Time { return at }}
	for range 300 {
		o := order.Order{ID: ids.Next(), Kind: "bulk", Owner: auth.Owner{User: "c1", Tenant: "c1"}, Created: at, Country: "BR",
			Status: order.Completed, Counts: map[string]int{"read": 1}}
		if err := db.Transact(ctx, book.Add(&o)); err != nil {
			t.Fatal(err)
		}
	}
	r := &Service{DB: db, Figures: map[string]order.Figures{bulk.Kind: nil}, Now: func() time.Time { return now },
		Ledger: &ledger.Ledger{DB: db, Now: func() time.Time { return now }}}
	meter.Take()
	o, err := r.Overview(ctx, &auth.Principal{UserID: "c1", Tenant: "c1", Type: auth.First}, 30)
	if use := meter.Take(); err != nil || o.Orders.Total != 300 || use.ReadUnits > 3 {
		t.Errorf("%v, total %d, %.1f read units", err, o.Orders.Total, use.ReadUnits)
	}
}

// A skipped recipient was never called: it is not failed, and lowers no rate.
func TestSumsTellSkippedFromFailed(t *testing.T) {
	var s Sums
	s.add(map[string]int{"arrived": 20, "read": 5, "failed": 3}, 1)
	if s != (Sums{Sent: 25, Arrived: 25, Read: 5, Failed: 2, Skipped: 1}) {
		t.Errorf("%+v", s)
	}
}
