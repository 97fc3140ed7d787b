package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/store"
)

// logged is what an invocation leaves in CloudWatch: one line of usage. START, END and REPORT, 300 bytes an invocation, are
// switched off in infra; logDollars is the price of a gigabyte.
const (
	logged     = 120
	logDollars = 0.50
)

// offer is what an order cost, for a million recipients.
type offer struct {
	n                                          int
	plan, send, receipts, ingress, janitor     float64 // dollars
	writes, reads, doorbells, workers, flushes float64
	callsOf                                    float64 // webhook calls
	tables                                     float64 // dollars of DynamoDB
}

func (p offer) core() float64  { return p.plan + p.send + p.receipts + p.janitor }
func (p offer) total() float64 { return p.core() + p.ingress }

// sound refuses a line that cannot be: each part of an order's life costs something, and none gives anything back.
func (p offer) sound() error {
	for name, v := range map[string]float64{"order and planning": p.plan, "sending": p.send, "receipts": p.receipts, "ingress": p.ingress,
		"janitor": p.janitor, "DynamoDB": p.tables, "write units": p.writes, "read units": p.reads, "doorbells": p.doorbells,
		"send invocations": p.workers, "receipt invocations": p.flushes, "webhook calls": p.callsOf} {
		if !(v > 0) || math.IsInf(v, 0) {
			return fmt.Errorf("%d recipients: %s of %g", p.n, name, v)
		}
	}
	return nil
}

// gateway is the total with the webhooks behind the HTTP API instead of a function URL.
func (p offer) gateway() float64 { return p.total() + p.callsOf*store.Prices["http"].PerM/1e6 }

func lambdaDollars(b *bill) float64 {
	if b == nil {
		return 0
	}
	logs := float64(b.Invocations) * logged / (1 << 30) * logDollars
	return store.Usage{Invokes: b.Invocations, MBms: b.MBms}.Dollars() + logs
}

func tableDollars(u store.Usage) float64 {
	return store.Usage{WriteUnits: u.WriteUnits, ReadUnits: u.ReadUnits}.Dollars()
}

func queueDollars(requests int64) float64 { return store.Usage{Queue: requests}.Dollars() }

// priceOf prices the life of an order. The ingress is what the provider's calls cost before anything is merged: the webhook
// function, and the queue between it and the receipt function.
func priceOf(n int, r pipelineResult) offer {
	f := 1e6 / float64(n)
	p := offer{n: n}
	p.plan = f * (tableDollars(r.Plan.Use) + lambdaDollars(r.Plan.Lambda["job"]) + queueDollars(r.Plan.SQS["job"]))
	p.send = f * (tableDollars(r.Send.Use) + lambdaDollars(r.Send.Lambda["send"]) + lambdaDollars(r.Send.Lambda["job"]) + queueDollars(
		r.Send.SQS["send"]+r.Send.SQS["job"]))
	p.receipts = f * (tableDollars(r.Receipts.Use) + lambdaDollars(r.Receipts.Lambda["receipt"]) + lambdaDollars(
		r.Receipts.Lambda["job"]) + lambdaDollars(r.Receipts.Lambda["inbound"]) + queueDollars(r.Receipts.SQS["job"]+r.Receipts.SQS["inbound"]))
	p.ingress = f * (lambdaDollars(r.Receipts.Lambda["hook"]) + lambdaDollars(r.Receipts.Lambda[manifest.Links]) +
		queueDollars(r.Receipts.SQS["receipt"]))
	p.janitor = f * tableDollars(r.Janitor.Use)
	for _, u := range []store.Usage{r.Plan.Use, r.Send.Use, r.Receipts.Use, r.Janitor.Use} {
		p.writes += f * u.WriteUnits
		p.reads += f * u.ReadUnits
	}
	p.tables = p.writes*store.Prices["wru"].PerM/1e6 + p.reads*store.Prices["rru"].PerM/1e6
	p.doorbells = f * float64(r.Send.SQS["send"])
	p.workers = f * float64(r.Send.Lambda["send"].Invocations)
	p.flushes = f * float64(r.Receipts.Lambda["receipt"].Invocations)
	p.callsOf = f * float64(r.Calls)
	return p
}

// perCall is how many statuses a webhook call carries (architecture §9), and budgeted how many statuses a message were
// reckoned with when the target was set (facts/serverless §2). The real API sends each of sent, delivered and read.
const (
	perCall  = 10
	budgeted = 2.0
)

