package bulk_test

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
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/audience/consent"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
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
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
	"herald/pkg/provider/rate"
	"herald/pkg/provider/whatsapp"
)

// world is Herald's pipeline in one process under virtual time: DynamoDB's and SQS's semantics in memory, the real
// modules, the real adapter and the provider's simulator, and processes that die between any two calls. One seed
// decides all random values.
type world struct {
	seed  uint64
	mu    sync.Mutex
	rng   *rand.Rand
	db    *store.Memory
	meter store.Meter // of db
	sim   *whatsappsim.Sim
	ids   *id.Source
	ctx   context.Context
	end   context.CancelFunc
	lives sync.WaitGroup
	slots map[string]chan struct{}

	faults    atomic.Bool
	perSecond int
	numbers   []uint64
	settings  map[string]any
	objects   *blobwire.Server
	group     string // the collection that is sent to
	kills     int
}

const (
	simToken, simSecret, simVerify = "token", "secret", "verify"
	customer                       = "01JD000000000000000CUST000"
)

func newWorld(seed uint64, recipients int) *world {
	w := &world{seed: seed, rng: rand.New(rand.NewPCG(seed, 7)), slots: map[string]chan struct{}{}}
	w.db = store.NewMemory(&w.meter)
	w.ctx, w.end = context.WithCancel(context.Background())
	w.ids = id.Seeded(time.Now, randomReader{w})
	w.perSecond = []int{20, 50, 400}[w.n(3)]
	w.settings = map[string]any{"order.settle.minutes": 40, "order.unknown.minutes": 25, "order.appointment.days": 3, "order.placeholders": 3,
		"order.review.auto": w.n(2) == 0, "receipt.window.seconds": 5 * w.n(2)}
	for range recipients {
		w.numbers = append(w.numbers, 5511910000000+uint64(w.n(89_999_999)))
	}
	slices.Sort(w.numbers)
	w.numbers = slices.Compact(w.numbers)
	w.objects = blobwire.New()
	w.sim = whatsappsim.New(whatsappsim.Config{Token: simToken, AppSecret: simSecret, VerifyToken: simVerify, PhoneNumberID: "1", WABAID: "2",
		WebhookURL: "http://herald/api/hook/whatsapp", Rate: w.perSecond * 2, Seed: seed + 1, Transport: webhooks{w}})
	return w
}

func (w *world) n(n int) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rng.IntN(n)
}

func (w *world) chance(p float64) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.rng.Float64() < p
}

type randomReader struct{ w *world }

func (r randomReader) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(r.w.n(256))
	}
	return len(b), nil
}

func (w *world) control(name, body string) {
	req := httptest.NewRequest("POST", "/_sim/"+name, strings.NewReader(body))
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, req)
	if rec.Code >= 300 {
		panic(rec.Body.String())
	}
}

// process is one warm function. It dies at its killAt-th call to the outside, before or after the call took effect.
type process struct {
	w      *world
	dead   atomic.Bool
	calls  atomic.Int64
	killAt int64
	cache  suppression.Cache
}

// gate is passed before and after every call to the outside. In a dead process nothing goes on.
func (p *process) gate(before bool, call string) error {
	if p.dead.Load() {
		runtime.Goexit()
	}
	if p.calls.Add(1) == p.killAt {
		p.dead.Store(true)
		runtime.Goexit()
	}
	if !p.w.faults.Load() {
		return nil
	}
	switch {
	case before && p.w.chance(0.01):
		if call == "transact" && p.w.chance(0.7) {
			return store.ErrConflict
		}
		return errors.New("throttled")
	case !before && strings.HasPrefix(call, "w") && p.w.chance(0.01), !before && call == "transact" && p.w.chance(0.02):
		return store.ErrUnclear
	}
	return nil
}

func (p *process) Send(ctx context.Context, name string, messages ...queue.Message) error {
	if err := p.gate(true, "queue"); err != nil {
		return err
	}
	for _, m := range messages {
		p.w.enqueue(name, m)
	}
	return p.gate(false, "queue")
}

// RoundTrip is the way to the provider: refused connections, answers that get lost, a proxy's error page.
func (p *process) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := p.gate(true, "provider"); err != nil {
		return nil, errors.New("dial: refused") // nothing was written: the adapter sees no connection
	}
	res, err := p.w.sim.Transport().RoundTrip(req)
	if gone := p.gate(false, "provider"); gone != nil {
		return nil, io.ErrUnexpectedEOF
	}
	if err == nil && p.w.faults.Load() && p.w.chance(0.01) {
		_ = res.Body.Close()
		res.StatusCode, res.Body = http.StatusBadGateway, io.NopCloser(strings.NewReader("<html>bad gateway</html>"))
	}
	return res, err
}

