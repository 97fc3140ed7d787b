package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/awslabs/aws-lambda-go-api-proxy/httpadapter"

	"herald/pkg/app/manifest"
	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/job"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/deadletter"
	"herald/pkg/platform/operation"
)

// Part is what only some functions carry: a package costs its size and its initialisation at every cold start, used or not.
type Part func(*Env)

// Sheets brings the engine that reads and writes spreadsheets.
func Sheets(engine sheet.Engine) Part { return func(e *Env) { e.Sheets = engine } }

// HTML brings what makes HTML that people wrote harmless, for an origin.
func HTML(clean func(origin string) func(html string) string) Part {
	return func(e *Env) { e.NewSanitizer = clean }
}

// Watched brings what reads figures back, which the local cloud does not keep.
func Watched[W operation.Watch](open func(a aws.Config, name string, queues []string, now func() time.Time) W) Part {
	return func(e *Env) {
		if e.Config.Endpoint == "" {
			e.Watch = open(e.AWS, e.Config.Name, queueNames(), e.Now)
		}
	}
}

// DesignTools sanitise designs of emails and read HTML as designs.
type DesignTools struct {
	Clean  func(d *emaildesign.Design)
	Import func(html string) (*emaildesign.Design, []emaildesign.Problem, error)
}

// Designs brings what makes designs of emails harmless and reads HTML.
func Designs(tools DesignTools) Part { return func(e *Env) { e.Designs = tools } }

// start builds the environment of a function, or ends it: a function without its configuration must not serve.
func start(parts ...Part) *Env {
	env, err := NewEnv(context.Background())
	if err != nil {
		LogLine(map[string]any{"error": err.Error()})
		os.Exit(1)
	}
	for _, add := range parts {
		add(env)
	}
	return env
}

// ServeHTTP is the main of a route group's function. mount adds the group's modules.
func ServeHTTP(mount func(*Env, *web.API), parts ...Part) {
	env := start(parts...)
	api := env.API()
	mount(env, api)
	adapter := httpadapter.NewV2(api.Handler())
	lambda.Start(func(ctx context.Context, event events.APIGatewayV2HTTPRequest) (events.APIGatewayV2HTTPResponse, error) {
		began := env.Now()
		defer func() { env.account(began, store.Usage{HTTP: 1}) }()
		event.RawPath = parsable(event.RawPath)
		return adapter.ProxyWithContext(ctx, event)
	})
}

// parsable writes a path that is none, as with a control character, so that it can be read and refused.
func parsable(path string) string {
	if _, err := url.ParseRequestURI(path); path != "" && err != nil {
		return (&url.URL{Path: path}).EscapedPath()
	}
	return path
}

// account writes the invocation's usage to the log: one line each, also for the local cloud's sake (architecture §3).
func (e *Env) account(began time.Time, extra store.Usage) {
	ms := e.Now().Sub(began).Milliseconds() + 1
	use := e.Meter.Take().Plus(extra).Plus(store.Usage{Invokes: 1, MBms: ms * int64(e.Config.MemoryMB)})
	e.Log(map[string]any{"fn": e.Config.Function, "ms": ms, "use": use})
	if e.Config.Endpoint == "" { // the local cloud has no metrics
		for _, line := range metric.EMF(e.Config.Name, e.Now(), e.Metrics.Take()) {
			e.Log(line)
		}
	}
}

// function is the name of the function without that of the deployment: that of its group or queue.
func functionOf(e *Env) string { return strings.TrimPrefix(e.Config.Function, e.Config.Name+"-") }

// queueLog writes lines that name a queue.
func queueLog(e *Env, name string) func(map[string]any) {
	return func(line map[string]any) {
		line["queue"] = name
		e.Log(line)
	}
}

// Tasks maps a message's kind to its handler.
type Tasks map[string]queue.Handler

// ServeQueue is the main of a consumer that works on one message after the other.
func ServeQueue(mount func(*Env) Tasks, parts ...Part) {
	env := start(parts...)
	serveBatches(env, mount(env).batch(queueLog(env, functionOf(env))))
}

// batch works on one message of a batch after the other.
func (t Tasks) batch(log func(map[string]any)) queue.BatchHandler {
	return func(ctx context.Context, batch []queue.Message) (failed []int, err error) {
		for i, m := range batch {
			handler, ok := t[m.Kind]
			if !ok {
				err = fmt.Errorf("no task %q", m.Kind)
			} else {
				err = handler(ctx, m)
			}
			if err != nil {
				log(map[string]any{"error": err.Error(), "task": m.Kind, "order": deadletter.OrderOf(m)})
				queue.NoteFailure(ctx, i, err)
				failed = append(failed, i)
			}
		}
		return failed, nil
	}
}

// ServeBatches is the main of a consumer that wants the whole batch.
func ServeBatches(mount func(*Env) queue.BatchHandler) {
	env := start()
	serveBatches(env, mount(env))
}

