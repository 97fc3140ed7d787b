package bulk_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/setting"
)

// quietTown is the scenario without faults: every module as package app joins them, over their routes, queues and
// signed webhooks.
type quietTown struct {
	*play
	t *testing.T
}

func quietly(t *testing.T, rules []whatsappRule, test func(q *quietTown)) {
	t.Helper()
	dispatch.SetSizes(20, 6)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	town := theTown(t)
	clocktest.Bubble(t, func(t *testing.T) {
		s := town.open(7)
		defer s.close()
		q := &quietTown{&play{system: s, town: town}, t}
		s.control("script", map[string]any{"rules": append(rules, whatsappRule{Suffix: "99999999999", Outcome: "ok"})})
		s.control("webhooks", map[string]any{"delayMs": 100})
		if err := setting.New(s.db, time.Now, setting.Define(testkit.ModuleParts()...)).Set(s.ctx, "order.review.auto", "true",
			"admin"); err != nil {
			t.Fatal(err)
		}
		s.perSecond = 20
		s.janitor()
		test(q)
	})
}

// ok gives what a route answers that must succeed.
func (q *quietTown) ok(who *actor, method, path string, body any) map[string]any {
	q.t.Helper()
	a := q.ask(who, request{method, path, body, ""})
	if !a.ok() {
		q.t.Fatalf("%s %s: %d %s", method, path, a.status, a.raw)
	}
	var out map[string]any
	_ = json.Unmarshal(a.Data, &out) // null is nothing
	return out
}

func (q *quietTown) buy(who *actor, name, group string) string {
	q.t.Helper()
	return q.ok(who, "POST", "/gc/groupsendorder", wishOf(name, group, ""))["id"].(string)
}

// detail of an order that is sent, or settled.
func (q *quietTown) detail(who *actor, id string, settled bool) map[string]any {
	q.t.Helper()
	for range 400 {
		d := q.ok(who, "GET", "/gc/groupsendorder/"+id, nil)
		if s := order.Status(d["status"].(float64)); d["actualCost"] != nil || !settled && (s == order.Settling || s == order.Completed) {
			return d
		}
		q.sleep(15 * time.Second)
	}
	q.t.Fatal("the order hangs")
	return nil
}

// heldBack of an order by reason.
func (q *quietTown) heldBack(d map[string]any) map[string]int {
	out := map[string]int{}
	for _, h := range d["heldBack"].([]any) {
		line := h.(map[string]any)
		out[line["reason"].(string)] = int(line["count"].(float64))
	}
	return out
}

func (q *quietTown) got(number uint64) int {
	n := 0
	accepted, _ := q.sim.Messages(0, 1<<30)
	for _, a := range accepted {
		if a.To == fmt.Sprint(number) {
			n++
		}
	}
	return n
}

type obj = map[string]any

func text(from, id, words string, at time.Time) obj {
	return obj{"field": "messages", "value": obj{"messaging_product": "whatsapp", "metadata": obj{"phone_number_id": "1"},
		"messages": []any{obj{"from": from, "id": id, "type": "text", "timestamp": fmt.Sprint(at.Unix()), "text": obj{"body": words}}}}}
}

func preference(from, value string, at time.Time) obj {
	return obj{"field": "user_preferences", "value": obj{"messaging_product": "whatsapp", "metadata": obj{"phone_number_id": "1"},
		"user_preferences": []any{obj{"wa_id": from, "value": value, "category": "marketing_messages", "timestamp": at.Unix()}}}}
}

// hook brings changes as the provider signs them, and waits until a STOP must hold.
func (q *quietTown) hook(changes ...any) {
	q.t.Helper()
	body, err := json.Marshal(obj{"object": "whatsapp_business_account", "entry": []any{obj{"id": "2", "changes": changes}}})
	if err != nil {
		q.t.Fatal(err)
	}
	sum := hmac.New(sha256.New, []byte(simSecret))
	_, _ = sum.Write(body) // a hash takes everything
	req, err := http.NewRequestWithContext(q.ctx, http.MethodPost, "http://herald/api/hook/whatsapp", strings.NewReader(string(body)))
	if err != nil {
		q.t.Fatal(err)
	}
	req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(sum.Sum(nil)))
	req.Header.Set("Content-Type", "application/json")
	res, err := callbacks{q.system}.RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusOK {
		q.t.Fatal(res, err)
	}
	_ = res.Body.Close()
	q.sleep(time.Second)
}

