package operation_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/operation"
)

// The page shows what the probes tell; a probe that fails leaves its section out. A failure of a part of the tick stays
// shown with its time.
func TestThePageShowsWhatStillWorks(t *testing.T) {
	k := testkit.Memory(t)
	s := &operation.Service{DB: k.DB, Inspector: k.Inspector, Names: []string{"send", "job"}, Home: "postgresql", Now: k.Now,
		Log: func(map[string]any) {}}
	s.Probes = operation.Probes{
		DeadLetters: func(context.Context) (map[string]int, error) { return map[string]int{"job": 3}, nil },
		Unknown:     func(context.Context) (*operation.Unknown, error) { return nil, errors.New("no answer") },
		Senders: func(context.Context) ([]operation.Sender, error) {
			return []operation.Sender{{ID: "1", Refusals: []operation.Refusal{}}}, nil
		},
		Load: s.LoadOfCopies,
	}
	h := sessiontest.New(k)
	c := h.SeedUsers(t, h.Serve(t, func(a *web.API) { s.Routes(a) }))
	for range 4 {
		if err := k.Queues.Send(t.Context(), "send", queue.New("a", "", nil)); err != nil {
			t.Fatal(err)
		}
	}
	k.Bury("send", queue.New("a", "", nil))
	tick := func(err error) {
		t.Helper()
		began := k.Now()
		parts := []operation.Part{{Name: "order", Took: 20 * time.Millisecond, Err: err}, {Name: "topup.admin"}}
		if err := s.NoteTick(t.Context(), began, "one", parts, func(text string) string { return text }); err != nil {
			t.Fatal(err)
		}
	}
	tick(errors.New("broken"))
	k.Clock.Add(time.Minute)
	tick(nil)
	set := metric.New(k.Now)
	set.Observe(metric.Requests, "gc", 10)
	set.Observe(metric.Requests, "gc", 30)
	set.Add(metric.RequestErrors, "gc", 1)
	set.Add(metric.Refused, "1 131049", 7)
	set.Observe(metric.Provider, "provider.test", 90)
	set.Add(metric.ProviderFailures, "provider.test", 2)
	set.Observe(metric.ReceiptLag, "receipts", 4)
	for _, name := range []string{"one", "two"} {
		if err := s.Heartbeat(t.Context(), name, k.Now(), name == "one", set); err != nil {
			t.Fatal(err)
		}
	}
	f := testkit.Data[operation.Figures](c.Admin.Get("/dmp/operation"))
	if !slices.Equal(f.Failed, []string{"unknown"}) || f.Unknown != nil || f.Due != nil {
		t.Errorf("%+v", f)
	}
	if q := f.Queues[0]; q.Name != "send" || q.Waiting != 4 || q.DeadLetters != 1 || q.Collectable != 1 || q.OldestSeconds != nil ||
		f.Queues[1].DeadLetters != 3 {
		t.Errorf("%+v", f.Queues)
	}
	if p := f.Scheduler.Parts; len(p) != 2 || p[0].DurationMS != 20 || p[0].LastError != "broken" || p[0].Failing || p[0].ErrorTime == nil ||
		p[1].LastError != "" || f.Scheduler.By != "one" {
		t.Errorf("%+v", f.Scheduler)
	}
	if len(f.Copies) != 2 || !f.Copies[0].Leads || f.Copies[1].Leads {
		t.Errorf("%+v", f.Copies)
	}
	if m := f.Load.Modules; len(m) != 1 || m[0].Count != 4 || m[0].Errors != 2 || m[0].AverageMS != 20 {
		t.Errorf("%+v", m)
	}
	if p := f.Load.Providers; len(p) != 1 || p[0].Calls != 6 || p[0].Failures != 4 || p[0].LastSuccess == nil || p[0].LastFailure == nil {
		t.Errorf("%+v", p)
	}
	if r := f.Senders[0].Refusals; len(r) != 1 || r[0].Code != "131049" || f.Load.Receipts.P50Seconds < 3.5 {
		t.Errorf("%+v %+v", r, f.Load.Receipts)
	}
	k.Clock.Add(4 * time.Minute)
	if f := testkit.Data[operation.Figures](c.Admin.Get("/dmp/operation")); len(f.Copies) != 0 || f.Load != nil || f.Scheduler.LagSeconds < 200 {
		t.Errorf("silent copies: %+v", f)
	}
	s.Home = "aws" // where a row costs by its size
	if err := s.Heartbeat(t.Context(), "one", k.Now(), true, set); err != nil {
		t.Fatal(err)
	}
	if f := s.Figures(t.Context()); len(f.Copies) != 1 || f.Load != nil {
		t.Errorf("a heartbeat with figures: %+v", f)
	}
	c.Agent.Get("/dmp/operation").Want(403, 0)
}
