package bulk_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// two is a request with a second message, "hello" beside "hi".
func two(field, id string, with ...any) map[string]any {
	ab := map[string]any{"message": map[string]any{"type": "text", "text": "hello"}, "share": 50, "by": "replied", "waitMinutes": 10}
	for i := 0; i < len(with); i += 2 {
		ab[with[i].(string)] = with[i+1]
	}
	body := wish(field, id)
	body["ab"] = ab
	return body
}

// got is what each number was sent, in the order in which it was.
func (j *joined) got() map[string][]string {
	out := map[string][]string{}
	all, _ := j.sim.Messages(0, 1<<30)
	for _, a := range all {
		out[a.To] = append(out[a.To], a.Body)
	}
	return out
}

// told counts the recipients of each message, and fails when a recipient got several.
func (j *joined) told() map[string]int {
	j.t.Helper()
	out := map[string]int{}
	for to, bodies := range j.got() {
		if len(bodies) != 1 {
			j.t.Errorf("%s got %v", to, bodies)
		}
		out[bodies[0]]++
	}
	return out
}

func (j *joined) ab(id string) map[string]any {
	j.t.Helper()
	ab, _ := j.ok("customer", "GET", orders+"/"+id, nil)["ab"].(map[string]any)
	return ab
}

func variant(ab map[string]any, i int) map[string]any {
	return ab["variants"].([]any)[i].(map[string]any)
}

// tried sends the sample of an order.
func (j *joined) tried(body map[string]any) (id string, plan queue.Message) {
	j.t.Helper()
	id, plan = j.order(body)
	j.plan(plan)
	j.send()
	return id, plan
}

// Two messages go to half of a sample each. After the waiting time the one with more answers goes to the rest, by
// itself. No recipient gets both, and each is paid for once.
func TestTheBetterOfTwoMessagesGoesToTheRest(t *testing.T) {
	for name, more := range map[string]string{"the first": "hi", "the second": "hello"} {
		t.Run(name, func(t *testing.T) {
			together(t, 1000*money.Credit, func(j *joined) {
				j.control("webhooks", `{"drop":1}`) // the test tells who has read
				body := two("groupId", j.collection(numbers(0, 120), numbers(1000, 81)), "by", "read")
				said := fmt.Sprint(j.ok("customer", "POST", orders+"/estimate", body)["finishTime"])
				if ends, err := time.Parse(time.RFC3339, said); err != nil || time.Until(ends) < 9*time.Minute {
					t.Errorf("it is said to end at %s, before anything is chosen (%v)", said, err)
				}
				id, _ := j.tried(body)
				if _, reserved := j.balance(); reserved != 201*350 {
					t.Errorf("%s is reserved", reserved)
				}
				if told := j.told(); told["hi"] != 50 || told["hello"] != 50 {
					t.Fatalf("the sample got %v", told)
				}
				j.tick()
				j.tick()
				ab := j.ab(id)
				if ab["chosen"] != "" || ab["sampledTime"] == nil || ab["dueTime"] == nil || variant(ab, 0)["total"] != 50.0 ||
					variant(ab, 1)["total"] != 50.0 || ab["rest"].(map[string]any)["total"] != 101.0 {
					t.Errorf("%v", ab)
				}
				all, _ := j.sim.Messages(0, 1<<30)
				for i, a := range all {
					status := "delivered"
					if a.Body == more && i%5 > 0 || i%5 == 2 {
						status = "read"
					}
					j.webhook(receipt{a.Reference, a.ID, status})
				}
				j.receive()
				for range 7 {
					j.tick()
				}
				if ab := j.ab(id); ab["chosen"] != "" || len(j.got()) != 100 {
					t.Errorf("chosen too early: %v", ab)
				}
				for range 3 {
					j.tick()
				}
				want := map[string]string{"hi": "a", "hello": "b"}[more]
				ab = j.ab(id)
				if ab["chosen"] != want || ab["chosenBy"] != "auto" || ab["chosenTime"] == nil || ab["choosable"] != false {
					t.Errorf("%v", ab)
				}
				if f := ab["finding"].(map[string]any); f["verdict"] != "clear" || f["leads"] != want || f["pValue"].(float64) > 0.001 {
					t.Errorf("%v", f)
				}
				told := j.told()
				if told[more] != 151 || told["hi"]+told["hello"] != 201 {
					t.Errorf("%v", told)
				}
				j.settle(id)
				if o := j.get(id); o.Status != order.Completed || *o.Actual != 201*350 {
					t.Errorf("state %d, charged %v", o.Status, o.Actual)
				}
				j.everyTargetOnce(id, 201)
				j.books()
			})
		})
	}
}

