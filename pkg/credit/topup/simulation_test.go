//go:debug rsa1024min=0

package topup_test

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/money"
)

var (
	payseeds = flag.Uint64("payseeds", 250, "how many seeds the simulation of payments runs, as far as -payspend allows")
	payspend = flag.Duration("payspend", 12*time.Second, "how long the simulation of payments begins new seeds; 0 for all of them")
	payfirst = flag.Uint64("payfirst", 1, "the first of them")
	payseed  = flag.Uint64("payseed", 0, "run this seed of the simulation of payments alone")
	paycoins = flag.Bool("paycoins", true, "pay in USDT too in the simulation of payments")
	paykeep  = flag.Bool("paykeep", false, "go on after a seed of the simulation of payments that fails")
)

// payStandstill is a thousand times the duration of a seed.
const payStandstill = 3 * time.Minute

// A payment is credited once, with the paid amount. Nothing is lost, nothing else is credited, and the ledger is exact. Callbacks come
// before the response, twice, never, late, forged, after the order was given up, or after a refund. Responses get lost, queries run
// concurrently, and functions crash at any call. USDT transfers are also credited once, or rejected with a reason. They have any claimant,
// and can be late. Blocks are reorganised, and transactions have other tokens, failures or several transfers.
func TestPaymentsAreCreditedOnce(t *testing.T) {
	town := newPayScenario(t)
	from, to := *payfirst, *payfirst+*payseeds-1
	if *payseed != 0 {
		from, to = *payseed, *payseed
	}
	var next, done, failed atomic.Int64
	sums := &payCounts{}
	next.Store(int64(from) - 1)
	began := time.Now()
	t.Run("seeds", func(t *testing.T) {
		for core := range runtime.GOMAXPROCS(0) {
			t.Run(fmt.Sprint(core), func(t *testing.T) {
				t.Parallel()
				for failed.Load() == 0 || *paykeep {
					s := uint64(next.Add(1))
					if s > to || *payspend > 0 && time.Since(began) > *payspend {
						return
					}
					var v *payVerdict
					watch := time.AfterFunc(payStandstill, func() { debug.SetTraceback("all"); panic(fmt.Sprintf("seed %d stands still", s)) })
					clocktest.Bubble(t, func(*testing.T) { v = payRun(town, s) })
					watch.Stop()
					sums.add(v)
					if n := done.Add(1); n%1000 == 0 {
						t.Logf("%d seeds after %.0f s, %d broken", n, time.Since(began).Seconds(), failed.Load())
					}
					if v.bad != "" {
						failed.Add(1)
						t.Errorf("seed %d: %s\nreplay: go test ./pkg/credit/topup -run TestPaymentsAreCreditedOnce -payseed %d", s, v.bad, s)
					}
				}
			})
		}
	})
	t.Logf("%d seeds, %.1f a second: %s", done.Load(), float64(done.Load())/time.Since(began).Seconds(), sums)
	if *payseed == 0 && failed.Load() == 0 && done.Load() >= 200 {
		sums.enough(t)
	}
}

// payRun runs a seed: all users pay while faults occur; then the faults end, for as long as orders are processed.
func payRun(town *payScenario, seed uint64) *payVerdict {
	s := town.open(seed)
	defer s.close()
	v := &payVerdict{paySystem: s, claimed: map[string]bool{}, most: map[string]money.Amount{}}
	s.early = v.early
	s.faults.Store(s.n(5) > 0)
	s.janitor()
	for range 2 + s.n(4) {
		wait := time.Duration(s.n(300)) * time.Second
		v.actors.Go(func() { v.buyer(wait) })
	}
	v.actors.Go(v.changer)
	if s.n(2) == 0 {
		wait := time.Duration(s.n(600)) * time.Second
		v.actors.Go(func() { v.grabber(wait) })
	}
	if s.n(3) == 0 {
		wait := time.Duration(s.n(300)) * time.Second
		v.actors.Go(func() { v.leaver(wait) })
	}
	for _, name := range coinNames {
		if !*paycoins {
			break
		}
		s.lives.Go(func() { v.mine(name) })
	}
	for range (1 + s.n(4)) * map[bool]int{true: 1}[*paycoins] {
		wait := time.Duration(s.n(500)) * time.Second
		v.actors.Go(func() { v.coiner(wait) })
	}
	s.sleep(20 * time.Minute)
	s.calm.Store(true) // the days go by, and calls still break
	v.actors.Wait()
	s.faults.Store(false)
	s.sleep(payCalm)
	v.check()
	return v
}

// payCalm has enough nights to find payments without a callback.
const payCalm = 4 * 24 * time.Hour
