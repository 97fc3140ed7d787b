package ledger_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"herald/internal/clocktest"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

var ctx = context.Background()

func book(db store.DB) *ledger.Ledger { return &ledger.Ledger{DB: db, Now: clocktest.Running()} }

func deposit(t interface{ Fatal(...any) }, b *ledger.Ledger, id, account string, amount money.Amount) {
	if _, err := b.Post(ctx, ledger.Movement{ID: id, Operator: ledger.System,
		Changes: []ledger.Change{{Account: account, Type: ledger.PlatformRecharge, Available: amount}},
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "platform", Amount: -amount}}}); err != nil {
		t.Fatal(err)
	}
}

func clean(t interface{ Fatalf(string, ...any) }, b *ledger.Ledger) *ledger.Report {
	r, err := b.Reconcile(ctx)
	if err != nil {
		t.Fatalf("reconcile: %v", err)
	}
	if len(r.Differences) > 0 {
		t.Fatalf("reconcile: %v", r.Differences)
	}
	return r
}

// A random run of every movement, against a reference that only adds and subtracts.
func TestMovementsAgreeWithReference(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b := book(store.NewMemory(nil))
		available, reserved := map[string]money.Amount{}, map[string]money.Amount{}
		type res struct {
			account string
			amount  money.Amount
		}
		open, n, frozen := map[string]res{}, 0, map[string]bool{}
		account := rapid.SampledFrom([]string{"a", "b", "c"})
		amount := rapid.Custom(func(t *rapid.T) money.Amount { return money.Amount(rapid.Int64Range(0, 50_000).Draw(t, "amount")) })
		rt.Repeat(map[string]func(*rapid.T){
			"recharge": func(t *rapid.T) {
				a, v := account.Draw(t, "account"), amount.Draw(t, "amount")
				n++
				deposit(t, b, fmt.Sprint("r", n), a, v)
				available[a] += v
			},
			"reserve": func(t *rapid.T) {
				a, v := account.Draw(t, "account"), amount.Draw(t, "amount")
				n++
				ref := fmt.Sprint("o", n)
				_, err := b.Reserve(ctx, ledger.Order{Ref: ref, Account: a, Service: "bulk", Operator: ledger.System}, v)
				if frozen[a] {
					if !fault.Is(err, "ledger.frozen") {
						t.Fatalf("spent from a frozen account: %v", err)
					}
					return
				}
				if available[a] < v {
					if !fault.Is(err, "ledger.short") {
						t.Fatalf("overdraft: %v", err)
					}
					return
				}
				if err != nil {
					t.Fatal(err)
				}
				available[a] -= v
				reserved[a] += v
				open[ref] = res{a, v}
			},
			"freeze": func(t *rapid.T) {
				a := account.Draw(t, "account")
				frozen[a] = rapid.Bool().Draw(t, "frozen")
				if err := b.Freeze(ctx, a, frozen[a]); err != nil {
					t.Fatal(err)
				}
			},
			"settle": func(t *rapid.T) {
				for ref, o := range open {
					charge := money.Amount(rapid.Int64Range(0, int64(o.amount)).Draw(t, "charge"))
					for range rapid.IntRange(1, 3).Draw(t, "repetitions") {
						r, err := b.Settle(ctx, ref, charge, ledger.Agency{})
						if err != nil || r.Settled != charge || r.Reserved != r.Settled+r.Released {
							t.Fatal(r, err)
						}
					}
					available[o.account] += o.amount - charge
					reserved[o.account] -= o.amount
					delete(open, ref)
					break
				}
			},
			"": func(t *rapid.T) {
				for _, a := range []string{"a", "b", "c"} {
					av, rs, err := b.Balance(ctx, a)
					if err != nil || av != available[a] || rs != reserved[a] {
						t.Fatalf("%s has %s and %s, want %s and %s (%v)", a, av, rs, available[a], reserved[a], err)
					}
				}
			},
		})
		clean(rt, b)
	})
}

