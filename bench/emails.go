package main

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/order"
)

// emailArgs is an order of emails to N addresses.
type emailArgs struct {
	N         int
	Reads     bool   // some are loaded and clicked
	Simulator string // program
}

// emailsChild orders a newsletter, sends it through the AWS SDK to the simulator of Amazon SES, and lets come what becomes of it.
func emailsChild(ctx context.Context, a emailArgs) (out pipelineResult, err error) {
	w, err := mailing(ctx, a.Simulator)
	if err != nil {
		return out, err
	}
	defer w.provider.stop()
	group, err := w.addressList(ctx, addresses(a.N, 3))
	if err != nil {
		return out, err
	}
	body, err := w.emailBody(group)
	if err != nil {
		return out, err
	}
	send, jobs := app.SendTasks(w.env()), app.JobTasks(w.env())
	var made struct{ ID string }
	out.Plan, err = w.measure(func() error {
		if err := w.call("POST", "/edm/order", w.customer, body, &made); err != nil {
			return err
		}
		return w.drain(ctx, "job", jobs)
	})
	if err != nil {
		return out, err
	}
	began := w.clock.Now()
	if out.Send, err = w.measure(func() error { return w.sendAll(ctx, "/edm/order", made.ID, send, jobs) }); err != nil {
		return out, err
	}
	if err := w.wholly(ctx, made.ID, order.Settling); err != nil {
		return out, err
	}
	c, err := w.chain(ctx, made.ID, 1, w.postman(a.Reads))
	if err != nil {
		return out, err
	}
	return out, w.after(ctx, made.ID, began, c, &out)
}

func emails(ctx context.Context, w *workshop) (report, error) {
	var r, read pipelineResult
	if _, err := w.child(ctx, "emails", emailArgs{w.emails, false, w.mail}, &r); err != nil {
		return report{}, err
	}
	if _, err := w.child(ctx, "emails", emailArgs{max(1000, w.emails/10), true, w.mail}, &read); err != nil {
		return report{}, err
	}
	p, q := priceOf(w.emails, r), priceOf(max(1000, w.emails/10), read)
	for _, one := range []offer{p, q} {
		if err := one.sound(); err != nil {
			return report{text: costText([]offer{p, q})}, err
		}
	}
	cpu := func(d time.Duration) float64 { return d.Seconds() * 100_000 / float64(w.emails) }
	all := r.Plan.CPU + r.Send.CPU + r.Receipts.CPU + r.Janitor.CPU
	out := report{figures: []figure{
		most(fmt.Sprintf("CPU of 100,000 emails, all functions (order of %d)", w.emails), "%.1f s", 90, cpu(all)),
		most("  of it sending", "%.1f s", 90, cpu(r.Send.CPU)),
		most("AWS cost of 1,000,000 emails beside SES, an event a call", "$%.3f", 1.50, p.total()),
	}}
	for _, f := range []struct {
		what string
		of   float64
	}{{"  without ingress", p.core()}, {"  with loads of 40 % and clicks", q.total()}} {
		out.figures = append(out.figures, figure{f.what, "", fmt.Sprintf("$%.3f", f.of), true})
	}
	out.text = "\nEmails by SES, without its event Send, which says nothing new. The second column has loads and clicks." +
		costText([]offer{p, q}) + fmt.Sprintf("CPU of 100,000 emails: order and planning %.1f s, sending %.1f s, events %.1f s, "+
		"janitor %.1f s. %.2f events an email.\n",
		cpu(r.Plan.CPU), cpu(r.Send.CPU), cpu(r.Receipts.CPU), cpu(r.Janitor.CPU), float64(r.Statuses)/float64(w.emails))
	return out, nil
}
