package call_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// An order of calls from its estimate to its settlement: answered and unanswered calls with their reasons, pressed keys, the side that hung
// up, and a price for each begun minute.
func TestAnOrderOfCalls(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	request := p.Body(who, 20, apptest.Object{"callType": "interactive",
		"intents": []apptest.Object{{"digit": "1", "word": "ya", "label": "yes"}}}, "01", "50",
		"26", "49", "51", "53", "96")
	estimate := testkit.Data[struct {
		Targets, Parts int
		Cost           float64
	}](who.Post(apptest.CallOrder+"/estimate", request))
	if estimate.Targets != 7 || estimate.Parts != 1 || estimate.Cost != 3.5 {
		t.Errorf("%+v", estimate)
	}
	id := p.Submit(who, request)
	if balance := p.Balance(who); balance != 996.5 {
		t.Errorf("reserved: %v", balance)
	}
	p.RunQueues()
	p.AwaitCallbacks(3 + 1 + 1 + 3 + 4 + 3 + 1)
	p.RunQueues()
	p.PassMinute()
	o := p.Detail(who, id)
	if o.Status != order.Completed || o.ActualCost == nil || *o.ActualCost != 2 || p.Balance(who) != 998 {
		t.Errorf("state %d, %v charged, balance %v", o.Status, o.ActualCost, p.Balance(who))
	}
	c := o.Calls
	if c.Answered != 4 || c.Human != 3 || c.Machine != 1 || c.Busy != 1 || c.NoAnswer != 1 || c.Other != 1 || c.Minutes != 4 ||
		c.Intents["yes"] != 1 || c.Intents["none"] != 3 {
		t.Errorf("%+v", c)
	}
	if c.HungUp["callee"] != 1 || c.HungUp["caller"] != 3 || c.HungUp["unknown"] != 0 || c.Seconds/c.Answered != c.Average {
		t.Errorf("%+v", c)
	}
	for end, want := range map[string]struct {
		state              chunkrow.State
		by, hangup, intent string
		minutes            int
		reason             string
	}{
		"01": {chunkrow.StateRead, "human", "caller", "", 1, ""}, "49": {chunkrow.StateRead, "machine", "caller", "", 1, ""},
		"51": {chunkrow.StateRead, "human", "caller", "yes", 1, ""},
		"53": {chunkrow.StateRead, "human", "callee", "", 1, ""}, "50": {state: chunkrow.StateFailed, reason: "busy"},
		"26": {state: chunkrow.StateFailed, reason: "answer"}, "96": {state: chunkrow.StateFailed, reason: "reached"},
	} {
		got := p.Targets(who, id)[end]
		if got.State != want.state || (got.Call == nil) != (want.by == "") || !strings.Contains(strings.ToLower(got.Reason), want.reason) {
			t.Errorf("%s: %+v", end, got)
		} else if f := got.Call; f != nil && (f.AnsweredBy != want.by || f.HangUp != want.hangup || f.Intent != want.intent ||
			f.Minutes != want.minutes || f.Seconds < 3 || got.ArrivedTime == nil) {
			t.Errorf("%s: %+v", end, f)
		}
	}
	rows := apptest.ReadTable(t, who.In("en_US").Get(apptest.CallOrder+"/"+id+"/export").Raw, "Phone number")
	for _, row := range rows {
		if strings.HasSuffix(row["Phone number"], "51") &&
			(row["Intent"] != "yes" || row["Minutes charged"] != "1" || row["Hung up by"] == "" || row["Answered at"] == "" ||
				row["Talk time in seconds"] == "") {
			t.Errorf("the file says %v", row)
		}
	}
	if len(rows) != 7 {
		t.Errorf("the file has %d rows", len(rows))
	}
	if all, _ := p.Sim.Calls(); len(all) != 7 {
		t.Errorf("%d calls", len(all))
	}
}

