package call_test

import (
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/web"
)

// A recipient who presses the stop key, or asks for it in words, is suppressed for the customer on every channel. The customer's next order
// does not call it. Other keys and words suppress no number.
func TestAKeyAndAWordStopCalls(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "01", Outcome: "press_9"}, sim.Rule{Suffix: "02", Outcome: "say_stop"},
		sim.Rule{Suffix: "03", Outcome: "press_1"}, sim.Rule{Suffix: "04", Outcome: "say_yes"})
	interactive := apptest.Object{"callType": "interactive", "intents": []apptest.Object{{"digit": "1", "word": "ya", "label": "yes"}}}
	id := p.Submit(who, p.Body(who, 20, interactive, "01", "02", "03", "04"))
	p.RunQueues()
	p.AwaitCallbacks(4 * 4)
	p.RunQueues()
	p.RunInbound()
	p.PassMinute()
	o := p.Detail(who, id)
	if o.StopKey != "9" || o.Calls.Intents["yes"] != 2 || o.Calls.Intents["other"] != 2 {
		t.Errorf("key %q, %+v", o.StopKey, o.Calls)
	}
	got := map[string]suppression.Entry{}
	for _, e := range testkit.Data[web.Page[suppression.Entry]](who.Get("/aty/suppression/page")).Records {
		got[e.PhoneNumber[len(e.PhoneNumber)-2:]] = e
	}
	if len(got) != 2 || got["01"].Evidence != "9" || got["02"].Evidence != "Berhenti, tolong." {
		t.Errorf("%+v", got)
	}
	for _, e := range got {
		if e.Source != suppression.Stop || e.Channel != suppression.AllChannels || e.Scope != suppression.Tenant || e.OrderID != id {
			t.Errorf("%+v", e)
		}
	}
	estimate := testkit.Data[struct{ Refused []order.Refusal }](who.Post(apptest.CallOrder+"/estimate",
		p.Body(who, 20, interactive, "01", "02", "03")))
	if len(estimate.Refused) != 1 || estimate.Refused[0].Count != 2 {
		t.Errorf("%+v", estimate)
	}
}

// A call that only plays also accepts the stop key, which suppresses the number on every channel. Any other key plays the recording again
// and is no answer.
func TestTheKeyStopsCallsThatOnlyPlay(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "01", Outcome: "press_9"}, sim.Rule{Suffix: "02", Outcome: "press_1"},
		sim.Rule{Suffix: "03", Outcome: "say_stop"})
	id := p.Submit(who, p.Body(who, 20, nil, "01", "02", "03"))
	p.RunQueues()
	p.AwaitCallbacks(4 * 3)
	p.RunQueues()
	p.RunInbound()
	p.PassMinute()
	o := p.Detail(who, id)
	if o.StopKey != "9" || o.Counts["read"] != 3 || len(o.Calls.Intents) != 0 || o.ActualCost == nil || *o.ActualCost > o.EstimatedCost {
		t.Errorf("key %q, %v, %+v, %v of %v", o.StopKey, o.Counts, o.Calls, o.ActualCost, o.EstimatedCost)
	}
	entries := testkit.Data[web.Page[suppression.Entry]](who.Get("/aty/suppression/page")).Records
	if len(entries) != 1 || !strings.HasSuffix(entries[0].PhoneNumber, "01") || entries[0].Source != suppression.Stop ||
		entries[0].Channel != suppression.AllChannels || entries[0].OrderID != id {
		t.Errorf("%+v", entries)
	}
	estimate := testkit.Data[struct{ Refused []order.Refusal }](who.Post(apptest.CallOrder+"/estimate",
		p.Body(who, 20, nil, "01", "02", "03")))
	if len(estimate.Refused) != 1 || estimate.Refused[0].Count != 1 {
		t.Errorf("%+v", estimate)
	}
}

// The stop key is a setting: an intent cannot use it, and without one no key stops calls.
func TestTheKeyThatStopsCallsIsASetting(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct.In("en_US")
	nine := p.Body(p.Users.Direct, 20, apptest.Object{"callType": "interactive", "intents": []apptest.Object{{"digit": "9", "label": "yes"}}},
		"01")
	if a := who.Post(apptest.CallOrder+"/estimate", nine).Bad("intents"); !strings.Contains(string(a.Raw), "The key 9 stops further calls") {
		t.Errorf("%s", a.Raw)
	}
	p.Users.Admin.Put("/lop/system/config/call.stop.key", apptest.Object{"value": "x"}).Want(400, 0)
	p.Users.Admin.Put("/lop/system/config/call.stop.key", apptest.Object{"value": "none"}).OK()
	p.Script(sim.Rule{Suffix: "01", Outcome: "press_9"})
	id := p.Submit(p.Users.Direct, nine)
	p.RunQueues()
	p.AwaitCallbacks(4)
	p.RunQueues()
	p.RunInbound()
	p.PassMinute()
	if o := p.Detail(p.Users.Direct, id); o.StopKey != "" || o.Calls.Intents["yes"] != 1 {
		t.Errorf("key %q, %+v", o.StopKey, o.Calls)
	}
	if all := testkit.Data[web.Page[suppression.Entry]](who.Get("/aty/suppression/page")).Records; len(all) != 0 {
		t.Errorf("%+v", all)
	}
}