// Of a file, each thousand rows have a sample of their own, and rows have their own values in both messages.
func TestTwoMessagesOfAFile(t *testing.T) {
	together(t, 10_000*money.Credit, func(j *joined) {
		var rows strings.Builder
		rows.WriteString("phoneNumber,city,name\n")
		for i := range 1500 {
			fmt.Fprintf(&rows, "+%d,c%d,n%d\n", 5511987650000+i, i, i)
		}
		one := func(name, text string) map[string]any {
			return map[string]any{"type": "text", "text": text, "placeholders": []any{map[string]any{"name": name, "content": "x"}}}
		}
		body := two("fileId", j.upload("a.csv", "contact", rows.String()), "message", one("city", "in {city}"), "share", 10, "choose", "hand")
		body["message"] = one("name", "to {name}")
		id, _ := j.tried(body)
		count := func() (a, b int) {
			for to, bodies := range j.got() {
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
		j.ok("customer", "PUT", orders+"/"+id+"/variant", map[string]any{"variant": "b"})
		j.again()
		if a, b := count(); a != 75 || b != 1425 {
			t.Errorf("%d and %d", a, b)
		}
		j.settle(id)
		j.everyTargetOnce(id, 1500)
	})
}

// A user chooses, and may repeat the same choice; the tick does not choose then. Without a choice for a week the cost
// of the rest is released.
func TestTheMessageIsChosenByHand(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		j.reviewed()
		body := two("groupId", j.collection(numbers(0, 20)), "choose", "hand")
		id, plan := j.order(body)
		j.plan(plan)
		choose := func(id, variant string, code int, want string) {
			t.Helper()
			if got, out := j.call("customer", "PUT", orders+"/"+id+"/variant", "", map[string]any{"variant": variant}); got != code ||
				!strings.Contains(fmt.Sprint(out), want) {
				t.Errorf("%s: %d %v", variant, got, out)
			}
		}
		choose(id, "a", 409, "while the order is sending or paused")
		choose(id, "c", 400, "")
		single, _ := j.order(wish("groupId", j.collection(numbers(1000, 3))))
		choose(single, "a", 409, "one message only")
		j.ok("admin", "PUT", orders+"/review", map[string]any{"ids": []string{id}, "pass": true})
		j.again()
		for range 20 {
			j.tick()
		}
		if told := j.told(); told["hi"] != 5 || told["hello"] != 5 || j.ab(id)["chosen"] != "" || j.ab(id)["choosable"] != true {
			t.Fatalf("%v %v", told, j.ab(id))
		}
		j.ok("customer", "PUT", orders+"/"+id+"/pause", nil)
		choose(id, "b", 200, "chosenBy:Demo")
		choose(id, "b", 200, "chosen:b")
		choose(id, "a", 409, "cannot be changed")
		j.again()
		if told := j.told(); told["hello"] != 5 {
			t.Errorf("a paused order sent %v", told)
		}
		j.ok("customer", "PUT", orders+"/"+id+"/start", nil)
		j.again()
		if told := j.told(); told["hi"] != 5 || told["hello"] != 15 {
			t.Errorf("%v", told)
		}
		choose(id, "b", 200, "chosen:b")

		j.settle(id)
		before, _ := j.balance()
		held, plan := j.order(body)
		j.plan(plan)
		j.ok("admin", "PUT", orders+"/review", map[string]any{"ids": []string{held}, "pass": true})
		j.again()
		for range 5 { // the pairs of numbers wrote a moment ago
			j.tick()
		}
		if o := j.get(held); o.Until == nil || time.Until(*o.Until) > 7*24*time.Hour {
			t.Fatalf("until %v", o.Until)
		}
		if row, err := j.db.Get(j.ctx, store.Key{Table: "platform", PK: "IMT#" + customer, SK: "order." + held + ".sampled.1"},
			true); row == nil || err != nil {
			t.Errorf("nobody told that there is something to choose, %v", err)
		}
		if waits := j.ok("customer", "GET", orders+"/"+held, nil)["waits"]; fmt.Sprint(waits) != "map[reason:trial]" {
			t.Errorf("%v", waits)
		}
		time.Sleep(7 * 24 * time.Hour)
		j.tick()
		j.settle(held)
		o := j.get(held)
		if after, _ := j.balance(); o.Status != order.Stopped || *o.Actual != 10*350 || before-after != 10*350 {
			t.Errorf("state %d, charged %v, %s → %s", o.Status, o.Actual, before, after)
		}
		j.books()
	})
}

// A plan that died and is repeated after members left, or runs beside another one, leaves no recipient out and gives
// none both messages.
func TestAPlanOfTwoMessagesIsRepeated(t *testing.T) {
	for _, sk := range []string{"S#1#00000", "S#1#00001", "S#1#00003", "F#1"} {
		together(t, 1000*money.Credit, func(j *joined) {
			group := j.collection(numbers(0, 40), numbers(100, 40))
			id, plan := j.order(two("groupId", group, "choose", "hand"))
			gone := func() {
				j.ok("customer", "DELETE", "/aty/contactsgroup/"+group+"/member",
					map[string]any{"phoneNumbers": []string{"5511987650000", "5511987650004", "5511987650101"}})
			}
			j.sick.fail[sk] = errors.New("throttled")
			_ = j.room.PlanTask(j.ctx, plan)
			delete(j.sick.fail, sk)
			j.send()
			gone()
			before := maps.Clone(j.got())
			j.sick.before = func([]store.Op) error { return j.room.PlanTask(j.ctx, plan) } // another run in the middle of this one
			j.plan(plan)
			j.plan(plan)
			j.send()
			j.tick()
			j.ok("customer", "PUT", orders+"/"+id+"/variant", map[string]any{"variant": "b"})
			j.again()
			j.tick()
			told, o := j.told(), j.get(id)
			for to, bodies := range before {
				if fmt.Sprint(j.got()[to]) != fmt.Sprint(bodies) {
					t.Errorf("%s: %s got %v, then %v", sk, to, bodies, j.got()[to])
				}
			}
			if n := told["hi"] + told["hello"]; n != o.Total || n < 77 || told["hi"] < 19 || o.Status != order.Settling &&
				o.Status != order.Completed {
				t.Errorf("%s: %v of %d, state %d", sk, told, o.Total, o.Status)
			}
			j.everyTargetOnce(id, o.Total)
		})
	}
}
