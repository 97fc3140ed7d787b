package store

import (
	"context"
	"sync"

	"github.com/aws/aws-sdk-go-v2/aws"
	awsmiddleware "github.com/aws/aws-sdk-go-v2/aws/middleware"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/aws/smithy-go/middleware"
)

// Usage is what was used of AWS, in the units that are billed.
type Usage struct {
	WriteUnits float64 `json:"wru,omitempty"`
	ReadUnits  float64 `json:"rru,omitempty"`
	Queue      int64   `json:"sqs,omitempty"`    // SQS requests of 64 KB
	Puts       int64   `json:"put,omitempty"`    // S3 PUT, POST, LIST
	Gets       int64   `json:"get,omitempty"`    // S3 GET
	Push       int64   `json:"push,omitempty"`   // websocket messages of 32 KB
	Invokes    int64   `json:"invoke,omitempty"` // Lambda invocations
	MBms       int64   `json:"mbms,omitempty"`   // Lambda memory × time, MB·ms
	HTTP       int64   `json:"http,omitempty"`   // HTTP API requests
	Calls      int64   `json:"calls,omitempty"`  // all AWS calls
	Depth      int64   `json:"depth,omitempty"`  // of them one after the other: calls that overlap in time count once
}

// Plus adds two usages.
func (u Usage) Plus(v Usage) Usage {
	u.WriteUnits += v.WriteUnits
	u.ReadUnits += v.ReadUnits
	u.Queue += v.Queue
	u.Puts += v.Puts
	u.Gets += v.Gets
	u.Push += v.Push
	u.Invokes += v.Invokes
	u.MBms += v.MBms
	u.HTTP += v.HTTP
	u.Calls += v.Calls
	u.Depth += v.Depth
	return u
}

// Price is one line of the price table: US dollars for one million units, us-east-1, without free tiers.
type Price struct {
	Name   string
	PerM   float64
	Date   string
	Source string
}

// Prices by the field of Usage they apply to (facts/serverless §1).
var Prices = map[string]Price{
	"wru":    {"DynamoDB on-demand write unit", 0.625, "2024-11-01", "aws.amazon.com/dynamodb/pricing"},
	"rru":    {"DynamoDB on-demand read unit", 0.125, "2024-11-01", "aws.amazon.com/dynamodb/pricing"},
	"sqs":    {"SQS standard request", 0.40, "2026-08-01", "aws.amazon.com/sqs/pricing"},
	"put":    {"S3 PUT", 5.0, "2026-08-01", "aws.amazon.com/s3/pricing"},
	"get":    {"S3 GET", 0.40, "2026-08-01", "aws.amazon.com/s3/pricing"},
	"push":   {"WebSocket message", 1.0, "2026-08-01", "aws.amazon.com/api-gateway/pricing"},
	"invoke": {"Lambda request", 0.20, "2026-08-01", "aws.amazon.com/lambda/pricing"},
	"mbms":   {"Lambda arm64 MB·ms", 0.0000133334 / 1024 / 1000 * 1e6, "2026-08-01", "aws.amazon.com/lambda/pricing"},
	"http":   {"HTTP API request", 1.0, "2026-08-01", "aws.amazon.com/api-gateway/pricing"},
}

// Dollars is the price of a usage.
func (u Usage) Dollars() float64 {
	line := func(name string, n float64) float64 { return n * Prices[name].PerM / 1e6 }
	return line("wru", u.WriteUnits) + line("rru", u.ReadUnits) + line("sqs", float64(u.Queue)) + line("put", float64(u.Puts)) +
		line("get", float64(u.Gets)) + line("push", float64(u.Push)) + line("invoke", float64(u.Invokes)) + line("mbms",
		float64(u.MBms)) + line("http", float64(u.HTTP))
}

// Meter adds up usage. A nil meter counts nothing.
type Meter struct {
	mu   sync.Mutex
	use  Usage
	deep int64 // depth of the deepest call that has ended
}

// Begin notes that a call of AWS begins; the function it gives notes the end. A call is one deeper than the deepest
// call that had ended before it began, even if it did not wait for that call.
func (m *Meter) Begin() (end func()) {
	if m == nil {
		return func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	mine := m.deep + 1
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.deep = max(m.deep, mine)
	}
}

// Add counts a usage.
func (m *Meter) Add(u Usage) {
	if m == nil {
		return
	}
	m.mu.Lock()
	m.use = m.use.Plus(u)
	m.mu.Unlock()
}

// ownMeter is the key of a context's own meter.
type ownMeter struct{}

// Metered gives a context whose calls are also counted by a meter of its own, for work that measures its use beside
// other work of the process. Within it, the inner meter counts instead of an outer one.
func Metered(ctx context.Context) (context.Context, *Meter) {
	m := &Meter{}
	return context.WithValue(ctx, ownMeter{}, m), m
}

// meters count the same usage: a process's, and the one of a piece of its work or nil.
type meters struct{ all, own *Meter }

func (m *Meter) counting(ctx context.Context) meters {
	own, _ := ctx.Value(ownMeter{}).(*Meter)
	return meters{m, own}
}

func (m meters) add(u Usage) {
	m.all.Add(u)
	m.own.Add(u)
}

// Count counts a usage, also for the meter of the context's own.
func (m *Meter) Count(ctx context.Context, u Usage) { m.counting(ctx).add(u) }

// Take gives what was counted and starts again at zero.
func (m *Meter) Take() Usage {
	if m == nil {
		return Usage{}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	u := m.use
	u.Depth += m.deep
	m.use, m.deep = Usage{}, 0
	return u
}

// Read counts the capacity that a DynamoDB read reports.
func (m *Meter) Read(ctx context.Context, c *types.ConsumedCapacity) {
	if c != nil {
		m.counting(ctx).add(Usage{ReadUnits: aws.ToFloat64(c.CapacityUnits)})
	}
}

// Wrote counts the capacity that a DynamoDB write reports.
func (m *Meter) Wrote(ctx context.Context, c *types.ConsumedCapacity) {
	if c != nil {
		m.counting(ctx).add(Usage{WriteUnits: aws.ToFloat64(c.CapacityUnits)})
	}
}

// Middleware counts the calls of every service, and their depth; install it with config.APIOptions.
func (m *Meter) Middleware(stack *middleware.Stack) error {
	return stack.Initialize.Add(middleware.InitializeMiddlewareFunc("herald.meter",
		func(ctx context.Context, in middleware.InitializeInput, next middleware.InitializeHandler) (middleware.InitializeOutput,
			middleware.Metadata, error) {
			end := m.Begin()
			out, meta, err := next.HandleInitialize(ctx, in)
			end()
			m.counting(ctx).add(callUsage(awsmiddleware.GetServiceID(ctx), awsmiddleware.GetOperationName(ctx)))
			return out, meta, err
		}), middleware.After)
}

func callUsage(service, operation string) Usage {
	u := Usage{Calls: 1}
	switch service {
	case "SQS":
		u.Queue = 1
	case "S3":
		switch operation {
		case "PutObject", "ListObjectsV2", "CopyObject":
			u.Puts = 1
		case "GetObject", "HeadObject":
			u.Gets = 1
		}
	case "ApiGatewayManagementApi":
		u.Push = 1
	}
	return u
}
