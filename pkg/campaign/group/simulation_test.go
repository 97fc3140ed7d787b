package group_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	partnersim "herald/localstack/simulators/partner"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/kit/money"
)

var (
	seeds = flag.Int("seeds", 120, "how many seeds the simulation runs, as far as -spend allows")
	first = flag.Int("seed", 0, "the first of them")
	spend = flag.Duration("spend", 10*time.Second, "how long the simulation begins new seeds; 0 for all of them")
)

// Functions die between any two outside calls, before or after they took effect. Answers of the partner are cut,
// lost, late, garbled and repeated. An order is paused, started, stopped. Prices rise between an estimate and its
// order, orders change while staff review them, and the customer denies that groups were made. In the end every order
// is settled, nothing was made twice, no recipient is lost, and the ledger is exact.
func TestSimulation(t *testing.T) {
	ran, began := 0, time.Now()
	for ; ran < *seeds && (*spend == 0 || time.Since(began) < *spend); ran++ {
		seed := *first + ran
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inScenario(t, uint64(seed), func(w *scenario) { w.play() })
			if t.Failed() {
				t.Logf("again: go test ./pkg/campaign/group -run TestSimulation -seeds 1 -seed %d", seed)
			}
		})
	}
	t.Logf("%d seeds in %.0f s", ran, time.Since(began).Seconds())
}

func (w *scenario) play() {
	outcomes := []string{"ok", "refused", "cut", "cut_after_accept", "slow", "garbled", "bare_500", "busy", "partial", "duplicate", "invalid"}
	var rules []sim.Rule
	for range w.rng.IntN(5) {
		suffix := []string{"-0-1", "-1-1", "-2-1", "members/0", "members/1", "/admins", "/mute", "/greetings/0", "/greetings/1",
			""}[w.rng.IntN(10)]
		rules = append(rules, sim.Rule{Suffix: suffix, Outcome: outcomes[w.rng.IntN(len(outcomes))], Times: 1 + w.rng.IntN(3)})
	}
	if err := w.sim.SetScript(rules); err != nil {
		w.t.Fatal(err)
	}
	people := 94 + w.rng.IntN(100)
	review := w.rng.IntN(3) == 0
	if err := w.Engine.Flow.Settings.Set(w.t.Context(), "order.review.auto", fmt.Sprint(!review), "admin"); err != nil {
		w.t.Fatal(err)
	}
	request := w.request(w.file(0, people), nil)
	id := w.told(request)
	if review {
		w.reviewed(id, request)
	}
	w.befalls(id, 60, func() {
		if w.rng.IntN(3) == 0 {
			w.settles(id)
		}
	})
	w.holds(id, people)
}

// befalls lets time pass over an order. At most a given number of functions die, and users pause, resume, stop or cancel the order. In the
// end it is resumed.
func (w *scenario) befalls(id string, most int, between func()) {
	deaths := 0
	kill := func() int {
		if deaths > most || w.rng.IntN(3) > 0 {
			return 0
		}
		deaths++
		return 1 + w.rng.IntN(40)
	}
	for range 12 {
		w.seconds(10+w.rng.IntN(40), kill)
		switch w.rng.IntN(12) {
		case 0:
			w.try("PUT", orders+"/"+id+"/pause", nil)
		case 1, 2, 3:
			w.try("PUT", orders+"/"+id+"/start", nil)
		case 4:
			if w.rng.IntN(4) == 0 {
				w.try("PUT", orders+"/"+id+"/stop", nil)
			}
		case 5:
			w.try("PUT", orders+"/"+id+"/pause", nil)
			w.seconds(w.rng.IntN(3), kill)
			w.try("PUT", orders+"/"+id+"/cancel", nil)
		}
		between()
	}
	w.try("PUT", orders+"/"+id+"/start", nil)
	w.seconds(2*3600, nil)
}

// holds checks the invariants.
func (w *scenario) holds(id string, people int) {
	o, ok, err := w.Engine.Flow.Orders.Get(w.t.Context(), id)
	if err == nil && ok && o.Status == order.Cancelled {
		w.undone(o, len(w.sim.Made()))
		return
	}
	if err != nil || !ok || !o.Settled {
		w.t.Fatalf("%+v %v", o, err)
	}
	made := map[string]int{}
	for _, g := range w.sim.Made() {
		if !slices.ContainsFunc(g.Members, func(p partnersim.Person) bool {
			return strings.HasPrefix(p.Number, "55119") && p.State != "refused" && p.Number < "5511970000000"
		}) {
			continue // it got no people: it has failed
		}
		made[strings.Join(strings.Split(g.Reference, "-")[1:3], "-")]++
		if len(g.Greetings) > 2 {
			w.t.Errorf("greeted %d times", len(g.Greetings))
		}
		seen := map[string]bool{}
		for _, m := range g.Members {
			if seen[m.Number] {
				w.t.Errorf("%s twice", m.Number)
			}
			seen[m.Number] = true
		}
	}
	for g, n := range made {
		if n > 1 {
			w.t.Errorf("group %s was made %d times", g, n)
		}
	}
	created, sum := o.Counts["created"], 0
	for _, n := range o.Counts {
		sum += n
	}
	if sum != o.Total || created > len(made) || o.Status == order.Completed && created != len(made) {
		w.t.Errorf("counts %v of %d, the partner made %d, state %d", o.Counts, o.Total, len(made), o.Status)
	}
	charge := money.Amount(created) * 100 * w.place
	if available, reserved := w.balance(); reserved != 0 || available != credit-charge || *o.Actual != charge {
		w.t.Errorf("available %s, reserved %s, charged %s for %d groups", available, reserved, o.Actual, created)
	}
	if n := w.ok("GET", orders+"/resource/num/"+stock.DayOf(o.Created), nil)["num"]; n != float64(500-created) {
		w.t.Errorf("stock %v after %d groups", n, created)
	}
	if whole, err := w.Engine.PlanComplete(w.t.Context(), o); err != nil || !whole {
		if err != nil || o.Status != order.Stopped {
			w.t.Errorf("not planned, state %d: %v", o.Status, err)
		}
		return // it was stopped before all its groups stood, so some people are in none
	}
	numbers := map[string]int{}
	for n := range o.Total {
		page := w.ok("GET", fmt.Sprintf("%s/%s/group/%d/member/page?size=100&role=member", orders, id, n+1), nil)
		for _, r := range page["records"].([]any) {
			numbers[r.(map[string]any)["phoneNumber"].(string)]++
		}
	}
	for number, n := range numbers {
		if n != 1 {
			w.t.Errorf("%s stands in %d groups", number, n)
		}
	}
	if len(numbers) != people {
		w.t.Errorf("%d of %d people", len(numbers), people)
	}
}

// undone checks that a cancelled order made nothing and that its reservation was released.
func (w *scenario) undone(o *order.Order, made int) {
	if made > 0 {
		w.t.Errorf("cancelled, and %d groups were made", made)
	}
	if available, reserved := w.balance(); reserved != 0 || available != credit {
		w.t.Errorf("cancelled: available %s, reserved %s", available, reserved)
	}
	if n := w.ok("GET", orders+"/resource/num/"+stock.DayOf(o.Created), nil)["num"]; n != float64(500) {
		w.t.Errorf("cancelled: stock %v", n)
	}
}
