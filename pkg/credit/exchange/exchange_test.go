package exchange_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	ratesim "herald/localstack/simulators/rates"
	"herald/pkg/credit/exchange"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
	source "herald/pkg/provider/ratesource"
)

var ctx = context.Background()

// world is the rates of a fixture, and their source behind a socket.
type world struct {
	*testing.T
	book *exchange.Store
	sim  *ratesim.Sim
	from provider.Quoter
	now  time.Time
}

func mustWorld(t *testing.T) *world {
	t.Helper()
	s := ratesim.New(ratesim.Config{Seed: 1})
	server := httptest.NewServer(s)
	t.Cleanup(func() { s.Close(); server.Close() })
	from, err := source.New(source.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, sim: s, from: from, now: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)}
	w.book = &exchange.Store{DB: store.NewMemory(nil), Limits: exchange.DefaultLimits(), Now: func() time.Time { return w.now }}
	return w
}

// tells makes the source report a price of USDT from some time ago, and fetches it.
func (w *world) tells(cny string, ago time.Duration) exchange.Judgement {
	w.Helper()
	w.sim.Set(map[string]string{"cny": cny}, w.now.Add(-ago))
	got, err := w.book.Fetch(ctx, w.from)
	if err != nil {
		w.Fatal(err)
	}
	return got["USDT"]
}

func (w *world) rate(want string) {
	w.Helper()
	if e, err := w.book.Of(ctx, "USDT"); err != nil || e.Rate.String() != want {
		w.Errorf("%s %v, not %s", e.Rate, err, want)
	}
}

func TestRatesAreFetchedAndStored(t *testing.T) {
	w := mustWorld(t)
	if _, err := w.book.Of(ctx, "USDT"); !errors.Is(err, exchange.ErrNone) {
		t.Error(err)
	}
	if _, err := w.book.Of(ctx, "BTC"); !errors.Is(err, exchange.ErrUnknown) {
		t.Error(err)
	}
	if e, err := w.book.Of(ctx, exchange.RMB); err != nil || e.Rate != provider.RateOne {
		t.Errorf("%+v %v", e, err)
	}
	if j := w.tells("7.1", 0); j != exchange.Taken {
		t.Error(j)
	}
	w.rate("7.1")
	for _, code := range exchange.Codes {
		if e, err := w.book.Of(ctx, code); err != nil || e.Rate <= 0 {
			t.Errorf("%s: %+v %v", code, e, err)
		}
	}
	if j := w.tells("7.15", 0); j != exchange.Same {
		t.Error(j)
	}
	w.now = w.now.Add(time.Minute)
	if j := w.tells("7.15", 0); j != exchange.Taken {
		t.Error(j)
	}
	list, err := w.book.History(ctx, "USDT", 0, 10)
	if err != nil || len(list) != 2 || list[0].Version != 2 || list[0].Rate.String() != "7.15" || list[1].Rate.String() != "7.1" ||
		list[0].Source == exchange.Staff {
		t.Errorf("%+v %v", list, err)
	}
	if list, err = w.book.History(ctx, "USDT", 2, 10); err != nil || len(list) != 1 || list[0].Version != 1 {
		t.Errorf("%+v %v", list, err)
	}
}

func TestAStaleRateIsNeitherTakenNorReckonedWith(t *testing.T) {
	w := mustWorld(t)
	if j := w.tells("7.1", 31*time.Minute); j != exchange.Stale {
		t.Error(j)
	}
	if j := w.tells("7.1", 30*time.Minute); j != exchange.Taken {
		t.Error(j)
	}
	w.rate("7.1")
	w.now = w.now.Add(time.Second)
	if e, err := w.book.Of(ctx, "USDT"); !errors.Is(err, exchange.ErrStale) || e.Rate.String() != "7.1" {
		t.Errorf("%+v %v", e, err)
	}
	if j := w.tells("7.1", -3*time.Minute); j != exchange.Ahead {
		t.Error(j)
	}
}

