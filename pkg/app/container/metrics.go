package container

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"herald/pkg/app"
	"herald/pkg/kit/metric"
)

// metrics serves the figures of this process and the depth of the queues to Prometheus, for a bearer token. Without a token of the
// configuration it tells of that and serves none, so that nothing is public by mistake.
func (s *Server) metrics() http.Handler {
	token := s.env.Config.Container.Metrics
	if token == "" {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "Metrics are off: set HERALD_METRICS_TOKEN.", http.StatusNotFound)
		})
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(figures{s}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	serve := promhttp.HandlerFor(registry, promhttp.HandlerOpts{MaxRequestsInFlight: 2, Timeout: requestTimeout})
	want := sha256.Sum256([]byte(token))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		shown, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if got := sha256.Sum256([]byte(shown)); subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "Send the token of HERALD_METRICS_TOKEN as a bearer token.", http.StatusUnauthorized)
			return
		}
		serve.ServeHTTP(w, r)
	})
}

// figures is a prometheus.Collector of what the process counted.
type figures struct{ server *Server }

// scrapeTime bounds how long the queues are asked.
const scrapeTime = 5 * time.Second

// Describe describes nothing: the figures are those that were counted.
func (figures) Describe(chan<- *prometheus.Desc) {}

// Collect gives each figure as a counter, with the sum of what was measured, and the depth of each queue.
func (f figures) Collect(out chan<- prometheus.Metric) {
	for k, c := range f.server.env.Metrics.Totals() {
		labels, values := []string{metric.Labels[k.Name]}, []string{k.Label}
		if k.Name == metric.Refused {
			sender, code, _ := strings.Cut(k.Label, " ")
			labels, values = []string{"sender", "code"}, []string{sender, code}
		}
		give := func(name, help string, v float64) {
			out <- prometheus.MustNewConstMetric(prometheus.NewDesc("herald_"+name+"_total", help, labels, nil), prometheus.CounterValue, v,
				values...)
		}
		give(k.Name, "Counted since the process began.", float64(c.N))
		if c.Sum > 0 {
			give(k.Name+"_"+unitOf(k.Name), "Sum of what was measured.", c.Sum)
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), scrapeTime)
	defer cancel()
	depths, err := app.Operation(f.server.env).Depths(ctx)
	if err != nil {
		f.server.env.Log(map[string]any{"warning": "metrics: " + err.Error()})
		return
	}
	letters, err := app.DeadLetters(f.server.env).Counts(ctx)
	if err != nil {
		f.server.env.Log(map[string]any{"warning": "metrics: " + err.Error()})
		return
	}
	for name, d := range depths {
		gauge := func(kind, help string, v float64) {
			out <- prometheus.MustNewConstMetric(prometheus.NewDesc("herald_queue_"+kind, help, []string{"queue"}, nil), prometheus.GaugeValue, v,
				name)
		}
		gauge("waiting", "Messages that a consumer can take now.", float64(d.Waiting))
		gauge("in_flight", "Messages that a consumer has.", float64(d.InFlight))
		gauge("delayed", "Messages whose time has not come.", float64(d.Delayed))
		gauge("dead", "Dead letters that wait for staff.", float64(d.Dead+letters[name]))
		if d.Oldest != nil {
			gauge("oldest_seconds", "How long the oldest waiting message has waited.", d.Oldest.Seconds())
		}
	}
}

// unitOf is the unit of what was measured.
func unitOf(name string) string {
	if name == metric.ReceiptLag {
		return "seconds"
	}
	return "milliseconds"
}
