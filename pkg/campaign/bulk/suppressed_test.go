package bulk_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/setting"
)

const other = "01JD000000000000000THER000"

// stopped runs a test of suppression in the simulation's harness, without faults, with two tenants on one sender.
func stopped(t *testing.T, recipients int, test func(t *testing.T, w *ordertest.Pipeline)) {
	chunkrow.SetSizes(20, 6)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	clocktest.Bubble(t, func(t *testing.T) {
		w := ordertest.NewPipeline(7, recipients)
		defer w.Goroutines.Wait()
		defer w.Sim.Close()
		defer w.Stop()
		w.Control("script", `{"rules":[{"suffix":"99","outcome":"ok"}]}`)
		w.Settings["order.review.auto"] = true
		w.Deposit(1_000_000 * money.Credit)
		_, err := w.Reliable().Engine.Flow.Credit.Ledger.Post(w.Context, ledger.Movement{ID: "in2", Operator: ledger.System,
			Changes: []ledger.Change{{Account: other, Type: ledger.PlatformRecharge, Available: 1000 * money.Credit}},
			Contra:  []ledger.Leg{{Account: ledger.CashIn, Amount: -1000 * money.Credit}}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.DB.Write(w.Context, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
			t.Fatal(err)
		}
		w.Janitor()
		test(t, w)
	})
}

// A recipient that replies STOP gets nothing more from the tenants that wrote to it, immediately and on a shared sender. Another tenant's
// order is not affected, and START lifts the entry (C17).
func TestStopHoldsForWhoWroteAndStartLiftsIt(t *testing.T) {
	stopped(t, 40, func(t *testing.T, w *ordertest.Pipeline) {
		n := w.Numbers[3]
		w.Finished(t, submitAs(t, w, ordertest.CustomerID))
		if len(w.SentAt(n)) != 1 {
			t.Fatalf("%d messages before the STOP", len(w.SentAt(n)))
		}
		w.Reply(t, whatsappsim.Inbound{From: strconv.FormatUint(n, 10), Text: "Parar, por favor!"})
		w.Sleep(time.Second)
		second := submitAs(t, w, ordertest.CustomerID)
		w.Finished(t, second)
		if got := checkedCounts(t, w, second); len(w.SentAt(n)) != 1 || got["optedOut"] != 1 {
			t.Fatalf("after STOP: %d messages, held back %v", len(w.SentAt(n)), got)
		}
		third := submitAs(t, w, other)
		w.Finished(t, third)
		if got := checkedCounts(t, w, third); len(w.SentAt(n)) != 2 || len(got) != 0 {
			t.Fatalf("the other tenant's order: %d messages, held back %v", len(w.SentAt(n)), got)
		}
		w.Reply(t, whatsappsim.Inbound{From: strconv.FormatUint(n, 10), Text: "START"})
		w.Sleep(time.Second)
		w.Finished(t, submitAs(t, w, ordertest.CustomerID))
		if len(w.SentAt(n)) != 3 {
			t.Fatalf("after START: %d messages", len(w.SentAt(n)))
		}
		w.Sleep(2 * time.Hour)
		if o, _, err := w.Reliable().Engine.Flow.Orders.Get(w.Context, second); err != nil || !o.Settled ||
			*o.Actual != o.Price*money.Amount(o.Total-1) {
			t.Errorf("charged %v for %d of %d", o.Actual, o.Total-1, o.Total)
		}
	})
}

// A STOP takes effect within a second while an order runs, even on a slow sender whose sub-batch lasts longer.
func TestStopWhileAnOrderRuns(t *testing.T) {
	stopped(t, 300, func(t *testing.T, w *ordertest.Pipeline) {
		w.PerSecond = 5
		id := submitAs(t, w, ordertest.CustomerID)
		w.Sleep(4 * time.Second)
		g := w.Reliable().Engine.Suppressed
		at := time.Now()
		var changes []suppression.Change
		for _, n := range w.Numbers {
			changes = append(changes, suppression.Change{Owner: auth.Owner{User: ordertest.CustomerID, Tenant: ordertest.CustomerID}, Number: n,
				Source: suppression.Manual,
				At:     at})
		}
		if _, err := g.Record(w.Context, changes); err != nil {
			t.Fatal(err)
		}
		w.Finished(t, id)
		accepted, _ := w.Sim.Messages(0, 1<<30)
		late := 0
		for _, a := range accepted {
			if a.AcceptedAt.After(at.Add(time.Second)) {
				late++
			}
		}
		if got := checkedCounts(t, w, id); late > 0 || len(accepted) == 0 || got["suppressed"] != len(w.Numbers)-len(accepted) {
			t.Errorf("%d of %d sent later than a second after, held back %v", late, len(accepted), got)
		}
	})
}

// A global entry applies to every tenant; an entry for another channel does not apply.
func TestGlobalEntriesAndChannels(t *testing.T) {
	stopped(t, 30, func(t *testing.T, w *ordertest.Pipeline) {
		if _, err := w.Reliable().Engine.Suppressed.Record(w.Context,
			[]suppression.Change{{Number: w.Numbers[0], Source: suppression.Manual, At: time.Now()},
				{Number: w.Numbers[1], Channel: "sms", Source: suppression.Manual, At: time.Now()}}); err != nil {
			t.Fatal(err)
		}
		for _, tenant := range []string{ordertest.CustomerID, other} {
			w.Finished(t, submitAs(t, w, tenant))
		}
		if len(w.SentAt(w.Numbers[0])) != 0 || len(w.SentAt(w.Numbers[1])) != 2 {
			t.Errorf("global: %d messages, other channel: %d", len(w.SentAt(w.Numbers[0])), len(w.SentAt(w.Numbers[1])))
		}
	})
}

// A provider's opt-out (131050, user_preferences) and a complaint block the recipient in the next order; "resume" lifts the first.
func TestOptOutsAndComplaintsHoldBackNextTime(t *testing.T) {
	stopped(t, 40, func(t *testing.T, w *ordertest.Pipeline) {
		refused, pref, complained := w.Numbers[10], w.Numbers[11], w.Numbers[12]
		first := submitAs(t, w, ordertest.CustomerID)
		w.Finished(t, first)
		o, _, _ := w.Reliable().Engine.Flow.Orders.Get(w.Context, first)
		ref := func(n uint64) string {
			for c := range o.Pieces() {
				targets, err := w.Reliable().Engine.Statistics().TargetsOf(w.Context, o, c)
				if err != nil {
					t.Fatal(err)
				}
				if i := slices.IndexFunc(targets, func(x dispatch.Target) bool { return x.PhoneNumber == strconv.FormatUint(n, 10) }); i >= 0 {
					return chunkrow.Reference{Order: first, Gen: 1, Chunk: c, Index: i, Sent: time.Now().Unix()}.String()
				}
			}
			t.Fatal("no such recipient")
			return ""
		}
		now := time.Now().UnixMilli()
		body := []map[string]any{{"r": ref(refused), "s": "provider", "t": now, "c": 131050}, {"r": ref(complained), "s": "complaint", "t": now}}
		for range 2 { // a repetition changes nothing
			if err := w.Reliable().Engine.Inbound().HandleInbound(w.Context, queue.New(inbound.TaskInbound, "", body)); err != nil {
				t.Fatal(err)
			}
		}
		w.Reply(t, whatsappsim.Inbound{From: strconv.FormatUint(pref, 10), Stop: true})
		w.Sleep(time.Second)
		second := submitAs(t, w, ordertest.CustomerID)
		w.Finished(t, second)
		if got := checkedCounts(t, w, second); got["optedOut"] != 2 || got["suppressed"] != 1 {
			t.Errorf("held back %v", got)
		}
		w.Reply(t, whatsappsim.Inbound{From: strconv.FormatUint(pref, 10), Resume: true})
		w.Sleep(time.Second)
		w.Finished(t, submitAs(t, w, ordertest.CustomerID))
		if len(w.SentAt(pref)) != 2 || len(w.SentAt(refused)) != 1 || len(w.SentAt(complained)) != 1 {
			t.Errorf("after resume: %d %d %d", len(w.SentAt(pref)), len(w.SentAt(refused)), len(w.SentAt(complained)))
		}
	})
}

// The cap is exact when two orders of a tenant run concurrently, and a tenant's sends count for that tenant only.
func TestFrequencyCapWithTwoOrdersAtOnce(t *testing.T) {
	stopped(t, 60, func(t *testing.T, w *ordertest.Pipeline) {
		for key, value := range map[string]string{"recipient.cap.count": "1", "recipient.cap.days": "7"} {
			if err := setting.New(w.DB, time.Now, setting.Define(testkit.ModuleParts()...)).Set(w.Context, key, value, "admin"); err != nil {
				t.Fatal(err)
			}
		}
		ids := [2]string{submitAs(t, w, ordertest.CustomerID), submitAs(t, w, ordertest.CustomerID)}
		capped := 0
		for _, id := range ids {
			w.Finished(t, id)
			capped += checkedCounts(t, w, id)["capped"]
		}
		for _, n := range w.Numbers {
			if len(w.SentAt(n)) != 1 {
				t.Errorf("%d got %d messages", n, len(w.SentAt(n)))
			}
		}
		if capped != len(w.Numbers) {
			t.Errorf("%d held back, not %d", capped, len(w.Numbers))
		}
		w.Finished(t, submitAs(t, w, other))
		if len(w.SentAt(w.Numbers[0])) != 2 {
			t.Error("one tenant's cap held another's order back")
		}
		w.Sleep(8 * 24 * time.Hour)
		w.Finished(t, submitAs(t, w, ordertest.CustomerID))
		if len(w.SentAt(w.Numbers[0])) != 3 {
			t.Error("the period does not end")
		}
	})
}
