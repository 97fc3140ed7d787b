package bulk_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/ordertest"
	voicesim "herald/localstack/simulators/voice"
	"herald/pkg/campaign/call"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
)

// callVerdict is the result of a seed of calls.
type callVerdict struct {
	*verdict
	phones *telephones
	calls  map[string][]voicesim.Call // by order
	at     map[string]time.Time       // when each was taken, by its id
	most   int                        // at a time
}

// Calls run under the same conditions as messages. No recipient is called twice in a generation of an order. No
// suppressed recipient is called, and no paused, stopped, cancelled or locked order calls. Concurrent calls never
// exceed the lines. Each order costs the minutes of the provider's record, and the ledger is exact.
func TestCallSimulation(t *testing.T) {
	chunkrow.SetSizes(12, 4)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	scenario := theTelephones(t)
	var kills, injected, made, minutes atomic.Int64
	temptations := &temptations{}
	p := &pool{test: "TestCallSimulation"}
	p.run(t, func(s uint64) string {
		v := runCalls(scenario, s)
		kills.Add(int64(v.Kills))
		injected.Add(int64(v.Injected))
		temptations.add(v.play)
		for _, all := range v.calls {
			made.Add(int64(len(all)))
			for _, c := range all {
				minutes.Add(int64(begunMinutes(c, 2)))
			}
		}
		return v.bad
	})
	t.Logf("%s, %d functions killed, %d calls of AWS failed, %d telephone calls of %d minutes", p, kills.Load(), injected.Load(), made.Load(),
		minutes.Load())
	temptations.enough(t, *seeds >= 200 && *spend == 0)
	if *seed == 0 && kills.Load()*injected.Load()*minutes.Load() == 0 {
		t.Error("nothing was killed, failed or spoken: the simulation tests nothing")
	}
}

func runCalls(scenario *telephones, seed uint64) *callVerdict {
	s := scenario.dial(seed)
	defer s.Close()
	pick := rand.New(rand.NewPCG(seed, 4))
	v := &callVerdict{phones: scenario, verdict: &verdict{play: &play{System: s, Scenario: scenario.Scenario, pick: pick,
		locked: map[*ordertest.Actor][]span{},
		money:  map[*ordertest.Actor]int64{}}, bent: map[string]bool{}, calm: pick.IntN(5) == 0}}
	v.script()
	s.Janitor()
	s.Faults.Store(!v.calm)
	v.callers()
	v.actors.Wait()
	s.Sleep(time.Duration(1+pick.IntN(60)) * time.Second)
	s.Faults.Store(false)
	v.play.unlock(v.Admin, v.Ana)
	over := v.untilSettled()
	for range pick.IntN(2) {
		over = over && v.again()
	}
	if over {
		s.Sleep(5 * time.Minute) // the last callbacks
		v.look()
		v.check()
	}
	return v
}

// callers starts some users of each sort, which act at the same time.
func (v *callVerdict) callers() {
	ana, bob := v.Groups[v.Ana], v.Groups[v.Bob]
	act := func(likely int, do func()) {
		if v.pick.IntN(100) < likely {
			v.actors.Go(do)
		}
	}
	act(100, func() { v.caller(v.Ana, "first", ana[0]) })
	act(60, func() { v.caller(v.Ana, "second", ana[1]) })
	act(70, func() { v.caller(v.Bob, "third", bob[0]) })
	act(30, func() { v.caller(v.Bob, "fourth", bob[1]) })
	act(100, v.reviewer)
	act(40, func() { v.warden([]*ordertest.Actor{v.Admin, v.Agent}[v.roll(2)], v.Ana) })
	act(50, func() { v.suppressor(v.Ana, ana[0]) })
	act(30, func() { v.suppressor(v.Bob, bob[0]) })
	act(40, func() {
		v.estimator(&purchase{who: v.Ana, name: "fifth", path: callPath, group: ana[1]},
			map[string]any{"name": "fifth", "groupId": ana[1], "recordingId": v.phones.recordings[v.Ana][v.roll(2)]})
	})
	act(40, func() { v.rerecorder(v.Bob, "sixth", bob[1]) })
	act(40, func() { v.raiser("call.voice", 1) })
	act(40, v.grabber)
	act(20, v.closer)
}

