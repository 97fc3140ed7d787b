package e2e_test

import (
	"context"
	"testing"
	"time"

	"herald/localstack/client"
	"herald/localstack/kill"
)

// An order goes on although its workers are killed. No recipient gets the message twice or not at all, at most one
// sub-batch for each killed worker is in doubt, and the money is right to the unit.
func TestKilledWorkers(t *testing.T) {
	p, ctx := running(t)
	const n = 5000
	c := p.customer(t, 50_000)
	list := mobiles(t, n)
	o := must(c.Submit(ctx, client.Text("killed", collection(t, c, list), "BR", "Olá!")))(t)
	before := must(p.Sim.Count(ctx))(t)
	check(t, p.admin.Review(ctx, o.ID, true, ""))
	dead := 0
	for _, reached := range []int{300, 1000, 1700, 2500} {
		must(client.Poll(ctx, 20*time.Millisecond, func(ctx context.Context) (int, bool, error) {
			got, err := p.Sim.Count(ctx)
			return got, got-before >= reached, err
		}))(t)
		dead += killed(t, p.Cloud.PID, "herald-send", 1)
		killed(t, p.Cloud.PID, "herald-receipt", 1)
	}
	dead += killed(t, p.Cloud.PID, "herald-send", 100)
	killed(t, p.Cloud.PID, "herald-receipt", 100)
	if dead < 4 {
		t.Fatalf("only %d workers were killed", dead)
	}
	must(client.Poll(ctx, time.Second, func(ctx context.Context) (client.Order, bool, error) {
		if err := p.Tick(ctx); err != nil {
			return client.Order{}, false, err
		}
		now, err := c.Order(ctx, o.ID)
		return now, now.Status >= client.Completed, err
	}))(t)
	t.Parallel() // the rest is waiting
	times, _ := p.took(t, o.ID)
	must(c.Until(ctx, o.ID, func(o client.Order) bool { return o.Counts["arrived"]+o.Counts["read"] == len(times) }))(t)
	p.deadline(ctx, t)
	o = p.settled(ctx, t, c, o.ID)
	t.Logf("%d workers killed; %v", dead, o.Counts)
	if o.Status != client.Completed || o.Counted() != n || o.Total != n {
		t.Errorf("status %d, total %d, %v", o.Status, o.Total, o.Counts)
	}
	if doubt := o.Counts["unknown"]; doubt > 100*dead {
		t.Errorf("%d recipients are in doubt after %d killed workers", doubt, dead)
	}
	if o.Counts["unknown"]+len(times) != n || o.Charged() != len(times) {
		t.Errorf("%d accepted, %d charged, %d unknown of %d", len(times), o.Charged(), o.Counts["unknown"], n)
	}
	for _, target := range must(c.Targets(ctx, o.ID))(t) {
		if reached := target.State == "sent" || target.State == "arrived" || target.State == "read"; reached != (times[target.PhoneNumber] == 1) {
			t.Errorf("%s is shown as %s and was accepted %d times", target.PhoneNumber, target.State, times[target.PhoneNumber])
		}
	}
	p.books(t, c, o)
}

// killed ends at most limit processes of a function of this local cloud as a crash would, and tells how many.
func killed(t *testing.T, cloud int, function string, limit int) (n int) {
	t.Helper()
	for _, p := range must(kill.Functions(cloud))(t) {
		if n < limit && p.Name == function && p.Kill() {
			n++
		}
	}
	return n
}
