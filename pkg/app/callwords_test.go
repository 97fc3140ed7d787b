package app

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/provider/rate"
)

// asShipped gives receipts the window that they have by default.
func (p *callers) asShipped() {
	p.Helper()
	p.c.Admin.Put("/lop/system/config/receipt.window.seconds", obj{"value": 5}).OK()
	p.k.Clock.Add(2 * time.Second)
}

// words takes the receipts from their queue: those that a call is over are kept, all others written.
func (p *callers) words() (over []queue.Message) {
	p.Helper()
	receipts := ReceiptTasks(p.e)
	p.k.Work(p, dispatch.ReceiptQueue, func(ctx context.Context, m queue.Message) error {
		if !strings.Contains(string(m.Body), `"Seconds":0`) {
			over = append(over, m)
			return nil
		}
		_, err := receipts(ctx, []queue.Message{m})
		return err
	})
	return over
}

// free is how many of the lines can be taken.
func (p *callers) free(lines int) int {
	p.Helper()
	book := &rate.Lines{DB: p.k.DB, Now: p.k.Now}
	n, err := book.Take(p.Context(), p.e.Config.Voice.From, lines, lines, p.k.Now().Add(time.Minute))
	if err != nil {
		p.Fatal(err)
	}
	if err := book.Free(p.Context(), p.e.Config.Voice.From, n); err != nil {
		p.Fatal(err)
	}
	return n
}

// By the settings as they are shipped what is told of a call is written at once, however much of its chunk was written a moment ago: its
// line is free, and its minutes are known.
func TestWordsAboutCallsWaitForNothing(t *testing.T) {
	p := mustCallers(t, 20)
	p.asShipped()
	who := p.c.Direct
	p.script(sim.Rule{Suffix: "3", Outcome: "busy"})
	id := p.ordered(who, p.wish(who, 2, nil, "11", "12", "13"))
	p.works()
	p.hears(3 + 3 + 1)
	p.works()
	if o := p.show(who, id); o.Calls.Answered != 2 || o.Calls.Human != 2 || o.Calls.Seconds == 0 || o.Calls.Busy != 1 ||
		o.Counts["read"] != 2 {
		t.Errorf("%+v, %v", o.Calls, o.Counts)
	}
	if n := p.free(20); n != 20 {
		t.Errorf("%d lines are free", n)
	}
	p.settles()
	if o := p.show(who, id); o.Status != order.Completed || *o.ActualCost != 1 {
		t.Errorf("state %d, %v charged", o.Status, o.ActualCost)
	}
}

// overtaken is a table in which somebody else writes first when receipts of a chunk are written, once.
type overtaken struct {
	store.DB
	once sync.Once
	by   func()
}

func (o *overtaken) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if _, is := op.Item.(dispatch.Receipts); is {
		o.once.Do(o.by)
	}
	return o.DB.Write(ctx, op)
}

// A call gives its line back once though the write of its end lost against another's: the calls that go on keep theirs.
func TestALineIsGivenBackOnceThoughASaveWasLost(t *testing.T) {
	p := mustCallers(t, 20)
	p.asShipped()
	who := p.c.Direct
	p.ordered(who, p.wish(who, 2, nil, "11", "12", "13"))
	p.works()
	p.hears(3 * 3)
	over := p.words()
	if len(over) != 3 || p.free(20) != 17 {
		t.Fatalf("%d ends, %d lines are free", len(over), p.free(20))
	}
	p.k.Clock.Add(30 * time.Second)
	receipts := ReceiptTasks(p.e)
	write := func(tasks func(context.Context, []queue.Message) ([]int, error), m queue.Message) {
		if failed, err := tasks(p.Context(), []queue.Message{m}); err != nil || len(failed) > 0 {
			t.Errorf("%v, %v", failed, err)
		}
	}
	raced := false
	slow := onCloud(p.k)
	slow.Config = p.e.Config
	slow.DB = &overtaken{DB: p.k.DB, by: func() { raced = true; write(receipts, over[1]) }}
	write(ReceiptTasks(slow), over[0])
	p.works()
	if n := p.free(20); n != 19 || !raced {
		t.Errorf("%d lines are free while one calls", n)
	}
	write(receipts, over[2])
	if n := p.free(20); n != 20 {
		t.Errorf("%d lines are free when nobody calls", n)
	}
}

