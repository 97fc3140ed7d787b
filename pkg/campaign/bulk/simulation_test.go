package bulk_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/internal/testkit"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/platform/setting"
	"herald/pkg/provider"
)

var (
	seeds = flag.Uint64("seeds", 2000, "how many seeds the simulation runs, as far as -spend allows")
	first = flag.Uint64("first", 1, "the first of them")
	seed  = flag.Uint64("seed", 0, "run this seed alone")
	spend = flag.Duration("spend", 10*time.Second, "how long the simulation begins new seeds; 0 for all of them")
	keep  = flag.Bool("keep", false, "go on after a seed that fails")
)

// The simulation checks the promises between the modules. Functions die between any two calls. Tasks are duplicated,
// delayed and lost, and calls of AWS and of the provider fail in every way of a network. All users act at the same
// time. Every charge is for an accepted message, and every accepted message is paid for. No recipient gets a message
// of an order twice. Nothing is sent for a paused, cancelled or locked order, or to a suppressed number. A key and a
// draft become one order, and the ledger is exact.
func TestSimulation(t *testing.T) {
	chunkrow.SetSizes(12, 4)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	scenario := ordertest.SharedScenario(t)
	var kills, injected, retried, edited, tried, chosen atomic.Int64
	temptations := &temptations{}
	settled := map[string]*atomic.Int64{bulk.Kind: {}, "errand": {}, "pager": {}, comment.Kind: {}}
	p := &pool{test: "TestSimulation"}
	p.run(t, func(s uint64) string {
		v := run(scenario, s)
		kills.Add(int64(v.Kills))
		injected.Add(int64(v.Injected))
		retried.Add(v.retried.Load())
		edited.Add(v.edited.Load())
		tried.Add(v.tried)
		chosen.Add(v.chosen.Load())
		temptations.add(v.play)
		for _, o := range v.orders {
			settled[o.Kind].Add(1)
		}
		return v.bad
	})
	t.Logf("%s, %d functions killed, %d calls failed", p, kills.Load(), injected.Load())
	if *seed == 0 && (kills.Load() == 0 || injected.Load() == 0) {
		t.Error("nothing was killed or failed: the simulation tests nothing")
	}
	if t.Logf("%d retries, %d edits", retried.Load(), edited.Load()); *seed == 0 && *seeds >= 20 && retried.Load()*edited.Load() == 0 {
		t.Error("nobody retried or edited anything")
	}
	if t.Logf("%d orders of two messages went on to the rest, %d choices by hand", tried.Load(), chosen.Load()); *seed == 0 && *seeds >= 20 &&
		tried.Load()*chosen.Load() == 0 {
		t.Error("no order of two messages came to its rest")
	}
	temptations.enough(t, *seeds >= 200 && *spend == 0)
	for kind, n := range settled {
		if t.Logf("%d orders of kind %s", n.Load(), kind); *seed == 0 && n.Load() == 0 {
			t.Errorf("nobody ordered anything of kind %s", kind)
		}
	}
}

var outcomes = []string{"undeliverable", "not_whatsapp", "pair_rate", "rate", "server_error", "cut_after_accept", "slow", "never"}

func run(scenario *ordertest.Scenario, seed uint64) *verdict {
	s := scenario.Open(seed)
	defer s.Close()
	pick := rand.New(rand.NewPCG(seed, 3))
	v := &verdict{play: &play{System: s, Scenario: scenario, pick: pick, locked: map[*ordertest.Actor][]span{},
		money: map[*ordertest.Actor]int64{}},
		bent: map[string]bool{}, calm: pick.IntN(5) == 0}
	v.script()
	if pick.IntN(3) == 0 {
		v.evening()
	}
	s.Janitor()
	s.Faults.Store(!v.calm)
	v.cast()
	v.actors.Wait()
	s.Sleep(time.Duration(1+pick.IntN(60)) * time.Second)
	s.Faults.Store(false)
	v.play.unlock(v.Admin, v.Ana)
	v.play.unlock(v.Admin, v.Bob)
	over := v.untilSettled()
	for range pick.IntN(3) {
		over = over && v.again()
	}
	if over {
		s.Sleep(5 * time.Minute) // the last receipts
		v.look()
		v.check()
	}
	return v
}

// script configures the provider and the settings of the seed.
func (v *verdict) script() {
	rules := []ordertest.Rule{{Suffix: "99", Outcome: "ok"}} // with any rule the simulator's own digits mean nothing
	for d, o := range outcomes {
		if v.pick.IntN(2) == 0 {
			v.bent[fmt.Sprint(d)] = o == "undeliverable" || o == "never"
			rules = append(rules, ordertest.Rule{Suffix: fmt.Sprint(d), Outcome: o})
		}
	}
	v.Control("script", map[string]any{"rules": rules})
	drop := float64(v.pick.IntN(2)) * 0.1
	v.whole = drop == 0
	v.Control("webhooks", map[string]any{"delayMs": v.pick.IntN(3000), "duplicate": v.pick.Float64() * 0.4, "reorder": v.pick.Float64() * 0.4,
		"batch": 1 + v.pick.IntN(20), "drop": drop})
	book := setting.New(v.System.DB, time.Now, setting.Define(testkit.ModuleParts()...))
	for key, value := range map[string]any{"order.review.auto": v.pick.IntN(3) > 0, "receipt.window.seconds": 5 * v.pick.IntN(2)} {
		if err := book.Set(v.Context, key, fmt.Sprint(value), "admin"); err != nil {
			panic(err)
		}
	}
}

