// Package operation shows staff how the platform runs: queues, the minute's tick, unknown outcomes, senders, providers, load, and
// reconciliations. Modules own the facts; package app gives them as probes. A probe that fails leaves its section out, so that the page
// shows the rest when it is needed most.
package operation

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/module"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Service is the module of operations.
type Service struct {
	DB        store.DB
	Inspector queue.Inspector
	Names     []string // of the queues
	Home      string   // aws or postgresql
	Probes    Probes
	Watch     Watch // nil: nothing is read back
	Now       func() time.Time
	Log       func(line map[string]any)

	mu   sync.Mutex
	kept *Figures
}

// Bounds of what the page asks for: a process serves figures for a while, since each page asks again every few seconds, and a probe that
// does not answer leaves its section out.
const (
	freshFor  = 4 * time.Second
	probeTime = 8 * time.Second
)

// Watch reads back what functions have told elsewhere, where no process can count it.
type Watch interface {
	Figures(ctx context.Context) (lately, hour metric.Figures, err error) // of 15 minutes and of an hour
	Oldest(ctx context.Context) (age map[string]time.Duration, err error) // by queue; one without messages is missing
	// Brief gives what tells whether services work: requests of 15 minutes with those that failed by our fault, which are both 0 while none
	// fails, and the ages of some queues.
	Brief(ctx context.Context, queues []string) (requests, failed int, age map[string]time.Duration, err error)
}

// Probes give facts of other modules. One that is nil leaves its section out.
type Probes struct {
	DeadLetters     func(ctx context.Context) (map[string]int, error) // by queue
	Due             func(ctx context.Context) ([]Due, error)
	Leases          func(ctx context.Context) ([]Lease, error)
	Unknown         func(ctx context.Context) (*Unknown, error)
	Senders         func(ctx context.Context) ([]Sender, error)
	Load            func(ctx context.Context) (*Load, error)
	Reconciliations func(ctx context.Context) ([]Reconciliation, error)
}

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (s *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/dmp/operation", Perm: "dmp:operation:page",
		Summary: "Get how the platform runs: queues, scheduler, unknown outcomes, senders, providers, load and reconciliations"}, s.figures)
}

// Figures is how the platform runs.
type Figures struct {
	Time            time.Time        `json:"time"`
	Home            string           `json:"home" enum:"aws,postgresql"`
	Failed          []string         `json:"failed" doc:"Sections that could not be read. They are null."`
	Queues          []Queue          `json:"queues" nullable:"true"`
	Scheduler       *Scheduler       `json:"scheduler" doc:"Null: no minute's tick has ended yet."`
	Due             []Due            `json:"due" nullable:"true" doc:"Background work whose time has come."`
	Copies          []Copy           `json:"copies" nullable:"true" doc:"Processes of a container platform. Empty on AWS."`
	Leases          []Lease          `json:"leases" nullable:"true" doc:"Leases of copies. Empty on AWS."`
	Unknown         *Unknown         `json:"unknown"`
	Senders         []Sender         `json:"senders" nullable:"true"`
	Load            *Load            `json:"load" doc:"Null: not measured yet."`
	Reconciliations []Reconciliation `json:"reconciliations" nullable:"true"`
}

// Queue is what a queue holds.
type Queue struct {
	Name          string `json:"name"`
	Waiting       int    `json:"waiting" doc:"Messages that a consumer can take now."`
	InFlight      int    `json:"inFlight" doc:"Messages that a consumer has."`
	Delayed       int    `json:"delayed" doc:"Messages whose time has not come."`
	OldestSeconds *int   `json:"oldestSeconds" doc:"How long the oldest waiting message has waited. Null: none waits, or it is not known."`
	DeadLetters   int    `json:"deadLetters" doc:"Dead letters, also those that are not listed yet."`
	Collectable   int    `json:"collectable" doc:"Dead letters among them that are listed within 5 minutes."`
}

// Due is the background work of a table.
type Due struct {
	Table      string `json:"table"`
	LagSeconds int    `json:"lagSeconds" doc:"How long ago the earliest work was due. 0: none is."`
}

// Lease is what one copy does for all.
type Lease struct {
	Name   string    `json:"name"`
	Holder string    `json:"holder"`
	Until  time.Time `json:"until"`
}

// Unknown is calls of unknown outcome.
type Unknown struct {
	Total  int            `json:"total"`
	Oldest *time.Time     `json:"oldest" doc:"Null: there are none."`
	Orders []UnknownOrder `json:"orders" doc:"At most 100 orders, the oldest first."`
	More   bool           `json:"more" doc:"True: there are more orders than were looked at."`
}

