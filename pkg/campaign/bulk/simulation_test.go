package bulk_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

var (
	seeds = flag.Uint64("seeds", 2000, "how many seeds the simulation runs")
	seed  = flag.Uint64("seed", 0, "run this seed alone")
)

// The pipeline under kills between any two calls, duplicated, delayed and lost doorbells, conflicts, commits whose answer is
// lost and ambiguous answers of the provider: nobody gets a message twice, nobody is lost, the counts add up, nothing is sent
// after a cancellation, and the ledger is exact.
func TestPipelineSimulation(t *testing.T) {
	bulk.SetSizes(20, 6)
	defer bulk.SetSizes(bulk.ChunkSize, bulk.SubBatch)
	from, to := uint64(1), *seeds
	if *seed != 0 {
		from, to = *seed, *seed
	}
	kills := 0
	for s := from; s <= to; s++ {
		synctest.Test(t, func(t *testing.T) {
			w := run(s)
			kills += w.kills
			if w.bad != "" {
				t.Fatalf("seed %d: %s\nreplay: go test ./pkg/campaign/bulk -run TestPipelineSimulation -seed %d", s, w.bad, s)
			}
		})
		if t.Failed() {
			return
		}
	}
	t.Logf("%d seeds, %d processes killed", to-from+1, kills)
	if *seed == 0 && kills == 0 {
		t.Fatal("no process was killed: the simulation tests nothing")
	}
}

type result struct {
	*world
	bad   string
	whole bool            // every receipt comes, sooner or later
	bent  map[string]bool // last digits whose receipts are scripted otherwise
}

func (r *result) expect(ok bool, format string, args ...any) {
	if !ok && r.bad == "" {
		r.bad = fmt.Sprintf(format, args...)
	}
}

var outcomes = []string{"undeliverable", "not_whatsapp", "pair_rate", "rate", "server_error", "cut_after_accept", "slow", "never"}

func run(s uint64) *result {
	pick := rand.New(rand.NewPCG(s, 3))
	w := &result{world: newWorld(s, 15+pick.IntN(90)), bent: map[string]bool{}}
	defer w.lives.Wait()
	defer w.sim.Close()
	defer w.end()
	rules := []string{`{"suffix":"99","outcome":"ok"}`} // with any rule the simulator's own digits mean nothing
	for d, o := range outcomes {
		if pick.IntN(2) == 0 {
			w.bent[fmt.Sprint(d)] = o == "undeliverable" || o == "never"
			rules = append(rules, fmt.Sprintf(`{"suffix":"%d","outcome":%q}`, d, o))
		}
	}
	w.control("script", `{"rules":[`+strings.Join(rules, ",")+`]}`)
	drop := float64(pick.IntN(2)) * 0.1
	w.whole = drop == 0
	w.control("webhooks", fmt.Sprintf(`{"delayMs":%d,"duplicate":%.2f,"reorder":%.2f,"batch":%d,"drop":%.2f}`,
		pick.IntN(3000), pick.Float64()*0.4, pick.Float64()*0.4, 1+pick.IntN(20), drop))
	w.deposit(1_000_000 * money.Credit)
	w.janitor()
	ctx := auth.Into(w.ctx, &auth.Principal{UserID: "admin", Type: auth.Admin})
	sub, err := w.calm().Submit(ctx, w.principal(), &bulk.Wish{Name: "x", GroupID: w.group, Channel: "whatsapp", CountryCode: "BR", Message: bulk.Message{Type: provider.Text, Text: "hi"}})
	if err != nil {
		w.bad = "submit: " + err.Error()
		return w
	}
	w.faults.Store(true)
	cancelledAt := w.meddle(ctx, pick, sub.ID)
	if !w.sleep(time.Duration(1+pick.IntN(5)) * time.Minute) {
		return w
	}
	w.faults.Store(false)
	o := w.untilSettled(ctx, sub.ID)
	w.check(ctx, o, cancelledAt)
	return w
}

// meddle is the user: passes the order, pauses, starts, stops or cancels it at random moments.
func (w *result) meddle(ctx context.Context, pick *rand.Rand, id string) (cancelledAt time.Time) {
	try := func(f func() (*order.Order, error)) bool {
		for range 50 {
			if _, err := f(); err == nil {
				return true
			}
			w.sleep(time.Duration(100+pick.IntN(900)) * time.Millisecond)
		}
		return false
	}
	if !w.settings["order.review.auto"].(bool) {
		_ = w.invoke(func(r *bulk.Room) error { _, err := r.Judge(ctx, id, true); return err })
		try(func() (*order.Order, error) {
			o, _, err := w.calm().Orders.Get(w.ctx, id)
			if err == nil && o.Status == order.Review {
				return w.calm().Judge(ctx, id, true)
			}
			return o, err
		})
	}
	do := func(a order.Action) error {
		return w.invoke(func(r *bulk.Room) error { _, err := r.Do(ctx, a, id); return err })
	}
	w.sleep(time.Duration(pick.IntN(4000)) * time.Millisecond)
	switch pick.IntN(4) {
	case 0:
		for range 1 + pick.IntN(3) {
			paused := do(order.Pause) == nil
			at := time.Now()
			w.sleep(time.Duration(pick.IntN(5000)) * time.Millisecond)
			if paused {
				w.quietSince(at)
			}
			if pick.IntN(3) == 0 && do(order.Cancel) == nil {
				return time.Now()
			}
			try(func() (*order.Order, error) {
				o, _, err := w.calm().Orders.Get(w.ctx, id)
				if err == nil && o.Status == order.Paused {
					return w.calm().Do(ctx, order.Start, id)
				}
				return o, err
			})
			w.sleep(time.Duration(pick.IntN(3000)) * time.Millisecond)
		}
	case 1:
		if pick.IntN(2) == 0 {
			_ = do(order.Stop)
		}
	}
	return time.Time{}
}

