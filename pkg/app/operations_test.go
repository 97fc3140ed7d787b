package app_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/queue"
)

// watch tells that half of the requests fail and that each queue is hours late.
type watch struct{ asked []string }

func (*watch) Figures(context.Context) (lately, hour metric.Figures, err error) { return nil, nil, nil }

func (*watch) Oldest(context.Context) (map[string]time.Duration, error) { return nil, nil }

func (w *watch) Brief(_ context.Context, queues []string) (requests, failed int, age map[string]time.Duration, err error) {
	w.asked, age = queues, map[string]time.Duration{}
	for _, q := range queues {
		age[q] = 3 * time.Hour
	}
	return 100, 50, age, nil
}

// On AWS services are judged by what CloudWatch has: no process there knows how requests end, and no queue how late it is.
func TestServicesOfAWSAreJudgedByItsFigures(t *testing.T) {
	e := apptest.NewApp(testkit.Memory(t))
	w := &watch{}
	e.Watch = w
	if err := e.Queues.Send(t.Context(), "send", queue.New("a", "", nil)); err != nil {
		t.Fatal(err)
	}
	f, err := app.ServiceStatus(e).Facts(t.Context())
	if err != nil || f.Requests != 100 || f.Errors != 50 || !slices.Equal(w.asked, []string{"send"}) {
		t.Fatalf("%+v %v, asked for %v", f, err, w.asked)
	}
	if q := f.Queues["send"]; q.Oldest == nil || *q.Oldest != 3*time.Hour {
		t.Errorf("%+v", q)
	}
}