// UnknownOrder is an order with such calls.
type UnknownOrder struct {
	OrderID string    `json:"orderId"`
	OrderNo string    `json:"orderNo"`
	Kind    string    `json:"kind"`
	Count   int       `json:"count"`
	Since   time.Time `json:"since" doc:"End of sending. While the order sends: its start."`
}

// Sender is how a sender is used.
type Sender struct {
	ID           string     `json:"id"`
	Name         string     `json:"name"`
	Channel      string     `json:"channel"`
	Provider     string     `json:"provider"`
	State        string     `json:"state" enum:"ready,rests,full,off" doc:"rests: the circuit breaker is open after failures."`
	Quality      string     `json:"quality" enum:"green,yellow,red,"`
	RestsUntil   *time.Time `json:"restsUntil"`
	Rests        int        `json:"rests" doc:"How often in a row it was suspended."`
	Allowed      int        `json:"allowed" doc:"Messages a second that it may send."`
	PerSecond    float64    `json:"perSecond" doc:"Messages a second on average since the last full ten minutes."`
	AheadSeconds float64    `json:"aheadSeconds" doc:"Seconds of its throughput that are taken from now on."`
	Tenants      int        `json:"tenants" doc:"Customers that share it now."`
	DailyLimit   *int       `json:"dailyLimit" doc:"Null: no limit."`
	DailyUsed    int        `json:"dailyUsed"`
	Refusals     []Refusal  `json:"refusals" doc:"Refusals of the last hour by code, the most frequent first."`
}

// Refusal is how often a provider refused with a code.
type Refusal struct {
	Code  string `json:"code"`
	Count int    `json:"count"`
}

// Load is what was measured.
type Load struct {
	Minutes   int         `json:"minutes" doc:"Modules and receipts: of so many last minutes."`
	Modules   []Module    `json:"modules" doc:"Route groups and consumers, the slowest in total first."`
	Receipts  *Lag        `json:"receipts" doc:"From the provider's time of a receipt to its count. Null: none came."`
	Providers []Provider  `json:"providers" doc:"Of the last hour."`
	Refused   []RefusedBy `json:"-"`
	Errors    ErrorShare  `json:"-"`
}

// ErrorShare is requests and those that failed.
type ErrorShare struct{ Requests, Errors int }

// RefusedBy is refusals of a sender.
type RefusedBy struct {
	Sender string
	Refusal
}

// Module is the load of a route group or a consumer.
type Module struct {
	Name      string  `json:"name"`
	Kind      string  `json:"kind" enum:"requests,queue"`
	Count     int     `json:"count" doc:"Requests or messages."`
	Errors    int     `json:"errors" doc:"Requests that failed by the platform's fault, or messages that come again."`
	Refused   int     `json:"refused" doc:"Requests that were refused (4xx)."`
	AverageMS float64 `json:"averageMs" doc:"Of a request or a batch."`
	P99MS     float64 `json:"p99Ms"`
	TotalMS   float64 `json:"totalMs"`
}

// Lag is a distribution of delays.
type Lag struct {
	Count      int     `json:"count"`
	P50Seconds float64 `json:"p50Seconds"`
	P99Seconds float64 `json:"p99Seconds"`
}

// Provider is the health of a provider as our calls show it.
type Provider struct {
	Name        string     `json:"name" doc:"Host of the provider."`
	Calls       int        `json:"calls"`
	Failures    int        `json:"failures" doc:"Calls without an answer in time, or with one of 5xx."`
	Refusals    int        `json:"refusals" doc:"Calls that were answered with 4xx."`
	LastSuccess *time.Time `json:"lastSuccess"`
	LastFailure *time.Time `json:"lastFailure"`
	P99MS       float64    `json:"p99Ms"`
}

// Reconciliation is the last check of a kind.
type Reconciliation struct {
	Kind        string     `json:"kind" enum:"books,payments"`
	RunID       string     `json:"runId"`
	Status      string     `json:"status" enum:"none,running,done"`
	StartTime   *time.Time `json:"startTime"`
	EndTime     *time.Time `json:"endTime"`
	Differences int        `json:"differences"`
}