func costs(ctx context.Context, w *workshop) (report, error) {
	var prices []offer
	var last pipelineResult
	for _, n := range w.recipients {
		var r pipelineResult
		if _, err := w.child(ctx, "pipeline", pipelineArgs{N: n, H: perCall, Simulator: w.sim}, &r); err != nil {
			return report{}, err
		}
		p := priceOf(n, r)
		if err := p.sound(); err != nil {
			return report{text: costText(append(prices, p))}, err
		}
		prices, last = append(prices, p), r
	}
	big := prices[len(prices)-1]
	var bare bareResult
	if _, err := w.child(ctx, "bare", bareArgs{big.n, bareCalls, w.sim}, &bare); err != nil {
		return report{}, err
	}
	low, high := big.total(), big.total()
	for _, p := range prices[1:] {
		low, high = min(low, p.total()), max(high, p.total())
	}
	n := float64(big.n) / 1e6
	statuses := float64(last.Statuses) / float64(big.n)
	out := report{figures: []figure{
		most(fmt.Sprintf("AWS cost of 1,000,000 messages (order of %d, %d receipts a call)", big.n, perCall), "$%.3f", 0.30, big.total()),
		most(fmt.Sprintf("  with %.1f statuses a message, as the target was reckoned, instead of %.2f", budgeted, statuses), "$%.3f", 0.30,
			big.core()+big.ingress*budgeted/statuses),
		most("  without ingress", "$%.3f", 0.12, big.core()),
		most("  largest against smallest from 10,000 recipients up", "%.3f", 1.15, high/low),
		most("  DynamoDB write units", "%.0f", 70_000, big.writes),
		most("  doorbells: SQS requests of the send queue", "%.0f", 3_500, big.doorbells),
		most("  send invocations", "%.0f", 1_100, big.workers),
		most("CPU of 1,000,000 sends, worker alone", "%.1f s", 60, last.Send.CPU.Seconds()/n),
		most(fmt.Sprintf("  against a loop that only posts (%.1f s for 1,000,000)", bare.CPU.Seconds()/n), "%.2f",
			1.7, last.Send.CPU.Seconds()/bare.CPU.Seconds()),
		most("CPU of receipts with a status per recipient, 1,000,000 statuses", "%.1f s", 100,
			last.Receipts.CPU.Seconds()/float64(last.Statuses)*1e6),
	}}
	out.text = costText(prices) + fmt.Sprintf("CPU of all %.2f statuses of %d recipients: %.1f s for a million, in %d webhook calls.\n",
		statuses, big.n, last.Receipts.CPU.Seconds()/n, last.Calls)
	return out, nil
}

func costText(prices []offer) string {
	var b strings.Builder
	b.WriteString("\nCost of 1,000,000 messages by the size of the order (USD)\n")
	row := func(name string, of func(offer) string) {
		fmt.Fprintf(&b, "%-46s", name)
		for _, p := range prices {
			fmt.Fprintf(&b, "%12s", of(p))
		}
		b.WriteString("\n")
	}
	money := func(of func(offer) float64) func(offer) string {
		return func(p offer) string { return fmt.Sprintf("%.4f", of(p)) }
	}
	count := func(of func(offer) float64) func(offer) string {
		return func(p offer) string { return fmt.Sprintf("%.0f", of(p)) }
	}
	row("recipients", func(p offer) string { return fmt.Sprint(p.n) })
	row("order and planning", money(func(p offer) float64 { return p.plan }))
	row("sending", money(func(p offer) float64 { return p.send }))
	row("receipts", money(func(p offer) float64 { return p.receipts }))
	row("janitor", money(func(p offer) float64 { return p.janitor }))
	row("without ingress", money(offer.core))
	row("ingress: webhook function and its queue", money(func(p offer) float64 { return p.ingress }))
	row("total, webhook behind a function URL", money(offer.total))
	row("total, webhook behind the HTTP API", money(offer.gateway))
	row("of it DynamoDB", money(func(p offer) float64 { return p.tables }))
	row("write units", count(func(p offer) float64 { return p.writes }))
	row("read units", count(func(p offer) float64 { return p.reads }))
	row("doorbell requests", count(func(p offer) float64 { return p.doorbells }))
	row("send invocations", count(func(p offer) float64 { return p.workers }))
	row("webhook calls", count(func(p offer) float64 { return p.callsOf }))
	row("receipt invocations", count(func(p offer) float64 { return p.flushes }))
	fmt.Fprintf(&b,
		`The model: the modules as app wires them, one environment a function, tables in memory with DynamoDB's units, SQS billed by ten
messages a request. Messages of one moment go to as many invocations as may run at once. %d messages a second pass on a clock of their
own and are billed, as are %d ms for every call to AWS and %d ms for the last answer of a sub-batch; %d bytes of log an invocation.
The provider sends all three statuses: sent, delivered (95 %%; median 6 s, a tenth within a day), read (60 %% of them; median 30 min).
Of the janitor only the calls count that named or found a row of the order. Its other work in every minute is a fixed cost of the
platform, as are idle polls of the queues. System log lines of 300 bytes would add $%.3f.
`, perSecond, awsTime.Milliseconds(), answerTime.Milliseconds(), logged, prices[len(prices)-1].callsOf*300/(1<<30)*logDollars)
	return b.String()
}
