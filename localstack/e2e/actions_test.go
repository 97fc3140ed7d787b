package e2e_test

import (
	"context"
	"testing"
	"time"

	"herald/localstack/client"
)

// sending gives an order of n recipients of which the first were sent already.
func sending(ctx context.Context, t *testing.T, p *product, c *client.Client, n int) client.Order {
	t.Helper()
	o := must(c.Submit(ctx, client.Text(t.Name(), collection(t, c, mobiles(t, n)), "BR", "Olá!")))(t)
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	return must(c.Until(ctx, o.ID, func(o client.Order) bool { return o.Status == client.Sending && o.Counts["toSend"] < n }))(t)
}

// effective is how soon a pause or a stop must hold (architecture §9).
const effective = 2 * time.Second

// idle waits until no worker holds recipients of the order.
func idle(ctx context.Context, t *testing.T, c *client.Client, id string) client.Order {
	t.Helper()
	return must(c.Until(ctx, id, func(o client.Order) bool { return o.Counts["sending"] == 0 }))(t)
}

func TestPauseAndStart(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 50_000)
	const n = 4000
	o := sending(ctx, t, p, c, n)
	o = must(c.Act(ctx, o.ID, "pause"))(t)
	answered := time.Now()
	if o.Status != client.Paused {
		t.Fatalf("status %d after a pause", o.Status)
	}
	refused(t, second(c.Act(ctx, o.ID, "pause")), 409, 0)
	o = idle(ctx, t, c, o.ID)
	times, last := p.took(t, o.ID)
	if o.Counts["toSend"] == 0 || len(times) == n {
		t.Fatalf("everything was sent before the pause: %v", o.Counts)
	}
	if late := last.Sub(answered); late > effective {
		t.Errorf("a message was accepted %s after the pause", late)
	}
	refused(t, second(c.Act(ctx, o.ID, "cancel")), 409, 0) // some were sent: it can only be stopped
	must(c.Act(ctx, o.ID, "start"))(t)
	must(c.Reach(ctx, o.ID, client.Settling, client.Completed))(t)
	o = p.settled(ctx, t, c, o.ID)
	if times, _ = p.took(t, o.ID); len(times) != n || o.Charged() != n {
		t.Errorf("%d of %d accepted, %v", len(times), n, o.Counts)
	}
	p.books(t, c, o)
}

func TestStop(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 50_000)
	const n = 4000
	o := sending(ctx, t, p, c, n)
	o = must(c.Act(ctx, o.ID, "stop"))(t)
	answered := time.Now()
	if o.Status != client.Stopped {
		t.Fatalf("status %d after a stop", o.Status)
	}
	idle(ctx, t, c, o.ID)
	o = p.settled(ctx, t, c, o.ID)
	times, last := p.took(t, o.ID)
	if late := last.Sub(answered); late > effective {
		t.Errorf("a message was accepted %s after the stop", late)
	}
	if o.Status != client.Stopped || o.Counts["toSend"] == 0 || o.Charged() != len(times) || o.Counts["toSend"]+len(times) != n {
		t.Errorf("status %d, %d accepted, %v", o.Status, len(times), o.Counts)
	}
	for _, action := range []string{"start", "pause", "cancel", "stop"} {
		refused(t, second(c.Act(ctx, o.ID, action)), 409, 0)
	}
	p.books(t, c, o)
}

func TestRefuseAndCancel(t *testing.T) {
	p, ctx := running(t)
	t.Parallel()
	c := p.customer(t, 1000)
	group := collection(t, c, mobiles(t, 50))
	before := must(c.Me(ctx))(t)
	whole := func(o client.Order, status int) {
		t.Helper()
		me := must(c.Me(ctx))(t)
		if o.Status != status || o.ActualCost == nil || *o.ActualCost != 0 || me.Balance != before.Balance || me.Reserved != 0 ||
			o.Counts["toSend"] != 50 {
			t.Errorf("status %d, cost %v, balance %s, reserved %s, %v", o.Status, o.ActualCost, me.Balance, me.Reserved, o.Counts)
		}
		p.books(t, c, o)
	}
	o := must(c.Submit(ctx, client.Text("refused", group, "BR", "Olá!")))(t)
	refused(t, p.admin.Review(ctx, o.ID, false, ""), 400, 0) // without a reason
	refused(t, c.Review(ctx, o.ID, true, ""), 403, 0)        // by its own customer
	refused(t, second(c.Act(ctx, o.ID, "stop")), 409, 0)
	check(t, p.admin.Review(ctx, o.ID, false, "not this text"))
	o = must(c.Order(ctx, o.ID))(t)
	if o.Reason != "not this text" {
		t.Errorf("reason %q", o.Reason)
	}
	whole(o, client.Refused)
	refused(t, p.admin.Review(ctx, o.ID, true, ""), 200, 409) // the result of its id

	wish := client.Text("cancelled", group, "BR", "Olá!")
	wish["startTime"] = time.Now().Add(time.Hour).UTC().Format(time.RFC3339)
	o = must(c.Submit(ctx, wish))(t)
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	if o = must(c.Order(ctx, o.ID))(t); o.Status != client.Waiting {
		t.Fatalf("status %d before its time", o.Status)
	}
	must(c.Act(ctx, o.ID, "pause"))(t)
	if o = must(c.Act(ctx, o.ID, "start"))(t); o.Status != client.Waiting {
		t.Fatalf("status %d after a pause before its time", o.Status)
	}
	whole(must(c.Act(ctx, o.ID, "cancel"))(t), client.Cancelled)
	refused(t, second(c.Act(ctx, o.ID, "start")), 409, 0)
	if times, _ := p.took(t, o.ID); len(times) > 0 {
		t.Errorf("%d messages of a cancelled order", len(times))
	}
}

// second gives the error of a call whose result does not matter.
func second[T any](_ T, err error) error { return err }