// quietSince checks that a pause took effect within the sub-batch that was under way.
func (w *result) quietSince(at time.Time) {
	limit := at.Add(6*time.Second/time.Duration(w.perSecond) + 100*time.Millisecond)
	accepted, _ := w.sim.Messages(0, 1<<30)
	for _, a := range accepted {
		w.expect(!a.AcceptedAt.After(limit), "%s was sent to %s after the pause", a.To, a.AcceptedAt.Sub(at))
	}
}

func (w *result) untilSettled(ctx context.Context, id string) *order.Order {
	var o *order.Order
	for range 200 {
		w.sleep(time.Minute)
		var err error
		if o, _, err = w.calm().Orders.Get(w.ctx, id); err != nil {
			w.bad = err.Error()
			return o
		}
		if o.Status == order.Paused { // by the provider, or by a user whose start was lost
			_, _ = w.calm().Do(ctx, order.Start, id)
		}
		if o.Settled {
			w.sleep(20 * time.Minute) // the last receipts
			return o
		}
	}
	return o
}

func (w *result) check(ctx context.Context, o *order.Order, cancelledAt time.Time) {
	w.expect(o.Settled, "the order hangs in state %d", o.Status)
	accepted, _ := w.sim.Messages(0, 1<<30)
	times := map[string]int{}
	for _, a := range accepted {
		times[a.To]++
		w.expect(times[a.To] == 1, "%s got %d messages", a.To, times[a.To])
		w.expect(cancelledAt.IsZero() || !a.AcceptedAt.After(cancelledAt), "%s was sent to after the cancellation", a.To)
	}
	counts, err := w.calm().CountsOf(w.ctx, o)
	w.expect(err == nil, "counts: %v", err)
	sum := 0
	for _, n := range counts {
		sum += n
	}
	w.expect(sum == o.Total && o.Total == len(w.numbers), "counts %v add up to %d, not %d", counts, sum, o.Total)
	if o.Status == order.Completed {
		w.expect(counts[bulk.StateToSend] == 0 && counts[bulk.StateSending] == 0, "completed with %v", counts)
	}
	for c := range o.Chunks {
		targets, err := w.calm().TargetsOf(w.ctx, o, c)
		w.expect(err == nil, "targets: %v", err)
		for _, target := range targets {
			got := times[target.PhoneNumber] > 0
			if n := target.PhoneNumber; got && w.whole && !w.bent[n[len(n)-1:]] {
				w.expect(target.State == bulk.StateArrived || target.State == bulk.StateRead, "%s is %s after all receipts", n, target.State)
			}
			switch target.State {
			case bulk.StateSent, bulk.StateArrived, bulk.StateRead:
				w.expect(got, "%s is %s but was never accepted", target.PhoneNumber, target.State)
			case bulk.StateToSend:
				w.expect(!got, "%s got a message and is still to be sent", target.PhoneNumber)
			}
		}
	}
	charge := money.Amount(0)
	for s, n := range o.Counts {
		switch bulk.State(s) {
		case bulk.StateSent, bulk.StateArrived, bulk.StateRead, bulk.StateComplained:
			charge += o.Price * money.Amount(n)
		}
	}
	w.expect(o.Actual != nil && *o.Actual == charge, "charged %v for %v", o.Actual, o.Counts)
	report, err := w.calm().Ledger.Reconcile(w.ctx)
	w.expect(err == nil && len(report.Differences) == 0, "ledger: %v %v", err, report)
	available, reserved, _ := w.calm().Ledger.Balance(w.ctx, customer)
	w.expect(reserved == 0 && available == 1_000_000*money.Credit-charge, "balance %s, reserved %s, charged %s", available, reserved, charge)
	left, err := w.calm().Stock.Left(w.ctx, "BR")
	w.expect(err == nil && left != nil && *left == len(w.numbers)+spare-int(charge/o.Price), "stock %v, %v; charged %s at %s", left, err, charge, o.Price)
	active, _ := w.calm().Orders.Active(w.ctx, bulk.Kind)
	w.expect(len(active) == 0, "the janitor still looks at %v", active)
}
