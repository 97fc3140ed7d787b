package bulk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
)

// Two orders run at once under a cap of one. Functions die between any two calls, also between the intent and the
// suppressions, and between the count and the call. No recipient gets two messages, an order counts once, and the
// charge is for the accepted messages.
func TestCapUnderKills(t *testing.T) {
	dispatch.SetSizes(20, 6)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	town := theTown(t)
	kills, capped := 0, 0
	for seed := range uint64(10) {
		clocktest.Bubble(t, func(t *testing.T) {
			s := town.open(100 + seed)
			defer s.close()
			q := &quietTown{&play{system: s, town: town}, t}
			s.control("script", map[string]any{"rules": []whatsappRule{{Suffix: "99999999999", Outcome: "ok"}}})
			book := setting.New(s.db, time.Now, setting.Define(testkit.ModuleParts()...))
			for key, value := range map[string]string{"order.review.auto": "true", "recipient.cap.count": "1", "recipient.cap.days": "7"} {
				if err := book.Set(s.ctx, key, value, "admin"); err != nil {
					t.Fatal(err)
				}
			}
			group := q.groups[q.ana][0]
			s.janitor()
			s.faults.Store(true)
			ids := []string{}
			for _, name := range []string{"first", "second"} {
				a := q.ask(q.ana, request{"POST", "/gc/groupsendorder", wishOf(name, group, ""), "key of " + name})
				if !a.ok() {
					t.Fatalf("seed %d: %d %s", seed, a.status, a.raw)
				}
				ids = append(ids, a.id())
			}
			q.sleep(90 * time.Second)
			s.faults.Store(false)
			kills += s.kills
			q.settle(ids)
			q.sleep(5 * time.Minute)
			for _, n := range q.members[group] {
				if got := q.got(n); got > 1 {
					t.Errorf("seed %d: %d got %d", seed, n, got)
				}
			}
			capped += q.counted(ids)
		})
	}
	if kills == 0 || capped == 0 {
		t.Errorf("%d were killed and %d held back: nothing is proved", kills, capped)
	}
}

// settle waits for the end of orders, and lets those go on that were paused.
func (q *quietTown) settle(ids []string) {
	q.t.Helper()
	for _, id := range ids {
		for range 200 {
			d := q.ok(q.ana, "GET", "/gc/groupsendorder/"+id, nil)
			if d["actualCost"] != nil {
				break
			}
			if order.Status(d["status"].(float64)) == order.Paused {
				q.ask(q.ana, request{"PUT", "/gc/groupsendorder/" + id + "/start", nil, ""})
			}
			q.sleep(time.Minute)
		}
	}
}

// counted compares orders with the tallies of the cap, and the account with the orders. It returns how many
// recipients were blocked.
func (q *quietTown) counted(ids []string) (capped int) {
	q.t.Helper()
	charged := 0.0
	for _, id := range ids {
		d := q.ok(q.ana, "GET", "/gc/groupsendorder/"+id, nil)
		counts := d["counts"].(obj)
		paid, _ := d["actualCost"].(float64)
		charged += paid
		if want := 4 * (counts["sent"].(float64) + counts["arrived"].(float64) + counts["read"].(float64)); d["actualCost"] == nil ||
			paid != want {
			q.t.Errorf("%s costs %v, counts %v", id, d["actualCost"], counts)
		}
		for _, r := range q.ok(q.ana, "GET", "/gc/groupsendorder/"+id+"/targets/page?size=100&reason=capped", nil)["records"].([]any) {
			var n uint64
			capped++
			if _, err := fmt.Sscan(r.(obj)["phoneNumber"].(string), &n); err != nil {
				q.t.Fatal(err)
			}
			it, err := q.system.db.Get(q.ctx, store.Key{Table: "audience", PK: "K#" + q.ana.id, SK: fmt.Sprint(phone.Normal(n))}, true)
			if err != nil {
				q.t.Fatal(err)
			}
			var row struct {
				Orders []string `dynamodbav:"o"`
			}
			if _, err := store.Decode(it, &row); err != nil || len(row.Orders) != 1 || strings.Contains(row.Orders[0], id) {
				q.t.Errorf("%s is capped for %d by %v, %v", id, n, row.Orders, err)
			}
		}
	}
	available, reserved, err := (&ledger.Ledger{DB: q.system.db, Now: time.Now}).Balance(q.ctx, q.ana.id)
	if err != nil || reserved != 0 || available.String() != fmt.Sprintf("%.2f", firstFunds-charged) &&
		available.String() != fmt.Sprint(firstFunds-charged) {
		q.t.Errorf("%v left, %v reserved after %v, %v", available, reserved, charged, err)
	}
	return capped
}

