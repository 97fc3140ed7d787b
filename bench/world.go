package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"herald/pkg/account/customer"
	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/apiclient"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/metric"
	"herald/pkg/kit/money"
	"herald/pkg/kit/push"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/store"
	"herald/pkg/platform/notice/clean"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

// world is the whole product in one process, wired by app as in the functions: an Env for each function, tables,
// queues and buckets in memory, metered. Functions must not wait here.
type world struct {
	clock    *clock
	meter    *store.Meter
	memory   *store.Memory
	queues   *sqs
	files    *bucket
	sim      string     // address of the provider
	provider *simulator // nil: none was started
	pace     int        // messages a second
	mail     *mailbench // nil: no emails are sent

	handler  http.Handler
	admin    string // bearer
	customer string
	id       string // of the customer

	mu       sync.Mutex
	lambda   map[string]*bill
	problems []string
}

// bill is what the invocations of a function cost.
type bill struct {
	Invocations int64
	Time        time.Duration // billed
	MBms        int64
}

func newWorld(ctx context.Context, sim string) (*world, error) {
	return worldOf(ctx, sim, standing(), perSecond)
}

// worldOf is one with a clock and the pace of its sender, messages a second.
func worldOf(ctx context.Context, sim string, c *clock, pace int) (*world, error) {
	return (&world{clock: c, sim: sim, pace: pace}).begun(ctx)
}

// begun completes a world whose clock and providers are given.
func (w *world) begun(ctx context.Context) (*world, error) {
	w.meter, w.lambda = &store.Meter{}, map[string]*bill{}
	w.memory = store.NewMemory(w.meter)
	w.queues = newSQS(w.clock, w.meter)
	w.files = &bucket{objects: map[string][]byte{}}
	e := w.env()
	api := e.API()
	app.All(e, api)
	w.handler = api.Handler()
	return w, w.people(ctx, e)
}

// env is the environment of one function.
func (w *world) env() *app.Env { return w.envOf(w.memory) }

// envOf is one whose rows are reached through db.
func (w *world) envOf(rows store.DB) *app.Env {
	db := &paced{rows, w.clock}
	cfg := aws.Config{Region: "us-east-1", Credentials: credentials.NewStaticCredentialsProvider("bench", "bench", ""),
		HTTPClient: &http.Client{Transport: w.files}}
	cfg.APIOptions = append(cfg.APIOptions, w.meter.Middleware)
	client := s3.NewFromConfig(cfg, func(o *s3.Options) { o.UsePathStyle = true })
	e := &app.Env{DB: db, Sheets: excel.Engine{}, NewSanitizer: clean.HTML, Designs: htmlimport.Tools, Queues: w.queues,
		Inspector: w.queues, Metrics: metric.New(w.clock.Now),
		Uploads: blob.New(client, client, "upload"),
		Files:   blob.New(client, client, "file"), Audit: auditlog.Log{DB: db},
		Signer: auth.NewSigner([]byte("a key of the benchmark, 32 bytes"), w.clock.Now), Now: w.clock.Now, IDs: id.New(w.clock.Now),
		Meter: w.meter, Log: w.log}
	if w.clock.real {
		e.DB, e.Audit = rows, auditlog.Log{DB: rows}
	} else {
		e.Wait = func(ctx context.Context, at time.Time) error {
			of(ctx).until(w.clock, at)
			return nil
		}
	}
	e.Hub = &push.Hub{DB: e.DB, Now: w.clock.Now}
	e.Config = &config.Config{Name: "herald", PublicURL: "https://herald.bench"}
	e.Config.Adapters.Set(simAccount(w.sim, w.pace))
	e.Config.Adapters.Set(map[string]string{"partner.groups": "http://127.0.0.1:1"})
	if w.mail != nil {
		w.mail.into(e, w.pace)
	}
	return e
}

// simAccount are the settings and secrets of the simulator's WhatsApp account at an address.
func simAccount(url string, perSecond int) map[string]string {
	return map[string]string{"whatsapp.url": url, "whatsapp.version": "v23.0", "whatsapp.phoneNumberId": simPhone,
		"whatsapp.rate": strconv.Itoa(perSecond), "whatsapp.wabaId": simWABA, "whatsapp/token": simToken, "whatsapp/verify-token": "v",
		"whatsapp/app-secret": simSecret}
}

// perSecond is the pace of a new number of the Cloud API.
const perSecond = 80

func (w *world) log(line map[string]any) {
	for _, k := range []string{"error", "alarm", "warning"} {
		if line[k] != nil {
			w.mu.Lock()
			w.problems = append(w.problems, fmt.Sprint(line))
			w.mu.Unlock()
		}
	}
}

// trouble gives the logged errors, as a benchmark with errors proves nothing.
func (w *world) trouble() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.problems) > 0 {
		return errors.New("logged: " + w.problems[0])
	}
	return nil
}

const password = "Tidal-Fern-92"

