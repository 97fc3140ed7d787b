package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"

	voicesim "herald/localstack/simulators/voice"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/app"
	"herald/pkg/audience/contact"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/queue"
	queuewire "herald/pkg/kit/queue/wire"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
	"herald/pkg/kit/web"
)

const authKey = "a key of the tests, 32 bytes long"

// system is the whole of Herald in one process under virtual time: every module as package app joins them, the SDK's clients and
// the real adapter. Only what is behind the network is simulated: DynamoDB, S3, SQS and the websocket gateway by their
// protocols in memory, and the provider by its simulator. Functions die between any two calls, and calls fail as a network lets
// them fail. One seed decides everything that is random.
type system struct {
	seed uint64
	mu   sync.Mutex
	rng  *rand.Rand

	db      *store.Memory
	dynamo  *wire.Server
	objects *blobwire.Server
	queues  *queuewire.Server
	sim     *whatsappsim.Sim
	phone   *voicesim.Sim // nil: no calls are made
	trunks  int           // lines that calls have
	ids     *id.Source

	ctx   context.Context
	end   context.CancelFunc
	lives sync.WaitGroup

	staffed   bool // roles are managed, too
	faults    atomic.Bool
	shortcut  bool                               // most reads go straight to the table
	answered  func(call, body string)            // what a test does before an answer of the tables leaves; nil: nothing
	late      time.Duration                      // of a late answer
	told      func(m queue.Message, begins bool) // called for every message that is queued or processed; nil: none
	perSecond int
	numbers   []config.WhatsAppNumber // of the account; none: one of perSecond
	senders   chan struct{}           // a place for each function that sends at a time; nil: as many as there are messages
	idle      map[kind][]*instance
	sockets   map[string]*socket
	tokens    map[*actor]string
	kills     int
	injected  int
	alarms    []string
}

func newSystem(seed uint64, db *store.Memory, objects *blobwire.Server) *system {
	s := &system{seed: seed, rng: rand.New(rand.NewPCG(seed, 7)), db: db, objects: objects, idle: map[kind][]*instance{},
		sockets: map[string]*socket{}, tokens: map[*actor]string{}, late: 8 * time.Second}
	s.ctx, s.end = context.WithCancel(context.Background())
	s.ids = id.Seeded(time.Now, randomBytes{s})
	s.perSecond = []int{20, 50, 400}[s.n(3)]
	s.dynamo = wire.New(db, "herald", time.Now)
	s.dynamo.Partial = func() bool { return s.faults.Load() && s.chance(0.05) }
	s.dynamo.Page = 1 + s.n(50)
	s.queues = &queuewire.Server{Deliver: s.enqueue, Partial: func() bool { return s.faults.Load() && s.chance(0.01) }}
	s.provider()
	return s
}

// provider makes the provider, which bears twice what the sender sends.
func (s *system) provider() {
	s.sim = whatsappsim.New(whatsappsim.Config{Token: simToken, AppSecret: simSecret, VerifyToken: simVerify, PhoneNumberID: "1", WABAID: "2",
		Numbers:    s.lines(),
		WebhookURL: "http://herald/api/hook/whatsapp", Rate: s.perSecond * 2, Seed: s.seed + 1, Transport: callbacks{s}})
}

// close ends everything that runs.
func (s *system) close() {
	s.end()
	s.sim.Close()
	if s.phone != nil {
		s.phone.Close()
	}
	s.lives.Wait()
}

func (s *system) n(n int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.IntN(n)
}

func (s *system) chance(p float64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.rng.Float64() < p
}

type randomBytes struct{ s *system }

func (r randomBytes) Read(b []byte) (int, error) {
	r.s.mu.Lock()
	defer r.s.mu.Unlock()
	for i := range b {
		b[i] = byte(r.s.rng.IntN(256))
	}
	return len(b), nil
}

func (s *system) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// kind of a function: those of the queues and the janitor, and those of the routes, which take longer to build.
type kind int

const (
	worker kind = iota
	gateway
)

// instance is one warm function: it serves one invocation at a time and keeps what it has read, as on Lambda.
type instance struct {
	s   *system
	env *app.Env
	run *invocation

	tasks    map[string]app.Tasks // by queue
	receipts queue.BatchHandler
	ticks    map[string]func(context.Context) error
	api      http.Handler
	sockets  app.Caller
}

// invocation of an instance. It dies at its killAt-th passage of a gate, before or after a call took effect.
type invocation struct {
	dead   atomic.Bool
	gates  atomic.Int64
	killAt int64
}