// entries counts the entries of a user's list, by source.
func (q *quietTown) entries(who *actor) map[string]int {
	q.t.Helper()
	out := map[string]int{}
	for _, r := range q.ok(who, "GET", "/aty/suppression/page?size=100", nil)["records"].([]any) {
		out[r.(obj)["source"].(string)]++
	}
	return out
}

// shared puts numbers of Ana's first collection into one of Bob's.
func (q *quietTown) shared() (ana, bob string, numbers []uint64) {
	ana = q.groups[q.ana][0]
	numbers = q.members[ana]
	return ana, q.system.collection(q.bob, numbers), numbers
}

// known picks a number that the provider knows in another form than it is dialled in.
func known(numbers []uint64) uint64 {
	return numbers[slices.IndexFunc(numbers, func(n uint64) bool { return phone.Normal(n) != n })]
}

// without is that form: no ninth digit in Brazil.
func without(number uint64) string { return fmt.Sprint(phone.Normal(number)) }

// A recipient opts out in two ways at once, by a word and in WhatsApp's own settings. It is suppressed, and so is
// every other number whose word came in the same call of the provider.
func TestOptOutInTwoWaysAtOnce(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, _, numbers := q.shared()
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		at := time.Now()
		q.hook(text(fmt.Sprint(numbers[1]), "wamid.other", "STOP", at), text(fmt.Sprint(numbers[0]), "wamid.word", "STOP", at),
			preference(fmt.Sprint(numbers[0]), "stop", at))
		if got := q.entries(q.ana); got["stop"] != 2 || got["provider"] != 1 {
			t.Errorf("entries %v", got)
		}
		d := q.detail(q.ana, q.buy(q.ana, "second", ana), false)
		if got := q.heldBack(d); got["optedOut"] != 2 || q.got(numbers[0]) != 1 || q.got(numbers[1]) != 1 {
			t.Errorf("held back %v, %d and %d messages", got, q.got(numbers[0]), q.got(numbers[1]))
		}
	})
}

// A signed STOP while two tenants' orders run goes to the tenant that wrote, for any form of the number and any
// number and order of the words.
func TestSignedStopWhileOrdersRun(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, bob, numbers := q.shared()
		n := known(numbers)
		q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		second := q.buy(q.ana, "second", ana)
		at := time.Now()
		word := text(without(n), "wamid.1", "Sair", at)
		q.hook(word, word)
		q.hook(word)
		q.detail(q.ana, second, false)
		before := q.got(n)
		third := q.detail(q.ana, q.buy(q.ana, "third", ana), false)
		if got := q.heldBack(third); got["optedOut"] != 1 || q.got(n) != before {
			t.Fatalf("held back %v, %d messages after %d", got, q.got(n), before)
		}
		if got := q.entries(q.bob); len(got) != 0 {
			t.Errorf("the other tenant has %v", got)
		}
		d := q.detail(q.bob, q.buy(q.bob, "his", bob), false)
		if got := q.heldBack(d); len(got) != 0 || q.got(n) != before+1 {
			t.Errorf("the other tenant: held back %v, %d messages", got, q.got(n))
		}
		q.sleep(10 * time.Second)
		q.hook(text(fmt.Sprint(n), "wamid.3", "START", at.Add(8*time.Second)))
		q.hook(text(without(n), "wamid.2", "stop", at.Add(4*time.Second))) // said before, delivered later
		d = q.detail(q.ana, q.buy(q.ana, "fourth", ana), false)
		if got := q.heldBack(d); len(got) != 0 || len(q.entries(q.ana)) != 0 || len(q.entries(q.bob)) != 0 {
			t.Errorf("after START: held back %v, entries %v and %v", got, q.entries(q.ana), q.entries(q.bob))
		}
	})
}