// Who hung up may be known before the seconds of the call are: the call is not over by that, and is charged each minute that it had. One of
// which the end is never told has begun one minute, when the order is settled at its deadline.
func TestWhoHungUpIsToldBeforeTheEnd(t *testing.T) {
	p := mustCallers(t, 20)
	p.asShipped()
	who := p.c.Direct
	p.script(sim.Rule{Suffix: "1", Outcome: "hangup_61"})
	id := p.ordered(who, p.wish(who, 119.5, nil, "11", "12"))
	p.works()
	p.hears(2 * 3)
	over := p.words()
	if len(over) != 2 {
		t.Fatalf("%d ends", len(over))
	}
	p.settles() // a minute later it is asked who hung up
	if o := p.show(who, id); o.Settled || o.Calls.Answered != 2 || o.Calls.Minutes != 2 {
		t.Fatalf("settled: %v, %v charged, %+v", o.Settled, o.ActualCost, o.Calls)
	}
	first := over[0]
	if got := p.targets(who, id)["11"].Call; got == nil || got.HangUp != "callee" || got.Seconds != 0 {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(string(first.Body), `"Seconds":61`) {
		first = over[1]
	}
	if err := p.k.Queues.Send(p.Context(), dispatch.ReceiptQueue, first); err != nil {
		t.Fatal(err)
	}
	p.works()
	p.k.Clock.Add(25 * time.Hour)
	p.settles()
	p.awake(who)
	o := p.show(who, id)
	if o.Status != order.Completed || o.ActualCost == nil || *o.ActualCost != 0.5*(2+1) || p.balance(who) != 998.5 ||
		o.Calls.HungUp["callee"] != 1 {
		t.Errorf("state %d, %v charged, balance %v, %+v", o.Status, o.ActualCost, p.balance(who), o.Calls)
	}
}

// Where a country wants consent, one to calls is one to calls, and one to another channel is none.
func TestConsentToCalls(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.c.Admin.Put("/lop/system/config/optin.countries", obj{"value": "ID"}).OK()
	p.k.Clock.Add(2 * time.Second)
	for end, channel := range map[string]string{"01": "call", "02": "sms", "03": ""} {
		who.Post("/aty/consent", obj{"phoneNumber": "+62812345678" + end, "state": "given", "channel": channel, "purpose": "marketing",
			"source": "web form", "evidence": "ticked"}).OK()
	}
	wish := p.wish(who, 2, nil, "01", "02", "03", "04")
	if e := testkit.Data[order.Estimate](who.In("en_US").Post(callOrder+"/estimate", wish)); e.Targets != 4 || len(e.Refused) != 1 ||
		e.Refused[0].Count != 2 || !strings.Contains(e.Refused[0].Reason, "onsent") {
		t.Errorf("estimated %+v", e)
	}
	id := p.ordered(who, wish)
	p.works()
	p.hears(3 * 2)
	p.works()
	p.settles()
	o := p.show(who, id)
	if got := p.dialled(); strings.Count(got, " ") != 2 || !strings.Contains(got, "01") || !strings.Contains(got, "03") {
		t.Errorf("%q are dialled", got)
	}
	if *o.ActualCost != 1 || len(o.HeldBack) != 1 || o.HeldBack[0].Count != 2 {
		t.Errorf("%v charged, %+v", *o.ActualCost, o.HeldBack)
	}
}

// What is pressed or said is what an intent means by it: the key # is one like others, and a word may be joined by whatever joins it.
func TestIntentsOfKeysAndWords(t *testing.T) {
	p := mustCallers(t, 20)
	who := p.c.Direct
	p.script(sim.Rule{Suffix: "1", Outcome: "press_hash"}, sim.Rule{Suffix: "2", Outcome: "say_fine"},
		sim.Rule{Suffix: "3", Outcome: "say_no"})
	intents := []obj{{"digit": "#", "label": "stop"}, {"word": "Baik-baik,  ya", "label": "fine"}, {"word": "-tidak", "label": "no"}}
	id := p.ordered(who, p.wish(who, 2, obj{"callType": "interactive", "intents": intents}, "11", "12", "13"))
	p.works()
	p.hears(3 * 4)
	p.works()
	p.settles()
	if c := p.show(who, id).Calls; c.Intents["stop"] != 1 || c.Intents["fine"] != 1 || c.Intents["no"] != 1 || c.Intents["none"] != 0 {
		t.Errorf("%+v", c.Intents)
	}
	for end, intent := range map[string]string{"11": "stop", "12": "fine", "13": "no"} {
		if got := p.targets(who, id)[end].Call; got == nil || got.Intent != intent {
			t.Errorf("%s: %+v", end, got)
		}
	}
}
