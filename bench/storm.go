package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"herald/pkg/app"
)

// stormArgs are the receipts of an order of N within a minute, out of order, a tenth of them twice.
type stormArgs struct {
	N         int
	Simulator string
}

type stormResult struct {
	Statuses, Repeated int
	Took               time.Duration // of the webhook and of those that write the receipts down
	Wrong              int           // steps that the order counts otherwise than the receipts say
}

func stormChild(ctx context.Context, a stormArgs) (out stormResult, err error) {
	w, err := simulated(ctx, a.Simulator, nil, perSecond)
	if err != nil {
		return out, err
	}
	defer w.provider.stop()
	group, err := w.collection(ctx, a.N)
	if err != nil {
		return out, err
	}
	id, err := w.submit(group)
	if err != nil {
		return out, err
	}
	send, jobs := app.SendTasks(w.env()), app.JobTasks(w.env())
	if err := w.drain(ctx, "job", jobs); err != nil {
		return out, err
	}
	if err := w.sendAll(ctx, "/gc/groupsendorder", id, send, jobs); err != nil {
		return out, err
	}
	return out, w.storm(ctx, id, &out)
}

// storm lets all receipts of an order come within a minute, in disorder and some of them twice.
func (w *world) storm(ctx context.Context, id string, out *stormResult) error {
	c, err := w.chain(ctx, id, perCall, whatsapp)
	if err != nil {
		return err
	}
	want := c.shuffle(w.clock.Now(), out)
	env := w.env()
	served := env.API()
	app.Hook(env, served)
	d := &days{world: w, chain: c, serve: map[string]http.Handler{"hook": served.Handler()}, merge: app.ReceiptTasks(w.env()),
		ticks: app.Ticks(w.env()), jobs: app.JobTasks(w.env()), inbound: app.InboundTasks(w.env()), id: id}
	began := time.Now()
	if err := d.live(ctx); err != nil {
		return err
	}
	out.Took = time.Since(began) - d.writing
	var have struct {
		Funnel struct{ Sent, Arrived, Read int }
	}
	again, err := w.signIn("11987650001") // days have passed
	if err != nil {
		return err
	}
	if err := w.call("GET", "/gc/groupsendorder/"+id, again, nil, &have); err != nil {
		return err
	}
	for state, n := range []int{have.Funnel.Sent, have.Funnel.Arrived, have.Funnel.Read} {
		out.Wrong += max(n-want[state], want[state]-n)
	}
	return nil
}

// shuffle gives every receipt another moment of one minute, repeats a tenth of them, and counts the recipients with
// receipts of sending, arrival and reading.
func (c *chain) shuffle(now time.Time, out *stormResult) (want [3]int) {
	rng := rand.New(rand.NewPCG(12, 13))
	arrived := map[uint32]bool{}
	out.Statuses = len(c.events)
	for _, e := range c.events {
		switch e.state {
		case 0:
			want[0]++
		case 2:
			want[2]++
			fallthrough
		case 1:
			arrived[e.index] = true
		}
		if rng.IntN(10) == 0 {
			c.events = append(c.events, e)
		}
	}
	out.Repeated, want[1] = len(c.events)-out.Statuses, len(arrived)
	for i := range c.events {
		c.events[i].at = now.UnixMilli() + rng.Int64N(60_000)
	}
	slices.SortFunc(c.events, func(a, b event) int { return int(a.at - b.at) })
	return want
}
