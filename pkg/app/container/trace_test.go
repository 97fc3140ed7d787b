package container

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"go.opentelemetry.io/otel"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/queue"
)

// collected takes spans as a collector does, and gives their names.
type collected struct {
	*httptest.Server
	mu    sync.Mutex
	names []string
	text  string // of all spans
}

func collect(t *testing.T) *collected {
	c := &collected{}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var in collector.ExportTraceServiceRequest
		if err == nil {
			err = proto.Unmarshal(body, &in)
		}
		if err != nil || r.URL.Path != "/v1/traces" {
			t.Errorf("%s: %v", r.URL.Path, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		for _, of := range in.ResourceSpans {
			for _, scope := range of.ScopeSpans {
				for _, span := range scope.Spans {
					c.names, c.text = append(c.names, span.Name), c.text+span.String()
				}
			}
		}
	}))
	t.Cleanup(c.Close)
	return c
}

// Requests are named by their route, batches by their queue, calls by their host, and the log names the trace. No provider gets a header of
// it, and what people wrote is in no span.
func TestTracesTellWhatWasDone(t *testing.T) {
	c := collect(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.URL)
	var server *Server
	var end func()
	aws := testkit.Memory(t)
	aws.Clock.Run()
	s := startOn(t, aws, func(env *app.Env) *Server {
		env.Config.Container.Traces = c.URL
		var err error
		if end, err = trace(t.Context(), env); err != nil {
			t.Fatal(err)
		}
		server = New(env, env.Queues.(*queue.SQS))
		return server
	})
	res, err := http.Get(s.url + "/api/system/status?q=private")
	if err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", res, err)
	}
	_, err = io.Copy(io.Discard, res.Body) // until the request is done
	if e := res.Body.Close(); err != nil || e != nil {
		t.Fatal(err, e)
	}
	line := map[string]any{"route": "GET /somewhere", "id": "request-1"}
	s.quiet.Store(true)
	provider := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		for name := range r.Header {
			if strings.HasPrefix(strings.ToLower(name), "trace") {
				t.Errorf("a provider gets %s", name)
			}
		}
	}))
	t.Cleanup(provider.Close)
	ctx, span := batchSpan(t.Context(), "send", []queue.Received{{ID: "message-1", Message: queue.New("chunk", "", map[string]string{
		"order": "01M8MDWPPGZJSQPY7T9YBFVW7X"})}})
	server.env.Noted(ctx, line)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, provider.URL+"/people/4915112345678", nil)
	if err != nil {
		t.Fatal(err)
	}
	if res, err = (&http.Client{Transport: server.env.Outbound(http.DefaultTransport)}).Do(req); err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	endBatch(span, []int{0}, nil)
	if line["trace"] != span.SpanContext().TraceID().String() {
		t.Errorf("%v", line)
	}
	end()
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, secret := range []string{"private", "4915112345678"} {
		if strings.Contains(c.text, secret) {
			t.Errorf("a span tells %s", secret)
		}
	}
	for _, want := range []string{"GET /api/system/status", "GET 127.0.0.1", "GET /somewhere"} {
		if !slices.Contains(c.names, want) {
			t.Errorf("no span %q in %q", want, c.names)
		}
	}
	for _, want := range []string{"message-1", "01M8MDWPPGZJSQPY7T9YBFVW7X", "herald.failed"} {
		if !strings.Contains(c.text, want) {
			t.Errorf("no span tells %s", want)
		}
	}
}

// A statement that fails tells its code, and nothing of the text, in which databases and drivers repeat values.
func TestTracesTellNoTextOfTheDatabase(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(spans))
	before := otel.GetTracerProvider()
	otel.SetTracerProvider(provider)
	t.Cleanup(func() { otel.SetTracerProvider(before) })
	cfg := *testkit.Memory(t).Config
	cfg.Container.Traces = "http://collector.test"
	tracer := queryTracer(&cfg).(interface {
		pgx.QueryTracer
		pgx.BatchTracer
		pgx.PrepareTracer
		pgx.ConnectTracer
	})
	ctx, span := provider.Tracer("test").Start(t.Context(), "request")
	const person = "4915112345678"
	refused := &pgconn.PgError{Code: "22P02", Message: "invalid input syntax: " + person}
	broken := errors.New("failed to encode args[1]: " + person)
	tracer.TraceQueryEnd(tracer.TraceQueryStart(ctx, nil, pgx.TraceQueryStartData{SQL: "select 1"}), nil, pgx.TraceQueryEndData{Err: refused})
	batch := tracer.TraceBatchStart(ctx, nil, pgx.TraceBatchStartData{})
	tracer.TraceBatchQuery(batch, nil, pgx.TraceBatchQueryData{SQL: "select 1", Err: broken})
	tracer.TraceBatchEnd(batch, nil, pgx.TraceBatchEndData{Err: broken})
	tracer.TracePrepareEnd(tracer.TracePrepareStart(ctx, nil, pgx.TracePrepareStartData{}), nil, pgx.TracePrepareEndData{Err: refused})
	tracer.TraceConnectEnd(tracer.TraceConnectStart(ctx, pgx.TraceConnectStartData{}), pgx.TraceConnectEndData{Err: broken})
	span.End()
	var all string
	for _, s := range spans.Ended() {
		all += fmt.Sprintf("%s %v %v %v\n", s.Name(), s.Status(), s.Attributes(), s.Events())
	}
	if strings.Contains(all, person) || !strings.Contains(all, "22P02") {
		t.Error(all)
	}
}

// Without an address no span is made, and nothing is asked.
func TestTracesAreOffByDefault(t *testing.T) {
	cfg := *testkit.Memory(t).Config
	env := &app.Env{Config: &cfg}
	end, err := trace(context.Background(), env)
	if err != nil || env.Outbound != nil || env.Noted != nil || queryTracer(&cfg) != nil {
		t.Errorf("%v", err)
	}
	end()
}
