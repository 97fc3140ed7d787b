package joined_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
)

// A recipient opts out twice at once, by a word and in WhatsApp's settings. It is suppressed, and so are the other numbers with a word in
// the same webhook.
func TestOptOutInTwoWaysAtOnce(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, _, numbers := q.ShareNumbers()
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		at := time.Now()
		q.DeliverWebhook(ordertest.TextEvent(fmt.Sprint(numbers[1]), "wamid.other", "STOP", at),
			ordertest.TextEvent(fmt.Sprint(numbers[0]), "wamid.word", "STOP", at),
			ordertest.PreferenceEvent(fmt.Sprint(numbers[0]), "stop", at))
		if got := q.EntriesBySource(q.Ana); got["stop"] != 2 || got["provider"] != 1 {
			t.Errorf("entries %v", got)
		}
		d := q.Detail(q.Ana, q.Submit(q.Ana, "second", ana), false)
		if got := q.HeldBack(d); got["optedOut"] != 2 || q.ReceivedBy(numbers[0]) != 1 || q.ReceivedBy(numbers[1]) != 1 {
			t.Errorf("held back %v, %d and %d messages", got, q.ReceivedBy(numbers[0]), q.ReceivedBy(numbers[1]))
		}
	})
}

// A signed STOP applies to the tenant that wrote, while orders of two tenants run. The number can have any form, and the words any number
// and order.
func TestSignedStopWhileOrdersRun(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, bob, numbers := q.ShareNumbers()
		n := ordertest.Known(numbers)
		q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		second := q.Submit(q.Ana, "second", ana)
		at := time.Now()
		word := ordertest.TextEvent(ordertest.WithoutNinthDigit(n), "wamid.1", "Sair", at)
		q.DeliverWebhook(word, word)
		q.DeliverWebhook(word)
		q.Detail(q.Ana, second, false)
		before := q.ReceivedBy(n)
		third := q.Detail(q.Ana, q.Submit(q.Ana, "third", ana), false)
		if got := q.HeldBack(third); got["optedOut"] != 1 || q.ReceivedBy(n) != before {
			t.Fatalf("held back %v, %d messages after %d", got, q.ReceivedBy(n), before)
		}
		if got := q.EntriesBySource(q.Bob); len(got) != 0 {
			t.Errorf("the other tenant has %v", got)
		}
		d := q.Detail(q.Bob, q.Submit(q.Bob, "his", bob), false)
		if got := q.HeldBack(d); len(got) != 0 || q.ReceivedBy(n) != before+1 {
			t.Errorf("the other tenant: held back %v, %d messages", got, q.ReceivedBy(n))
		}
		q.Sleep(10 * time.Second)
		q.DeliverWebhook(ordertest.TextEvent(fmt.Sprint(n), "wamid.3", "START", at.Add(8*time.Second)))
		// said before, delivered later
		q.DeliverWebhook(ordertest.TextEvent(ordertest.WithoutNinthDigit(n), "wamid.2", "stop", at.Add(4*time.Second)))
		d = q.Detail(q.Ana, q.Submit(q.Ana, "fourth", ana), false)
		if got := q.HeldBack(d); len(got) != 0 || len(q.EntriesBySource(q.Ana)) != 0 || len(q.EntriesBySource(q.Bob)) != 0 {
			t.Errorf("after START: held back %v, entries %v and %v", got, q.EntriesBySource(q.Ana), q.EntriesBySource(q.Bob))
		}
	})
}

