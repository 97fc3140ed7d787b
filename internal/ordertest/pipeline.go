package ordertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"herald/internal/testkit"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/audience/consent"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/campaign/dispatch/receipt"
	"herald/pkg/campaign/email"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/emailtemplate"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/campaign/stock"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/credit/saas"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/blob"
	blobwire "herald/pkg/kit/blob/wire"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/push"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
	"herald/pkg/provider/whatsapp"
)

// Pipeline is the sending pipeline in one process and in virtual time: the real modules and adapter, DynamoDB and SQS in memory, the
// provider's simulator, and processes that die between any two calls. A seed decides everything random.
type Pipeline struct {
	seed       uint64
	mu         sync.Mutex
	rng        *rand.Rand
	DB         *store.Memory
	Meter      store.Meter // of db
	Sim        *whatsappsim.Sim
	ids        *id.Source
	Context    context.Context
	Stop       context.CancelFunc
	Goroutines sync.WaitGroup
	slots      map[string]chan struct{}

	Faults    atomic.Bool
	PerSecond int
	Numbers   []uint64
	Settings  map[string]any
	objects   *blobwire.Server
	files     *s3.Client // of objects
	Group     string     // the collection that is sent to
	Mailbox   *Mailbox   // of emails; nil: the kind is not there
	Kills     int        // processes that died
}

const (
	SimToken, SimSecret, SimVerify = "token", "secret", "verify"
	CustomerID                     = "01JD000000000000000CUST000"
)

// definitions are the settings of all modules, read once for all processes.
var definitions = sync.OnceValue(func() setting.Definitions { return setting.Define(testkit.ModuleParts()...) })

// NewPipeline makes the pipeline of a seed, with a number of recipients.
func NewPipeline(seed uint64, recipients int) *Pipeline {
	w := &Pipeline{seed: seed, rng: rand.New(rand.NewPCG(seed, 7)), slots: map[string]chan struct{}{}}
	w.DB = store.NewMemory(&w.Meter)
	w.Context, w.Stop = context.WithCancel(context.Background())
	w.ids = id.Seeded(time.Now, randomReader{w})
	w.PerSecond = []int{20, 50, 400}[w.n(3)]
	w.Settings = map[string]any{"order.settle.minutes": 40, "order.unknown.minutes": 25, "order.appointment.days": 3, "order.placeholders": 3,
		"order.review.auto": w.n(2) == 0, "receipt.window.seconds": 5 * w.n(2)}
	for range recipients {
		w.Numbers = append(w.Numbers, 5511910000000+uint64(w.n(89_999_999)))
	}
	slices.Sort(w.Numbers)
	w.Numbers = slices.Compact(w.Numbers)
	w.objects = blobwire.New()
	w.files = blobwire.Client(w.objects)
	w.Sim = whatsappsim.New(whatsappsim.Config{Token: SimToken, AppSecret: SimSecret, VerifyToken: SimVerify, PhoneNumberID: "1", WABAID: "2",
		WebhookURL: "http://herald/api/hook/whatsapp", Rate: w.PerSecond * 2, Seed: seed + 1, Transport: webhooks{w}})
	return w
}

func (w *Pipeline) n(n int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rng.IntN(n)
}

func (w *Pipeline) chance(p float64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rng.Float64() < p
}

type randomReader struct{ w *Pipeline }

func (r randomReader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.w.n(256))
	}
	return len(b), nil
}

// Control changes the behaviour of the provider's simulator.
func (w *Pipeline) Control(name, body string) {
	req := httptest.NewRequest("POST", "/_sim/"+name, strings.NewReader(body))
	rec := httptest.NewRecorder()
	w.Sim.ServeHTTP(rec, req)
	if rec.Code >= 300 {
		panic(rec.Body.String())
	}
}