// people makes an admin and a customer with credit and a price, and signs them in.
func (w *world) people(ctx context.Context, e *app.Env) error {
	users, prices := w.users(e), &price.List{DB: e.DB, Now: e.Now}
	if _, err := users.Create(ctx, user.New{ID: e.IDs.Next(), User: user.User{Type: auth.Admin, Login: "admin", Name: "Admin"},
		Password: password}); err != nil {
		return err
	}
	if _, err := prices.Set(ctx, price.Line{Owner: price.Platform, Service: "bulk.whatsapp", Country: "*", Price: 350}); err != nil {
		return err
	}
	var err error
	if w.admin, err = w.signIn("admin"); err != nil {
		return err
	}
	w.customer, err = w.newCustomer(ctx, "11987650001")
	return err
}

func (w *world) users(e *app.Env) *user.Store {
	return &user.Store{DB: e.DB, Now: e.Now, Rows: user.Together(sysuser.Rows, customer.Rows(e.DB))}
}

// newCustomer makes a customer with credit and signs it in. w.id is its id.
func (w *world) newCustomer(ctx context.Context, phone string) (bearer string, err error) {
	e := w.env()
	made, err := w.users(e).Create(ctx, user.New{ID: e.IDs.Next(), User: user.User{Type: auth.First, Phone: phone, Name: "Ipê"},
		Password: password})
	if err != nil {
		return "", err
	}
	w.id = made.ID
	book := &ledger.Ledger{DB: e.DB, Now: e.Now}
	_, err = book.Post(ctx, ledger.Movement{ID: e.IDs.Next(), Operator: ledger.System,
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "bench", Amount: -1e9 * money.Credit}},
		Changes: []ledger.Change{{Account: w.id, Type: ledger.PlatformRecharge, Available: 1e9 * money.Credit}}})
	if err != nil {
		return "", err
	}
	return w.signIn(phone)
}

func (w *world) signIn(name string) (string, error) {
	var s struct{ Token string }
	err := w.call("POST", "/oauth/login", "", map[string]string{"username": name, "password": password}, &s)
	return s.Token, err
}

// request makes a request to the API.
func (w *world) request(method, path, bearer string, body any) (*http.Request, error) {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(text)
	}
	req := httptest.NewRequest(method, "/api"+path, content)
	req.Header.Set("Content-Type", "application/json")
	if bearer != "" {
		req.Header.Set("Authorization", "Bearer "+bearer)
	}
	return req, nil
}

// call makes a request and decodes the data of its answer.
func (w *world) call(method, path, bearer string, body, data any) error {
	a, err := (&apiclient.Client{API: "http://bench/api", Token: bearer, HTTP: apiclient.Handler{Handler: w.handler}}).Do(context.Background(),
		method, path, body)
	if err != nil {
		return err
	}
	return a.Into(data)
}

// invoke runs one invocation of a function and bills it: the time that it really took here, its calls to AWS, and the pace
// that it had to keep.
func (w *world) invoke(ctx context.Context, function string, work func(context.Context) error) error {
	ctx, i := begin(ctx, w.clock.Now())
	began := time.Now()
	err := work(ctx)
	ran := time.Since(began)
	if i.paced {
		ran = 0 // it is within the pace
	}
	w.charge(function, i.at().Sub(i.began)+ran)
	return err
}

func (w *world) charge(function string, d time.Duration) {
	d = (d + time.Millisecond - 1).Truncate(time.Millisecond)
	w.mu.Lock()
	defer w.mu.Unlock()
	b := w.lambda[function]
	if b == nil {
		b = &bill{}
		w.lambda[function] = b
	}
	b.Invocations++
	b.Time += d
	b.MBms += d.Milliseconds() * int64(memory(function))
}

// consumer is a function of a queue as it is deployed.
func consumer(name string) manifest.Consumer {
	for _, c := range manifest.Consumers {
		if c.Name == name {
			return c
		}
	}
	return manifest.Consumer{}
}

// memory of a function as it is deployed.
func memory(function string) int {
	if c := consumer(function); c.Name != "" {
		return c.MemoryMB
	}
	for _, g := range manifest.Groups {
		if g.Name == function {
			return g.MemoryMB
		}
	}
	return 512 // the janitor's
}

// bucket is S3 for small objects: what is put is there.
type bucket struct {
	mu      sync.Mutex
	objects map[string][]byte
}

// RoundTrip answers the SDK.
func (b *bucket) RoundTrip(req *http.Request) (*http.Response, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	res := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody, Request: req}
	switch object, known := b.objects[req.URL.Path]; {
	case req.Method == http.MethodPut:
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return nil, err
		}
		b.objects[req.URL.Path] = body
	case req.Method == http.MethodDelete: // of what is not there too
		delete(b.objects, req.URL.Path)
		res.StatusCode = http.StatusNoContent
	case !known:
		res.StatusCode = http.StatusNotFound
		res.Body = io.NopCloser(bytes.NewReader([]byte(`<Error><Code>NoSuchKey</Code></Error>`)))
	default:
		res.Body, res.ContentLength = io.NopCloser(bytes.NewReader(object)), int64(len(object))
	}
	return res, nil
}
