package dispatch

import (
	"context"
	"math"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// The AWS cost of an order is counted in rows that its work writes anyway. The sender's and the receipts' row of a
// chunk hold the cost of their chunk, the feeder that of the plan and the handing out. So counting costs no write of
// its own, and a write that is repeated after a lost answer counts once. Amounts are billionths of a US dollar
// (store.Prices at that moment).

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

func partOf(step string, c chunkrow.Costs) CostPart {
	return CostPart{step, c.Sum(), c[chunkrow.CostRows], c[chunkrow.CostQueue], c[chunkrow.CostCode], c[chunkrow.CostOther],
		c[chunkrow.CostWays]}
}

// costRoute tells who may see it what an order costs. Calls of the API and looks of consoles are no order's.
func (r *Statistics) costRoute(ctx context.Context, in *byID) (*Cost, error) {
	o, err := r.Flow.Find(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	var chunks []chunkrow.Chunk
	var counts chunkrow.Counts
	var keys []store.Key
	for gen := 1; gen <= o.Gen; gen++ {
		keys = append(keys, chunkrow.FeederKey(o.ID, gen))
	}
	var feeders []store.Item
	err = parallel.Do(
		func() (err error) { counts, chunks, err = r.Chunks.Counts(ctx, o, false); return err },
		func() (err error) { feeders, err = r.Flow.DB.GetMany(ctx, keys, false); return err })
	if err != nil {
		return nil, err
	}
	var plan, send, receipts chunkrow.Costs
	for _, row := range feeders {
		var f chunkrow.FeederCosts
		if _, err := store.Decode(row, &f); err != nil {
			return nil, err
		}
		plan, send = plan.Plus(chunkrow.Costs{f.PD, f.PQ, f.PL, f.PO}), send.Plus(chunkrow.Costs{f.SD, f.SQ, f.SL, f.SO})
	}
	for i := range chunks {
		send, receipts = send.Plus(chunks[i].Sends.Cost.Costs()), receipts.Plus(chunks[i].Receipts.Cost.Costs())
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
func (r *Statistics) costRoutes(a *web.API, s order.Spec) {
	web.Handle(a, web.Route{Method: "GET", Path: s.Path + "/{id}/cost", Perm: s.Perm + ":cost",
		Summary: "Get the AWS cost of an order so far, by step and service"}, r.costRoute)
}