// newService builds the pipeline of a process.
func (w *Pipeline) newService(p *process) *bulk.Service {
	db := &store.Faulty{DB: w.DB, Before: func(c string) error { return p.gate(true, c) },
		After: func(c string) error { return p.gate(false, c) }}
	adapter, err := whatsapp.New(whatsapp.Config{BaseURL: "http://provider", Version: "v23.0", Token: SimToken,
		AppSecrets: []string{SimSecret}, VerifyToken: SimVerify,
		PhoneNumberID: "1", WABAID: "2", PerSecond: w.PerSecond, Client: &http.Client{Transport: p, Timeout: 10 * time.Second}, Now: time.Now})
	if err != nil {
		panic(err)
	}
	settings, hub := setting.New(db, time.Now, definitions()), &push.Hub{DB: db, Now: time.Now}
	client := w.files
	newID := func(context.Context) string { return w.ids.Next() }
	log := func(map[string]any) {}
	files := &upload.Service{DB: db, Blobs: blob.New(client, client, "upload"), Settings: settings, Now: time.Now, NewID: newID, Log: log}
	flow := func() *order.Flow {
		return &order.Flow{DB: db, Orders: &order.Store{DB: db, Now: time.Now}, Settings: settings, Queues: p, Hub: hub, Now: time.Now,
			NewID: newID, Log: log,
			Notices: &notice.Store{DB: db, Hub: hub, Settings: settings, Texts: testkit.Texts(), Now: time.Now, NewID: w.ids.Next, Log: log},
			Credit: order.Credit{Ledger: &ledger.Ledger{DB: db, Now: time.Now}, Prices: &price.List{DB: db, Now: time.Now},
				Stock:    &stock.Store{DB: db, Now: time.Now},
				Services: &saas.Store{DB: db, Now: time.Now, Required: settings.Flag("saas.required")}},
			Rules: order.Rules{Countries: country.New(db, time.Now)}}
	}
	book := &suppression.Store{DB: db, Now: time.Now, NewID: newID, Cache: &p.cache, Log: log,
		Risks: &riskgroup.Store{DB: db, Cache: &riskgroup.Cache{}}}
	accounts := []*provider.Account{adapter.Account()}
	if w.Mailbox != nil {
		accounts = append(accounts, w.Mailbox.account(p))
	}
	engine := func() *dispatch.Engine {
		return &dispatch.Engine{Flow: flow(), Suppressed: book, Senders: provider.NewRegistry(accounts...),
			Rates: &rate.Slots{DB: db, Now: time.Now}, Consents: &consent.Store{DB: db}, Shares: &rate.Shares{DB: db, Now: time.Now},
			Numbers: &sender.Store{DB: db, Now: time.Now}}
	}
	r := bulk.New(&bulk.Service{Engine: engine(), Files: files,
		Contacts: &contact.Service{DB: db, Sheets: excel.Engine{}, Files: files, Blobs: blob.New(client, client, "file"), Settings: settings,
			Queues: p, Texts: testkit.Texts(), Now: time.Now, NewID: newID, Log: log,
			Country: country.Known}})
	more := []*order.Flow{newComments(flow(), files)}
	if w.Mailbox != nil {
		m := email.New(&email.Service{Engine: engine(), Templates: &emailtemplate.Store{DB: db}, Files: files, Contacts: r.Contacts,
			Senders: emailSenders(db, settings, newID), Links: emailLinks()})
		m.Engine.Activity = &linkactivity.Reader{DB: db, Now: time.Now}
		more = append(more, m.Engine.Flow)
	}
	JoinKinds(r, NewErrandKind(flow()), NewPageKind(engine()), more...)
	return r
}

// PackSize is the number of rows of each import that fills the contact list.
const PackSize = 17

// Caller returns a function that calls routes as the customer and returns the id in the response.
func (w *Pipeline) Caller() func(method, path, contentType string, body io.Reader) string {
	r := w.Reliable()
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: w.DB, Audit: auditlog.Log{DB: w.DB}, Now: time.Now, IDs: w.ids,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return w.Principal(), nil }})
	r.Contacts.NewID, r.Files.NewID = a.NewID, a.NewID
	r.Contacts.Routes(a)
	r.Files.Routes(a)
	if m := Emails(r.Engine); m != nil {
		m.Senders.NewID = a.NewID
		m.Senders.Routes(a)
	}
	return func(method, path, contentType string, body io.Reader) string {
		req := httptest.NewRequest(method, "/api"+path, body)
		req.Header.Set("Content-Type", contentType)
		req.Header.Set("Authorization", "Bearer token")
		rec := httptest.NewRecorder()
		a.Handler().ServeHTTP(rec, req)
		var out struct {
			Data struct{ ID, TaskID string }
		}
		if err := json.Unmarshal(rec.Body.Bytes(), &out); err != nil || rec.Code >= 300 {
			panic(fmt.Sprintf("%s %s: %s, %v", method, path, rec.Body, err))
		}
		return out.Data.ID + out.Data.TaskID
	}
}

// fill makes the contact list of the customer over the routes. Every import adds packs of its own, so that chunks are small.
func (w *Pipeline) fill() {
	r, call := w.Reliable(), w.Caller()
	w.Group = call("POST", "/aty/contactsgroup", "application/json", strings.NewReader(`{"name":"people","countryCode":"BR"}`))
	for pack := range slices.Chunk(w.Numbers, PackSize) {
		var form bytes.Buffer
		m := multipart.NewWriter(&form)
		part, err := m.CreateFormFile("file", "people.txt")
		if err != nil {
			panic(err)
		}
		for _, n := range pack {
			fmt.Fprintf(part, "+%d\n", n)
		}
		if err := m.Close(); err != nil {
			panic(err)
		}
		file := call("POST", "/uf/uploadfile/contact", m.FormDataContentType(), &form)
		task := call("POST", "/aty/contactsgroup/"+w.Group+"/import", "application/json", strings.NewReader(`{"fileId":"`+file+`"}`))
		if err := r.Contacts.Import(w.Context, queue.New(contact.TaskImport, CustomerID,
			map[string]string{"c": w.Group, "t": task})); err != nil {
			panic(err)
		}
	}
}

