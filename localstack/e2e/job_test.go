package e2e_test

import (
	"encoding/json"
	"testing"

	"herald/localstack/client"
)

// The main job with every outcome of a provider: the shown, the charged and the sent messages agree.
func TestMainJobWithEveryOutcome(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	const each = 5
	var endings []string
	for _, rule := range outcomes {
		for i := 0; i < each && rule.Suffix != "" && rule.Outcome != "paused_template"; i++ {
			endings = append(endings, rule.Suffix)
		}
	}
	list := mobiles(t, 300, endings...)
	c := p.customer(t, 10_000)
	wish := client.Text("every outcome", collection(t, c, list), "BR", "Olá!")
	estimate := must(c.Estimate(ctx, wish))(t)
	if estimate.Targets != 300 || int64(estimate.Cost) != 300*int64(estimate.Price) || !estimate.Enough {
		t.Fatalf("%+v", estimate)
	}
	o := must(c.Submit(ctx, wish))(t)
	if o.Status != client.Review || o.EstimatedCost != estimate.Cost {
		t.Fatalf("%+v", o)
	}
	me := must(c.Me(ctx))(t)
	if me.Balance != estimate.Balance-o.EstimatedCost || me.Reserved != o.EstimatedCost {
		t.Errorf("after reserving: %+v", me)
	}
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	must(c.Until(ctx, o.ID, func(o client.Order) bool {
		return o.Counts["failed"] == 2*each && o.Counts["sent"] == each && o.Counts["arrived"]+o.Counts["read"] == 300-3*each
	}))(t)
	p.deadline(ctx, t)
	o = p.settled(ctx, t, c, o.ID)
	if o.Counts["failed"] != 2*each || o.Counts["sent"] != each || o.Counts["arrived"]+o.Counts["read"] != 300-3*each {
		t.Errorf("%v", o.Counts)
	}
	times, _ := p.took(t, o.ID)
	if o.Status != client.Completed || len(times) != 300-each {
		t.Errorf("status %d, %d accepted", o.Status, len(times))
	}
	byEnding := map[string]map[string]int{}
	for _, target := range must(c.Targets(ctx, o.ID))(t) {
		ending := target.PhoneNumber[len(target.PhoneNumber)-4:]
		if byEnding[ending] == nil {
			byEnding[ending] = map[string]int{}
		}
		byEnding[ending][target.State]++
		if (target.State == "failed") != (target.Reason != "") {
			t.Errorf("%s: reason %q of state %s", target.PhoneNumber, target.Reason, target.State)
		}
	}
	for ending, state := range map[string]string{"1001": "failed", "1002": "failed", "1008": "sent"} {
		if byEnding[ending][state] != each {
			t.Errorf("…%s: %v", ending, byEnding[ending])
		}
	}
	p.books(t, c, o)
	if me := must(c.Me(ctx))(t); me.Reserved != 0 || me.Balance != estimate.Balance-*o.ActualCost {
		t.Errorf("at the end: %+v", me)
	}
}

// A template that the provider pauses pauses the order, and says why; started again it sends what was left.
func TestPausedByTheProvider(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 10_000)
	list := mobiles(t, 40, "1009")
	o := must(c.Submit(ctx, client.Text("paused template", collection(t, c, list), "BR", "Olá!")))(t)
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	o = must(c.Reach(ctx, o.ID, client.Paused))(t)
	if o.Reason == "" {
		t.Error("the pause has no reason")
	}
	must(c.Act(ctx, o.ID, "start"))(t)
	must(c.Reach(ctx, o.ID, client.Settling, client.Completed))(t)
	o = p.settled(ctx, t, c, o.ID)
	if times, _ := p.took(t, o.ID); len(times) != 40 || o.Charged() != 40 {
		t.Errorf("%d accepted, %v", len(times), o.Counts)
	}
	p.books(t, c, o)
}

// The websocket answers a ping and tells the progress of an order from review to completion.
func TestLiveProgress(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 10_000)
	socket := must(c.Open(ctx))(t)
	defer socket.Close()
	check(t, socket.Ping(ctx))
	if m := must(socket.Next(ctx))(t); m.Type != "pong" {
		t.Fatalf("%+v", m)
	}
	o := must(c.Submit(ctx, client.Text("live", collection(t, c, mobiles(t, 1200)), "BR", "Olá!")))(t)
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	seen := map[int]bool{}
	for !seen[client.Completed] {
		m := must(socket.Next(ctx))(t)
		var live client.Live
		if m.Type != "order" {
			continue
		}
		check(t, json.Unmarshal(m.Data, &live))
		if live.ID != o.ID {
			t.Errorf("progress of another order: %+v", live)
		}
		seen[live.Status] = true
		if n := (client.Order{Counts: live.Counts}).Counted(); n != 1200 {
			t.Errorf("counts add up to %d in %+v", n, live)
		}
	}
	if !seen[client.Sending] || !seen[client.Settling] {
		t.Errorf("states seen: %v", seen)
	}
}

// A ticket opens one websocket, once; without one there is none.
func TestTicketsOpenOneWebsocket(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 0)
	ticket := must(client.Post[struct{ Ticket string }](ctx, c, "/oauth/ticket", nil))(t).Ticket
	socket := must(c.OpenWith(ctx, ticket))(t)
	defer socket.Close()
	for name, token := range map[string]string{"a used ticket": ticket, "an unknown ticket": "nonsense", "no ticket": ""} {
		if _, err := c.OpenWith(ctx, token); err == nil {
			t.Errorf("%s opens a websocket", name)
		}
	}
}