// Part of an order's recipients are blocked, some by a STOP while it runs. The customer pays for the accepted
// messages and the agent earns on those alone. The stock and the reservation get the rest back.
func TestPartlyHeldBackIsPaidExactly(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, _, numbers := q.shared()
		q.detail(q.ana, q.buy(q.ana, "before", ana), true)
		for _, n := range numbers[:5] {
			q.ok(q.ana, "POST", "/aty/suppression", obj{"phoneNumber": fmt.Sprintf("+%d", n), "scope": "tenant"})
		}
		books, left := &ledger.Ledger{DB: q.system.db, Now: time.Now}, &stock.Store{DB: q.system.db, Now: time.Now}
		look := func() (out [5]int64) {
			for i, who := range []*actor{q.ana, q.agent} {
				available, reserved, err := books.Balance(q.ctx, who.id)
				if err != nil {
					t.Fatal(err)
				}
				out[2*i], out[2*i+1] = int64(available), int64(reserved)
			}
			n, err := left.Remaining(q.ctx, "BR")
			if err != nil {
				t.Fatal(err)
			}
			out[4] = int64(*n)
			return out
		}
		before, sentBefore := look(), 0
		for _, n := range numbers {
			sentBefore += q.got(n)
		}
		id := q.buy(q.ana, "partly", ana)
		q.hook(text(without(known(numbers[5:])), "wamid.1", "STOP", time.Now()))
		d := q.detail(q.ana, id, true)
		after, sent := look(), int64(-sentBefore)
		for _, n := range numbers {
			sent += int64(q.got(n))
		}
		held := q.heldBack(d)
		want := [5]int64{before[0] - sent*400, 0, before[2] + sent*100, 0, before[4] - sent}
		if sent == 0 || after != want || held["suppressed"] != 5 ||
			sent+int64(held["suppressed"]+held["optedOut"]) != int64(d["total"].(float64)) {
			t.Errorf("%d sent, held back %v: before %v, after %v, want %v", sent, held, before, after, want)
		}
	})
}

// A STOP of a number to which no known order wrote applies to all tenants until the same number sends START. No
// customer sees it.
func TestStopOfAStrangerHoldsForEverybody(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, bob, numbers := q.shared()
		n := known(numbers)
		q.hook(text(without(n), "wamid.1", "退订", time.Now()))
		if len(q.entries(q.ana)) != 0 || len(q.entries(q.bob)) != 0 || q.entries(q.admin)["stop"] != 1 {
			t.Errorf("entries %v, %v, staff %v", q.entries(q.ana), q.entries(q.bob), q.entries(q.admin))
		}
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		d := q.detail(q.bob, q.buy(q.bob, "second", bob), false)
		if got := q.heldBack(d); got["optedOut"] != 1 || q.got(n) != 0 {
			t.Errorf("held back %v, %d messages", got, q.got(n))
		}
		q.hook(text(fmt.Sprint(n), "wamid.2", "START", time.Now()))
		q.detail(q.ana, q.buy(q.ana, "third", ana), false)
		if q.got(n) != 1 || len(q.entries(q.admin)) != 0 {
			t.Errorf("after START: %d messages, staff see %v", q.got(n), q.entries(q.admin))
		}
	})
}
