package ordertest

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
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/config"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/queue"
	queuewire "herald/pkg/kit/queue/wire"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
	"herald/pkg/kit/web"
)

const authKey = "a key of the tests, 32 bytes long"

// System is the whole product in one process and in virtual time: every module as package app joins them, the SDK clients and the real
// adapters. Simulators replace DynamoDB, S3, SQS and the websocket gateway by their protocols, and the providers. Functions die between any
// two calls, and calls fail as in a network. A seed decides everything random.
type System struct {
	seed uint64
	Mu   sync.Mutex
	rng  *rand.Rand

	DB      *store.Memory
	dynamo  *wire.Server
	Objects *blobwire.Server
	Queues  *queuewire.Server
	Sim     *whatsappsim.Sim
	Phone   *voicesim.Sim // nil: no calls
	Trunks  int           // lines that calls have
	ids     *id.Source

	Context    context.Context
	end        context.CancelFunc
	Goroutines sync.WaitGroup

	staffed   bool // roles are managed, too
	Faults    atomic.Bool
	shortcut  bool                               // most reads go straight to the table
	OnAnswer  func(call, body string)            // what a test does before an answer of the tables leaves; nil: nothing
	late      time.Duration                      // of a late answer
	OnTask    func(m queue.Message, begins bool) // of every message that is queued, and dealt with; may be nil
	PerSecond int
	Numbers   []Number      // of the account; none: one of PerSecond
	Senders   chan struct{} // a place for each function that sends at a time; nil: as many as there are messages
	idle      map[functionKind][]*Instance
	Sockets   map[string]*Socket
	tokens    map[*Actor]string
	Kills     int
	Injected  int
	Alarms    []string
}

func newSystem(seed uint64, db *store.Memory, objects *blobwire.Server) *System {
	s := &System{seed: seed, rng: rand.New(rand.NewPCG(seed, 7)), DB: db, Objects: objects, idle: map[functionKind][]*Instance{},
		Sockets: map[string]*Socket{}, tokens: map[*Actor]string{}, late: 8 * time.Second}
	s.Context, s.end = context.WithCancel(context.Background())
	s.ids = id.Seeded(time.Now, randomBytes{s})
	s.PerSecond = []int{20, 50, 400}[s.Rand(3)]
	s.dynamo = wire.New(db, "herald", time.Now)
	s.dynamo.Partial = func() bool { return s.Faults.Load() && s.chance(0.05) }
	s.dynamo.Page = 1 + s.Rand(50)
	s.Queues = &queuewire.Server{Deliver: s.enqueue, Partial: func() bool { return s.Faults.Load() && s.chance(0.01) }}
	s.Provider()
	return s
}

// Provider makes the provider's simulator, which accepts twice the rate of the sender.
func (s *System) Provider() {
	s.Sim = whatsappsim.New(whatsappsim.Config{Token: SimToken, AppSecret: SimSecret, VerifyToken: SimVerify, PhoneNumberID: "1", WABAID: "2",
		Numbers:    s.lines(),
		WebhookURL: "http://herald/api/hook/whatsapp", Rate: s.PerSecond * 2, Seed: s.seed + 1, Transport: Callbacks{s}})
}

// Close stops the system and waits for its goroutines.
func (s *System) Close() {
	s.end()
	s.Sim.Close()
	if s.Phone != nil {
		s.Phone.Close()
	}
	s.Goroutines.Wait()
}

// Rand draws a number below n.
func (s *System) Rand(n int) int {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.rng.IntN(n)
}

func (s *System) chance(p float64) bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	return s.rng.Float64() < p
}

type randomBytes struct{ s *System }

func (r randomBytes) Read(b []byte) (int, error) {
	r.s.Mu.Lock()
	defer r.s.Mu.Unlock()
	for i := range b {
		b[i] = byte(r.s.rng.IntN(256))
	}
	return len(b), nil
}

// Sleep waits. It returns false when the system was stopped.
func (s *System) Sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-s.Context.Done():
		return false
	case <-t.C:
		return true
	}
}

// kind is a kind of function: those of queues and the janitor, and those of routes, which take longer to build.
type functionKind int

const (
	WorkerFunction functionKind = iota
	GatewayFunction
)

// Instance is one warm function. As on Lambda, it serves one invocation at a time and keeps its caches.
type Instance struct {
	s   *System
	env *app.Env
	Run *Invocation

	Tasks    map[string]app.Tasks // by queue
	receipts queue.BatchHandler
	Ticks    map[string]func(context.Context) error
	api      http.Handler
	sockets  app.Caller
}

// Invocation is one run of an instance. It dies at its KillAt-th gate, before or after a call took effect.
type Invocation struct {
	Dead   atomic.Bool
	gates  atomic.Int64
	KillAt int64
}

// gate runs before and after every outside call. It ends the goroutines of a dead invocation. A call before the first invocation belongs
// to the start of the instance.
func (v *Invocation) gate() {
	if v == nil {
		return
	}
	if v.Dead.Load() {
		runtime.Goexit()
	}
	if v.gates.Add(1) == v.KillAt {
		v.Dead.Store(true)
		runtime.Goexit()
	}
}

