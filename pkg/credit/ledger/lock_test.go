package ledger_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"herald/internal/clocktest"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// person creates a user whose account has not moved, locked or not. It returns the lock and unlock of a function without the ledger, which
// change the user alone.
func person(t *testing.T, users *user.Store, account string, locked bool) (lock func(bool)) {
	t.Helper()
	u := user.User{Type: auth.First, Name: account, Login: account}
	if locked {
		u.LockHold(auth.Admin, "waits for review", users.Now())
	}
	u, err := users.Create(ctx, user.New{ID: account, User: u, Password: "Tidal-Fern-92"})
	if err != nil {
		t.Fatal(err)
	}
	return func(locked bool) {
		if _, _, err := users.Lock(ctx, u, locked, ""); err != nil {
			t.Error(err)
		}
	}
}

// A movement of any kind that read the account just before a lock is retried on the locked account.
func TestFreezeIsNotLostByAMovement(t *testing.T) {
	for name, move := range map[string]func(b *ledger.Ledger) error{
		"recharge": func(b *ledger.Ledger) error { deposit(t, b, "in2", "c", money.Credit); return nil },
		"settlement": func(b *ledger.Ledger) error {
			_, err := b.Settle(ctx, "o.1", 200, ledger.Agency{Agent: "agent", Amount: 10})
			return err
		},
	} {
		for _, frozen := range []bool{true, false} {
			t.Run(fmt.Sprint(name, frozen), func(t *testing.T) {
				mem := store.NewMemory(nil)
				plain := book(mem)
				deposit(t, plain, "in", "c", 100*money.Credit)
				if _, err := plain.Reserve(ctx, ledger.Order{Ref: "o.1", Account: "c", Service: "bulk", Operator: ledger.System}, 400); err != nil {
					t.Fatal(err)
				}
				if err := plain.Freeze(ctx, "c", !frozen); err != nil {
					t.Fatal(err)
				}
				var once sync.Once
				b := book(&store.Faulty{DB: mem, After: func(string) error { return nil }, Before: func(call string) error {
					if call == "transact" {
						once.Do(func() {
							if err := plain.Freeze(ctx, "c", frozen); err != nil {
								t.Error(err)
							}
						})
					}
					return nil
				}})
				if err := move(b); err != nil {
					t.Fatal(err)
				}
				_, err := plain.Reserve(ctx, ledger.Order{Ref: "o.2", Account: "c", Service: "bulk", Operator: ledger.System}, 1)
				if fault.Is(err, "ledger.frozen") != frozen {
					t.Errorf("spending afterwards: %v", err)
				}
				clean(t, plain)
			})
		}
	}
}

// Locks and movements at the same time: after the last lock nothing is spent, and nothing is lost.
func TestFreezeAmongMovements(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		frozen := rapid.Bool().Draw(rt, "frozen")
		rng := rand.New(rand.NewPCG(seed, 2))
		var mu sync.Mutex
		roll := func(p float64, err error) error {
			mu.Lock()
			defer mu.Unlock()
			if rng.Float64() < p {
				return err
			}
			return nil
		}
		faulty := &store.Faulty{DB: store.NewMemory(nil), Before: func(string) error { return roll(0.1, store.ErrConflict) },
			After: func(call string) error {
				if call == "transact" || call == "write" {
					return roll(0.1, store.ErrUnclear)
				}
				return nil
			}}
		b := book(faulty)
		calm := book(faulty.DB)
		deposit(rt, calm, "in", "a", 1000)
		var wg sync.WaitGroup
		for i := range 6 {
			wg.Go(func() {
				switch i % 3 {
				case 0:
					_ = b.Freeze(ctx, "a", i%2 == 0)
				case 1:
					_, _ = b.Reserve(ctx, ledger.Order{Ref: fmt.Sprint(i), Account: "a", Service: "bulk", Operator: ledger.System}, 10)
				default:
					_, _ = b.Post(ctx, ledger.Movement{ID: fmt.Sprint("g", i), Operator: ledger.System,
						Changes: []ledger.Change{{Account: "a", Type: ledger.Gift, Available: 5}},
						Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -5}}})
				}
			})
		}
		last := make(chan error)
		go func() { // the last lock runs beside movements too
			wg.Wait()
			last <- calm.Freeze(ctx, "a", frozen)
		}()
		for i := range 5 {
			_, _ = b.Reserve(ctx, ledger.Order{Ref: fmt.Sprint("late", i), Account: "a", Service: "bulk", Operator: ledger.System}, 1)
		}
		if err := <-last; err != nil {
			rt.Fatal(err)
		}
		_, err := calm.Reserve(ctx, ledger.Order{Ref: "end", Account: "a", Service: "bulk", Operator: ledger.System}, 0)
		if fault.Is(err, "ledger.frozen") != frozen || err != nil && !frozen {
			rt.Fatalf("frozen %v, spending: %v", frozen, err)
		}
		clean(rt, calm)
	})
}