func (s *Service) figures(ctx context.Context, _ *struct{}) (*Figures, error) {
	if auth.Must(ctx).Scope() != auth.Everything {
		return nil, fault.New(fault.Forbidden, 0, "web.forbidden") // figures are not cut by customers
	}
	s.mu.Lock()
	kept := s.kept
	s.mu.Unlock()
	if kept != nil && s.Now().Sub(kept.Time).Abs() < freshFor {
		return kept, nil
	}
	f := s.Figures(ctx)
	if ctx.Err() == nil { // what a caller broke off lacks sections
		s.mu.Lock()
		s.kept = f
		s.mu.Unlock()
	}
	return f, nil
}

// Figures reads all sections side by side.
func (s *Service) Figures(ctx context.Context) *Figures {
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	f := &Figures{Time: s.Now().UTC(), Home: s.Home, Failed: []string{}}
	var mu sync.Mutex
	probe := func(name string, read func() error) func() error {
		return func() error {
			if err := guarded(read); err != nil {
				s.Log(map[string]any{"error": fmt.Sprintf("operation: %s: %v", name, err)})
				mu.Lock()
				f.Failed = append(f.Failed, name)
				mu.Unlock()
			}
			return nil
		}
	}
	p := &s.Probes
	_ = parallel.Do( // each notes its failure
		probe("queues", func() (err error) { f.Queues, err = s.queues(ctx); return err }),
		probe("scheduler", func() (err error) { f.Scheduler, f.Copies, err = s.beats(ctx); return err }),
		probe("due", func() (err error) { f.Due, err = ask(ctx, p.Due); return err }),
		probe("leases", func() (err error) { f.Leases, err = ask(ctx, p.Leases); return err }),
		probe("unknown", func() (err error) { f.Unknown, err = ask(ctx, p.Unknown); return err }),
		probe("senders", func() (err error) { f.Senders, err = ask(ctx, p.Senders); return err }),
		probe("load", func() (err error) { f.Load, err = ask(ctx, p.Load); return err }),
		probe("reconciliations", func() (err error) { f.Reconciliations, err = ask(ctx, p.Reconciliations); return err }))
	slices.Sort(f.Failed)
	if f.Load != nil {
		for i := range f.Senders {
			f.Senders[i].Refusals = refusalsOf(f.Load.Refused, f.Senders[i].ID)
		}
	}
	return f
}

// guarded turns a panic of a probe into its error.
func guarded(read func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	return read()
}

// ask asks a probe, if there is one.
func ask[T any](ctx context.Context, probe func(context.Context) (T, error)) (v T, err error) {
	if probe == nil {
		return v, nil
	}
	return probe(ctx)
}

func refusalsOf(all []RefusedBy, sender string) []Refusal {
	out := []Refusal{}
	for _, r := range all {
		if r.Sender == sender {
			out = append(out, r.Refusal)
		}
	}
	slices.SortFunc(out, func(a, b Refusal) int { return b.Count - a.Count })
	return out
}

// queues reads the depth of all queues and their dead letters.
func (s *Service) queues(ctx context.Context) ([]Queue, error) {
	depths, err := s.Depths(ctx)
	if err != nil {
		return nil, err
	}
	letters, err := ask(ctx, s.Probes.DeadLetters)
	if err != nil {
		return nil, err
	}
	oldest := s.oldest(ctx)
	out := make([]Queue, len(s.Names))
	for i, name := range s.Names {
		d := depths[name]
		out[i] = Queue{Name: name, Waiting: d.Waiting, InFlight: d.InFlight, Delayed: d.Delayed, DeadLetters: d.Dead + letters[name],
			Collectable: d.Dead}
		age, known := oldest[name]
		if d.Oldest != nil {
			age, known = *d.Oldest, true
		}
		if known {
			seconds := int(age.Seconds())
			out[i].OldestSeconds = &seconds
		}
	}
	return out, nil
}

// oldest reads the ages that queues do not tell themselves. What is not answered is not shown.
func (s *Service) oldest(ctx context.Context) map[string]time.Duration {
	if s.Watch == nil {
		return nil
	}
	age, err := s.Watch.Oldest(ctx)
	if err != nil {
		s.Log(map[string]any{"warning": "operation: " + err.Error()})
	}
	return age
}

// Depths reads how much each queue holds.
func (s *Service) Depths(ctx context.Context) (map[string]queue.Depth, error) {
	all := make([]queue.Depth, len(s.Names))
	for _, err := range parallel.Each(len(s.Names), len(s.Names), func(i int) (err error) {
		all[i], err = s.Inspector.Depth(ctx, s.Names[i])
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	by := map[string]queue.Depth{}
	for i, name := range s.Names {
		by[name] = all[i]
	}
	return by, nil
}