// A rate that differs by more than 5 % waits for staff; a difference of exactly 5 % does not.
func TestAJumpIsHeldUntilStaffDecide(t *testing.T) {
	w := mustWorld(t)
	w.tells("7", 0)
	for cny, want := range map[string]exchange.Judgement{"7.350001": exchange.Jumped, "6.649999": exchange.Jumped, "71": exchange.Jumped} {
		w.now = w.now.Add(time.Second)
		if j := w.tells(cny, 0); j != want {
			t.Errorf("%s: %s", cny, j)
		}
	}
	w.rate("7.0")
	if list, err := w.book.History(ctx, "USDT", 0, 10); err != nil || len(list) != 2 || list[0].Held != exchange.Jumped {
		t.Errorf("noted once an hour: %+v %v", list, err)
	}
	if _, err := w.book.Set(ctx, "USDT", 710_000_000_0, "admin", false); err != nil {
		t.Fatal(err)
	}
	w.rate("71.0")
	w.now = w.now.Add(time.Second)
	if j := w.tells("71.5", 0); j != exchange.Taken {
		t.Error(j)
	}
	w.now = w.now.Add(time.Second)
	if j := w.tells("75.075", 0); j != exchange.Taken { // 5 % to the unit
		t.Error(j)
	}
}

func TestAPinnedRateStands(t *testing.T) {
	w := mustWorld(t)
	if _, err := w.book.Set(ctx, "USDT", 700_000_000, "admin", true); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(24 * time.Hour)
	if j := w.tells("7.01", 0); j != exchange.Pinned {
		t.Error(j)
	}
	w.rate("7.0")
	if _, err := w.book.Set(ctx, "USDT", 700_000_000, "admin", false); err != nil {
		t.Fatal(err)
	}
	w.now = w.now.Add(time.Second)
	if j := w.tells("7.01", 0); j != exchange.Taken {
		t.Error(j)
	}
}

func TestWhatStaffMaySet(t *testing.T) {
	w := mustWorld(t)
	for _, rate := range []provider.Rate{0, -1, exchange.Most + 1} {
		if _, err := w.book.Set(ctx, "EUR", rate, "admin", false); !errors.Is(err, exchange.ErrRange) {
			t.Errorf("%d: %v", rate, err)
		}
	}
	if _, err := w.book.Set(ctx, "EUR", exchange.Most, "admin", false); err != nil {
		t.Error(err)
	}
	if _, err := w.book.Set(ctx, "RMB", 1, "admin", false); !errors.Is(err, exchange.ErrUnknown) {
		t.Error(err)
	}
}

// With concurrent writers the history has no gap, and its newest accepted entry is in force.
func TestTheHistoryHasNoGap(t *testing.T) {
	w := mustWorld(t)
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			if _, err := w.book.Set(ctx, "USD", provider.Rate(i+1), "admin", false); err != nil && !errors.Is(err, store.ErrConflict) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	list, err := w.book.History(ctx, "USD", 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	now, err := w.book.Of(ctx, "USD")
	if err != nil || len(list) == 0 || list[0] != now {
		t.Errorf("%+v %v", now, err)
	}
	for i, e := range list {
		if e.Version != int64(len(list)-i) {
			t.Errorf("%d: %+v", i, e)
		}
	}
}

// quoted gives fixed quotes; it is an external source, not a module.
type quoted []provider.Quote

func (q quoted) Quotes(context.Context, ...string) ([]provider.Quote, error) { return q, nil }

// For any quotes of a source, a rate in force was close to the previous one, from the same time, or set by staff.
func TestNothingGetsPastTheGuards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
		b := &exchange.Store{DB: store.NewMemory(nil), Limits: exchange.DefaultLimits(), Now: func() time.Time { return now }}
		if _, err := b.Set(ctx, "USDT", 700_000_000, "admin", false); err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			now = now.Add(time.Duration(rapid.IntRange(1, 3600).Draw(t, "pass")) * time.Second)
			before, _ := b.Of(ctx, "USDT")
			q := provider.Quote{Base: "USDT", Counter: rapid.SampledFrom([]string{"CNY", "JPY"}).Draw(t, "counter"), Source: "x",
				Rate: provider.Rate(rapid.Int64().Draw(t, "rate")), At: now.Add(time.Duration(rapid.IntRange(-7200, 7200).Draw(t, "at")) * time.Second)}
			if rapid.Bool().Draw(t, "near") {
				q.Rate = before.Rate + provider.Rate(rapid.Int64Range(-50_000_000, 50_000_000).Draw(t, "step"))
			}
			got, err := b.Fetch(ctx, quoted{q})
			if err != nil {
				t.Fatal(err)
			}
			after, _ := b.Of(ctx, "USDT")
			if after.Version == before.Version {
				continue
			}
			step := max(after.Rate, before.Rate) - min(after.Rate, before.Rate)
			if got["USDT"] != exchange.Taken || step*20 > before.Rate || now.Sub(after.At) > 30*time.Minute ||
				after.At.After(now.Add(2*time.Minute)) {
				t.Fatalf("%+v after %+v: %v", after, before, got)
			}
		}
	})
}
