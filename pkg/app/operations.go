package app

import (
	"context"
	"time"

	"herald/pkg/app/manifest"
	"herald/pkg/campaign/sender"
	"herald/pkg/credit/reconcile"
	"herald/pkg/kit/job"
	"herald/pkg/kit/parallel"
	"herald/pkg/platform/deadletter"
	"herald/pkg/platform/operation"
	"herald/pkg/platform/servicestatus"
	"herald/pkg/provider/rate"
)

// Homes of the product, as the operations page names them.
const (
	homeAWS        = "aws"
	homePostgreSQL = "postgresql"
)

// probes ask modules for the figures of the operations page.
type probes struct{ env *Env }

// DeadLetters are what queues gave up.
func DeadLetters(e *Env) *deadletter.Service {
	return &deadletter.Service{DB: e.DB, Queues: e.Queues, Inspector: e.Inspector, Names: queueNames(), Most: mostDeliveries, Now: e.Now,
		Log: e.Log}
}

// Operation is how the platform runs.
func Operation(e *Env) *operation.Service {
	s := &operation.Service{DB: e.DB, Inspector: e.Inspector, Names: queueNames(), Home: homeAWS, Now: e.Now, Log: e.Log}
	s.Watch = e.Watch
	if e.Config.Container.Postgres.URL != "" {
		s.Home = homePostgreSQL
	}
	p := probes{e}
	s.Probes = operation.Probes{DeadLetters: DeadLetters(e).Counts, Due: p.due, Leases: e.Leases, Unknown: p.unknown, Senders: p.senderUsage,
		Load: s.LoadOfCopies, Reconciliations: p.lastReconciliations}
	return s
}

// ServiceStatus is the status page for customers.
func ServiceStatus(e *Env) *servicestatus.Service {
	return e.singletons.status.get(func() *servicestatus.Service {
		return &servicestatus.Service{DB: e.DB, Facts: probes{e}.statusFacts, Now: e.Now, NewID: e.NewID}
	})
}

// queueNames are the queues of all consumers.
func queueNames() (all []string) {
	for _, c := range manifest.Consumers {
		all = append(all, c.Name)
	}
	return all
}

// mostDeliveries is how often a queue delivers a message before it gives it up.
func mostDeliveries(name string) int {
	for _, c := range manifest.Consumers {
		if c.Name == name {
			return c.MaxReceive
		}
	}
	return 0
}

// dueTables are the tables with a due index, and its partitions.
var dueTables = []struct {
	name   string
	shards int
}{{"campaign", 2}, {"payment", 2}, {"platform", 1}, {"audience", 1}}

