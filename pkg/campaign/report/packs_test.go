package report

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// A view costs at most 20 read units for any number of pairs of country and channel, any days and any filter.
func TestAViewOfManyPairsIsBounded(t *testing.T) {
	w := mustSendingWorld(t)
	const countries = 40
	end := w.now
	for day := mostDays - 1; day >= 0; day-- {
		for n := range countries {
			w.now = end.AddDate(0, 0, -day).Add(time.Duration(n-countries) * 4 * time.Minute)
			w.counted(auth.Owner{User: "c1", Tenant: "c1"}, []string{"whatsapp", "sms", "voice"}[n%3], fmt.Sprintf("C%02d", n), "spring/en", 0, 10+n)
		}
	}
	w.now = end
	today := w.now.In(clock.China)
	for _, span := range []int{1, 7, 30, 31, 59, 92} {
		for _, back := range []int{0, 5, 20} {
			if span+back > mostDays {
				continue
			}
			from, to := today.AddDate(0, 0, 1-span-back).Format(time.DateOnly), today.AddDate(0, 0, -back).Format(time.DateOnly)
			for _, q := range []SendingQuery{{}, {Channel: "sms"}, {CountryCode: "C07"}, {Channel: "sms", CountryCode: "C07"}} {
				q.From, q.To = from, to
				w.meter.Take()
				s := w.view(q)
				if use := w.meter.Take(); use.ReadUnits > 20 {
					t.Errorf("%+v: %.1f read units", q, use.ReadUnits)
				}
				if q == (SendingQuery{From: from, To: to}) &&
					(s.Total.Orders != span*countries || len(s.Countries) != countries || s.Countries[0].Key != "C39" || s.Countries[0].Sent != span*49) {
					t.Errorf("%d days: %+v, %+v", span, s.Total, s.Countries[0])
				}
			}
		}
	}
}

// dying is a database of functions that die in the middle of one batch of eight.
type dying struct {
	store.DB
	mu   sync.Mutex
	rnd  *rand.Rand // nil: none dies
	died int
}

var errDied = errors.New("died")

func (d *dying) WriteAll(ctx context.Context, ops []store.Op) error {
	if d.rnd == nil {
		return d.DB.WriteAll(ctx, ops)
	}
	d.mu.Lock()
	dies, part := d.rnd.IntN(20) == 0, d.rnd.IntN(len(ops)+1)
	if dies {
		d.died++
	}
	d.mu.Unlock()
	if !dies {
		return d.DB.WriteAll(ctx, ops)
	}
	if err := d.DB.WriteAll(ctx, ops[:part]); err != nil {
		return err
	}
	return errDied
}

// agree fails unless days, channels and countries say the same as the figures of customers, for any days and filters.
func (w *sendingWorld) agree(rnd *rand.Rand, times int) {
	w.Helper()
	today := w.now.In(clock.China)
	for range times {
		back := rnd.IntN(60)
		q := SendingQuery{From: today.AddDate(0, 0, -back-rnd.IntN(31)).Format(time.DateOnly),
			To:      today.AddDate(0, 0, -back).Format(time.DateOnly),
			Channel: []string{"", "whatsapp", "sms"}[rnd.IntN(3)], CountryCode: []string{"", "BR"}[rnd.IntN(2)]}
		for _, p := range []*auth.Principal{{UserID: "admin", Type: auth.Admin}, {UserID: "a1", Type: auth.Agent},
			{UserID: "s1", Tenant: "c1", Type: auth.Secondary}} {
			ctx := auth.Into(w.Context(), p)
			s, err := w.sending(ctx, &q)
			if err != nil {
				w.Fatal(err)
			}
			days, err := w.days(&q)
			if err != nil {
				w.Fatal(err)
			}
			cells, _, err := w.cells(ctx, &q, p.Scope(), days, mostCells)
			if err != nil {
				w.Fatal(err)
			}
			want := summed(days, cells)
			if got, want := fmt.Sprint(s.Total, s.Days, s.Channels, s.Countries),
				fmt.Sprint(want.Total, want.Days, want.Channels, want.Countries); got != want {
				w.Fatalf("%s %+v:\n%s\n%s", p.UserID, q, got, want)
			}
		}
	}
}