// A number that the provider refuses because it opted out (131050), at the call or by a later status, gets an entry
// and is blocked.
func TestProvidersOptOutsThroughTheOrder(t *testing.T) {
	for _, way := range []string{"refuse", "fail"} {
		town := theTown(t)
		n := known(town.members[town.groups[town.ana][0]])
		quietly(t, []whatsappRule{{fmt.Sprint(n), way, 131050}}, func(q *quietTown) {
			ana, _, _ := q.shared()
			first := q.detail(q.ana, q.buy(q.ana, "first", ana), false)
			q.sleep(time.Minute)
			if got := q.entries(q.ana); got["provider"] != 1 || len(q.heldBack(first)) != 0 {
				t.Fatalf("%s: entries %v, held back %v", way, got, q.heldBack(first))
			}
			calls := q.got(n)
			second := q.detail(q.ana, q.buy(q.ana, "second", ana), false)
			if got := q.heldBack(second); got["optedOut"] != 1 || q.got(n) != calls || len(q.entries(q.bob)) != 0 {
				t.Errorf("%s: held back %v, %d calls after %d, the other tenant has %v", way, got, q.got(n), calls, q.entries(q.bob))
			}
			q.hook(preference(without(n), "resume", time.Now()))
			third := q.detail(q.ana, q.buy(q.ana, "third", ana), false)
			if got := q.heldBack(third); len(got) != 0 {
				t.Errorf("%s: after resume held back %v", way, got)
			}
		})
	}
}

// An order whose recipients are all blocked ends, costs nothing and takes nothing. The estimate showed their number,
// and the recipients are listed with the reason. Reservation, stock and the agent's margin are as before.
func TestOrderInWhichEverybodyIsHeldBack(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		group := q.groups[q.ana][1]
		distinct := map[uint64]bool{}
		for i, n := range q.members[group] {
			distinct[n] = true
			scope, who := "tenant", q.ana
			if i%2 == 0 {
				scope, who = "global", q.admin
			}
			q.ok(who, "POST", "/aty/suppression", obj{"phoneNumber": fmt.Sprintf("+%d", n), "scope": scope})
		}
		books, left := &ledger.Ledger{DB: q.system.db, Now: time.Now}, &stock.Store{DB: q.system.db, Now: time.Now}
		money := func() string {
			var all []any
			for _, who := range []*actor{q.ana, q.agent, q.bob} {
				available, reserved, err := books.Balance(q.ctx, who.id)
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, available, reserved)
			}
			n, err := left.Remaining(q.ctx, "BR")
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(append(all, *n)...)
		}
		before := money()
		e := q.ok(q.ana, "POST", "/gc/groupsendorder/estimate", wishOf("all", group, ""))
		if r := e["refused"].([]any); len(r) != 1 || r[0].(obj)["count"] != float64(len(distinct)) || e["targets"] != float64(len(distinct)) {
			t.Errorf("the estimate tells %v of %d", e, len(distinct))
		}
		id := q.buy(q.ana, "all", group)
		d := q.detail(q.ana, id, true)
		if d["actualCost"].(float64) != 0 || q.heldBack(d)["suppressed"] != len(distinct) {
			t.Errorf("charged %v, held back %v of %d", d["actualCost"], d["heldBack"], len(distinct))
		}
		if accepted, _ := q.sim.Messages(0, 1<<30); len(accepted) != 0 {
			t.Errorf("%d were sent", len(accepted))
		}
		if after := money(); after != before {
			t.Errorf("money and stock before\n%s\nafter\n%s", before, after)
		}
		page := q.ok(q.ana, "GET", "/gc/groupsendorder/"+id+"/targets/page?reason=suppressed", nil)
		if page["total"].(float64) != float64(len(distinct)) {
			t.Errorf("%v are listed with the reason", page["total"])
		}
		if page := q.ok(q.ana, "GET", "/gc/groupsendorder/"+id+"/targets/page?reason=capped", nil); page["total"].(float64) != 0 {
			t.Errorf("%v are listed with another reason", page["total"])
		}
	})
}
