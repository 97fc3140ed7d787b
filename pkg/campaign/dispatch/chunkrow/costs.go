package chunkrow

import (
	"context"
	"encoding/binary"
	"math"
	"time"

	"herald/pkg/kit/store"
)

// Services whose costs are counted separately.
const (
	CostRows  = iota // DynamoDB
	CostQueue        // SQS
	CostCode         // Lambda
	CostOther        // S3 and websocket messages
	CostWays         // webhooks, and receipts on their way to their chunk: SQS and Lambda
	costServices
)

// costs are amounts by service.
type Costs [costServices]int64

func (c Costs) Plus(d Costs) Costs {
	for i := range c {
		c[i] += d[i]
	}
	return c
}

// sum of all services.
func (c Costs) Sum() (all int64) {
	for _, n := range c {
		all += n
	}
	return all
}

// priced gives what a usage costs.
func Priced(u store.Usage) (c Costs) {
	// Dollars for a million are thousands of billionths for one.
	line := func(name string, n float64) int64 { return int64(math.Round(n * store.Prices[name].PerM * 1000)) }
	c[CostRows] = line("wru", u.WriteUnits) + line("rru", u.ReadUnits)
	c[CostQueue] = line("sqs", float64(u.Queue))
	c[CostCode] = line("invoke", float64(u.Invokes)) + line("mbms", float64(u.MBms))
	c[CostOther] = line("put", float64(u.Puts)) + line("get", float64(u.Gets)) + line("push", float64(u.Push)) + line("http", float64(u.HTTP))
	return c
}

// costBytes are costs as a chunk's row keeps them, ten bytes or so.
type costBytes []byte

func (b costBytes) Costs() (c Costs) {
	for i := range c {
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return c
		}
		c[i], b = int64(v), b[n:]
	}
	return c
}

func (b costBytes) Plus(more Costs) costBytes {
	var out costBytes
	for _, n := range b.Costs().Plus(more) {
		out = binary.AppendUvarint(out, uint64(max(0, n)))
	}
	return out
}

// costMeter counts the cost of a piece of work from its beginning.
type CostMeter struct {
	now    func() time.Time
	memory int // of the function, in MB
	Meter  *store.Meter
	since  time.Time
}

// metered begins to count an invocation's work; a task is received and deleted too.
func Metered(ctx context.Context, clock func() time.Time, memory int) (context.Context, *CostMeter) {
	ctx, m := store.Metered(ctx)
	m.Add(store.Usage{Invokes: 1, Queue: 2})
	return ctx, &CostMeter{clock, memory, m, clock()}
}

// spent is what was used since it was asked last.
func (p *CostMeter) Spent() Costs {
	if p == nil {
		return Costs{}
	}
	now := p.now()
	u := p.Meter.Take()
	u.MBms += max(0, now.Sub(p.since).Milliseconds()) * int64(p.memory)
	p.since = now
	return Priced(u)
}

// aWrite is what the row costs that tells of all this.
func WriteCost() Costs { return Priced(store.Usage{WriteUnits: 1}) }

// Attributes of the feeder by service: of the plan, and of the handing out.
var (
	PlanCosts = [...]string{"pd", "pq", "pl", "po"}
	FeedCosts = [...]string{"sd", "sq", "sl", "so"}
)

// into adds costs to the counters of a feeder's write.
func (c Costs) Into(add map[string]int64, names [4]string) map[string]int64 {
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
type FeederCosts struct {
	PD int64 `dynamodbav:"pd"`
	PQ int64 `dynamodbav:"pq"`
	PL int64 `dynamodbav:"pl"`
	PO int64 `dynamodbav:"po"`
	SD int64 `dynamodbav:"sd"`
	SQ int64 `dynamodbav:"sq"`
	SL int64 `dynamodbav:"sl"`
	SO int64 `dynamodbav:"so"`
}