// Days, channels and countries agree with the figures of customers while orders are counted concurrently and repeatedly, and after folds
// that died at any point.
func TestPacksAgreeWithTheFiguresOfCustomers(t *testing.T) {
	w := mustSendingWorld(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	end := w.now
	var ids []string
	add := func(daysAgo int) {
		owner := []auth.Owner{{User: "c1", Tenant: "c1", Agent: "a1"}, {User: "s1", Tenant: "c1", Agent: "a1"},
			{User: "c2", Tenant: "c2"}}[rnd.IntN(3)]
		ids = append(ids, w.counted(owner, []string{"whatsapp", "sms"}[rnd.IntN(2)], []string{"BR", "IN", "MX"}[rnd.IntN(3)], "", daysAgo,
			1+rnd.IntN(50)))
	}
	for n := range 60 {
		w.now = end.AddDate(0, 0, -89+n*3/2)
		add(rnd.IntN(3))
	}
	var mu sync.Mutex
	w.Figures["bulk"] = func(_ context.Context, id string) (order.Figure, error) {
		mu.Lock()
		defer mu.Unlock()
		return w.figures[id], nil
	}
	fates := rand.New(rand.NewPCG(3, 4))
	packed, db := 0, &dying{DB: w.DB}
	w.DB = db
	for round := 0; round < 24 || packed < 5 && round < 96; round++ { // by which goroutine a fold dies is chance
		w.now = end.Add(time.Duration(round) * 15 * time.Minute)
		db.rnd = nil
		for range 4 { // late, of days that had none
			add(rnd.IntN(88))
		}
		db.rnd = fates
		var all sync.WaitGroup
		for _, id := range ids {
			mu.Lock()
			w.figures[id] = order.Figure{Counts: map[string]int{"read": 1 + rnd.IntN(30), "failed": rnd.IntN(3), "sent": rnd.IntN(9)},
				Held: map[string]int{"asked": rnd.IntN(2)}, Charge: money.Amount(rnd.IntN(1000))}
			mu.Unlock()
			all.Go(func() {
				if err := w.Count(t.Context(), id); err != nil && !errors.Is(err, errDied) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		w.agree(rnd, 2)
		h, _, err := store.Load[head](t.Context(), w.DB, headKey(auth.Everything), true)
		if err != nil {
			t.Fatal(err)
		}
		if h.Slot != "" {
			packed++
		}
	}
	w.now = w.now.Add(time.Hour)
	w.agree(rnd, 30)
	if db.died < 5 || packed < 5 {
		t.Errorf("%d folds died, packs were read %d times: that proves little", db.died, packed)
	}
}

// Sums from before the log are still read, and added to.
func TestFormerSumsAreRead(t *testing.T) {
	w := mustSendingWorld(t)
	w.counted(auth.Owner{User: "c1", Tenant: "c1"}, "sms", "BR", "", 1, 5)
	day := w.now.AddDate(0, 0, -1).In(clock.China).Format(dayForm)
	_, err := w.DB.Write(t.Context(), store.Op{Verb: store.Put,
		Key: store.Key{Table: table, PK: daysKey(auth.Everything), SK: day + "#sms#BR"}, Item: map[string]any{"o": 2, "t": 20, "s": 20}})
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range []SendingQuery{{}, {CountryCode: "BR"}, {Channel: "sms"}} {
		if s := w.view(q); s.Total.Orders != 3 || s.Total.Sent != 25 || s.Countries[0].Sent != 25 || s.Channels[0].Sent != 25 ||
			s.Days[28].Sent != 25 {
			t.Errorf("%+v: %+v %+v", q, s.Total, s.Countries)
		}
	}
}
