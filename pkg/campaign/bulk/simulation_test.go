package bulk_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
	"herald/pkg/provider"
)

var (
	seeds = flag.Uint64("seeds", 2000, "how many seeds the simulation runs, as far as -spend allows")
	first = flag.Uint64("first", 1, "the first of them")
	seed  = flag.Uint64("seed", 0, "run this seed alone")
	spend = flag.Duration("spend", 20*time.Second, "how long the simulation begins new seeds; 0 for all of them")
	keep  = flag.Bool("keep", false, "go on after a seed that fails")
)

// The simulation checks the promises between the modules. Functions die between any two calls. Tasks are duplicated,
// delayed and lost, and calls of AWS and of the provider fail in every way of a network. All users act at the same
// time. Every charge is for an accepted message, and every accepted message is paid for. No recipient gets a message
// of an order twice. Nothing is sent for a paused, cancelled or locked order, or to a suppressed number. A key and a
// draft become one order, and the ledger is exact.
func TestSimulation(t *testing.T) {
	dispatch.SetSizes(12, 4)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	town := theTown(t)
	var kills, injected, retried, edited, tried, chosen atomic.Int64
	temptations := &temptations{}
	settled := map[string]*atomic.Int64{bulk.Kind: {}, "errand": {}, "pager": {}}
	p := &pool{test: "TestSimulation"}
	p.run(t, func(s uint64) string {
		v := run(town, s)
		kills.Add(int64(v.kills))
		injected.Add(int64(v.injected))
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

func run(town *town, seed uint64) *verdict {
	s := town.open(seed)
	defer s.close()
	pick := rand.New(rand.NewPCG(seed, 3))
	v := &verdict{play: &play{system: s, town: town, pick: pick, locked: map[*actor][]span{}, money: map[*actor]int64{}},
		bent: map[string]bool{}, calm: pick.IntN(5) == 0}
	v.script()
	if pick.IntN(3) == 0 {
		v.evening()
	}
	s.janitor()
	s.faults.Store(!v.calm)
	v.cast()
	v.actors.Wait()
	s.sleep(time.Duration(1+pick.IntN(60)) * time.Second)
	s.faults.Store(false)
	v.play.unlock(v.admin, v.ana)
	v.play.unlock(v.admin, v.bob)
	over := v.untilSettled()
	for range pick.IntN(3) {
		over = over && v.again()
	}
	if over {
		s.sleep(5 * time.Minute) // the last receipts
		v.look()
		v.check()
	}
	return v
}

// script sets the provider, and the settings of the seed.
func (v *verdict) script() {
	rules := []whatsappRule{{Suffix: "99", Outcome: "ok"}} // with any rule the simulator's own digits mean nothing
	for d, o := range outcomes {
		if v.pick.IntN(2) == 0 {
			v.bent[fmt.Sprint(d)] = o == "undeliverable" || o == "never"
			rules = append(rules, whatsappRule{Suffix: fmt.Sprint(d), Outcome: o})
		}
	}
	v.control("script", map[string]any{"rules": rules})
	drop := float64(v.pick.IntN(2)) * 0.1
	v.whole = drop == 0
	v.control("webhooks", map[string]any{"delayMs": v.pick.IntN(3000), "duplicate": v.pick.Float64() * 0.4, "reorder": v.pick.Float64() * 0.4,
		"batch": 1 + v.pick.IntN(20), "drop": drop})
	book := setting.New(v.system.db, time.Now, setting.Define(testkit.ModuleParts()...))
	for key, value := range map[string]any{"order.review.auto": v.pick.IntN(3) > 0, "receipt.window.seconds": 5 * v.pick.IntN(2)} {
		if err := book.Set(v.ctx, key, fmt.Sprint(value), "admin"); err != nil {
			panic(err)
		}
	}
}

type whatsappRule struct {
	Suffix  string `json:"suffix"`
	Outcome string `json:"outcome"`
	Code    int    `json:"code,omitempty"`
}

// cast starts some users of each sort, which act at the same time.
func (v *verdict) cast() {
	ana, bob := v.groups[v.ana], v.groups[v.bob]
	shared := ana[v.pick.IntN(3)]
	act := func(likely int, do func()) {
		if v.pick.IntN(100) < likely {
			v.actors.Go(do)
		}
	}
	act(100, func() { v.buyer(v.ana, "first", shared, "") })
	act(70, func() { v.buyer(v.ana, "second", ana[1], "") })
	act(50, func() { v.drafter(v.ana, "third", ana[2]) })
	act(50, func() { v.buyer(v.bob, "fourth", bob[0], "") })
	act(40, func() { v.swapper(v.bob, "fifth") })
	act(20, func() { v.drafter(v.bob, "sixth", bob[1]) })
	act(60, func() { v.player(v.ana, "errand", errandPath) })
	act(60, func() { v.player(v.bob, "page", pagerPath) })
	act(100, v.reviewer)
	act(50, func() { v.editor(v.ana, shared) })
	act(20, func() { v.editor(v.bob, bob[0]) })
	act(40, func() { v.warden([]*actor{v.admin, v.agent}[v.roll(2)], v.ana) })
	act(20, func() { v.warden(v.admin, v.bob) })
	act(40, func() { v.suppressor(v.ana, shared) })
	act(20, func() { v.suppressor(v.bob, bob[0]) })
	act(40, v.recipient)
	act(60, v.banker)
	act(50, v.pricer)
	act(30, v.stranger)
	act(40, func() { v.switcher(v.bob, "seventh", bob[2]) })
	act(40, func() {
		v.estimator(&purchase{who: v.ana, name: "eighth", path: bulkPath, group: ana[2]}, wishOf("eighth", ana[2], ""))
	})
	act(40, func() { v.raiser("bulk.whatsapp", 4) })
	act(40, v.grabber)
	act(20, v.closer)
	act(30, func() { v.watcher(v.ana) })
}

// untilSettled waits for the end of all orders. The owner resumes orders that a user or the platform paused.
func (v *verdict) untilSettled() bool {
	for range 240 { // calls without an end event keep their lines for a while
		v.sleep(time.Minute)
		open := ""
		for _, o := range v.play.orders(v.admin) {
			switch {
			case o.Status == order.Review:
				v.decide(o, true, false, 0)
			case o.Status == order.Paused:
				v.resume(o)
			case o.ActualCost != nil:
				continue
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

// resume lets a paused order go on, as its owner.
func (v *verdict) resume(o order.Row) {
	if b := v.purchase(o.Name); b.id() == o.ID {
		v.act(b, order.Start)
		return
	}
	v.ask(v.admin, request{"PUT", pathOf(o.Kind) + "/" + o.ID + "/start", nil, ""})
}

// look reads the orders as they are.
func (v *verdict) look() {
	v.bad = ""
	flow := func() *order.Flow {
		return &order.Flow{DB: v.system.db, Orders: &order.Store{DB: v.system.db, Now: time.Now},
			Ledger: &ledger.Ledger{DB: v.system.db, Now: time.Now}, Now: time.Now}
	}
	v.rooms = bulk.New(&bulk.Service{Engine: &dispatch.Engine{Senders: provider.NewRegistry(), Flow: flow()}})
	join(v.rooms, newErrands(flow()), newPager(&dispatch.Engine{Senders: provider.NewRegistry(), Flow: flow()}))
	v.orders = map[string]*order.Order{}
	for _, row := range v.play.orders(v.admin) {
		o, ok, err := v.rooms.Orders.Get(v.ctx, row.ID)
		v.expect(err == nil && ok, "order %s: %v", row.ID, err)
		v.orders[row.ID] = o
	}
}

// again has the failed recipients of some settled orders sent to again, while everything else may happen to them, and waits for
// the end of it.
func (v *verdict) again() bool {
	v.faults.Store(!v.calm)
	for _, o := range v.play.orders(v.admin) {
		if b := v.purchase(o.Name); b != nil && o.ActualCost != nil && v.pick.IntN(3) > 0 {
			v.actors.Go(func() { v.retrier(b) })
		}
	}
	if v.pick.IntN(4) == 0 {
		v.actors.Go(func() { v.warden(v.admin, v.ana) })
	}
	v.actors.Wait()
	v.sleep(time.Duration(1+v.pick.IntN(60)) * time.Second)
	v.faults.Store(false)
	v.play.unlock(v.admin, v.ana)
	return v.untilSettled()
}

// control turns a knob of the provider's simulator.
func (s *system) control(name string, body any) {
	raw, err := json.Marshal(body)
	if err != nil {
		panic(err)
	}
	w := &world{sim: s.sim}
	w.control(name, string(raw))
}

// janitor ticks every minute, or less often. A tick that fails is made up for by the next.
func (s *system) janitor() {
	s.lives.Go(func() {
		every := time.Duration(1+s.n(3)) * time.Minute
		for n := 0; s.sleep(every); n++ {
			due := []string{"bulk", "playthings", "notice", "call", "contact", "user"} // the others process data that this test does not create
			for _, name := range due[:4+2*(n%2)] {
				_ = s.invoke(worker, time.Minute, func(ctx context.Context, i *instance) error { return i.ticks[name](ctx) })
			}
		}
	})
}