// Concurrent callers spend the same credit: the sum never exceeds the balance.
func TestOverdraftRace(t *testing.T) {
	b := book(store.NewMemory(nil))
	deposit(t, b, "in", "a", 100*money.Credit)
	var spent atomic.Int64
	var wg sync.WaitGroup
	for i := range 200 {
		wg.Go(func() {
			_, err := b.Reserve(ctx, ledger.Order{Ref: fmt.Sprint(i), Account: "a", Service: "bulk", Operator: ledger.System}, money.Credit)
			switch {
			case err == nil:
				spent.Add(1)
			case !fault.Is(err, "ledger.short") && !fault.Is(err, "web.busy"):
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := spent.Load(); n > 100 {
		t.Fatalf("%d reserved of 100", n)
	}
	clean(t, b)
}

// Concurrent callers make the same movement over a store that conflicts and times out before and after the commit: it happens once.
func TestSameMovementOnceUnderFaults(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var mu sync.Mutex
		roll := func(p float64, err error) error {
			mu.Lock()
			defer mu.Unlock()
			if rng.Float64() < p {
				return err
			}
			return nil
		}
		db := &store.Faulty{DB: store.NewMemory(nil),
			Before: func(string) error { return errors.Join(roll(0.1, store.ErrConflict)) },
			After:  func(call string) error { return roll(0.1, store.ErrUnclear) }}
		b := book(db)
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				ref := fmt.Sprint(i % 2)
				for {
					_, err := b.Post(ctx, ledger.Movement{ID: ref, Operator: ledger.System,
						Changes: []ledger.Change{{Account: "a", Type: ledger.Gift, Available: 500}},
						Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -500}}})
					if err == nil {
						return
					}
				}
			})
		}
		wg.Wait()
		db.Before, db.After = func(string) error { return nil }, func(string) error { return nil }
		if av, _, _ := b.Balance(ctx, "a"); av != 1000 {
			t.Fatalf("seed %d: %s instead of 10", seed, av)
		}
		clean(t, b)
	}
}

func TestFrozenAccountSpendsNothing(t *testing.T) {
	b := book(store.NewMemory(nil))
	deposit(t, b, "in", "a", 1000)
	if _, err := b.Reserve(ctx, ledger.Order{Ref: "before", Account: "a", Service: "bulk", Operator: ledger.System}, 400); err != nil {
		t.Fatal(err)
	}
	if err := b.Freeze(ctx, "a", true); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Reserve(ctx, ledger.Order{Ref: "after", Account: "a", Service: "bulk", Operator: ledger.System}, 1); !fault.Is(err,
		"ledger.frozen") {
		t.Fatal(err)
	}
	if _, err := b.Settle(ctx, "before", 100, ledger.Agency{}); err != nil {
		t.Fatal("what was reserved before still settles:", err)
	}
	if av, rs, _ := b.Balance(ctx, "a"); av != 900 || rs != 0 {
		t.Fatal(av, rs)
	}
	clean(t, b)
}

// Negative control: a changed entry, a changed balance and a lost reservation are found.
func TestReconcileFindsTampering(t *testing.T) {
	for _, tamper := range []store.Op{
		{Verb: store.Update, Key: store.Key{Table: "credit", PK: "ACCT#a", SK: "A"}, Set: map[string]any{"av": 1}},
		{Verb: store.Update, Key: store.Key{Table: "credit", PK: "ACCT#a", SK: "E#000000000001"}, Set: map[string]any{"rm": "x"}},
		{Verb: store.Delete, Key: store.Key{Table: "credit", PK: "ACCT#a", SK: "E#000000000001"}},
		{Verb: store.Delete, Key: store.Key{Table: "credit", PK: "RES#o", SK: "R"}},
	} {
		db := store.NewMemory(nil)
		b := book(db)
		deposit(t, b, "in", "a", 1000)
		if _, err := b.Reserve(ctx, ledger.Order{Ref: "o", Account: "a", Service: "bulk", Operator: ledger.System}, 400); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Write(ctx, tamper); err != nil {
			t.Fatal(err)
		}
		if r, err := b.Reconcile(ctx); err != nil || len(r.Differences) == 0 {
			t.Fatalf("%v went unnoticed (%v)", tamper.Key, err)
		}
	}
}

func TestAgencyRebateAtSettlement(t *testing.T) {
	b := book(store.NewMemory(nil))
	deposit(t, b, "in", "c", 1000)
	if _, err := b.Reserve(ctx, ledger.Order{Ref: "o", Account: "c", Service: "bulk", Operator: ledger.System}, 900); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Settle(ctx, "o", 500, ledger.Agency{Agent: "agent", Amount: 120}); err != nil {
		t.Fatal(err)
	}
	if av, _, _ := b.Balance(ctx, "agent"); av != 120 {
		t.Fatal(av)
	}
	r := clean(t, b)
	if r.Platform[ledger.Revenue+"bulk"] != 500 || r.Platform[ledger.Rebates] != -120 {
		t.Fatal(r.Platform)
	}
}
