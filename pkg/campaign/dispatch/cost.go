package dispatch

import (
	"context"
	"encoding/binary"
	"math"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// The AWS cost of an order is counted in rows that its work writes anyway. The sender's and the receipts' row of a
// chunk hold the cost of their chunk, the feeder that of the plan and the handing out. So counting costs no write of
// its own, and a write that is repeated after a lost answer counts once. Amounts are billionths of a US dollar
// (store.Prices at that moment).

// Services whose costs are counted separately.
const (
	costRows  = iota // DynamoDB
	costQueue        // SQS
	costCode         // Lambda
	costOther        // S3 and websocket messages
	costWays         // webhooks, and receipts on their way to their chunk: SQS and Lambda
	costServices
)

// costs are amounts by service.
type costs [costServices]int64

func (c costs) plus(d costs) costs {
	for i := range c {
		c[i] += d[i]
	}
	return c
}

// sum of all services.
func (c costs) sum() (all int64) {
	for _, n := range c {
		all += n
	}
	return all
}

// priced gives what a usage costs.
func priced(u store.Usage) (c costs) {
	// Dollars for a million are thousands of billionths for one.
	line := func(name string, n float64) int64 { return int64(math.Round(n * store.Prices[name].PerM * 1000)) }
	c[costRows] = line("wru", u.WriteUnits) + line("rru", u.ReadUnits)
	c[costQueue] = line("sqs", float64(u.Queue))
	c[costCode] = line("invoke", float64(u.Invokes)) + line("mbms", float64(u.MBms))
	c[costOther] = line("put", float64(u.Puts)) + line("get", float64(u.Gets)) + line("push", float64(u.Push)) + line("http", float64(u.HTTP))
	return c
}

// costBytes are costs as a chunk's row keeps them, ten bytes or so.
type costBytes []byte

func (b costBytes) costs() (c costs) {
	for i := range c {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return c
		}
		c[i], b = int64(v), b[n:]
	}
	return c
}

func (b costBytes) plus(more costs) costBytes {
	var out costBytes
	for _, n := range b.costs().plus(more) {
		out = binary.AppendUvarint(out, uint64(max(0, n)))
	}
	return out
}

// costMeter counts the cost of a piece of work from its beginning.
type costMeter struct {
	*Engine
	meter *store.Meter
	since time.Time
}

// metered begins to count an invocation's work; a task is received and deleted too.
func (r *Engine) metered(ctx context.Context) (context.Context, *costMeter) {
	ctx, m := store.Metered(ctx)
	m.Add(store.Usage{Invokes: 1, Queue: 2})
	return ctx, &costMeter{r, m, r.Flow.Now()}
}

// spent is what was used since it was asked last.
func (p *costMeter) spent() costs {
	if p == nil {
		return costs{}
	}
	now := p.Flow.Now()
	u := p.meter.Take()
	u.MBms += max(0, now.Sub(p.since).Milliseconds()) * int64(p.Memory)
	p.since = now
	return priced(u)
}

// aWrite is what the row costs that tells of all this.
func aWrite() costs { return priced(store.Usage{WriteUnits: 1}) }

// Attributes of the feeder by service: of the plan, and of the handing out.
var (
	planCosts = [...]string{"pd", "pq", "pl", "po"}
	feedCosts = [...]string{"sd", "sq", "sl", "so"}
)

// into adds costs to the counters of a feeder's write.
func (c costs) into(add map[string]int64, names [4]string) map[string]int64 {
	out := map[string]int64{}
	for name, n := range add {
		out[name] = n
	}
	for i, name := range names {
		if c[i] != 0 {
			out[name] += c[i]
		}
	}
	return out
}

// feederCosts are the counters of a feeder.
type feederCosts struct {
	PD int64 `dynamodbav:"pd"`
	PQ int64 `dynamodbav:"pq"`
	PL int64 `dynamodbav:"pl"`
	PO int64 `dynamodbav:"po"`
	SD int64 `dynamodbav:"sd"`
	SQ int64 `dynamodbav:"sq"`
	SL int64 `dynamodbav:"sl"`
	SO int64 `dynamodbav:"so"`
}