// The first movement of an account adopts the lock of its user: locking a new user needs no write here.
func TestFirstMovementTakesOverTheLock(t *testing.T) {
	db := store.NewMemory(nil)
	users := &user.Store{DB: db, Now: clocktest.Running()}
	b := book(db)
	b.Holder = users.Holder
	lock := person(t, users, "a", true)
	reserve := func(ref string, amount money.Amount) error {
		_, err := b.Reserve(ctx, ledger.Order{Ref: ref, Account: "a", Service: "bulk", Operator: ledger.System}, amount)
		return err
	}
	if err := reserve("free", 0); !fault.Is(err, "ledger.frozen") {
		t.Errorf("an order that costs nothing: %v", err)
	}
	deposit(t, b, "in", "a", 1000)
	lock(false)
	if err := reserve("o", 1); !fault.Is(err, "ledger.frozen") {
		t.Errorf("after the first movement: %v", err)
	}
	if err := b.Freeze(ctx, "a", false); err != nil {
		t.Fatal(err)
	}
	if err := reserve("o", 1); err != nil {
		t.Error(err)
	}
	// Unlocked before anything moved.
	person(t, users, "b", true)(false)
	if err := b.Freeze(ctx, "b", false); err != nil {
		t.Fatal(err)
	}
	deposit(t, b, "in b", "b", 1000)
	if _, err := b.Reserve(ctx, ledger.Order{Ref: "ob", Account: "b", Service: "bulk", Operator: ledger.System}, 1); err != nil {
		t.Error(err)
	}
	clean(t, b)
}

// The account of a deleted user cannot be closed while it holds credit, and receives nothing afterwards.
func TestClosedAccount(t *testing.T) {
	db := store.NewMemory(nil)
	b := book(db)
	closing := func(account string) error { return db.Transact(ctx, []store.Op{b.Close(account)}) }
	deposit(t, b, "in", "a", 500)
	if err := closing("a"); store.ConditionFailed(err) == nil {
		t.Errorf("closed with credit: %v", err)
	}
	if _, err := b.Reserve(ctx, ledger.Order{Ref: "o", Account: "a", Service: "bulk", Operator: ledger.System}, 500); err != nil {
		t.Fatal(err)
	}
	if err := closing("a"); store.ConditionFailed(err) == nil {
		t.Errorf("closed with reserved credit: %v", err)
	}
	if _, err := b.Settle(ctx, "o", 500, ledger.Agency{}); err != nil {
		t.Fatal(err)
	}
	for _, account := range []string{"a", "never moved"} {
		if err := closing(account); err != nil {
			t.Fatal(err)
		}
		_, err := b.Post(ctx, ledger.Movement{ID: "late " + account, Operator: ledger.System,
			Changes: []ledger.Change{{Account: account, Type: ledger.Gift, Available: 5}},
			Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -5}}})
		if e := fault.As(err); e == nil || e.Kind != fault.NotFound {
			t.Errorf("%s: credit for nobody: %v", account, err)
		}
	}
	clean(t, b)
}

// A first movement that read the user's lock just before it changed does not restore the old value.
func TestFirstMovementMeetsALock(t *testing.T) {
	for _, locked := range []bool{true, false} {
		mem := store.NewMemory(nil)
		plain := book(mem)
		users := &user.Store{DB: mem, Now: clocktest.Running()}
		lock := person(t, users, "a", !locked) // which the movement reads
		var once sync.Once
		b := book(&store.Faulty{DB: mem, After: func(string) error { return nil }, Before: func(call string) error {
			if call == "transact" {
				once.Do(func() {
					lock(locked)
					if err := plain.Freeze(ctx, "a", locked); err != nil {
						t.Error(err)
					}
				})
			}
			return nil
		}})
		b.Holder, plain.Holder = users.Holder, users.Holder
		deposit(t, b, "in", "a", 1000)
		_, err := plain.Reserve(ctx, ledger.Order{Ref: "o", Account: "a", Service: "bulk", Operator: ledger.System}, 1)
		if fault.Is(err, "ledger.frozen") != locked {
			t.Errorf("the user is locked: %v; spending: %v", locked, err)
		}
		clean(t, plain)
	}
}

// An order without cost reserves nothing, so its owner can be deleted; the order still settles.
func TestFreeOrderOfAClosedAccountSettles(t *testing.T) {
	db := store.NewMemory(nil)
	b := book(db)
	free := ledger.Order{Ref: "free", Account: "a", Service: "bulk", Operator: ledger.System}
	if _, err := b.Reserve(ctx, free, 0); err != nil {
		t.Fatal(err)
	}
	if err := db.Transact(ctx, []store.Op{b.Close("a")}); err != nil {
		t.Fatal(err)
	}
	if r, err := b.Settle(ctx, "free", 0, ledger.Agency{}); err != nil || r.Open {
		t.Errorf("settled: %+v, %v", r, err)
	}
	free.Ref = "late"
	if _, err := b.Reserve(ctx, free, 0); err == nil {
		t.Error("a deleted user ordered")
	}
	clean(t, b)
}