// gate is passed before and after every call to the outside. In a dead invocation nothing goes on.
func (v *invocation) gate() {
	if v.dead.Load() {
		runtime.Goexit()
	}
	if v.gates.Add(1) == v.killAt {
		v.dead.Store(true)
		runtime.Goexit()
	}
}

func (s *system) build(k kind) *instance {
	i := &instance{s: s}
	cfg := &config.Config{Name: "herald", Region: "us-east-1", Endpoint: "http://aws.wire", PublicURL: "http://herald.test",
		WSEndpoint: "http://ws.wire", AuthKey: []byte(authKey),
		Queues: map[string]string{"send": "http://sqs.wire/0/send", "job": "http://sqs.wire/0/job", "file": "http://sqs.wire/0/file",
			"inbound": "http://sqs.wire/0/inbound", "receipt": "http://sqs.wire/0/receipt"},
		Buckets: map[string]string{"upload": "upload", "file": "file"},
		WhatsApp: config.WhatsApp{URL: "http://provider", Version: "v23.0", Token: simToken, AppSecrets: []string{simSecret},
			VerifyToken: simVerify, Numbers: s.numbers, WABAID: "2"}}
	if len(s.numbers) == 0 {
		cfg.WhatsApp.Numbers = []config.WhatsAppNumber{{ID: "1", PerSecond: s.perSecond}}
	}
	if s.phone != nil {
		cfg.Voice = s.telephone()
	}
	cloud := cfg.AWS(func(a *aws.Config) {
		a.Credentials = aws.AnonymousCredentials{} // nothing here checks signatures, and they cost half of a call
		client := *a.HTTPClient.(*http.Client)
		client.Transport = i
		a.HTTPClient = &client
	})
	e := app.Build(cfg, cloud, &store.Meter{}, time.Now)
	i.env, e.Sheets, e.ProviderTransport, e.ExtraKinds, e.IDs, e.Log = e, excel.Engine{}, i, playRoom, s.ids, s.log
	if s.shortcut {
		e.DB, e.Queues = shortcut{e.DB, i}, queueShortcut{e.Queues, i}
		e.Hub.DB = e.DB
	}
	files := blobwire.Client(i)
	e.Uploads, e.Files = blob.New(files, files, "upload"), blob.New(files, files, "file")
	if k == worker {
		i.tasks = map[string]app.Tasks{dispatch.SendQueue: app.SendTasks(e), order.JobQueue: app.JobTasks(e), contact.FileQueue: app.FileTasks(e),
			dispatch.InboundQueue: app.InboundTasks(e)}
		i.receipts, i.ticks = app.ReceiptTasks(e), app.Ticks(e)
		return i
	}
	a := e.API()
	if s.staffed {
		app.Plain(app.System)(e, a)
	}
	for _, mount := range []func(*app.Env, *web.API){app.OAuth, app.Listed(app.ATY), app.Listed(app.GC), app.Listed(app.Call),
		app.Plain(app.UF), app.Listed(app.LOP), app.Hook} {
		mount(e, a)
	}
	i.api, i.sockets = a.Handler(), app.Sockets(e)
	return i
}

// log keeps what the operator would be woken for.
func (s *system) log(line map[string]any) {
	if line["alarm"] != nil && line["alarm"] != "receipt without a known reference" { // strangers call too
		s.mu.Lock()
		s.alarms = append(s.alarms, fmt.Sprint(line))
		s.mu.Unlock()
	}
}

var errKilled = errors.New("killed")

// invoke has an instance do some work within a time limit, and gives its error; errKilled when it died on the way.
func (s *system) invoke(k kind, limit time.Duration, work func(context.Context, *instance) error) error {
	s.mu.Lock()
	var i *instance
	if warm := s.idle[k]; len(warm) > 0 {
		i, s.idle[k] = warm[len(warm)-1], warm[:len(warm)-1]
	}
	s.mu.Unlock()
	if i == nil {
		i = s.build(k)
	}
	i.run = &invocation{}
	run := i.run
	if s.faults.Load() && s.chance([]float64{worker: 0.2, gateway: 0.03}[k]) {
		run.killAt = int64(1 + s.n(100))
	}
	ctx, cancel := context.WithTimeout(s.ctx, limit)
	defer cancel()
	done := make(chan error, 1)
	s.lives.Go(func() {
		err := errKilled
		defer func() { done <- err }()
		err = work(ctx, i)
	})
	err := <-done
	if run.dead.Load() {
		s.mu.Lock()
		s.kills++
		s.mu.Unlock()
		return errKilled
	}
	s.mu.Lock()
	s.idle[k] = append(s.idle[k], i)
	s.mu.Unlock()
	return err
}