// Cost is what an order costs on AWS so far, in billionths of a US dollar.
type Cost struct {
	Total      int64      `json:"total" doc:"Billionths of a US dollar."`
	Messages   int        `json:"messages" doc:"Messages accepted by a provider."`
	PerMillion *int64     `json:"perMillion" doc:"Cost of a million messages in billionths of a US dollar. Null: no messages yet."`
	Parts      []CostPart `json:"parts"`
	PricesOf   string     `json:"pricesOf" doc:"Day of the newest price in use. List prices of us-east-1 without free tiers."`
}

// CostPart is what a step of an order costs.
type CostPart struct {
	Step     string `json:"step" enum:"planning,sending,receipts"`
	Total    int64  `json:"total"`
	DynamoDB int64  `json:"dynamodb"`
	SQS      int64  `json:"sqs"`
	Lambda   int64  `json:"lambda"`
	Other    int64  `json:"other" doc:"S3 and websocket messages."`
	Webhooks int64  `json:"webhooks" doc:"Cost of receipts until they are stored: webhooks and queue messages."`
}

func partOf(step string, c costs) CostPart {
	return CostPart{step, c.sum(), c[costRows], c[costQueue], c[costCode], c[costOther], c[costWays]}
}

// costRoute tells who may see it what an order costs. Calls of the API and looks of consoles are no order's.
func (r *Engine) costRoute(ctx context.Context, in *byID) (*Cost, error) {
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var chunks []chunk
	var counts Counts
	var keys []store.Key
	for gen := 1; gen <= o.Gen; gen++ {
		keys = append(keys, feederKey(o.ID, gen))
	}
	var feeders []store.Item
	err = parallel.Do(
		func() (err error) { counts, chunks, err = r.counts(ctx, o, false); return err },
		func() (err error) { feeders, err = r.Flow.DB.GetMany(ctx, keys, false); return err })
	if err != nil {
		return nil, err
	}
	var plan, send, receipts costs
	for _, row := range feeders {
		var f feederCosts
		if _, err := store.Decode(row, &f); err != nil {
			return nil, err
		}
		plan, send = plan.plus(costs{f.PD, f.PQ, f.PL, f.PO}), send.plus(costs{f.SD, f.SQ, f.SL, f.SO})
	}
	for i := range chunks {
		send, receipts = send.plus(chunks[i].s.Cost.costs()), receipts.plus(chunks[i].r.Cost.costs())
	}
	out := &Cost{Messages: r.funnel(chunks, o.Total, counts).Sent,
		Parts: []CostPart{partOf("planning", plan), partOf("sending", send), partOf("receipts", receipts)}}
	for _, p := range out.Parts {
		out.Total += p.Total
	}
	for _, p := range store.Prices {
		out.PricesOf = max(out.PricesOf, p.Date)
	}
	if out.Messages > 0 {
		each := int64(math.Round(float64(out.Total) / float64(out.Messages) * 1e6))
		out.PerMillion = &each
	}
	return out, nil
}

// costRoutes serve what orders cost.
func (r *Engine) costRoutes(a *web.API, s order.Spec) {
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/cost", Perm: s.Perm + ":cost",
		Summary: "Get the AWS cost of an order so far, by step and service"}, r.costRoute)
}

// waysOf tells what this invocation costs so far for each receipt of its batch, beside the rows of chunks.
func (r *Engine) waysOf(parcels []receiptBatch, began time.Time, requests int) func() int64 {
	n := 0
	for _, p := range parcels {
		n += len(p.Items)
	}
	return func() int64 {
		u := store.Usage{Invokes: 1, Queue: int64(requests), MBms: (r.Flow.Now().Sub(began).Milliseconds() + 1) * int64(r.Memory)}
		return int64(math.Round(float64(priced(u).sum()) / float64(max(1, n))))
	}
}

// brought notes on receipts that go on what their way here has cost, and their next message.
func markPriced(all map[deliverySlot][]status, each int64) {
	message := priced(store.Usage{Queue: 1})
	for _, items := range all {
		for i := range items {
			items[i].Way += each
		}
		if len(items) > 0 {
			items[0].Way += message[costQueue]
		}
	}
}