// Build makes an instance.
func (s *System) Build(k functionKind) *Instance {
	i := &Instance{s: s}
	cfg := &config.Config{Name: "herald", Region: "us-east-1", Endpoint: "http://aws.wire", PublicURL: "http://herald.test",
		WSEndpoint: "http://ws.wire", AuthKey: []byte(authKey),
		Queues: map[string]string{"send": "http://sqs.wire/0/send", "job": "http://sqs.wire/0/job", "file": "http://sqs.wire/0/file",
			"inbound": "http://sqs.wire/0/inbound", "receipt": "http://sqs.wire/0/receipt"},
		Buckets: map[string]string{"upload": "upload", "file": "file"},
	}
	numbers := s.Numbers
	if len(numbers) == 0 {
		numbers = []Number{{ID: "1", PerSecond: s.PerSecond}}
	}
	cfg.Adapters.Set(map[string]string{"whatsapp.url": "http://provider", "whatsapp.version": "v23.0", "whatsapp/token": SimToken,
		"whatsapp/app-secret": SimSecret, "whatsapp/verify-token": SimVerify, "whatsapp.phoneNumberId": NumbersSetting(numbers),
		"whatsapp.wabaId": "2"})
	if s.Phone != nil {
		cfg.Adapters.Set(s.telephone())
	}
	cloud := cfg.AWS(func(a *aws.Config) {
		a.Credentials = aws.AnonymousCredentials{} // nothing here checks signatures, and they cost half of a call
		client := *a.HTTPClient.(*http.Client)
		client.Transport = i
		a.HTTPClient = &client
	})
	e := app.Build(cfg, cloud, &store.Meter{}, time.Now)
	i.env, e.Sheets, e.ProviderTransport, e.ExtraKinds, e.IDs, e.Log = e, excel.Engine{}, i, testKinds(), s.ids, s.log
	if s.shortcut {
		e.DB, e.Queues = shortcut{e.DB, i}, queueShortcut{e.Queues, i}
		e.Hub.DB = e.DB
	}
	files := blobwire.Client(i)
	e.Uploads, e.Files = blob.New(files, files, "upload"), blob.New(files, files, "file")
	if k == WorkerFunction {
		i.Tasks = map[string]app.Tasks{dispatch.SendQueue: app.SendTasks(e), order.JobQueue: app.JobTasks(e), contact.FileQueue: app.FileTasks(e),
			inbound.InboundQueue: app.InboundTasks(e)}
		i.receipts, i.Ticks = app.ReceiptTasks(e), app.Ticks(e)
		return i
	}
	a := e.API()
	if s.staffed {
		app.Plain(app.System)(e, a)
	}
	for _, mount := range []func(*app.Env, *web.API){app.OAuth, app.Listed(app.ATY), app.Listed(app.GC), app.Listed(app.Call),
		app.Listed(app.Comment), app.Plain(app.UF), app.Listed(app.LOP), app.Hook} {
		mount(e, a)
	}
	i.api, i.sockets = a.Handler(), app.Sockets(e)
	return i
}

// log keeps the alarms.
func (s *System) log(line map[string]any) {
	if line["alarm"] != nil && line["alarm"] != "receipt without a known reference" { // strangers call too
		s.Mu.Lock()
		s.Alarms = append(s.Alarms, fmt.Sprint(line))
		s.Mu.Unlock()
	}
}

var errKilled = errors.New("killed")

// start makes an instance; nil when the faults keep it from reading what a process must know before its first call, which ends it.
func (s *System) start(k functionKind) (i *Instance) {
	defer func() {
		switch problem := recover().(type) {
		case nil:
		case *fault.Error:
			if problem.Kind != fault.Unavailable {
				panic(problem)
			}
			s.Mu.Lock()
			s.Kills++
			s.Mu.Unlock()
		default:
			panic(problem)
		}
	}()
	return s.Build(k)
}

// Invoke runs work in an instance within a time limit and returns its error, or errKilled when it died.
func (s *System) Invoke(k functionKind, limit time.Duration, work func(context.Context, *Instance) error) error {
	s.Mu.Lock()
	var i *Instance
	if warm := s.idle[k]; len(warm) > 0 {
		i, s.idle[k] = warm[len(warm)-1], warm[:len(warm)-1]
	}
	s.Mu.Unlock()
	if i == nil {
		if i = s.start(k); i == nil {
			return errKilled
		}
	}
	i.Run = &Invocation{}
	run := i.Run
	if s.Faults.Load() && s.chance([]float64{WorkerFunction: 0.2, GatewayFunction: 0.03}[k]) {
		run.KillAt = int64(1 + s.Rand(100))
	}
	ctx, cancel := context.WithTimeout(s.Context, limit)
	defer cancel()
	done := make(chan error, 1)
	s.Goroutines.Go(func() {
		err := errKilled
		defer func() { done <- err }()
		err = work(ctx, i)
	})
	err := <-done
	if run.Dead.Load() {
		s.Mu.Lock()
		s.Kills++
		s.Mu.Unlock()
		return errKilled
	}
	s.Mu.Lock()
	s.idle[k] = append(s.idle[k], i)
	s.Mu.Unlock()
	return err
}