// caller orders calls.
func (v *callVerdict) caller(who *ordertest.Actor, name, group string) {
	request := map[string]any{"name": name, "groupId": group, "recordingId": v.phones.recordings[who][v.roll(2)], "apiOrderId": "api " + name}
	if v.roll(2) == 0 {
		request["callType"] = "interactive"
		request["intents"] = []map[string]any{{"digit": "1", "label": "yes"}, {"word": "tidak", "label": "no"}}
	}
	v.buy(&purchase{who: who, name: name, path: callPath, group: group}, request)
}

// look reads the orders and the provider's record.
func (v *callVerdict) look() {
	v.bad = ""
	flow := &order.Flow{DB: v.System.DB, Orders: &order.Store{DB: v.System.DB, Now: time.Now},
		Credit: order.Credit{Ledger: &ledger.Ledger{DB: v.System.DB, Now: time.Now}}, Now: time.Now}
	rooms := call.New(&call.Service{Engine: &dispatch.Engine{Senders: provider.NewRegistry(), Flow: flow}})
	v.orders, v.calls, v.at = map[string]*order.Order{}, map[string][]voicesim.Call{}, map[string]time.Time{}
	for _, row := range v.play.orders(v.Admin) {
		o, ok, err := rooms.Engine.Flow.Orders.Get(v.Context, row.ID)
		v.expect(err == nil && ok, "order %s: %v", row.ID, err)
		v.orders[row.ID] = o
	}
	accepted, _ := v.Phone.Messages(0, 1<<30)
	references := map[string]string{}
	for _, a := range accepted {
		references[a.ID], v.at[a.ID] = a.Reference, a.AcceptedAt
	}
	var all []voicesim.Call
	all, v.most = v.Phone.Calls()
	for _, c := range all {
		c.Reference = references[c.ID]
		ref, err := chunkrow.ParseReference(c.Reference)
		v.expect(err == nil && v.orders[ref.Order] != nil, "%s was called for no order: %q", c.To, c.Reference)
		v.calls[ref.Order] = append(v.calls[ref.Order], c)
	}
	v.ledger(rooms)
}

// ledger checks that every unit of credit is accounted for.
func (v *callVerdict) ledger(rooms *call.Service) {
	report, err := rooms.Engine.Flow.Credit.Ledger.Reconcile(v.Context)
	v.expect(err == nil && len(report.Differences) == 0 && report.Reserved == 0, "ledger: %v %+v", err, report)
	charged := map[string]money.Amount{}
	for _, o := range v.orders {
		if o.Actual != nil {
			charged[o.Owner.User] += *o.Actual
		}
	}
	for _, who := range []*ordertest.Actor{v.Ana, v.Bob} {
		available, reserved, err := rooms.Engine.Flow.Credit.Ledger.Balance(v.Context, who.ID)
		v.expect(err == nil && reserved == 0 && available == ordertest.FirstFunds*money.Credit-charged[who.ID],
			"%s holds %s, and %s reserved, of which %s was charged; %v", who.Login, available, reserved, charged[who.ID], err)
	}
	active, err := rooms.Engine.Flow.Orders.Active(v.Context, "")
	v.expect(err == nil && len(active) == 0, "the janitor still looks at %v", active)
}

// begunMinutes returns the begun minutes of an answered call in the provider's record.
func begunMinutes(c voicesim.Call, most int) int {
	if c.Status != "completed" {
		return 0
	}
	return min((c.Seconds+59)/60, most)
}

// check verifies all invariants at the end of a seed.
func (v *callVerdict) check() {
	v.onceEach()
	v.expect(v.most <= v.Trunks, "%d calls at a time on %d lines", v.most, v.Trunks)
	v.expect(len(v.Alarms) == 0, "alarm: %v", v.Alarms)
	v.decided()
	for _, o := range v.orders {
		v.called(o)
	}
}

