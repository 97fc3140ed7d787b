package dispatch_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// two is a request with a second message, "hello" beside "hi".
func two(field, id string, with ...any) map[string]any {
	ab := map[string]any{"message": map[string]any{"type": "text", "text": "hello"}, "share": 50, "by": "replied", "waitMinutes": 10}
	for i := 0; i < len(with); i += 2 {
		ab[with[i].(string)] = with[i+1]
	}
	body := ordertest.OrderBody(field, id)
	body["ab"] = ab
	return body
}

func variant(ab map[string]any, i int) map[string]any {
	return ab["variants"].([]any)[i].(map[string]any)
}

// Two messages go to half of a sample each. After the waiting time the one with more answers goes to the rest, by
// itself. No recipient gets both, and each is paid for once.
func TestTheBetterOfTwoMessagesGoesToTheRest(t *testing.T) {
	for name, more := range map[string]string{"the first": "hi", "the second": "hello"} {
		t.Run(name, func(t *testing.T) {
			ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
				j.Control("webhooks", `{"drop":1}`) // the test tells who has read
				body := two("groupId", j.Collection(ordertest.Numbers(0, 120), ordertest.Numbers(1000, 81)), "by", "read")
				said := fmt.Sprint(j.MustCall("customer", "POST", ordertest.OrdersPath+"/estimate", body)["finishTime"])
				if ends, err := time.Parse(time.RFC3339, said); err != nil || time.Until(ends) < 9*time.Minute {
					t.Errorf("it is said to end at %s, before anything is chosen (%v)", said, err)
				}
				id, _ := j.SubmitTest(body)
				if _, reserved := j.Balance(); reserved != 201*350 {
					t.Errorf("%s is reserved", reserved)
				}
				if told := j.ReceivedMessages(); told["hi"] != 50 || told["hello"] != 50 {
					t.Fatalf("the sample got %v", told)
				}
				j.Tick()
				j.Tick()
				ab := j.ABResult(id)
				if ab["chosen"] != "" || ab["sampledTime"] == nil || ab["dueTime"] == nil || variant(ab, 0)["total"] != 50.0 ||
					variant(ab, 1)["total"] != 50.0 || ab["rest"].(map[string]any)["total"] != 101.0 {
					t.Errorf("%v", ab)
				}
				all, _ := j.Sim.Messages(0, 1<<30)
				for i, a := range all {
					status := "delivered"
					if a.Body == more && i%5 > 0 || i%5 == 2 {
						status = "read"
					}
					j.Webhook(ordertest.Receipt{Ref: a.Reference, ID: a.ID, Status: status})
				}
				j.Receive()
				for range 7 {
					j.Tick()
				}
				if ab := j.ABResult(id); ab["chosen"] != "" || len(j.Received()) != 100 {
					t.Errorf("chosen too early: %v", ab)
				}
				for range 3 {
					j.Tick()
				}
				want := map[string]string{"hi": "a", "hello": "b"}[more]
				ab = j.ABResult(id)
				if ab["chosen"] != want || ab["chosenBy"] != "auto" || ab["chosenTime"] == nil || ab["choosable"] != false {
					t.Errorf("%v", ab)
				}
				if f := ab["finding"].(map[string]any); f["verdict"] != "clear" || f["leads"] != want || f["pValue"].(float64) > 0.001 {
					t.Errorf("%v", f)
				}
				told := j.ReceivedMessages()
				if told[more] != 151 || told["hi"]+told["hello"] != 201 {
					t.Errorf("%v", told)
				}
				j.Settle(id)
				if o := j.Order(id); o.Status != order.Completed || *o.Actual != 201*350 {
					t.Errorf("state %d, charged %v", o.Status, o.Actual)
				}
				j.CheckTargetsOnce(id, 201)
				j.CheckBooks()
			})
		})
	}
}

// Of a file, each thousand rows have a sample of their own, and rows have their own values in both messages.
func TestTwoMessagesOfAFile(t *testing.T) {
	ordertest.RunModules(t, 10_000*money.Credit, func(j *ordertest.Modules) {
		var rows strings.Builder
		rows.WriteString("phoneNumber,city,name\n")
		for i := range 1500 {
			fmt.Fprintf(&rows, "+%d,c%d,n%d\n", 5511987650000+i, i, i)
		}
		one := func(name, text string) map[string]any {
			return map[string]any{"type": "text", "text": text, "placeholders": []any{map[string]any{"name": name, "content": "x"}}}
		}
		body := two("fileId", j.Upload("a.csv", "contact", rows.String()), "message", one("city", "in {city}"), "share", 10, "choose", "hand")
		body["message"] = one("name", "to {name}")
		id, _ := j.SubmitTest(body)
		count := func() (a, b int) {
			for to, bodies := range j.Received() {
				i := strings.TrimLeft(strings.TrimPrefix(to, "551198765"), "0")
				if i == "" {
					i = "0"
				}
				switch bodies[0] {
				case "to n" + i:
					a++
				case "in c" + i:
					b++
				default:
					t.Errorf("%s got %v", to, bodies)
				}
			}
			return a, b
		}
		if a, b := count(); a != 75 || b != 75 {
			t.Errorf("%d and %d", a, b)
		}
		j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/variant", map[string]any{"variant": "b"})
		j.RunRetry()
		if a, b := count(); a != 75 || b != 1425 {
			t.Errorf("%d and %d", a, b)
		}
		j.Settle(id)
		j.CheckTargetsOnce(id, 1500)
	})
}