// due is the lag of background work.
func (p probes) due(ctx context.Context) ([]operation.Due, error) {
	out := make([]operation.Due, len(dueTables))
	for _, err := range parallel.Each(len(out), len(out), func(i int) error {
		t := dueTables[i]
		lag, err := job.Lag(ctx, p.env.DB, t.name, t.shards, p.env.Now())
		out[i] = operation.Due{Table: t.name, LagSeconds: int(lag.Seconds())}
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// mostUnknownOrders is how many orders with unknown outcomes are shown.
const mostUnknownOrders = 100

func (p probes) unknown(ctx context.Context) (*operation.Unknown, error) {
	all, more, err := p.env.Orders().Unknown(ctx)
	if err != nil {
		return nil, err
	}
	out := &operation.Unknown{Orders: []operation.UnknownOrder{}, More: more || len(all) > mostUnknownOrders}
	for i, u := range all {
		if out.Total += u.Count; i == 0 {
			out.Oldest = &u.Since
		}
		if i < mostUnknownOrders {
			out.Orders = append(out.Orders, operation.UnknownOrder{OrderID: u.ID, OrderNo: u.No, Kind: u.Kind, Count: u.Count, Since: u.Since})
		}
	}
	return out, nil
}

// senderUsage is how each sender stands and is used.
func (p probes) senderUsage(ctx context.Context) ([]operation.Sender, error) {
	rows, err := p.env.senderService().Rows(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]operation.Sender, len(rows))
	for _, err := range parallel.Each(len(rows), 16, func(i int) error {
		r := rows[i]
		u, err := rate.UsageOf(ctx, p.env.DB, p.env.Now(), r.ID)
		out[i] = operation.Sender{ID: r.ID, Name: r.Name, Channel: r.Channel, Provider: r.Provider, State: r.State, Quality: r.Quality,
			RestsUntil: r.RestsUntil, Rests: r.Suspended, Allowed: r.PerSecond, PerSecond: u.PerSecond, AheadSeconds: u.Ahead.Seconds(),
			Tenants: u.Tenants, DailyLimit: r.Limit, DailyUsed: r.Used, Refusals: []operation.Refusal{}}
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func (p probes) lastReconciliations(ctx context.Context) ([]operation.Reconciliation, error) {
	kinds := []reconcile.Kind{reconcile.Books, reconcile.Payments}
	out := make([]operation.Reconciliation, len(kinds))
	for _, err := range parallel.Each(len(kinds), len(kinds), func(i int) error {
		run, had, err := (&reconcile.Service{DB: p.env.DB}).Last(ctx, kinds[i])
		out[i] = operation.Reconciliation{Kind: string(kinds[i]), Status: "none"}
		if err == nil && had {
			out[i].RunID, out[i].Status, out[i].StartTime, out[i].EndTime, out[i].Differences = run.ID, "running", &run.Started, run.Ended, run.Found
			if run.Ended != nil {
				out[i].Status = "done"
			}
		}
		return err
	}) {
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

// statusTime bounds how long the facts of the status page are asked for.
const statusTime = 20 * time.Second

// statusFacts are what services are judged by.
func (p probes) statusFacts(ctx context.Context) (*servicestatus.Facts, error) {
	ctx, cancel := context.WithTimeout(ctx, statusTime)
	defer cancel()
	f := &servicestatus.Facts{Queues: map[string]servicestatus.QueueFact{}}
	o := Operation(p.env)
	letters := map[string]int{}
	var rows []sender.Row
	err := parallel.Do(
		func() error {
			depths, err := o.Depths(ctx)
			for name, d := range depths {
				f.Queues[name] = servicestatus.QueueFact{Waiting: d.Waiting, InFlight: d.InFlight, Oldest: d.Oldest}
			}
			return err
		},
		func() (err error) { letters, err = DeadLetters(p.env).Counts(ctx); return err },
		func() (err error) { rows, err = p.env.senderService().Rows(ctx); return err },
		func() error {
			if p.env.Watch != nil {
				return nil
			}
			l, err := o.LoadOfCopies(ctx)
			if l != nil {
				f.Requests, f.Errors = l.Errors.Requests, l.Errors.Errors
			}
			return err
		})
	if err == nil && p.env.Watch != nil {
		err = p.watched(ctx, f)
	}
	for name, n := range letters {
		q := f.Queues[name]
		q.Dead = n // rows alone: a dead letter that is collected meanwhile would count twice
		f.Queues[name] = q
	}
	for _, r := range rows {
		f.Senders = append(f.Senders, servicestatus.SenderFact{Channel: r.Channel, Rests: r.State == sender.Rests, Off: r.State == sender.Off})
	}
	return f, err
}

// watched adds what no process on AWS knows: how requests ended, and how late queues are in which messages wait.
func (p probes) watched(ctx context.Context, f *servicestatus.Facts) error {
	var waiting []string
	for name, q := range f.Queues {
		if q.Waiting > 0 {
			waiting = append(waiting, name)
		}
	}
	requests, failed, oldest, err := p.env.Watch.Brief(ctx, waiting)
	f.Requests, f.Errors = requests, failed
	for name, age := range oldest {
		q := f.Queues[name]
		q.Oldest = &age
		f.Queues[name] = q
	}
	return err
}
