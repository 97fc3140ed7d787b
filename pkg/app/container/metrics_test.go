package container

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/config"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/queue"
)

// Prometheus reads the figures and the depth of the queues by the token of the configuration; without one nothing is served.
func TestMetricsNeedTheirToken(t *testing.T) {
	k := testkit.Memory(t)
	set := metric.New(k.Now)
	set.Observe(metric.Requests, "gc", 12)
	set.Add(metric.Refused, "1 131049", 3)
	if err := k.Queues.Send(t.Context(), "job", queue.New("a", "", nil)); err != nil {
		t.Fatal(err)
	}
	cfg := *k.Config
	s := &Server{env: &app.Env{Config: &cfg, DB: k.DB, Queues: k.Queues, Inspector: k.Inspector, Metrics: set, Now: k.Now,
		Log: func(map[string]any) {}}}
	ask := func(token string) (int, string) {
		w, r := httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/metrics", nil)
		r.Header.Set("Authorization", "Bearer "+token)
		s.metrics().ServeHTTP(w, r)
		return w.Code, w.Body.String()
	}
	if status, text := ask(""); status != http.StatusNotFound || !strings.Contains(text, "HERALD_METRICS_TOKEN") {
		t.Errorf("without a token of the configuration: %d %s", status, text)
	}
	cfg.Container = config.Container{Metrics: "a token of the tests"}
	for _, token := range []string{"", "another token"} {
		if status, _ := ask(token); status != http.StatusUnauthorized {
			t.Errorf("%q: %d", token, status)
		}
	}
	status, text := ask("a token of the tests")
	for _, line := range []string{`herald_requests_total{group="gc"} 1`, `herald_requests_milliseconds_total{group="gc"} 12`,
		`herald_refused_total{code="131049",sender="1"} 3`, `herald_queue_waiting{queue="job"} 1`, `herald_queue_waiting{queue="send"} 0`} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("%d: %s is not there", status, line)
		}
	}
}