func serveBatches(env *Env, handle queue.BatchHandler) {
	lambda.Start(func(ctx context.Context, event events.SQSEvent) (events.SQSEventResponse, error) {
		began := env.Now()
		// Receiving and deleting are requests too, of ten messages each.
		defer func() { env.account(began, store.Usage{Queue: 2 * int64((len(event.Records)+9)/10)}) }()
		var out events.SQSEventResponse
		batch := make([]queue.Received, len(event.Records))
		for i, r := range event.Records {
			m := queue.Received{ID: r.MessageId}
			m.Deliveries, _ = strconv.Atoi(r.Attributes["ApproximateReceiveCount"])
			m.Err = json.Unmarshal([]byte(r.Body), &m.Message)
			batch[i] = m
		}
		failed, err := Consume(ctx, env, functionOf(env), handle, batch)
		if err != nil {
			return out, err
		}
		for _, i := range failed {
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: event.Records[i].MessageId})
		}
		return out, nil
	})
}

// ServeTick is the main of the janitor.
func ServeTick(mount func(*Env) map[string]func(context.Context) error, parts ...Part) {
	env := start(parts...)
	ticks := mount(env)
	lambda.Start(func(ctx context.Context) error {
		began := env.Now()
		defer func() { env.account(began, store.Usage{}) }()
		return tick(ctx, env, ticks)
	})
}

// runTicks runs all of them in parallel: one that fails, panics or has much to do does not keep others from running.
// The invocation fails with all their errors, so that the alarm counts them. It is not repeated, as the next minute
// does the same work.
func runTicks(ctx context.Context, ticks map[string]func(context.Context) error, log func(map[string]any)) ([]operation.Part, error) {
	names := slices.Sorted(maps.Keys(ticks))
	ctx = job.Together(ctx)
	parts := make([]operation.Part, len(names))
	all := parallel.Each(len(names), len(names), func(i int) error {
		began := clock.System()
		err := attempt(ctx, ticks[names[i]])
		parts[i] = operation.Part{Name: names[i], Took: clock.System().Sub(began), Err: err}
		return err
	})
	for i, name := range names {
		if all[i] != nil {
			log(map[string]any{"error": all[i].Error(), "tick": name})
			all[i] = fmt.Errorf("%s: %w", name, all[i])
		}
	}
	return parts, errors.Join(all...)
}

// tick runs the parts of a minute and notes how they ran.
func tick(ctx context.Context, e *Env, ticks map[string]func(context.Context) error) error {
	began := e.Now()
	parts, err := runTicks(ctx, ticks, e.Log)
	return errors.Join(err, Operation(e).NoteTick(context.WithoutCancel(ctx), began, e.Copy, parts, deadletter.Class))
}

func attempt(ctx context.Context, tick func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return tick(ctx)
}

// Caller finds out who opens a websocket: by a ticket, or by an access token.
type Caller func(ctx context.Context, token string) (*auth.Principal, error)

// ServeSockets is the main of the websocket routes.
func ServeSockets(mount func(*Env) Caller) {
	env := start()
	if env.Config.PublicURL == "" { // whose pages may connect is decided by it
		LogLine(map[string]any{"error": "config: HERALD_PUBLIC_URL is required"})
		os.Exit(1)
	}
	env.API() // knows who comes by our own origin
	caller := mount(env)
	lambda.Start(func(ctx context.Context, event events.APIGatewayWebsocketProxyRequest) (events.APIGatewayProxyResponse, error) {
		began := env.Now()
		defer func() { env.account(began, store.Usage{Push: 1}) }()
		status := env.socket(ctx, caller, event)
		return events.APIGatewayProxyResponse{StatusCode: status}, nil
	})
}

func (e *Env) socket(ctx context.Context, caller Caller, event events.APIGatewayWebsocketProxyRequest) int {
	id := event.RequestContext.ConnectionID
	switch event.RequestContext.RouteKey {
	case "$connect":
		if !e.api.FromTrustedOrigin(header(event.Headers, manifest.OriginHeader)) {
			return http.StatusForbidden
		}
		if origin := header(event.Headers, "Origin"); origin != "" && e.Config.PublicURL != "" && origin != e.Config.PublicURL {
			return http.StatusForbidden
		}
		p, err := caller(ctx, event.QueryStringParameters["access_token"])
		if err != nil {
			return http.StatusUnauthorized
		}
		if err := e.Hub.Connect(ctx, push.Socket{User: p.UserID, Type: int(p.Type), Session: p.SessionID, Connection: id,
			Lang: locale(event.QueryStringParameters["locale"])}); err != nil {
			e.Log(map[string]any{"error": "connect: " + err.Error()})
			return http.StatusInternalServerError
		}
	case "$disconnect":
		if err := e.Hub.Disconnect(ctx, id); err != nil {
			e.Log(map[string]any{"error": "disconnect: " + err.Error()})
		}
	default:
		if strings.Contains(event.Body, `"ping"`) {
			// Only where the gateway does not answer pings by itself.
			if _, err := e.Hub.Poster.Post(ctx, id, []byte(`{"type":"pong"}`)); err != nil {
				e.Log(map[string]any{"warning": "pong: " + err.Error()})
			}
		}
	}
	return http.StatusOK
}

// locale is the language of a console in the wire's spelling: it tells its own, with a dash.
func locale(text string) string { return string(i18n.Choose("", text)) }

func header(h map[string]string, name string) string {
	for k, v := range h {
		if strings.EqualFold(k, name) {
			return v
		}
	}
	return ""
}
