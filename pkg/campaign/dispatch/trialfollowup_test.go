package dispatch_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
)

// A failed recipient is sent to again with the message that was dealt to it.
func TestARetryOfTwoMessages(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		j.Control("script",
			`{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"2","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
		id, _ := j.SubmitTest(two("groupId", j.Collection(ordertest.Numbers(0, 100)), "choose", "hand"))
		j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/variant", map[string]any{"variant": "b"})
		j.RunRetry()
		j.Settle(id)
		was := map[string]string{}
		for c := range j.Order(id).Pieces() {
			targets, err := j.Service.Engine.Statistics().TargetsOf(j.Context, j.Order(id), c)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range targets {
				was[one.PhoneNumber] = one.Variant
			}
		}
		j.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil)
		j.RunRetry()
		j.Settle(id)
		text, seen := map[string]string{"a": "hi", "b": "hello"}, map[string]int{}
		for to, bodies := range j.Received() {
			if len(bodies) != 1 || bodies[0] != text[was[to]] {
				t.Errorf("%s of %q got %v", to, was[to], bodies)
			}
			seen[bodies[0]]++
		}
		if seen["hi"] != 25 || seen["hello"] != 75 {
			t.Errorf("%v", seen)
		}
		if ab := j.ABResult(id); variant(ab, 0)["total"] != 25.0 || variant(ab, 1)["total"] != 25.0 || ab["choosable"] != false {
			t.Errorf("%v", ab)
		}
		j.CheckTargetsOnce(id, 100)
		j.CheckBooks()
	})
}

// An order that is stopped before its message is chosen pays for the sample. Its retry takes the failed recipients of
// the sample, and none of the rest.
func TestAnOrderOfTwoMessagesIsStopped(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		j.Control("script",
			`{"rules":[{"suffix":"1","outcome":"not_whatsapp"},{"suffix":"2","outcome":"not_whatsapp"},{"suffix":"3","outcome":"not_whatsapp"},{"suffix":"4","outcome":"not_whatsapp"},{"suffix":"99999999999","outcome":"ok"}]}`)
		id, _ := j.SubmitTest(two("groupId", j.Collection(ordertest.Numbers(0, 100))))
		j.MustCall("customer", "PUT", ordertest.OrdersPath+"/"+id+"/stop", nil)
		j.RunRetry()
		j.Settle(id)
		reached := len(j.Received())
		if o := j.Order(id); o.Status != order.Stopped || *o.Actual != money.Amount(350*reached) || reached >= 50 {
			t.Fatalf("state %d, charged %v for %d", o.Status, o.Actual, reached)
		}
		if code, out := j.Call("customer", "PUT", ordertest.OrdersPath+"/"+id+"/variant", "", map[string]any{"variant": "a"}); code != 409 {
			t.Errorf("%d %v", code, out)
		}
		j.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		j.MustCall("customer", "PUT", ordertest.RetryPath(id), nil)
		j.RunRetry()
		j.Settle(id)
		if told := j.ReceivedMessages(); told["hi"] != 25 || told["hello"] != 25 {
			t.Errorf("%v", told)
		}
		if o := j.Order(id); o.Status != order.Stopped || *o.Actual != 50*350 {
			t.Errorf("state %d, charged %v", o.Status, o.Actual)
		}
		j.CheckTargetsOnce(id, 100)
		j.CheckBooks()
	})
}

// An edit brings a second message, changes it, and takes it away; each is another order under the same number. What is the same is not.
func TestASecondMessageIsEdited(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		j.RequireReview()
		group := j.Collection(ordertest.Numbers(0, 20))
		id, plan := j.Submit(ordertest.OrderBody("groupId", group))
		j.Plan(plan)
		body := two("groupId", group, "choose", "hand")
		for i, c := range []struct {
			body map[string]any
			gen  int
			two  bool
		}{{body, 2, true}, {body, 2, true}, {two("groupId", group, "share", 20), 3, true}, {ordertest.OrderBody("groupId", group), 4, false},
			{body, 5, true}} {
			j.MustCall("customer", "PUT", ordertest.OrdersPath, ordertest.EditBody(id, c.body, "name", fmt.Sprint("name ", i)))
			if o := j.Order(id); o.Gen != c.gen || (o.Trial != nil) != c.two || o.Total != 20 {
				t.Errorf("%d: generation %d, %+v", i, o.Gen, o.Trial)
			}
			j.RunRetry()
		}
		bad := two("groupId", group, "message", map[string]any{"type": "text", "text": " "})
		if code, out := j.Call("customer", "PUT", ordertest.OrdersPath, "", ordertest.EditBody(id, bad)); code != 400 ||
			!strings.Contains(fmt.Sprint(out), "ab.message.text") {
			t.Errorf("%d %v", code, out)
		}
		j.Approve(id)
		j.RunRetry()
		if told := j.ReceivedMessages(); told["hi"] != 5 || told["hello"] != 5 {
			t.Errorf("%v", told)
		}
		j.CheckBooks()
	})
}

// A trial is decided by the tick of its last minute, though that comes a little before its time: the next would be a minute late.
func TestATrialIsDecidedByTheTickOfItsLastMinute(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		id, _ := j.SubmitTest(two("groupId", j.Collection(ordertest.Numbers(0, 120), ordertest.Numbers(1000, 81))))
		j.Tick()
		j.Tick()
		due, err := time.Parse(time.RFC3339Nano, j.ABResult(id)["dueTime"].(string))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			early  time.Duration
			chosen string
		}{{6 * time.Second, ""}, {4 * time.Second, "a"}} {
			time.Sleep(time.Until(due.Add(-c.early - time.Minute)))
			if j.Tick(); j.ABResult(id)["chosen"] != c.chosen {
				t.Errorf("%s before its time %q is chosen", c.early, j.ABResult(id)["chosen"])
			}
		}
	})
}