// A person who answered hears the recording even if our response to the callback was lost. If a key event was lost, the person does not
// hear all of it again, and no further minute is charged.
func TestALostAnswerOfOursIsAskedForAgain(t *testing.T) {
	for lost, c := range map[string]struct {
		end   string
		calls int
	}{"answer": {"01", 3}, "gather": {"51", 4}} {
		p := apptest.NewCallFixture(t, 20)
		who := p.Users.Direct
		p.LostCallbacks.Store("/api/hook/voice/"+lost, true)
		id := p.Submit(who, p.Body(who, 20, apptest.Object{"callType": "interactive",
			"intents": []apptest.Object{{"digit": "1", "word": "ya", "label": "yes"}}},
			c.end))
		p.RunQueues()
		p.AwaitCallbacks(c.calls)
		p.RunQueues()
		p.PassMinute()
		got := p.Targets(who, id)[c.end]
		if f := got.Call; got.State != chunkrow.StateRead || f == nil || f.Seconds < 3 || f.Seconds > 35 || f.Minutes != 1 || f.Intent != "" {
			t.Errorf("%s: %+v, %+v", lost, got, f)
		}
		if all, _ := p.Sim.Calls(); len(all) != 1 || len(all[0].Alerts) != 1 || p.Balance(who) != 999.5 {
			t.Errorf("%s: %+v, balance %v", lost, all, p.Balance(who))
		}
	}
}

// A call of 61 seconds costs two minutes. No call lasts longer or costs more than its reservation.
func TestEachMinuteBegunIsCharged(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "1", Outcome: "hangup_61"}, sim.Rule{Suffix: "2", Outcome: "hangup_3"},
		sim.Rule{Suffix: "3", Outcome: "machine"})
	id := p.Submit(who, p.Body(who, 119.5, nil, "11", "12", "13"))
	if o := p.Detail(who, id); o.EstimatedCost != 3 || o.Recording.Minutes != 2 {
		t.Errorf("%+v", o)
	}
	p.RunQueues()
	p.AwaitCallbacks(9)
	p.RunQueues()
	p.PassMinute()
	o := p.Detail(who, id)
	if o.ActualCost == nil || *o.ActualCost != 2.5 || o.Calls.Minutes != 2+1+2 || p.Balance(who) != 997.5 {
		t.Errorf("%v charged, %+v", o.ActualCost, o.Calls)
	}
	for end, minutes := range map[string]int{"11": 2, "12": 1, "13": 2} {
		if got := p.Targets(who, id)[end].Call; got == nil || got.Minutes != minutes || got.Seconds > 120 {
			t.Errorf("%s: %+v", end, got)
		}
	}
}

// A number that is suppressed on any channel, by any user, is not called, and the estimate shows it.
func TestSuppressedOnAnyChannelIsNotCalled(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	ends := []string{"07"}
	for i, channel := range []string{"sms", "whatsapp", "call", "email", "group", "comment"} {
		end, by, scope := fmt.Sprintf("0%d", i+1), p.Users.Admin, "global"
		if i%3 == 0 {
			by, scope = who, "tenant"
		}
		by.Post("/aty/suppression", apptest.Object{"phoneNumber": "+62812345678" + end, "scope": scope, "reason": "asked",
			"channel": channel}).OK()
		ends = append(ends, end)
	}
	request := p.Body(who, 20, nil, ends...)
	estimate := testkit.Data[struct{ Refused []order.Refusal }](who.Post(apptest.CallOrder+"/estimate", request))
	held := 0
	for _, r := range estimate.Refused {
		held += r.Count
	}
	if held != 6 {
		t.Errorf("%+v", estimate)
	}
	id := p.Submit(who, request)
	p.RunQueues()
	p.AwaitCallbacks(3)
	p.RunQueues()
	p.PassMinute()
	all, _ := p.Sim.Calls()
	if o := p.Detail(who, id); len(all) != 1 || !strings.HasSuffix(all[0].To, "07") || *o.ActualCost != 0.5 || o.Counts["failed"] != 6 {
		t.Errorf("%+v, %v charged, %v", all, o.ActualCost, o.Counts)
	}
}
