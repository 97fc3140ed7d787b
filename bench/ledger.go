package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

type ledgerArgs struct{ Operations, Workers int }

type ledgerResult struct {
	Done, Refused, Crashed, Entries, Breaks int
	First                                   string
	Took, Reconcile                         time.Duration
}

// crash is a caller that dies in the middle of a call.
type crash struct{}

// ledgersRun is random movements by many workers over a database that conflicts, loses answers and sees its callers die.
type ledgersRun struct {
	book                   *ledger.Ledger
	accounts               int
	refs                   atomic.Int64
	done, refused, crashed atomic.Int64
}

func ledgerChild(ctx context.Context, a ledgerArgs) (out ledgerResult, err error) {
	faults := &atomic.Bool{}
	roll := func(p float64, err error) error {
		if faults.Load() && rand.Float64() < p {
			return err
		}
		return nil
	}
	die := func() {
		if faults.Load() && rand.Float64() < 0.002 {
			panic(crash{})
		}
	}
	db := &store.Faulty{DB: store.NewMemory(nil),
		Before: func(string) error { die(); return roll(0.01, store.ErrConflict) },
		After:  func(string) error { die(); return roll(0.01, store.ErrUnclear) }}
	r := &ledgersRun{book: &ledger.Ledger{DB: db, Now: time.Now}, accounts: 200}
	faults.Store(true)
	began := time.Now()
	var wg sync.WaitGroup
	for n := range a.Workers {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(n), 99))
			for i := 0; i < a.Operations/a.Workers && ctx.Err() == nil; i++ {
				r.operation(ctx, rng)
			}
		})
	}
	wg.Wait()
	out.Took = time.Since(began)
	faults.Store(false)
	began = time.Now()
	report, err := r.book.Reconcile(ctx)
	if err != nil {
		return out, err
	}
	out.Reconcile = time.Since(began)
	out.Done, out.Refused, out.Crashed = int(r.done.Load()), int(r.refused.Load()), int(r.crashed.Load())
	out.Entries, out.Breaks = report.Entries, len(report.Differences)
	if out.Breaks > 0 {
		out.First = fmt.Sprint(report.Differences[0])
	}
	return out, errors.Join(ctx.Err())
}

// operation makes one movement and, as a queue would, repeats it after a crash.
func (r *ledgersRun) operation(ctx context.Context, rng *rand.Rand) {
	account := fmt.Sprint("account", rng.IntN(r.accounts))
	amount := money.Amount(1 + rng.IntN(5000))
	n := r.refs.Add(1)
	var work func() error
	switch rng.IntN(4) {
	case 0:
		work = func() error {
			_, err := r.book.Post(ctx, ledger.Movement{ID: fmt.Sprint("in", n), Operator: ledger.System,
				Changes: []ledger.Change{{Account: account, Type: ledger.Gift, Available: amount}},
				Contra:  []ledger.Leg{{Account: ledger.Gifts, Amount: -amount}}})
			return err
		}
	case 1:
		other := fmt.Sprint("account", rng.IntN(r.accounts))
		if other == account {
			return
		}
		work = func() error {
			_, err := r.book.Post(ctx, ledger.Movement{ID: fmt.Sprint("move", n), Operator: ledger.System, Changes: []ledger.Change{
				{Account: account, Type: ledger.Pay, Available: -amount}, {Account: other, Type: ledger.Recharge, Available: amount}}})
			return err
		}
	case 2:
		work = func() error {
			_, err := r.book.Reserve(ctx, ledger.Order{Ref: fmt.Sprint("order", n), Account: account, Service: "bulk", Operator: ledger.System},
				amount)
			return err
		}
	default:
		ref := fmt.Sprint("order", 1+rng.Int64N(n))
		work = func() error {
			res, ok, err := r.book.Reservation(ctx, ref)
			if err != nil || !ok {
				return err
			}
			_, err = r.book.Settle(ctx, ref, money.Amount(rng.Int64N(int64(res.Reserved)+1)), ledger.Agency{Agent: "agent", Amount: 1})
			return err
		}
	}
	for tries := 0; tries < 50; tries++ {
		err, crashed := r.survive(work)
		switch {
		case crashed:
			r.crashed.Add(1)
		case err == nil:
			r.done.Add(1)
			return
		case fault.Is(err, "ledger.short"):
			r.refused.Add(1)
			return
		}
	}
}

func (r *ledgersRun) survive(work func() error) (err error, crashed bool) { //nolint:revive // the error is not the last word
	defer func() {
		if v := recover(); v != nil {
			if _, ours := v.(crash); !ours {
				panic(v)
			}
			crashed = true
		}
	}()
	return work(), false
}

func ledgers(ctx context.Context, w *workshop) (report, error) {
	a := ledgerArgs{w.operations, 64}
	var r ledgerResult
	if _, err := w.child(ctx, "ledger", a, &r); err != nil {
		return report{}, err
	}
	f := none(fmt.Sprintf("ledger breaks over %d random operations, %d workers and crashes", a.Operations, a.Workers), r.Breaks)
	text := fmt.Sprintf(
		"\nLedger: %d movements carried out, %d refused for lack of credit, %d callers died, %d entries; %.0f s, reconciled in %.1f s. %s\n",
		r.Done, r.Refused, r.Crashed, r.Entries, r.Took.Seconds(), r.Reconcile.Seconds(), r.First)
	return report{figures: []figure{f}, text: text}, nil
}
