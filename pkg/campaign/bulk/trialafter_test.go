package bulk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// A failed recipient is sent to again with the message that was dealt to it.
func TestARetryOfTwoMessages(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		j.control("script",
			`{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"2","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
		id, _ := j.tried(two("groupId", j.collection(numbers(0, 100)), "choose", "hand"))
		j.ok("customer", "PUT", orders+"/"+id+"/variant", map[string]any{"variant": "b"})
		j.again()
		j.settle(id)
		was := map[string]string{}
		for c := range j.get(id).Pieces() {
			targets, err := j.room.TargetsOf(j.ctx, j.get(id), c)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range targets {
				was[one.PhoneNumber] = one.Variant
			}
		}
		j.control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		j.ok("customer", "PUT", retryOf(id), nil)
		j.again()
		j.settle(id)
		text, seen := map[string]string{"a": "hi", "b": "hello"}, map[string]int{}
		for to, bodies := range j.got() {
			if len(bodies) != 1 || bodies[0] != text[was[to]] {
				t.Errorf("%s of %q got %v", to, was[to], bodies)
			}
			seen[bodies[0]]++
		}
		if seen["hi"] != 25 || seen["hello"] != 75 {
			t.Errorf("%v", seen)
		}
		if ab := j.ab(id); variant(ab, 0)["total"] != 25.0 || variant(ab, 1)["total"] != 25.0 || ab["choosable"] != false {
			t.Errorf("%v", ab)
		}
		j.everyTargetOnce(id, 100)
		j.books()
	})
}

// An order that is stopped before its message is chosen pays for the sample. Its retry takes the failed recipients of
// the sample, and none of the rest.
func TestAnOrderOfTwoMessagesIsStopped(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		j.control("script",
			`{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"2","outcome":"not_whatsapp"},{"suffix":"3","outcome":"not_whatsapp"},{"suffix":"4","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
		id, _ := j.tried(two("groupId", j.collection(numbers(0, 100))))
		j.ok("customer", "PUT", orders+"/"+id+"/stop", nil)
		j.again()
		j.settle(id)
		reached := len(j.got())
		if o := j.get(id); o.Status != order.Stopped || *o.Actual != money.Amount(350*reached) || reached >= 50 {
			t.Fatalf("state %d, charged %v for %d", o.Status, o.Actual, reached)
		}
		if code, out := j.call("customer", "PUT", orders+"/"+id+"/variant", "", map[string]any{"variant": "a"}); code != 409 {
			t.Errorf("%d %v", code, out)
		}
		j.control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		j.ok("customer", "PUT", retryOf(id), nil)
		j.again()
		j.settle(id)
		if told := j.told(); told["hi"] != 25 || told["hello"] != 25 {
			t.Errorf("%v", told)
		}
		if o := j.get(id); o.Status != order.Stopped || *o.Actual != 50*350 {
			t.Errorf("state %d, charged %v", o.Status, o.Actual)
		}
		j.everyTargetOnce(id, 100)
		j.books()
	})
}

// An edit brings a second message, changes it, and takes it away; each is another order under the same number. What is the same is not.
func TestASecondMessageIsEdited(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		j.reviewed()
		group := j.collection(numbers(0, 20))
		id, plan := j.order(wish("groupId", group))
		j.plan(plan)
		body := two("groupId", group, "choose", "hand")
		for i, c := range []struct {
			body map[string]any
			gen  int
			two  bool
		}{{body, 2, true}, {body, 2, true}, {two("groupId", group, "share", 20), 3, true}, {wish("groupId", group), 4, false}, {body, 5, true}} {
			j.ok("customer", "PUT", orders, changed(id, c.body, "name", fmt.Sprint("name ", i)))
			if o := j.get(id); o.Gen != c.gen || (o.Trial != nil) != c.two || o.Total != 20 {
				t.Errorf("%d: generation %d, %+v", i, o.Gen, o.Trial)
			}
			j.again()
		}
		bad := two("groupId", group, "message", map[string]any{"type": "text", "text": " "})
		if code, out := j.call("customer", "PUT", orders, "", changed(id, bad)); code != 400 ||
			!strings.Contains(fmt.Sprint(out), "ab.message.text") {
			t.Errorf("%d %v", code, out)
		}
		j.approve(id)
		j.again()
		if told := j.told(); told["hi"] != 5 || told["hello"] != 5 {
			t.Errorf("%v", told)
		}
		j.books()
	})
}

// A trial is decided by the tick of its last minute, though that comes a little before its time: the next would be a minute late.
func TestATrialIsDecidedByTheTickOfItsLastMinute(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		id, _ := j.tried(two("groupId", j.collection(numbers(0, 120), numbers(1000, 81))))
		j.tick()
		j.tick()
		due, err := time.Parse(time.RFC3339Nano, j.ab(id)["dueTime"].(string))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			early  time.Duration
			chosen string
		}{{6 * time.Second, ""}, {4 * time.Second, "a"}} {
			time.Sleep(time.Until(due.Add(-c.early - time.Minute)))
			if j.tick(); j.ab(id)["chosen"] != c.chosen {
				t.Errorf("%s before its time %q is chosen", c.early, j.ab(id)["chosen"])
			}
		}
	})
}
