package container

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	api "go.opentelemetry.io/otel/trace"

	"herald/pkg/app"
	"herald/pkg/kit/config"
	"herald/pkg/kit/queue"
	"herald/pkg/platform/deadletter"
)

// endOfTraces bounds how long the last spans may take to leave.
const endOfTraces = 5 * time.Second

// tracer makes the spans of this package.
func tracer() api.Tracer { return otel.Tracer("herald/pkg/app/container") }

// trace has requests, batches of queues, statements and calls to providers make spans, where the configuration names an address for them.
// Providers get no header of a trace. Bodies, addresses of people and values of statements are in no span.
func trace(ctx context.Context, env *app.Env) (end func(), err error) {
	if env.Config.Container.Traces == "" {
		return func() {}, nil
	}
	exporter, err := otlptracehttp.New(ctx) // by the variables of OpenTelemetry
	if err != nil {
		return nil, err
	}
	who, err := resource.New(ctx, resource.WithAttributes(semconv.ServiceName(env.Config.Name)), resource.WithFromEnv())
	if err != nil {
		return nil, err
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(who))
	otel.SetTracerProvider(provider)
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { env.Log(map[string]any{"warning": "traces: " + err.Error()}) }))
	env.Outbound, env.Noted = func(via http.RoundTripper) http.RoundTripper { return calls{via} }, noteRequest
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), endOfTraces)
		defer cancel()
		if err := provider.Shutdown(ctx); err != nil {
			env.Log(map[string]any{"warning": "traces: " + err.Error()})
		}
	}, nil
}

// traced makes a span of each request. A caller from outside cannot continue a trace of its own.
func traced(c *config.Config, h http.Handler) http.Handler {
	if c.Container.Traces == "" {
		return h
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A caller from outside makes up methods: the route alone names it.
		ctx, span := tracer().Start(r.Context(), "HTTP", api.WithSpanKind(api.SpanKindServer))
		defer span.End()
		h.ServeHTTP(w, r.WithContext(ctx))
	})
}

// calls makes a span of each call of a provider. A path can hold an address of a person, so the host alone is told.
type calls struct{ via http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (c calls) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, span := tracer().Start(req.Context(), req.Method+" "+req.URL.Hostname(), api.WithSpanKind(api.SpanKindClient),
		api.WithAttributes(semconv.ServerAddress(req.URL.Hostname())))
	defer span.End()
	res, err := c.via.RoundTrip(req.WithContext(ctx))
	if err != nil {
		span.SetStatus(codes.Error, "no answer") // the text of the error has the path
		return res, err
	}
	span.SetAttributes(semconv.HTTPResponseStatusCode(res.StatusCode))
	if res.StatusCode >= http.StatusBadRequest {
		span.SetStatus(codes.Error, "")
	}
	return res, nil
}

// noteRequest names the span of a request by its route, and the request in the log by its trace.
func noteRequest(ctx context.Context, line map[string]any) {
	span := api.SpanFromContext(ctx)
	if !span.SpanContext().IsValid() {
		return
	}
	line["trace"] = span.SpanContext().TraceID().String()
	if route, ok := line["route"].(string); ok {
		span.SetName(route)
	}
	if status, ok := line["status"].(int); ok {
		span.SetAttributes(semconv.HTTPResponseStatusCode(status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, "")
		}
	}
	for _, name := range []string{"id", "user"} {
		if text, ok := line[name].(string); ok {
			span.SetAttributes(attribute.String("herald.request."+name, text))
		}
	}
}

// batchSpan begins the span of a batch of messages.
func batchSpan(ctx context.Context, name string, batch []queue.Received) (context.Context, api.Span) {
	ctx, span := tracer().Start(ctx, "queue "+name, api.WithSpanKind(api.SpanKindConsumer), api.WithAttributes(
		semconv.MessagingDestinationName(name), semconv.MessagingBatchMessageCount(len(batch))))
	if !span.IsRecording() {
		return ctx, span
	}
	var ids, orders []string
	for _, m := range batch {
		ids = append(ids, m.ID)
		if order := deadletter.OrderOf(m.Message); order != "" {
			orders = append(orders, order)
		}
	}
	span.SetAttributes(attribute.StringSlice("herald.message.ids", ids), attribute.StringSlice("herald.order.ids", orders))
	return ctx, span
}

// endBatch ends the span of a batch.
func endBatch(span api.Span, failed []int, err error) {
	if len(failed) > 0 || err != nil {
		span.SetStatus(codes.Error, "messages failed") // the log has the error, whose text can name a person
		span.SetAttributes(attribute.Int("herald.failed", len(failed)))
	}
	span.End()
}

// queryTracer makes spans of statements, without their values.
func queryTracer(c *config.Config) pgx.QueryTracer {
	if c.Container.Traces == "" {
		return nil
	}
	return statements{otelpgx.NewTracer(otelpgx.WithDisableConnectionDetailsInAttributes())}
}

// statements keeps the texts of errors out of the spans: the database, and the driver in front of it, put values and addresses into them.
type statements struct{ *otelpgx.Tracer }

// untold is an error with its kind alone.
func untold(err error) error {
	var refused *pgconn.PgError
	switch {
	case err == nil || errors.Is(err, pgx.ErrNoRows):
		return err
	case errors.As(err, &refused):
		return &pgconn.PgError{Severity: refused.Severity, Code: refused.Code, Message: "refused"}
	}
	return errors.New("no answer")
}

func (s statements) TraceQueryEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceQueryEndData) {
	data.Err = untold(data.Err)
	s.Tracer.TraceQueryEnd(ctx, conn, data)
}

func (s statements) TraceBatchQuery(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchQueryData) {
	data.Err = untold(data.Err)
	s.Tracer.TraceBatchQuery(ctx, conn, data)
}

func (s statements) TraceBatchEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceBatchEndData) {
	data.Err = untold(data.Err)
	s.Tracer.TraceBatchEnd(ctx, conn, data)
}

func (s statements) TraceCopyFromEnd(ctx context.Context, conn *pgx.Conn, data pgx.TraceCopyFromEndData) {
	data.Err = untold(data.Err)
	s.Tracer.TraceCopyFromEnd(ctx, conn, data)
}

func (s statements) TracePrepareEnd(ctx context.Context, conn *pgx.Conn, data pgx.TracePrepareEndData) {
	data.Err = untold(data.Err)
	s.Tracer.TracePrepareEnd(ctx, conn, data)
}

func (s statements) TraceConnectEnd(ctx context.Context, data pgx.TraceConnectEndData) {
	data.Err = untold(data.Err)
	s.Tracer.TraceConnectEnd(ctx, data)
}

func (s statements) TraceAcquireEnd(ctx context.Context, pool *pgxpool.Pool, data pgxpool.TraceAcquireEndData) {
	data.Err = untold(data.Err)
	s.Tracer.TraceAcquireEnd(ctx, pool, data)
}