// enqueue simulates SQS: at least once, in any order, delayed, and again after the visibility timeout of a failed delivery.
func (w *Pipeline) enqueue(name string, m queue.Message) {
	w.Goroutines.Add(1)
	copies := 1
	if w.Faults.Load() && w.chance(0.1) {
		copies = 2
	}
	if w.Faults.Load() && w.chance(0.02) {
		copies = 0 // lost in a dead-letter queue: the janitor must make up for it
		if name == receipt.ReceiptQueue {
			copies = 1 // accepted receipts are not repeated: SQS keeps them
		}
	}
	go func() {
		defer w.Goroutines.Done()
		for range copies {
			w.Goroutines.Add(1)
			wait := m.Delay + time.Duration(w.n(50))*time.Millisecond
			if w.Faults.Load() && w.chance(0.1) {
				wait += time.Duration(w.n(20_000)) * time.Millisecond
			}
			go func() {
				defer w.Goroutines.Done()
				w.deliver(name, m, wait)
			}()
		}
	}()
}

func (w *Pipeline) deliver(name string, m queue.Message, wait time.Duration) {
	for receives := 0; receives < 5 || name == receipt.ReceiptQueue; receives++ {
		if !w.Sleep(wait) {
			return
		}
		if w.Invoke(func(r *bulk.Service) error { return Handle(r, w.Context, name, m) }) == nil {
			return
		}
		wait = 30 * time.Second
	}
}

// Handle runs the handler of a queue message.
func Handle(r *bulk.Service, ctx context.Context, name string, m queue.Message) error {
	switch m.Kind {
	case contact.TaskImport:
		return r.Contacts.Import(ctx, m)
	case "bulk.chunk":
		return r.Engine.Sender().Chunk(ctx, m)
	case inbound.TaskInbound:
		return r.Engine.Inbound().HandleInbound(ctx, m)
	case receipt.TaskReceipts:
		failed, err := r.Engine.Receipts().HandleBatch(ctx, []queue.Message{m})
		if err == nil && len(failed) > 0 {
			err = errors.New("receipts failed")
		}
		return err
	}
	for _, tasks := range tasksOf(r) {
		if do := tasks[m.Kind]; do != nil {
			return do(ctx, m)
		}
	}
	return fmt.Errorf("no task %s on %s", m.Kind, name)
}

// Sleep waits. It returns false when the pipeline was stopped.
func (w *Pipeline) Sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.Context.Done():
		return false
	case <-t.C:
		return true
	}
}

// webhooks carries callbacks of the provider to the webhook function.
type webhooks struct{ w *Pipeline }

func (h webhooks) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if err := h.w.Invoke(func(r *bulk.Service) error {
		from, call := r.Engine.Senders.Webhook("whatsapp"), &provider.Callback{Query: req.URL.RawQuery, Header: req.Header.Get, Body: body}
		if !from.Events.Verify(context.Background(), call) {
			return errors.New("signature")
		}
		return Webhooks(r.Engine).Accept(context.Background(), from, call)
	}); err != nil {
		status = http.StatusInternalServerError
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: req}, nil
}

// Janitor starts the periodic tasks, every minute.
func (w *Pipeline) Janitor() {
	w.Goroutines.Go(func() {
		for w.Sleep(time.Minute) {
			_ = w.Invoke(func(r *bulk.Service) error { return tick(w.Context, r) }) // a tick that fails is made up for by the next
		}
	})
}

// Principal is the customer.
func (w *Pipeline) Principal() *auth.Principal {
	return &auth.Principal{UserID: CustomerID, Tenant: CustomerID, Name: "Demo", Type: auth.First, Perms: map[string]bool{"*": true}}
}

// Reliable returns a service without faults, for the calls of the test itself.
func (w *Pipeline) Reliable() *bulk.Service { return w.newService(&process{w: w}) }

// spare is how much more the country's stock has than the order needs.
const spareStock = 7

// Deposit gives the customer credit, prices, settings, a contact list and stock.
func (w *Pipeline) Deposit(amount money.Amount) {
	_, err := w.Reliable().Engine.Flow.Credit.Ledger.Post(w.Context, ledger.Movement{ID: "in", Operator: ledger.System,
		Changes: []ledger.Change{{Account: CustomerID, Type: ledger.PlatformRecharge, Available: amount}},
		Contra:  []ledger.Leg{{Account: ledger.CashIn, Amount: -amount}}})
	if err != nil {
		panic(err)
	}
	lines := []price.Line{{Owner: price.Platform, Service: "bulk.whatsapp", Country: "*", Price: 350}, commentLine}
	if w.Mailbox != nil {
		lines = append(lines, price.Line{Owner: price.Platform, Service: "email", Country: "*", Price: 10})
	}
	for _, l := range lines {
		if _, err := w.Reliable().Engine.Flow.Credit.Prices.Set(w.Context, l); err != nil {
			panic(err)
		}
	}
	for key, value := range w.Settings {
		if err := w.Reliable().Engine.Flow.Settings.Set(w.Context, key, fmt.Sprint(value), "admin"); err != nil {
			panic(err)
		}
	}
	w.fill()
	if _, err := w.DB.Write(w.Context, store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"},
		Item: stock.Country{ID: "BR", SendTotal: int64(len(w.Numbers) + spareStock)}}); err != nil {
		panic(err)
	}
}
