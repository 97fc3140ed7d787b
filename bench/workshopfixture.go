package main

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"herald/pkg/app"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	kitclock "herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	queuewire "herald/pkg/kit/queue/wire"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

// workshopFixture is the product as its functions have it: the clients of the SDK that app.Build makes, over the
// protocols of AWS in memory. Every call to AWS lasts as long as configured, which makes parallel calls visible.
type workshopFixture struct {
	rows    *store.Memory
	tables  *wire.Server
	objects *blobwire.Server
	queues  *queuewire.Server
	meter   *store.Meter // of calls
	units   *store.Meter // of what the tables were asked

	cashiers *paymentProviders // nil: none
	far      far               // where the tables are, in another process; "": here

	mu    sync.Mutex
	lasts time.Duration
	calls []string // since the last request began, each with the time at which it was made
	began time.Time
	waits map[string][]queue.Message
}

func newFixture() *workshopFixture {
	units := &store.Meter{}
	h := &workshopFixture{units: units, rows: store.NewMemory(units), objects: blobwire.New(), meter: &store.Meter{},
		waits: map[string][]queue.Message{}}
	h.tables = wire.New(h.rows, "herald", time.Now)
	h.queues = &queuewire.Server{Deliver: func(name string, m queue.Message) {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.waits[name] = append(h.waits[name], m)
	}}
	return h
}

// env is that of a function that starts: it remembers nothing.
func (h *workshopFixture) env() *app.Env {
	cfg := &config.Config{Name: "herald", Region: "us-east-1", Endpoint: "http://aws.wire", PublicURL: "https://herald.bench",
		WSEndpoint: "http://ws.wire",
		AuthKey:    []byte("a key of the benchmark, 32 bytes"), Buckets: map[string]string{"upload": "upload", "file": "file"},
		Queues: map[string]string{"send": "http://aws.wire/0/send", "job": "http://aws.wire/0/job", "file": "http://aws.wire/0/file",
			"inbound": "http://aws.wire/0/inbound", "receipt": "http://aws.wire/0/receipt"}}
	cfg.Adapters.Set(simAccount("http://provider", perSecond))
	e := app.Build(cfg, cfg.AWS(func(a *aws.Config) {
		a.Credentials, a.HTTPClient = aws.AnonymousCredentials{}, &http.Client{Transport: h}
		a.APIOptions = append(a.APIOptions, h.meter.Middleware)
	}), h.meter, kitclock.System)
	files := blobwire.Client(h, func(o *s3.Options) { o.APIOptions = append(o.APIOptions, h.meter.Middleware) })
	e.Uploads, e.Files = blob.New(files, files, "upload"), blob.New(files, files, "file")
	e.Sheets, e.Log = excel.Engine{}, func(map[string]any) {}
	if h.cashiers != nil {
		e.ProviderTransport = h.cashiers
		e.Config.Adapters.Set(h.cashiers.settings)
	}
	return e
}

// RoundTrip is the way to AWS.
func (h *workshopFixture) RoundTrip(req *http.Request) (*http.Response, error) {
	target := req.Header.Get("X-Amz-Target")
	h.mu.Lock()
	lasts := h.lasts
	h.calls = append(h.calls, fmt.Sprintf("%d:%s", time.Since(h.began).Milliseconds(), callOf(req, target)))
	h.mu.Unlock()
	time.Sleep(lasts)
	switch {
	case strings.HasPrefix(target, "DynamoDB") && h.far != "":
		return h.far.RoundTrip(req)
	case strings.HasPrefix(target, "DynamoDB"):
		return h.tables.RoundTrip(req)
	case strings.HasPrefix(target, "AmazonSQS"):
		return h.queues.RoundTrip(req)
	case req.URL.Host == "ws.wire":
		return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: req}, nil
	}
	return h.objects.RoundTrip(req)
}

// callOf is the name of a call in the printed course of a request.
func callOf(req *http.Request, target string) string {
	if _, name, ok := strings.Cut(target, "."); ok {
		return name
	}
	return req.Method + " " + req.URL.Path
}

// handler is a function that starts, and its ids.
func (h *workshopFixture) handler() (http.Handler, func() string) {
	e := h.env()
	a := e.API()
	app.All(e, a)
	return a.Handler(), e.IDs.Next
}

// deepness is how deep the calls to AWS of a request were.
type deepness struct {
	Depth int64
	Units float64 // read
	Raw   []byte  // a plain answer
	Took  time.Duration
	Calls []string
}

// ask makes a request to a function that starts with it, whose calls last that long, and decodes the data of its answer.
func (h *workshopFixture) ask(c ask, lasts time.Duration, data any) (deepness, error) {
	handler, next := h.handler()
	client := &apiclient.Client{API: "http://bench/api", Token: c.token, HTTP: apiclient.Handler{Handler: handler}}
	if c.keyed {
		client = client.With("Idempotency-Key", next())
	}
	h.meter.Take()
	h.units.Take()
	h.mu.Lock()
	h.lasts, h.calls, h.began = lasts, nil, time.Now()
	h.mu.Unlock()
	answer, err := client.Do(context.Background(), c.method, c.path, c.body)
	h.mu.Lock()
	defer h.mu.Unlock()
	d := deepness{Depth: h.meter.Take().Depth, Units: h.units.Take().ReadUnits, Took: time.Since(h.began), Calls: h.calls}
	h.lasts = 0
	if err != nil {
		return d, err
	}
	if c.plain {
		d.Raw = answer.Raw
		if answer.Status >= http.StatusMultipleChoices {
			err = fmt.Errorf("%d %s", answer.Status, answer.Raw)
		}
		return d, err
	}
	return d, answer.Into(data)
}

// drain works on the queues of what takes long until they are empty.
func (h *workshopFixture) drain(ctx context.Context) error {
	e := h.env()
	for name, tasks := range map[string]app.Tasks{"file": app.FileTasks(e), "job": app.JobTasks(e)} {
		for {
			h.mu.Lock()
			if len(h.waits[name]) == 0 {
				h.mu.Unlock()
				break
			}
			m := h.waits[name][0]
			h.waits[name] = h.waits[name][1:]
			h.mu.Unlock()
			if err := tasks[m.Kind](ctx, m); err != nil {
				return fmt.Errorf("%s %s: %w", name, m.Kind, err)
			}
		}
	}
	return nil
}

// listen opens a console of a user, so that what is pushed to it is counted.
func (h *workshopFixture) listen(ctx context.Context, token string) error {
	e := h.env()
	p, err := app.Sockets(e)(ctx, token)
	if err != nil {
		return err
	}
	return e.Hub.Connect(ctx, push.Socket{User: p.UserID, Type: int(p.Type), Session: p.SessionID, Connection: e.IDs.Next()})
}
