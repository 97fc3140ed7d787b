package dispatch_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/internal/testkit"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
	"herald/pkg/platform/setting"
)

// Two orders run at once under a cap of one. Functions die between any two calls, also between the intent and the
// suppressions, and between the count and the call. No recipient gets two messages, an order counts once, and the
// charge is for the accepted messages.
func TestCapUnderKills(t *testing.T) {
	chunkrow.SetSizes(20, 6)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	town := ordertest.SharedScenario(t)
	kills, capped := 0, 0
	for seed := range uint64(10) {
		clocktest.Bubble(t, func(t *testing.T) {
			s := town.Open(100 + seed)
			defer s.Close()
			q := &ordertest.CalmSystem{System: s, Scenario: town, T: t}
			s.Control("script", map[string]any{"rules": []ordertest.Rule{{Suffix: "99999999999", Outcome: "ok"}}})
			book := setting.New(s.DB, time.Now, setting.Define(testkit.ModuleParts()...))
			for key, value := range map[string]string{"order.review.auto": "true", "recipient.cap.count": "1", "recipient.cap.days": "7"} {
				if err := book.Set(s.Context, key, value, "admin"); err != nil {
					t.Fatal(err)
				}
			}
			group := q.Groups[q.Ana][0]
			s.Janitor()
			s.Faults.Store(true)
			ids := []string{}
			for _, name := range []string{"first", "second"} {
				a := q.Await(q.Ana, ordertest.NewKeyedRequest("POST", "/gc/groupsendorder", ordertest.NamedOrderBody(name, group, ""), "key of "+name))
				if !a.OK() {
					t.Fatalf("seed %d: %d %s", seed, a.Status, a.Raw)
				}
				ids = append(ids, a.ID())
			}
			q.Sleep(90 * time.Second)
			s.Faults.Store(false)
			kills += s.Kills
			q.Settle(ids)
			q.Sleep(5 * time.Minute)
			for _, n := range q.Members[group] {
				if got := q.ReceivedBy(n); got > 1 {
					t.Errorf("seed %d: %d got %d", seed, n, got)
				}
			}
			capped += q.CheckCap(ids)
		})
	}
	if kills == 0 || capped == 0 {
		t.Errorf("%d were killed and %d held back: nothing is proved", kills, capped)
	}
}

// Part of an order's recipients are blocked, some by a STOP while it runs. The customer pays for the accepted
// messages and the agent earns on those alone. The stock and the reservation get the rest back.
func TestPartlyHeldBackIsPaidExactly(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, _, numbers := q.ShareNumbers()
		q.Detail(q.Ana, q.Submit(q.Ana, "before", ana), true)
		for _, n := range numbers[:5] {
			q.MustCall(q.Ana, "POST", "/aty/suppression", ordertest.Object{"phoneNumber": fmt.Sprintf("+%d", n), "scope": "tenant"})
		}
		books, left := &ledger.Ledger{DB: q.System.DB, Now: time.Now}, &stock.Store{DB: q.System.DB, Now: time.Now}
		look := func() (out [5]int64) {
			for i, who := range []*ordertest.Actor{q.Ana, q.Agent} {
				available, reserved, err := books.Balance(q.Context, who.ID)
				if err != nil {
					t.Fatal(err)
				}
				out[2*i], out[2*i+1] = int64(available), int64(reserved)
			}
			n, err := left.Remaining(q.Context, "BR")
			if err != nil {
				t.Fatal(err)
			}
			out[4] = int64(*n)
			return out
		}
		before, sentBefore := look(), 0
		for _, n := range numbers {
			sentBefore += q.ReceivedBy(n)
		}
		id := q.Submit(q.Ana, "partly", ana)
		q.DeliverWebhook(ordertest.TextEvent(ordertest.WithoutNinthDigit(ordertest.Known(numbers[5:])), "wamid.1", "STOP", time.Now()))
		d := q.Detail(q.Ana, id, true)
		after, sent := look(), int64(-sentBefore)
		for _, n := range numbers {
			sent += int64(q.ReceivedBy(n))
		}
		held := q.HeldBack(d)
		want := [5]int64{before[0] - sent*400, 0, before[2] + sent*100, 0, before[4] - sent}
		if sent == 0 || after != want || held["suppressed"] != 5 ||
			sent+int64(held["suppressed"]+held["optedOut"]) != int64(d["total"].(float64)) {
			t.Errorf("%d sent, held back %v: before %v, after %v, want %v", sent, held, before, after, want)
		}
	})
}

// A STOP of a number to which no known order wrote applies to all tenants until the same number sends START. No
// customer sees it.
func TestAnUnassignedStopHoldsForAllTenants(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, bob, numbers := q.ShareNumbers()
		n := ordertest.Known(numbers)
		q.DeliverWebhook(ordertest.TextEvent(ordertest.WithoutNinthDigit(n), "wamid.1", "退订", time.Now()))
		if len(q.EntriesBySource(q.Ana)) != 0 || len(q.EntriesBySource(q.Bob)) != 0 || q.EntriesBySource(q.Admin)["stop"] != 1 {
			t.Errorf("entries %v, %v, staff %v", q.EntriesBySource(q.Ana), q.EntriesBySource(q.Bob), q.EntriesBySource(q.Admin))
		}
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		d := q.Detail(q.Bob, q.Submit(q.Bob, "second", bob), false)
		if got := q.HeldBack(d); got["optedOut"] != 1 || q.ReceivedBy(n) != 0 {
			t.Errorf("held back %v, %d messages", got, q.ReceivedBy(n))
		}
		q.DeliverWebhook(ordertest.TextEvent(fmt.Sprint(n), "wamid.2", "START", time.Now()))
		q.Detail(q.Ana, q.Submit(q.Ana, "third", ana), false)
		if q.ReceivedBy(n) != 1 || len(q.EntriesBySource(q.Admin)) != 0 {
			t.Errorf("after START: %d messages, staff see %v", q.ReceivedBy(n), q.EntriesBySource(q.Admin))
		}
	})
}
