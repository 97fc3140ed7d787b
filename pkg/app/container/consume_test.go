package container

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/queue"
)

// Only messages whose handler fails or panics are redelivered. Handlers that run when the process is asked to stop finish.
func TestWhatFailsComesBack(t *testing.T) {
	e := testkit.Memory(t)
	q := &queue.SQS{Client: sqs.NewFromConfig(e.AWS), URLs: e.Config.Queues}
	cfg := &config.Config{Container: config.Container{Workers: 3}}
	ctx, stop := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	var mu sync.Mutex
	seen := map[string]int{}
	handle := func(_ context.Context, batch []queue.Message) (failed []int, err error) {
		mu.Lock()
		for i, m := range batch {
			if seen[m.Kind]++; m.Kind == "fails" && seen[m.Kind] == 1 {
				failed = append(failed, i)
			}
			if m.Kind == "panics" && seen[m.Kind] == 1 {
				defer panic("once")
			}
		}
		last := batch[0].Kind == "last"
		mu.Unlock()
		if last {
			stop()
			<-stopped
		}
		return failed, nil
	}
	send := func(name string, kinds ...string) {
		for _, k := range kinds {
			if err := q.Send(t.Context(), name, queue.New(k, "", nil)); err != nil {
				t.Fatal(err)
			}
		}
	}
	s := &Server{env: &app.Env{Config: cfg, DB: e.DB, Inspector: e.Inspector, Metrics: metric.New(e.Now), Now: e.Now,
		Log: func(map[string]any) {}}, queues: q,
		house: &app.App{Queues: map[string]queue.BatchHandler{"inbound": handle, "send": handle}}}
	one := manifest.Consumers[slices.IndexFunc(manifest.Consumers, func(c manifest.Consumer) bool { return c.Name == "inbound" })]
	c := s.consumer(one)
	send("inbound", "a", "fails", "b")
	c.work(t.Context(), c.collect(t.Context()))
	send("inbound", "panics")
	c.work(t.Context(), c.collect(t.Context()))
	e.Clock.Add(time.Duration(one.VisibilitySeconds) * time.Second)
	c.work(t.Context(), c.collect(t.Context()))
	if seen["a"] != 1 || seen["b"] != 1 || seen["fails"] != 2 || seen["panics"] != 2 {
		t.Errorf("seen %v", seen)
	}
	each := s.consumer(manifest.Consumers[0])
	send("send", "x", "y", "last")
	done := make(chan struct{})
	go func() { each.run(ctx, t.Context()); close(done) }()
	<-ctx.Done()
	close(stopped)
	<-done
	if left, err := q.Receive(t.Context(), "send", 10, 0); err != nil || len(left) != 0 || seen["x"] != 1 || seen["y"] != 1 ||
		seen["last"] != 1 {
		t.Errorf("left %v, seen %v: %v", left, seen, err)
	}
}
