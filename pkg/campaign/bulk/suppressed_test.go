package bulk_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
	"herald/pkg/provider"
)

const other = "01JD000000000000000THER000"

// stopped runs a test of suppression in the simulation's harness, without faults, with two tenants on one sender.
func stopped(t *testing.T, recipients int, test func(t *testing.T, w *world)) {
	dispatch.SetSizes(20, 6)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	clocktest.Bubble(t, func(t *testing.T) {
		w := newWorld(7, recipients)
		defer w.lives.Wait()
		defer w.sim.Close()
		defer w.end()
		w.control("script", `{"rules":[{"suffix":"99","outcome":"ok"}]}`)
		w.settings["order.review.auto"] = true
		w.deposit(1_000_000 * money.Credit)
		_, err := w.calm().Ledger.Post(w.ctx, ledger.Movement{ID: "in2", Operator: ledger.System,
			Changes: []ledger.Change{{Account: other, Type: ledger.PlatformRecharge, Available: 1000 * money.Credit}},
			Contra:  []ledger.Leg{{Account: ledger.CashIn, Amount: -1000 * money.Credit}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.db.Write(w.ctx, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
			t.Fatal(err)
		}
		w.janitor()
		test(t, w)
	})
}

func (w *world) order(t *testing.T, tenant string) string {
	t.Helper()
	p := w.principal()
	if tenant != customer {
		p = &auth.Principal{UserID: tenant, Tenant: tenant, Name: "Other", Type: auth.First}
		w.shows(t, p)
	}
	got, err := w.calm().Submit(auth.Into(w.ctx, p), p,
		&bulk.Request{Name: "x", GroupID: w.group, Channel: "whatsapp", CountryCode: "BR",
			Message: bulk.Message{Type: provider.Text, Text: "hi"}})
	if err != nil {
		t.Fatal(err)
	}
	return got.ID
}

// shows shows the customer's contact list to a user.
func (w *world) shows(t *testing.T, p *auth.Principal) {
	t.Helper()
	list := func(scope auth.Scope) store.Key {
		return store.Key{Table: "audience", PK: "L#contactsgroup#" + string(scope), SK: w.group}
	}
	row, err := w.db.Get(w.ctx, list(w.principal().Scope()), true)
	if err == nil && row != nil {
		delete(row, "pk")
		delete(row, "sk")
		_, err = w.db.Write(w.ctx, store.Op{Verb: store.Put, Key: list(p.Scope()), Item: row})
	}
	if err != nil || row == nil {
		t.Fatalf("the collection's row: %v, %v", row, err)
	}
}

func (w *world) sent(number uint64) (times []time.Time) {
	accepted, _ := w.sim.Messages(0, 1<<30)
	for _, a := range accepted {
		if a.To == strconv.FormatUint(number, 10) {
			times = append(times, a.AcceptedAt)
		}
	}
	return times
}

func (w *world) finished(t *testing.T, id string) *order.Order {
	t.Helper()
	for range 400 {
		w.sleep(10 * time.Second)
		o, _, err := w.calm().Orders.Get(w.ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if o.Status == order.Settling || o.Settled {
			return o
		}
	}
	t.Fatal("the order hangs")
	return nil
}

// held reads an order over its routes and holds the sum of its counts to its total.
func (w *world) held(t *testing.T, id string) map[string]int {
	t.Helper()
	r := w.calm()
	d, err := r.DetailOf(auth.Into(w.ctx, &auth.Principal{UserID: "admin", Type: auth.Admin}), id)
	if err != nil {
		t.Fatal(err)
	}
	sum, out := 0, map[string]int{}
	for _, n := range d.Counts {
		sum += n
	}
	if sum != d.Total {
		t.Errorf("counts %v add up to %d, not %d", d.Counts, sum, d.Total)
	}
	for _, h := range d.HeldBack {
		out[h.Reason] = h.Count
	}
	return out
}

func (w *world) say(t *testing.T, in whatsappsim.Inbound) {
	t.Helper()
	if err := w.sim.Receive(in); err != nil {
		t.Fatal(err)
	}
}

// Who answers STOP gets nothing more of the tenants that wrote to it, at once and on a shared sender; another tenant's order is
// not touched, and START lifts it (C17).
func TestStopHoldsForWhoWroteAndStartLiftsIt(t *testing.T) {
	stopped(t, 40, func(t *testing.T, w *world) {
		n := w.numbers[3]
		w.finished(t, w.order(t, customer))
		if len(w.sent(n)) != 1 {
			t.Fatalf("%d messages before the STOP", len(w.sent(n)))
		}
		w.say(t, whatsappsim.Inbound{From: strconv.FormatUint(n, 10), Text: "Parar, por favor!"})
		w.sleep(time.Second)
		second := w.order(t, customer)
		w.finished(t, second)
		if got := w.held(t, second); len(w.sent(n)) != 1 || got["optedOut"] != 1 {
			t.Fatalf("after STOP: %d messages, held back %v", len(w.sent(n)), got)
		}
		third := w.order(t, other)
		w.finished(t, third)
		if got := w.held(t, third); len(w.sent(n)) != 2 || len(got) != 0 {
			t.Fatalf("the other tenant's order: %d messages, held back %v", len(w.sent(n)), got)
		}
		w.say(t, whatsappsim.Inbound{From: strconv.FormatUint(n, 10), Text: "START"})
		w.sleep(time.Second)
		w.finished(t, w.order(t, customer))
		if len(w.sent(n)) != 3 {
			t.Fatalf("after START: %d messages", len(w.sent(n)))
		}
		w.sleep(2 * time.Hour)
		if o, _, err := w.calm().Orders.Get(w.ctx, second); err != nil || !o.Settled || *o.Actual != o.Price*money.Amount(o.Total-1) {
			t.Errorf("charged %v for %d of %d", o.Actual, o.Total-1, o.Total)
		}
	})
}

// A STOP takes effect within a second while an order runs, also on a slow sender whose sub-batch lasts longer.
func TestStopWhileAnOrderRuns(t *testing.T) {
	stopped(t, 300, func(t *testing.T, w *world) {
		w.perSecond = 5
		id := w.order(t, customer)
		w.sleep(4 * time.Second)
		g := w.calm().Suppressed
		at := time.Now()
		var changes []suppression.Change
		for _, n := range w.numbers {
			changes = append(changes, suppression.Change{Owner: auth.Owner{User: customer, Tenant: customer}, Number: n, Source: suppression.Manual,
				At: at})
		}
		if _, err := g.Record(w.ctx, changes); err != nil {
			t.Fatal(err)
		}
		w.finished(t, id)
		accepted, _ := w.sim.Messages(0, 1<<30)
		late := 0
		for _, a := range accepted {
			if a.AcceptedAt.After(at.Add(time.Second)) {
				late++
			}
		}
		if got := w.held(t, id); late > 0 || len(accepted) == 0 || got["suppressed"] != len(w.numbers)-len(accepted) {
			t.Errorf("%d of %d sent later than a second after, held back %v", late, len(accepted), got)
		}
	})
}

// A global entry holds for every tenant; one for another channel does not hold here.
func TestGlobalEntriesAndChannels(t *testing.T) {
	stopped(t, 30, func(t *testing.T, w *world) {
		if _, err := w.calm().Suppressed.Record(w.ctx, []suppression.Change{{Number: w.numbers[0], Source: suppression.Manual, At: time.Now()},
			{Number: w.numbers[1], Channel: "sms", Source: suppression.Manual, At: time.Now()}}); err != nil {
			t.Fatal(err)
		}
		for _, tenant := range []string{customer, other} {
			w.finished(t, w.order(t, tenant))
		}
		if len(w.sent(w.numbers[0])) != 0 || len(w.sent(w.numbers[1])) != 2 {
			t.Errorf("global: %d messages, other channel: %d", len(w.sent(w.numbers[0])), len(w.sent(w.numbers[1])))
		}
	})
}

// A provider's opt-out (131050, user_preferences) and a complaint hold the recipient back next time; "resume" lifts the first.
func TestOptOutsAndComplaintsHoldBackNextTime(t *testing.T) {
	stopped(t, 40, func(t *testing.T, w *world) {
		refused, pref, complained := w.numbers[10], w.numbers[11], w.numbers[12]
		first := w.order(t, customer)
		w.finished(t, first)
		o, _, _ := w.calm().Orders.Get(w.ctx, first)
		ref := func(n uint64) string {
			for c := range o.Pieces() {
				targets, err := w.calm().TargetsOf(w.ctx, o, c)
				if err != nil {
					t.Fatal(err)
				}
				if i := slices.IndexFunc(targets, func(x dispatch.Target) bool { return x.PhoneNumber == strconv.FormatUint(n, 10) }); i >= 0 {
					return dispatch.Reference{Order: first, Gen: 1, Chunk: c, Index: i, Sent: time.Now().Unix()}.String()
				}
			}
			t.Fatal("no such recipient")
			return ""
		}
		now := time.Now().UnixMilli()
		body := []map[string]any{{"r": ref(refused), "s": "provider", "t": now, "c": 131050}, {"r": ref(complained), "s": "complaint", "t": now}}
		for range 2 { // a repetition changes nothing
			if err := w.calm().HandleInbound(w.ctx, queue.New(dispatch.TaskInbound, "", body)); err != nil {
				t.Fatal(err)
			}
		}
		w.say(t, whatsappsim.Inbound{From: strconv.FormatUint(pref, 10), Stop: true})
		w.sleep(time.Second)
		second := w.order(t, customer)
		w.finished(t, second)
		if got := w.held(t, second); got["optedOut"] != 2 || got["suppressed"] != 1 {
			t.Errorf("held back %v", got)
		}
		w.say(t, whatsappsim.Inbound{From: strconv.FormatUint(pref, 10), Resume: true})
		w.sleep(time.Second)
		w.finished(t, w.order(t, customer))
		if len(w.sent(pref)) != 2 || len(w.sent(refused)) != 1 || len(w.sent(complained)) != 1 {
			t.Errorf("after resume: %d %d %d", len(w.sent(pref)), len(w.sent(refused)), len(w.sent(complained)))
		}
	})
}

// The cap is exact when two orders of a tenant run at once, and counts what another tenant sends to nobody else.
func TestFrequencyCapWithTwoOrdersAtOnce(t *testing.T) {
	stopped(t, 60, func(t *testing.T, w *world) {
		for key, value := range map[string]string{"recipient.cap.count": "1", "recipient.cap.days": "7"} {
			if err := setting.New(w.db, time.Now, setting.Define(testkit.ModuleParts()...)).Set(w.ctx, key, value, "admin"); err != nil {
				t.Fatal(err)
			}
		}
		ids := [2]string{w.order(t, customer), w.order(t, customer)}
		capped := 0
		for _, id := range ids {
			w.finished(t, id)
			capped += w.held(t, id)["capped"]
		}
		for _, n := range w.numbers {
			if len(w.sent(n)) != 1 {
				t.Errorf("%d got %d messages", n, len(w.sent(n)))
			}
		}
		if capped != len(w.numbers) {
			t.Errorf("%d held back, not %d", capped, len(w.numbers))
		}
		w.finished(t, w.order(t, other))
		if len(w.sent(w.numbers[0])) != 2 {
			t.Error("one tenant's cap held another's order back")
		}
		w.sleep(8 * 24 * time.Hour)
		w.finished(t, w.order(t, customer))
		if len(w.sent(w.numbers[0])) != 3 {
			t.Error("the period does not end")
		}
	})
}
