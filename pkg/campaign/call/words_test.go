package call_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/localstack/simulators/sim"
	"herald/pkg/app"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// With the default settings a call event is stored immediately, even right after another write of its chunk: its line is free, and its
// minutes are known.
func TestWordsAboutCallsWaitForNothing(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	p.UseDefaultReceiptWindow()
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "3", Outcome: "busy"})
	id := p.Submit(who, p.Body(who, 2, nil, "11", "12", "13"))
	p.RunQueues()
	p.AwaitCallbacks(3 + 3 + 1)
	p.RunQueues()
	if o := p.Detail(who, id); o.Calls.Answered != 2 || o.Calls.Human != 2 || o.Calls.Seconds == 0 || o.Calls.Busy != 1 ||
		o.Counts["read"] != 2 {
		t.Errorf("%+v, %v", o.Calls, o.Counts)
	}
	if n := p.FreeLines(20); n != 20 {
		t.Errorf("%d lines are free", n)
	}
	p.PassMinute()
	if o := p.Detail(who, id); o.Status != order.Completed || *o.ActualCost != 1 {
		t.Errorf("state %d, %v charged", o.Status, o.ActualCost)
	}
}

// overtaken is a table in which another writer writes first, once, when receipts of a chunk are written.
type overtaken struct {
	store.DB
	once sync.Once
	by   func()
}

func (o *overtaken) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if _, is := op.Item.(chunkrow.Receipts); is {
		o.once.Do(o.by)
	}
	return o.DB.Write(ctx, op)
}

// A call releases its line once, even if storing its end conflicts with another write; running calls keep their lines.
func TestALineIsGivenBackOnceThoughASaveWasLost(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	p.UseDefaultReceiptWindow()
	who := p.Users.Direct
	p.Submit(who, p.Body(who, 2, nil, "11", "12", "13"))
	p.RunQueues()
	p.AwaitCallbacks(3 * 3)
	over := p.RunReceiptsExceptEnds()
	if len(over) != 3 || p.FreeLines(20) != 17 {
		t.Fatalf("%d ends, %d lines are free", len(over), p.FreeLines(20))
	}
	p.Kit.Clock.Add(30 * time.Second)
	receipts := app.ReceiptTasks(p.Env)
	write := func(tasks func(context.Context, []queue.Message) ([]int, error), m queue.Message) {
		if failed, err := tasks(p.Context(), []queue.Message{m}); err != nil || len(failed) > 0 {
			t.Errorf("%v, %v", failed, err)
		}
	}
	raced := false
	slow := apptest.NewApp(p.Kit)
	slow.Config = p.Env.Config
	slow.DB = &overtaken{DB: p.Kit.DB, by: func() { raced = true; write(receipts, over[1]) }}
	write(app.ReceiptTasks(slow), over[0])
	p.RunQueues()
	if n := p.FreeLines(20); n != 19 || !raced {
		t.Errorf("%d lines are free while one calls", n)
	}
	write(receipts, over[2])
	if n := p.FreeLines(20); n != 20 {
		t.Errorf("%d lines are free when nobody calls", n)
	}
}

