package ledger_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

var operations = flag.Int("operations", 20_000, "how many random movements the ledger carries out under faults")

const (
	faultWorkers  = 64
	faultAccounts = 60
)

// teller is a caller of the ledger that crashes in the middle of calls and repeats calls of unknown outcome as a
// queue would. It records the results that must follow.
type teller struct {
	b     *ledger.Ledger
	rng   *rand.Rand
	moved map[string]money.Amount // by account, of what was carried out
	refs  *atomic.Int64
	done  int
	short int
	died  int
}

type death struct{}

// The soak runs it a million times: random movements by 64 callers over a store that conflicts, loses responses after the commit, and lets
// its callers crash. Each confirmed movement happened once, and nothing else did. No account is below zero, and the ledger is exact.
func TestLedgerUnderFaults(t *testing.T) {
	var on atomic.Bool
	gate := func(err error) error {
		switch n := rand.IntN(1000); {
		case !on.Load() || n >= 12:
			return nil
		case n < 2:
			panic(death{})
		}
		return err
	}
	b := book(&store.Faulty{DB: store.NewMemory(nil), Before: func(string) error { return gate(store.ErrConflict) },
		After: func(string) error { return gate(store.ErrUnclear) }})
	on.Store(true)
	var refs atomic.Int64
	var wg sync.WaitGroup
	tellers := make([]*teller, faultWorkers)
	for i := range tellers {
		tellers[i] = &teller{b: b, rng: rand.New(rand.NewPCG(uint64(i), 7)), moved: map[string]money.Amount{}, refs: &refs}
		wg.Go(func() {
			for range *operations / faultWorkers {
				tellers[i].act(t)
			}
		})
	}
	wg.Wait()
	on.Store(false)
	want := map[string]money.Amount{}
	done, short, died := 0, 0, 0
	for _, one := range tellers {
		done, short, died = done+one.done, short+one.short, died+one.died
		for a, m := range one.moved {
			want[a] += m
		}
	}
	for n := range refs.Load() {
		r, ok, err := b.Reservation(ctx, fmt.Sprint("order ", n+1))
		if err != nil {
			t.Fatal(err)
		}
		if ok {
			want[r.Account] += r.Released
		}
	}
	for n := range faultAccounts {
		a := fmt.Sprint("a", n)
		if got, held, err := b.Balance(ctx, a); err != nil || got != want[a] || got < 0 || held < 0 {
			t.Errorf("%s holds %s and %s, what was answered makes %s (%v)", a, got, held, want[a], err)
		}
	}
	r := clean(t, b)
	t.Logf("%d movements, %d refused for lack of credit, %d callers died, %d entries", done, short, died, r.Entries)
	if done == 0 || short == 0 || died == 0 {
		t.Error("that proves little")
	}
}

// act makes one random movement.
func (w *teller) act(t *testing.T) {
	account, amount := fmt.Sprint("a", w.rng.IntN(faultAccounts)), money.Amount(1+w.rng.IntN(4000))
	n := w.refs.Add(1)
	switch w.rng.IntN(4) {
	case 0:
		w.keep(t, map[string]money.Amount{account: amount}, func() error {
			_, err := w.b.Post(ctx, ledger.Movement{ID: fmt.Sprint("in ", n), Operator: ledger.System,
				Contra:  []ledger.Leg{{Account: ledger.CashIn + "x", Amount: -amount}},
				Changes: []ledger.Change{{Account: account, Type: ledger.Recharge, Available: amount}}})
			return err
		})
	case 1:
		if to := fmt.Sprint("a", w.rng.IntN(faultAccounts)); to != account {
			w.keep(t, map[string]money.Amount{account: -amount, to: amount}, func() error {
				_, err := w.b.Post(ctx, ledger.Movement{ID: fmt.Sprint("move ", n), Operator: ledger.System, Changes: []ledger.Change{
					{Account: account, Type: ledger.Withdrawal, Available: -amount}, {Account: to, Type: ledger.Recharge, Available: amount}}})
				return err
			})
		}
	case 2:
		w.keep(t, map[string]money.Amount{account: -amount}, func() error {
			_, err := w.b.Reserve(ctx, ledger.Order{Ref: fmt.Sprint("order ", n), Account: account, Service: "bulk", Operator: ledger.System},
				amount)
			return err
		})
	default: // an order of any user, perhaps by several callers at once: the released amount is read in the end
		ref := fmt.Sprint("order ", 1+w.rng.Int64N(n))
		share := w.rng.Int64()
		w.keep(t, nil, func() error {
			r, ok, err := w.b.Reservation(ctx, ref)
			if err != nil || !ok {
				return err
			}
			_, err = w.b.Settle(ctx, ref, money.Amount(share%(int64(r.Reserved)+1)), ledger.Agency{})
			return err
		})
	}
}

// keep repeats a movement until its response is definite.
func (w *teller) keep(t *testing.T, moves map[string]money.Amount, do func() error) {
	for range 200 {
		switch err := w.attempt(do); {
		case errors.Is(err, errDied):
			w.died++
		case err == nil:
			w.done++
			for a, m := range moves {
				w.moved[a] += m
			}
			return
		case fault.Is(err, "ledger.short"):
			w.short++
			return
		}
	}
	t.Error("a movement never ended")
}

var errDied = errors.New("the caller died")

func (w *teller) attempt(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			if _, ours := v.(death); !ours {
				panic(v)
			}
			err = errDied
		}
	}()
	return do()
}