// A number that the provider refuses as opted out (131050), in the call or by a later status, gets an entry and is blocked.
func TestProvidersOptOutsThroughTheOrder(t *testing.T) {
	for _, way := range []string{"refuse", "fail"} {
		scenario := ordertest.SharedScenario(t)
		n := ordertest.Known(scenario.Members[scenario.Groups[scenario.Ana][0]])
		ordertest.RunCalm(t, []ordertest.Rule{{Suffix: fmt.Sprint(n), Outcome: way, Code: 131050}}, func(q *ordertest.CalmSystem) {
			ana, _, _ := q.ShareNumbers()
			first := q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
			q.Sleep(time.Minute)
			if got := q.EntriesBySource(q.Ana); got["provider"] != 1 || len(q.HeldBack(first)) != 0 {
				t.Fatalf("%s: entries %v, held back %v", way, got, q.HeldBack(first))
			}
			calls := q.ReceivedBy(n)
			second := q.Detail(q.Ana, q.Submit(q.Ana, "second", ana), false)
			if got := q.HeldBack(second); got["optedOut"] != 1 || q.ReceivedBy(n) != calls || len(q.EntriesBySource(q.Bob)) != 0 {
				t.Errorf("%s: held back %v, %d calls after %d, the other tenant has %v", way, got, q.ReceivedBy(n), calls, q.EntriesBySource(q.Bob))
			}
			q.DeliverWebhook(ordertest.PreferenceEvent(ordertest.WithoutNinthDigit(n), "resume", time.Now()))
			third := q.Detail(q.Ana, q.Submit(q.Ana, "third", ana), false)
			if got := q.HeldBack(third); len(got) != 0 {
				t.Errorf("%s: after resume held back %v", way, got)
			}
		})
	}
}

// An order whose recipients are all blocked ends without cost. The estimate showed their number, and the recipients are listed with the
// reason. Reservation, stock and the agent's margin stay unchanged.
func TestOrderWhoseRecipientsAreAllSkipped(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		group := q.Groups[q.Ana][1]
		distinct := map[uint64]bool{}
		for i, n := range q.Members[group] {
			distinct[n] = true
			scope, who := "tenant", q.Ana
			if i%2 == 0 {
				scope, who = "global", q.Admin
			}
			q.MustCall(who, "POST", "/aty/suppression", ordertest.Object{"phoneNumber": fmt.Sprintf("+%d", n), "scope": scope})
		}
		books, left := &ledger.Ledger{DB: q.System.DB, Now: time.Now}, &stock.Store{DB: q.System.DB, Now: time.Now}
		money := func() string {
			var all []any
			for _, who := range []*ordertest.Actor{q.Ana, q.Agent, q.Bob} {
				available, reserved, err := books.Balance(q.Context, who.ID)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, available, reserved)
			}
			n, err := left.Remaining(q.Context, "BR")
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(append(all, *n)...)
		}
		before := money()
		e := q.MustCall(q.Ana, "POST", "/gc/groupsendorder/estimate", ordertest.NamedOrderBody("all", group, ""))
		if r := e["refused"].([]any); len(r) != 1 || r[0].(ordertest.Object)["count"] != float64(len(distinct)) ||
			e["targets"] != float64(len(distinct)) {
			t.Errorf("the estimate tells %v of %d", e, len(distinct))
		}
		id := q.Submit(q.Ana, "all", group)
		d := q.Detail(q.Ana, id, true)
		if d["actualCost"].(float64) != 0 || q.HeldBack(d)["suppressed"] != len(distinct) {
			t.Errorf("charged %v, held back %v of %d", d["actualCost"], d["heldBack"], len(distinct))
		}
		if accepted, _ := q.Sim.Messages(0, 1<<30); len(accepted) != 0 {
			t.Errorf("%d were sent", len(accepted))
		}
		if after := money(); after != before {
			t.Errorf("money and stock before\n%s\nafter\n%s", before, after)
		}
		page := q.MustCall(q.Ana, "GET", "/gc/groupsendorder/"+id+"/targets/page?reason=suppressed", nil)
		if page["total"].(float64) != float64(len(distinct)) {
			t.Errorf("%v are listed with the reason", page["total"])
		}
		if page := q.MustCall(q.Ana, "GET", "/gc/groupsendorder/"+id+"/targets/page?reason=capped", nil); page["total"].(float64) != 0 {
			t.Errorf("%v are listed with another reason", page["total"])
		}
	})
}