// module builds the pipeline of a process.
func (w *world) room(p *process) *bulk.Service {
	db := &store.Faulty{DB: w.db, Before: func(c string) error { return p.gate(true, c) },
		After: func(c string) error { return p.gate(false, c) }}
	adapter, err := whatsapp.New(whatsapp.Config{BaseURL: "http://provider", Version: "v23.0", Token: simToken,
		AppSecrets: []string{simSecret}, VerifyToken: simVerify,
		PhoneNumberID: "1", WABAID: "2", PerSecond: w.perSecond, Client: &http.Client{Transport: p, Timeout: 10 * time.Second}, Now: time.Now})
	if err != nil {
		panic(err)
	}
	settings, hub := setting.New(db, time.Now, setting.Define(testkit.ModuleParts()...)), &push.Hub{DB: db, Now: time.Now}
	client := blobwire.Client(w.objects)
	newID := func(context.Context) string { return w.ids.Next() }
	log := func(map[string]any) {}
	files := &upload.Service{DB: db, Blobs: blob.New(client, client, "upload"), Settings: settings, Now: time.Now, NewID: newID, Log: log}
	flow := func() *order.Flow {
		return &order.Flow{DB: db, Orders: &order.Store{DB: db, Now: time.Now}, Ledger: &ledger.Ledger{DB: db, Now: time.Now},
			Prices:   &price.List{DB: db, Now: time.Now},
			Settings: settings, Countries: country.New(db, time.Now), Stock: &stock.Store{DB: db, Now: time.Now}, Queues: p, Hub: hub, Now: time.Now,
			NewID: newID, Log: log,
			Notices:  &notice.Store{DB: db, Hub: hub, Settings: settings, Texts: testkit.Texts(), Now: time.Now, NewID: w.ids.Next, Log: log},
			Services: &saas.Store{DB: db, Now: time.Now, Required: settings.Flag("saas.required")}}
	}
	book := &suppression.Store{DB: db, Now: time.Now, NewID: newID, Cache: &p.cache, Log: log,
		Risks: &riskgroup.Store{DB: db, Cache: &riskgroup.Cache{}}}
	engine := func() *dispatch.Engine {
		return &dispatch.Engine{Flow: flow(), Suppressed: book, Senders: provider.NewRegistry(adapter.Account()),
			Rates: &rate.Slots{DB: db, Now: time.Now}, Consents: &consent.Store{DB: db}, Shares: &rate.Shares{DB: db, Now: time.Now},
			Numbers: &sender.Store{DB: db, Now: time.Now}}
	}
	r := bulk.New(&bulk.Service{Engine: engine(), Files: files,
		Contacts: &contact.Service{DB: db, Sheets: excel.Engine{}, Files: files, Blobs: blob.New(client, client, "file"), Settings: settings,
			Queues: p, Texts: testkit.Texts(), Now: time.Now, NewID: newID, Log: log,
			Country: country.Known}})
	join(r, newErrands(flow()), newPager(engine()))
	return r
}

const packSize = 17

// caller speaks to the modules' routes as the customer and gives the id that an answer names.
func (w *world) caller() func(method, path, contentType string, body io.Reader) string {
	r := w.calm()
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: w.db, Audit: auditlog.Log{DB: w.db}, Now: time.Now, IDs: w.ids,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return w.principal(), nil }})
	r.Contacts.NewID, r.Files.NewID = a.NewID, a.NewID
	r.Contacts.Routes(a)
	r.Files.Routes(a)
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

// fill makes the customer's collection through the modules' routes: every import adds packs of its own, so that several small
// ones make small chunks.
func (w *world) fill() {
	r, call := w.calm(), w.caller()
	w.group = call("POST", "/aty/contactsgroup", "application/json", strings.NewReader(`{"name":"people","countryCode":"BR"}`))
	for pack := range slices.Chunk(w.numbers, packSize) {
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
		task := call("POST", "/aty/contactsgroup/"+w.group+"/import", "application/json", strings.NewReader(`{"fileId":"`+file+`"}`))
		if err := r.Contacts.Import(w.ctx, queue.New(contact.TaskImport, customer, map[string]string{"c": w.group, "t": task})); err != nil {
			panic(err)
		}
	}
}

// calm is a process that does not die; storms do, and soon.
func (w *world) process() *process {
	p := &process{w: w}
	if w.faults.Load() && w.chance(0.25) {
		p.killAt = int64(1 + w.n(80))
	}
	return p
}

