package reconcile_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/reconcile"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

var ctx = context.Background()

func deposit(t *testing.T, b *ledger.Ledger, id, account string, amount money.Amount) {
	t.Helper()
	if _, err := b.Post(ctx, ledger.Movement{ID: id, Operator: ledger.System,
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "platform", Amount: -amount}},
		Changes: []ledger.Change{{Account: account, Type: ledger.PlatformRecharge, Available: amount}}}); err != nil {
		t.Fatal(err)
	}
}

// bells collects the messages sent.
type bells struct{ rung []queue.Message }

func (b *bells) Send(_ context.Context, _ string, m ...queue.Message) error {
	b.rung = append(b.rung, m...)
	return nil
}

func (b *bells) take() []queue.Message { m := b.rung; b.rung = nil; return m }

// books is a ledger of some accounts with its job; when slow, its clock advances by a step with every look.
type books struct {
	*reconcile.Service
	db     *store.Memory
	bells  *bells
	alarms []map[string]any
	now    time.Time
	slow   time.Duration
}

func newBooks(t *testing.T, accounts int) *books {
	k := &books{db: store.NewMemory(nil), bells: &bells{}, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	book := &ledger.Ledger{DB: k.db, Now: func() time.Time { k.now = k.now.Add(k.slow); return k.now }}
	n := 0
	k.Service = &reconcile.Service{DB: k.db, Ledger: book, Queues: k.bells, Now: book.Now,
		NewID: func(context.Context) string { n++; return fmt.Sprint("run", n) },
		Log:   func(line map[string]any) { k.alarms = append(k.alarms, line) }}
	for i := range accounts {
		deposit(t, book, fmt.Sprint("in", i), fmt.Sprintf("a%04d", i), 1000)
	}
	k.now = k.now.Add(time.Hour)
	return k
}

// work handles messages until no new ones are sent, and counts them.
func (k *books) work(t *testing.T) (steps int) {
	t.Helper()
	for todo := k.bells.take(); len(todo) > 0; todo = k.bells.take() {
		for _, m := range todo {
			steps++
			if err := k.Step(ctx, m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return steps
}

// The reconciliation runs in steps whose messages may be lost; the result equals that of a single run.
func TestReconciliationRunsInSteps(t *testing.T) {
	k := newBooks(t, 40)
	k.slow = 15 * time.Second
	run, err := k.Start(ctx, reconcile.Books, "somebody")
	if err != nil {
		t.Fatal(err)
	}
	if other, err := k.Start(ctx, reconcile.Books, "somebody"); err != nil || other.ID != run.ID {
		t.Errorf("two at once: %s and %s, %v", run.ID, other.ID, err)
	}
	k.bells.take() // the message is lost, and the tick sends it again after a standstill
	k.now = k.now.Add(4 * time.Minute)
	if err := k.Tick(ctx); err != nil {
		t.Fatal(err)
	}
	if steps := k.work(t); steps < 3 {
		t.Errorf("%d steps", steps)
	}
	last, _, err := k.Ended(ctx, reconcile.Books, run.ID)
	if err != nil || last.Ended == nil || last.By != "somebody" || last.Walk.Report.Accounts != 40 || last.Walk.Report.Available != 40_000 ||
		last.Found != 0 || len(k.alarms) != 0 {
		t.Errorf("%+v, %v, %v", last, k.alarms, err)
	}
}

// A difference that the nightly check finds raises an alarm and is stored in the history.
func TestNightlyCheckAlarms(t *testing.T) {
	k := newBooks(t, 5)
	tick := func(at time.Time) {
		t.Helper()
		if k.now = at; k.now.Second() != 0 {
			t.Fatal(at)
		}
		if err := k.Tick(ctx); err != nil {
			t.Fatal(err)
		}
		k.work(t)
	}
	night := time.Date(2026, 11, 21, 19, 0, 0, 0, time.UTC)
	tick(night.Add(-time.Hour)) // creates the first row
	if runs, err := k.History(ctx, reconcile.Books, "", 10); err != nil || len(runs) != 0 {
		t.Errorf("a check before the night: %v %v", runs, err)
	}
	if _, err := k.db.Write(ctx, store.Op{Verb: store.Update, Key: store.Key{Table: "credit", PK: "ACCT#a0003", SK: "A"},
		Set: map[string]any{"av": 999}}); err != nil {
		t.Fatal(err)
	}
	for day := range 3 {
		for minute := range 9 {
			tick(night.Add(time.Duration(day)*24*time.Hour + time.Duration(minute)*time.Minute))
		}
	}
	runs, err := k.History(ctx, reconcile.Books, "", 10)
	if err != nil || len(runs) != 3 || len(k.alarms) != 3 || k.alarms[0]["alarm"] == nil || k.alarms[0]["differences"] != 1 {
		t.Fatalf("%d runs, %v, %v", len(runs), k.alarms, err)
	}
	if d := runs[0].All[0]; d.What != reconcile.Unbalanced || d.About != "a0003" || d.Note == "" || runs[0].By != "" {
		t.Errorf("%+v", d)
	}
	older, err := k.History(ctx, reconcile.Books, runs[0].ID, 1)
	if err != nil || len(older) != 1 || older[0].ID != runs[1].ID {
		t.Errorf("%v %v", older, err)
	}
	if runs, err := k.History(ctx, reconcile.Payments, "", 10); err != nil || len(runs) != 2 { // at three in the night, of the days after
		t.Errorf("%d runs of payments, %v", len(runs), err)
	}
}

// Credit that moves during the reconciliation is no difference.
func TestCheckBesideMovements(t *testing.T) {
	db := store.NewMemory(nil)
	book := &ledger.Ledger{DB: db, Now: clocktest.Running()}
	for i := range 30 {
		deposit(t, book, fmt.Sprint("in", i), fmt.Sprint(i), 1000*money.Credit)
	}
	k := &bells{}
	room := &reconcile.Service{DB: db, Ledger: book, Queues: k, Now: clocktest.Running(), NewID: func(context.Context) string { return "run" },
		Log: func(line map[string]any) { t.Error(line) }}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	for w := range 3 {
		wg.Go(func() {
			for n := 0; ; n++ {
				select {
				case <-stop:
					return
				default:
				}
				from, to := fmt.Sprint((w+n)%30), fmt.Sprint((w+n*7+1)%30)
				if from == to {
					continue
				}
				if _, err := book.Post(ctx, ledger.Movement{ID: fmt.Sprint(w, ":", n), Operator: ledger.System, Changes: []ledger.Change{
					{Account: from, Type: ledger.Withdrawal, Available: -1}, {Account: to, Type: ledger.Recharge, Available: 1}}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if _, err := room.Start(ctx, reconcile.Books, ""); err != nil {
		t.Fatal(err)
	}
	for todo := k.take(); len(todo) > 0; todo = k.take() {
		if err := room.Step(ctx, todo[0]); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	wg.Wait()
	if r, err := book.Reconcile(ctx); err != nil || r.Found != 0 {
		t.Errorf("%v %v", r, err)
	}
}