// The side that hung up may be known before the duration of the call. The call is not over by that, and is charged its full minutes. A call
// without a reported end is charged one minute, when the order is settled at its deadline.
func TestTheHangUpSideIsKnownBeforeTheEnd(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	p.UseDefaultReceiptWindow()
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "1", Outcome: "hangup_61"})
	id := p.Submit(who, p.Body(who, 119.5, nil, "11", "12"))
	p.RunQueues()
	p.AwaitCallbacks(2 * 3)
	over := p.RunReceiptsExceptEnds()
	if len(over) != 2 {
		t.Fatalf("%d ends", len(over))
	}
	p.PassMinute() // a minute later it is asked who hung up
	if o := p.Detail(who, id); o.Settled || o.Calls.Answered != 2 || o.Calls.Minutes != 2 {
		t.Fatalf("settled: %v, %v charged, %+v", o.Settled, o.ActualCost, o.Calls)
	}
	first := over[0]
	if got := p.Targets(who, id)["11"].Call; got == nil || got.HangUp != "callee" || got.Seconds != 0 {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(string(first.Body), `"Seconds":61`) {
		first = over[1]
	}
	if err := p.Kit.Queues.Send(p.Context(), receipt.ReceiptQueue, first); err != nil {
		t.Fatal(err)
	}
	p.RunQueues()
	p.Kit.Clock.Add(25 * time.Hour)
	p.PassMinute()
	p.SignIn(who)
	o := p.Detail(who, id)
	if o.Status != order.Completed || o.ActualCost == nil || *o.ActualCost != 0.5*(2+1) || p.Balance(who) != 998.5 ||
		o.Calls.HungUp["callee"] != 1 {
		t.Errorf("state %d, %v charged, balance %v, %+v", o.Status, o.ActualCost, p.Balance(who), o.Calls)
	}
}

// Where a country requires consent, consent to calls permits calls, and consent to another channel does not.
func TestConsentToCalls(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Users.Admin.Put("/lop/system/config/optin.countries", apptest.Object{"value": "ID"}).OK()
	p.Kit.Clock.Add(2 * time.Second)
	for end, channel := range map[string]string{"01": "call", "02": "sms", "03": ""} {
		who.Post("/aty/consent", apptest.Object{"phoneNumber": "+62812345678" + end, "state": "given", "channel": channel, "purpose": "marketing",
			"source": "web form", "evidence": "ticked"}).OK()
	}
	request := p.Body(who, 2, nil, "01", "02", "03", "04")
	if e := testkit.Data[order.Estimate](who.In("en_US").Post(apptest.CallOrder+"/estimate", request)); e.Targets != 4 ||
		len(e.Refused) != 1 ||
		e.Refused[0].Count != 2 || !strings.Contains(e.Refused[0].Reason, "onsent") {
		t.Errorf("estimated %+v", e)
	}
	id := p.Submit(who, request)
	p.RunQueues()
	p.AwaitCallbacks(3 * 2)
	p.RunQueues()
	p.PassMinute()
	o := p.Detail(who, id)
	if got := p.DialledEnds(); strings.Count(got, " ") != 2 || !strings.Contains(got, "01") || !strings.Contains(got, "03") {
		t.Errorf("%q are dialled", got)
	}
	if *o.ActualCost != 1 || len(o.HeldBack) != 1 || o.HeldBack[0].Count != 2 {
		t.Errorf("%v charged, %+v", *o.ActualCost, o.HeldBack)
	}
}

// Keys and words match their intents: the key # is like any other, and words may be joined by any separator.
func TestIntentsOfKeysAndWords(t *testing.T) {
	p := apptest.NewCallFixture(t, 20)
	who := p.Users.Direct
	p.Script(sim.Rule{Suffix: "1", Outcome: "press_hash"}, sim.Rule{Suffix: "2", Outcome: "say_fine"},
		sim.Rule{Suffix: "3", Outcome: "say_no"})
	intents := []apptest.Object{{"digit": "#", "label": "stop"}, {"word": "Baik-baik,  ya", "label": "fine"},
		{"word": "-tidak", "label": "no"}}
	id := p.Submit(who, p.Body(who, 2, apptest.Object{"callType": "interactive", "intents": intents}, "11", "12", "13"))
	p.RunQueues()
	p.AwaitCallbacks(3 * 4)
	p.RunQueues()
	p.PassMinute()
	if c := p.Detail(who, id).Calls; c.Intents["stop"] != 1 || c.Intents["fine"] != 1 || c.Intents["no"] != 1 || c.Intents["none"] != 0 {
		t.Errorf("%+v", c.Intents)
	}
	for end, intent := range map[string]string{"11": "stop", "12": "fine", "13": "no"} {
		if got := p.Targets(who, id)[end].Call; got == nil || got.Intent != intent {
			t.Errorf("%s: %+v", end, got)
		}
	}
}