// cast starts some users of each kind, who act concurrently.
func (v *verdict) cast() {
	ana, bob := v.Groups[v.Ana], v.Groups[v.Bob]
	shared := ana[v.pick.IntN(3)]
	act := func(likely int, do func()) {
		if v.pick.IntN(100) < likely {
			v.actors.Go(do)
		}
	}
	act(100, func() { v.buyer(v.Ana, "first", shared, "") })
	act(70, func() { v.buyer(v.Ana, "second", ana[1], "") })
	act(50, func() { v.drafter(v.Ana, "third", ana[2]) })
	act(50, func() { v.buyer(v.Bob, "fourth", bob[0], "") })
	act(40, func() { v.swapper(v.Bob, "fifth") })
	act(20, func() { v.drafter(v.Bob, "sixth", bob[1]) })
	act(60, func() { v.player(v.Ana, "errand", ordertest.ErrandPath) })
	act(60, func() { v.player(v.Bob, "page", ordertest.PagerPath) })
	act(40, func() { v.player(v.Bob, "comments", ordertest.CommentPath) })
	act(40, v.crew)
	act(100, v.reviewer)
	act(50, func() { v.editor(v.Ana, shared) })
	act(20, func() { v.editor(v.Bob, bob[0]) })
	act(40, func() { v.warden([]*ordertest.Actor{v.Admin, v.Agent}[v.roll(2)], v.Ana) })
	act(20, func() { v.warden(v.Admin, v.Bob) })
	act(40, func() { v.suppressor(v.Ana, shared) })
	act(20, func() { v.suppressor(v.Bob, bob[0]) })
	act(40, v.recipient)
	act(60, v.banker)
	act(50, v.pricer)
	act(30, v.stranger)
	act(40, func() { v.switcher(v.Bob, "seventh", bob[2]) })
	act(40, func() {
		v.estimator(&purchase{who: v.Ana, name: "eighth", path: ordertest.BulkPath, group: ana[2]},
			ordertest.NamedOrderBody("eighth", ana[2], ""))
	})
	act(40, func() { v.raiser("bulk.whatsapp", 4) })
	act(40, v.grabber)
	act(20, v.closer)
	act(30, func() { v.watcher(v.Ana) })
}

// untilSettled waits for the end of all orders. The owner resumes orders that a user or the platform paused.
func (v *verdict) untilSettled() bool {
	for range 240 { // calls without an end event keep their lines for a while
		v.Sleep(time.Minute)
		open := ""
		for _, o := range v.play.orders(v.Admin) {
			switch {
			case o.Status == order.Review:
				v.decide(o, true, false, 0)
			case o.Status == order.Paused:
				v.resume(o)
			case o.ActualCost != nil:
				continue
			case o.Status == order.Sending && o.Kind == comment.Kind:
				v.WorkOn(v.Scenario, o.ID)
			case o.Status == order.Sending:
				if b := v.purchase(o.Name); b != nil && b.hand && b.id() == o.ID {
					v.choose(b)
				}
			}
			open += fmt.Sprintf(" %s in state %d", o.Name, o.Status)
		}
		if open == "" {
			return true
		}
		v.bad = "no end of" + open
	}
	return false
}

// resume resumes a paused order as its owner.
func (v *verdict) resume(o order.Row) {
	if b := v.purchase(o.Name); b.id() == o.ID {
		v.act(b, order.Start)
		return
	}
	v.Await(v.Admin, ordertest.NewRequest("PUT", pathOf(o.Kind)+"/"+o.ID+"/start", nil))
}

// look reads the current orders.
func (v *verdict) look() {
	v.bad = ""
	flow := func() *order.Flow {
		return &order.Flow{DB: v.System.DB, Orders: &order.Store{DB: v.System.DB, Now: time.Now},
			Credit: order.Credit{Ledger: &ledger.Ledger{DB: v.System.DB, Now: time.Now}}, Now: time.Now}
	}
	v.rooms = bulk.New(&bulk.Service{Engine: &dispatch.Engine{Senders: provider.NewRegistry(), Flow: flow()}})
	ordertest.JoinKinds(v.rooms, ordertest.NewErrandKind(flow()),
		ordertest.NewPageKind(&dispatch.Engine{Senders: provider.NewRegistry(), Flow: flow()}), comment.New(flow(), nil).Flow)
	v.orders = map[string]*order.Order{}
	for _, row := range v.play.orders(v.Admin) {
		o, ok, err := v.rooms.Engine.Flow.Orders.Get(v.Context, row.ID)
		v.expect(err == nil && ok, "order %s: %v", row.ID, err)
		v.orders[row.ID] = o
	}
}

// again retries the failed recipients of some settled orders under the same conditions, and waits until they have settled.
func (v *verdict) again() bool {
	v.Faults.Store(!v.calm)
	for _, o := range v.play.orders(v.Admin) {
		if b := v.purchase(o.Name); b != nil && o.ActualCost != nil && v.pick.IntN(3) > 0 {
			v.actors.Go(func() { v.retrier(b) })
		}
	}
	if v.pick.IntN(4) == 0 {
		v.actors.Go(func() { v.warden(v.Admin, v.Ana) })
	}
	v.actors.Wait()
	v.Sleep(time.Duration(1+v.pick.IntN(60)) * time.Second)
	v.Faults.Store(false)
	v.play.unlock(v.Admin, v.Ana)
	return v.untilSettled()
}