// A user chooses, and may repeat the same choice; the tick does not choose then. Without a choice for a week the cost
// of the rest is released.
func TestTheMessageIsChosenByHand(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		body := two("groupId", j.Collection(ordertest.Numbers(0, 20)), "choose", "hand")
		id, plan := j.Submit(body)
		j.Plan(plan)
		choose := func(id, variant string, code int, want string) {
			t.Helper()
			if got, out := j.Call("customer", "PUT", ordertest.OrdersPath+"/"+id+"/variant", "", map[string]any{"variant": variant}); got != code ||
				!strings.Contains(fmt.Sprint(out), want) {
				t.Errorf("%s: %d %v", variant, got, out)
			}
		}
		choose(id, "a", 409, "while the order is sending or paused")
		choose(id, "c", 400, "")
		single, _ := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(1000, 3))))
		choose(single, "a", 409, "only one message")
		j.MustCall("admin", "PUT", ordertest.OrdersPath+"/review", map[string]any{"ids": []string{id}, "pass": true})
		j.RunRetry()
		for range 20 {
			j.Tick()
		}
		if told := j.ReceivedMessages(); told["hi"] != 5 || told["hello"] != 5 || j.ABResult(id)["chosen"] != "" ||
			j.ABResult(id)["choosable"] != true {
			t.Fatalf("%v %v", told, j.ABResult(id))
		}
		j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/pause", nil)
		choose(id, "b", 200, "chosenBy:Demo")
		choose(id, "b", 200, "chosen:b")
		choose(id, "a", 409, "can't be changed")
		j.RunRetry()
		if told := j.ReceivedMessages(); told["hello"] != 5 {
			t.Errorf("a paused order sent %v", told)
		}
		j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/start", nil)
		j.RunRetry()
		if told := j.ReceivedMessages(); told["hi"] != 5 || told["hello"] != 15 {
			t.Errorf("%v", told)
		}
		choose(id, "b", 200, "chosen:b")

		j.Settle(id)
		before, _ := j.Balance()
		held, plan := j.Submit(body)
		j.Plan(plan)
		j.MustCall("admin", "PUT", ordertest.OrdersPath+"/review", map[string]any{"ids": []string{held}, "pass": true})
		j.RunRetry()
		for range 5 { // the pairs of numbers wrote a moment ago
			j.Tick()
		}
		if o := j.Order(held); o.Until == nil || time.Until(*o.Until) > 7*24*time.Hour {
			t.Fatalf("until %v", o.Until)
		}
		if row, err := j.DB.Get(j.Context, store.Key{Table: "platform", PK: "IMT#" + ordertest.CustomerID, SK: "order." + held + ".sampled.1"},
			true); row == nil || err != nil {
			t.Errorf("nobody told that there is something to choose, %v", err)
		}
		if waits := j.MustCall("customer", "GET", ordertest.OrdersPath+"/"+held, nil)["waits"]; fmt.Sprint(waits) != "map[reason:trial]" {
			t.Errorf("%v", waits)
		}
		time.Sleep(7 * 24 * time.Hour)
		j.Tick()
		j.Settle(held)
		o := j.Order(held)
		if after, _ := j.Balance(); o.Status != order.Stopped || *o.Actual != 10*350 || before-after != 10*350 {
			t.Errorf("state %d, charged %v, %s → %s", o.Status, o.Actual, before, after)
		}
		j.CheckBooks()
	})
}

// A plan that died and is repeated after members left, or runs beside another one, leaves no recipient out and gives
// none both messages.
func TestAPlanOfTwoMessagesIsRepeated(t *testing.T) {
	for _, sk := range []string{"S#1#00000", "S#1#00001", "S#1#00003", "F#1"} {
		ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
			group := j.Collection(ordertest.Numbers(0, 40), ordertest.Numbers(100, 40))
			id, plan := j.Submit(two("groupId", group, "choose", "hand"))
			gone := func() {
				j.MustCall("customer", "DELETE", "/aty/contactsgroup/"+group+"/member",
					map[string]any{"phoneNumbers": []string{"5511987650000", "5511987650004", "5511987650101"}})
			}
			j.FaultyDB.FailNext[sk] = errors.New("throttled")
			_ = j.Service.Engine.Flow.PlanTask(j.Context, plan)
			delete(j.FaultyDB.FailNext, sk)
			j.Send()
			gone()
			before := maps.Clone(j.Received())
			// another run in the middle of this one
			j.FaultyDB.BeforeTransact = func([]store.Op) error { return j.Service.Engine.Flow.PlanTask(j.Context, plan) }
			j.Plan(plan)
			j.Plan(plan)
			j.Send()
			j.Tick()
			j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/variant", map[string]any{"variant": "b"})
			j.RunRetry()
			j.Tick()
			told, o := j.ReceivedMessages(), j.Order(id)
			for to, bodies := range before {
				if fmt.Sprint(j.Received()[to]) != fmt.Sprint(bodies) {
					t.Errorf("%s: %s got %v, then %v", sk, to, bodies, j.Received()[to])
				}
			}
			if n := told["hi"] + told["hello"]; n != o.Total || n < 77 || told["hi"] < 19 || o.Status != order.Settling &&
				o.Status != order.Completed {
				t.Errorf("%s: %v of %d, state %d", sk, told, o.Total, o.Status)
			}
			j.CheckTargetsOnce(id, o.Total)
		})
	}
}