// invoke runs a function in a process of its own and tells whether it ended by itself, without an error.
func (w *world) invoke(work func(*bulk.Service) error) error {
	p := w.process()
	done := make(chan error, 1)
	w.lives.Add(1)
	go func() {
		defer w.lives.Done()
		err := errors.New("killed")
		defer func() { done <- err }()
		err = work(w.room(p))
	}()
	err := <-done
	if p.dead.Load() {
		w.mu.Lock()
		w.kills++
		w.mu.Unlock()
		return errors.New("killed")
	}
	return err
}

// enqueue is SQS: at least once, in any order, delayed, and again after the visibility time-out when it was not dealt with.
func (w *world) enqueue(name string, m queue.Message) {
	w.lives.Add(1)
	copies := 1
	if w.faults.Load() && w.chance(0.1) {
		copies = 2
	}
	if w.faults.Load() && w.chance(0.02) {
		copies = 0 // lost in a dead-letter queue: the janitor must make up for it
		if name == dispatch.ReceiptQueue {
			copies = 1 // accepted receipts are not repeated: SQS keeps them
		}
	}
	go func() {
		defer w.lives.Done()
		for range copies {
			w.lives.Add(1)
			wait := m.Delay + time.Duration(w.n(50))*time.Millisecond
			if w.faults.Load() && w.chance(0.1) {
				wait += time.Duration(w.n(20_000)) * time.Millisecond
			}
			go func() {
				defer w.lives.Done()
				w.deliver(name, m, wait)
			}()
		}
	}()
}

func (w *world) deliver(name string, m queue.Message, wait time.Duration) {
	for receives := 0; receives < 5 || name == dispatch.ReceiptQueue; receives++ {
		if !w.sleep(wait) {
			return
		}
		if w.invoke(func(r *bulk.Service) error { return handle(r, w.ctx, name, m) }) == nil {
			return
		}
		wait = 30 * time.Second
	}
}

func handle(r *bulk.Service, ctx context.Context, name string, m queue.Message) error {
	switch m.Kind {
	case contact.TaskImport:
		return r.Contacts.Import(ctx, m)
	case "bulk.chunk":
		return r.Chunk(ctx, m)
	case dispatch.TaskInbound:
		return r.HandleInbound(ctx, m)
	case dispatch.TaskReceipts:
		failed, err := r.Receipts(ctx, []queue.Message{m})
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

func (w *world) sleep(d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-w.ctx.Done():
		return false
	case <-t.C:
		return true
	}
}

// webhooks carry the provider's calls to the hook function.
type webhooks struct{ w *world }

func (h webhooks) RoundTrip(req *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		return nil, err
	}
	status := http.StatusOK
	if err := h.w.invoke(func(r *bulk.Service) error {
		from, call := r.Senders.Webhook("whatsapp"), &provider.Callback{Query: req.URL.RawQuery, Header: req.Header.Get, Body: body}
		if !from.Events.Verify(context.Background(), call) {
			return errors.New("signature")
		}
		return r.Accept(context.Background(), from, call)
	}); err != nil {
		status = http.StatusInternalServerError
	}
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("")), Request: req}, nil
}

// janitor ticks every minute.
func (w *world) janitor() {
	w.lives.Go(func() {
		for w.sleep(time.Minute) {
			_ = w.invoke(func(r *bulk.Service) error { return tick(w.ctx, r) }) // a tick that fails is made up for by the next
		}
	})
}

func (w *world) principal() *auth.Principal {
	return &auth.Principal{UserID: customer, Tenant: customer, Name: "Demo", Type: auth.First, Perms: map[string]bool{"*": true}}
}

// calm is a module without faults, for what the test itself does.
func (w *world) calm() *bulk.Service { return w.room(&process{w: w}) }

// spare is how much more the country's stock has than the order needs.
const spare = 7

func (w *world) deposit(amount money.Amount) {
	_, err := w.calm().Ledger.Post(w.ctx, ledger.Movement{ID: "in", Operator: ledger.System,
		Changes: []ledger.Change{{Account: customer, Type: ledger.PlatformRecharge, Available: amount}},
		Contra:  []ledger.Leg{{Account: ledger.CashIn, Amount: -amount}}})
	if err != nil {
		panic(err)
	}
	if _, err := w.calm().Prices.Set(w.ctx, price.Line{Owner: price.Platform, Service: "bulk.whatsapp", Country: "*",
		Price: 350}); err != nil {
		panic(err)
	}
	for key, value := range w.settings {
		if err := w.calm().Settings.Set(w.ctx, key, fmt.Sprint(value), "admin"); err != nil {
			panic(err)
		}
	}
	w.fill()
	if _, err := w.db.Write(w.ctx, store.Op{Verb: store.Put, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"},
		Item: stock.Country{ID: "BR", SendTotal: int64(len(w.numbers) + spare)}}); err != nil {
		panic(err)
	}
}

var _ provider.Messenger = (*whatsapp.Adapter)(nil)