// called checks the calls and the cost of an order.
func (v *callVerdict) called(o *order.Order) {
	b := v.purchase(o.Name)
	v.expect(o.Settled && o.Actual != nil, "%s hangs in state %d", o.Name, o.Status)
	if b == nil || o.Actual == nil {
		return
	}
	members := v.Members[b.group]
	known := map[string]bool{}
	for _, n := range members {
		known[fmt.Sprint(n)] = true
	}
	times, minutes := map[sent]int{}, 0
	for _, c := range v.calls[o.ID] {
		ref, _ := chunkrow.ParseReference(c.Reference) // it was read before
		once := sent{ref.Gen, c.To}
		times[once]++
		v.expect(times[once] == 1, "%s was called %d times by %s in generation %d", c.To, times[once], o.Name, ref.Gen)
		v.expect(known[c.To], "%s is called by %s and is no recipient", c.To, o.Name)
		v.expect(len(c.Alerts) == 0 || !v.calm, "what the provider was told of %s: %v", c.To, c.Alerts)
		v.expect(c.Seconds <= 60*o.Parts, "%s was on the line for %d s of %d minutes", c.To, c.Seconds, o.Parts)
		v.restsCall(o, b, c)
		minutes += begunMinutes(c, o.Parts)
	}
	least, most := o.Price, o.Price
	for _, g := range o.Past {
		least, most = min(least, g.Price), max(most, g.Price)
	}
	v.expect(*o.Actual >= least*money.Amount(minutes) && *o.Actual <= most*money.Amount(minutes) || !v.whole,
		"%s is charged %s for %d minutes at %s", o.Name, *o.Actual, minutes, o.Price)
	v.expect(*o.Actual <= most*money.Amount(o.Parts*len(v.calls[o.ID])), "%s is charged %s for %d calls", o.Name, *o.Actual,
		len(v.calls[o.ID]))
	if b.most != nil {
		r, ok, err := v.book().Reservation(v.Context, o.ID+".1")
		v.expect(err == nil && ok && r.Settled <= *b.most, "%s is charged %s, and %s was told, %v", o.Name, r.Settled, b.most, err)
	}
	v.told(o)
	v.shown(o, minutes)
}

// restsCall checks that no call is made for a paused, stopped, cancelled or locked order, or to a suppressed recipient, once that took
// effect.
func (v *callVerdict) restsCall(o *order.Order, b *purchase, c voicesim.Call) {
	const grace = 2 * time.Second // however late an answer of AWS is
	at := v.at[c.ID]
	for _, s := range b.rest {
		v.expect(!s.holds(at, grace), "%s was called %s after %s was paused or stopped", c.To, at.Sub(s.since), o.Name)
	}
	for _, h := range v.held {
		if h.number == c.To && (h.by == nil || h.by == b.who) {
			v.expect(!at.After(h.since.Add(grace)), "%s was called %s after it was suppressed", c.To, at.Sub(h.since))
		}
	}
	for _, s := range v.locked[b.who] {
		v.expect(!s.holds(at, grace), "%s was called %s after the owner of %s was locked", c.To, at.Sub(s.since), o.Name)
	}
}

// shown checks that the page of an order matches the provider's record.
func (v *callVerdict) shown(o *order.Order, minutes int) {
	a := v.Await(v.Admin, ordertest.NewRequest("GET", callPath+"/"+o.ID, nil))
	var d call.Detail
	if err := json.Unmarshal(a.Data, &d); err != nil || !a.OK() {
		v.expect(false, "the page of %s: %d %v", o.Name, a.Status, err)
		return
	}
	sum := 0
	for _, n := range d.Counts {
		sum += n
	}
	v.expect(sum == o.Total, "%s: counts %v add up to %d, not %d", o.Name, d.Counts, sum, o.Total)
	v.expect(len(v.calls[o.ID]) == 0 || v.wasRead(o, d.RecordingID), "%s plays what nobody listened to", o.Name)
	if !v.whole {
		return
	}
	want := map[string]int{}
	for _, c := range v.calls[o.ID] {
		switch c.Status {
		case "completed":
			want["answered"]++
			want[c.AnsweredBy]++
			want["seconds"] += c.Seconds
		default:
			want[c.Status]++
		}
		switch {
		case c.Pressed == "1":
			want["yes"]++
		case c.Said == "tidak":
			want["no"]++
		case c.Pressed != "":
			want["other"]++
		}
	}
	if o.Retried() {
		return // a recipient that was called again counts once, by the last call
	}
	got := d.Calls
	v.expect(got.Answered == want["answered"] && got.Human == want["human"] && got.Machine == want["machine_start"] &&
		got.Seconds == want["seconds"] && got.Minutes == minutes && got.Busy == want["busy"] &&
		got.NoAnswer == want["no-answer"], "%s shows %+v, the provider's book %v", o.Name, got, want)
	if d.CallType == call.Interactive && v.calm {
		v.expect(got.Intents["yes"] == want["yes"] && got.Intents["no"] == want["no"] && got.Intents["other"] == want["other"],
			"%s shows %v, the provider's book %v", o.Name, got.Intents, want)
	}
}
