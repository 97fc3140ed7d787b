package ordertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/testkit"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Modules joins the modules of an order over one database: uploads, contacts, bulk, ledger and stock. A test calls them over HTTP.
// Queues keep their messages until the test takes them. Faults are of the database and of the provider.
type Modules struct {
	*Pipeline
	T        *testing.T
	Service  *bulk.Service
	api      http.Handler
	Queue    *HeldQueue
	FaultyDB *FaultyDB
	SignedIn *auth.Principal
	Log      []map[string]any
}

// HeldQueue is a queue that keeps its messages until a test takes them.
type HeldQueue struct {
	mu   sync.Mutex
	kept map[string][]queue.Message
	Down bool // nothing can be sent
	Asks int  // calls
}

func (s *HeldQueue) Send(_ context.Context, name string, m ...queue.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.Down {
		return errors.New("the queue is down")
	}
	s.kept[name] = append(s.kept[name], m...)
	s.Asks++
	return nil
}

// Take removes and returns the messages of a queue.
func (s *HeldQueue) Take(name string) []queue.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.kept[name]
	s.kept[name] = nil
	return m
}

// FaultyDB is a database that fails the next write of some sort keys and calls a test just before reads, writes and transactions.
type FaultyDB struct {
	store.DB
	mu             sync.Mutex
	FailNext       map[string]error
	BeforeWrite    map[string]func() // just before the next write of a sort key
	BeforeTransact func(ops []store.Op) error
	BeforeRead     map[string]func() // just before the next read of a partition
}

// GetMany lets something happen just before a read.
func (s *FaultyDB) GetMany(ctx context.Context, keys []store.Key, strong bool) ([]store.Item, error) {
	for _, k := range keys {
		s.mu.Lock()
		looked := s.BeforeRead[k.PK]
		delete(s.BeforeRead, k.PK)
		s.mu.Unlock()
		if looked != nil {
			looked()
		}
	}
	return s.DB.GetMany(ctx, keys, strong)
}

func (s *FaultyDB) Write(ctx context.Context, op store.Op) (store.Item, error) {
	s.mu.Lock()
	err := s.FailNext[op.Key.SK]
	delete(s.FailNext, op.Key.SK)
	first := s.BeforeWrite[op.Key.SK]
	delete(s.BeforeWrite, op.Key.SK)
	s.mu.Unlock()
	if first != nil {
		first()
	}
	if err != nil {
		return nil, err
	}
	return s.DB.Write(ctx, op)
}

// Transact calls before once for the first transaction that it wants, or again while it gives an error.
func (s *FaultyDB) Transact(ctx context.Context, ops []store.Op) error {
	s.mu.Lock()
	before := s.BeforeTransact
	s.BeforeTransact = nil
	s.mu.Unlock()
	if before != nil {
		if err := before(ops); err != nil {
			return err
		}
	}
	return s.DB.Transact(ctx, ops)
}

// RunModules runs a test with the modules joined, in virtual time. The customer has credit.
func RunModules(t *testing.T, credit money.Amount, test func(j *Modules)) {
	t.Helper()
	runModules(t, credit, nil, test)
}

// RunEmails is RunModules with the module of email campaigns and a provider of emails. The platform has a sender, and an email costs
// 0.10.
func RunEmails(t *testing.T, credit money.Amount, test func(j *Modules)) {
	t.Helper()
	runModules(t, credit, &Mailbox{}, test)
}

func runModules(t *testing.T, credit money.Amount, box *Mailbox, test func(j *Modules)) {
	t.Helper()
	clocktest.Bubble(t, func(t *testing.T) {
		w := NewPipeline(3, 1)
		w.Mailbox = box
		if box != nil {
			w.Settings["email.default.from"], w.Settings["email.default.name"] = "news@mail.herald.example", "Herald"
		}
		w.PerSecond = 400
		w.Settings["order.review.auto"], w.Settings["receipt.window.seconds"] = true, 0
		w.Control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		defer w.Goroutines.Wait()
		defer w.Sim.Close()
		defer w.Stop()
		w.Deposit(credit)
		if _, err := w.DB.Write(w.Context, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
			t.Fatal(err)
		}
		j := &Modules{Pipeline: w, T: t, Service: w.Reliable(), Queue: &HeldQueue{kept: map[string][]queue.Message{}},
			FaultyDB: &FaultyDB{DB: w.DB, FailNext: map[string]error{}}, SignedIn: w.Principal()}
		j.join()
		test(j)
	})
}

func (j *Modules) join() {
	r, api := j.Service, (*web.API)(nil)
	api = web.New(web.Options{Catalogue: testkit.Texts(), DB: j.DB, Audit: auditlog.Log{DB: j.DB}, Now: time.Now, IDs: j.ids,
		Log: func(l map[string]any) {
			if l["error"] != nil {
				j.T.Logf("%v", l)
			}
		},
		Authenticate: func(_ context.Context, bearer string) (*auth.Principal, error) {
			if bearer == "admin" {
				return &auth.Principal{UserID: "01JD000000000000000ADM0000", Tenant: "01JD000000000000000ADM0000", Type: auth.Admin,
					Perms: map[string]bool{"*": true}}, nil
			}
			return j.SignedIn, nil
		}})
	r.Engine.Flow.DB, r.Engine.Flow.Queues = j.FaultyDB, j.Queue
	r.Engine.Flow.Orders = &order.Store{DB: j.FaultyDB, Now: time.Now}
	r.Engine.Flow.Credit.Ledger = &ledger.Ledger{DB: j.FaultyDB, Now: time.Now}
	r.Contacts.Queues = j.Queue
	for _, f := range r.Engine.Flow.Siblings {
		f.DB, f.Queues, f.Orders, f.Credit.Ledger = r.Engine.Flow.DB, r.Engine.Flow.Queues, r.Engine.Flow.Orders, r.Engine.Flow.Credit.Ledger
	}
	r.Engine.Flow.NewID, r.Contacts.NewID, r.Files.NewID = api.NewID, api.NewID, api.NewID
	r.Engine.Flow.Log = func(l map[string]any) { j.Log = append(j.Log, l) }
	r.Engine.Flow.Text = func(ctx context.Context, key string) string { return api.Text(ctx, key, nil) }
	r.Contacts.Routes(api)
	r.Files.Routes(api)
	r.Routes(api)
	Webhooks(r.Engine).HookRoutes(api)
	for _, f := range r.Engine.Flow.Siblings {
		f.NewID, f.Log, f.Text = r.Engine.Flow.NewID, r.Engine.Flow.Log, r.Engine.Flow.Text
	}
	OtherKinds(r, func(e *ErrandKind, p *PageKind) {
		e.Routes(api)
		p.Routes(api)
	})
	Comments(r).Routes(api)
	if m := Emails(r.Engine); m != nil {
		m.Senders.NewID = api.NewID
		m.Senders.Routes(api)
		m.Routes(api)
	}
	j.api = api.Handler()
}

// Call calls a route and returns the HTTP status and the envelope.
func (j *Modules) Call(as, method, path, key string, body any) (int, map[string]any) {
	raw, err := json.Marshal(body)
	if err != nil {
		j.T.Fatal(err)
	}
	if body == nil {
		raw = nil
	}
	req := httptest.NewRequest(method, "/api"+path, bytes.NewReader(raw))
	req.Header.Set("Authorization", "Bearer "+as)
	req.Header.Set("Content-Type", "application/json")
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	return j.serve(req)
}

func (j *Modules) serve(req *http.Request) (int, map[string]any) {
	rec := httptest.NewRecorder()
	j.api.ServeHTTP(rec, req)
	out := map[string]any{}
	if rec.Body.Len() > 0 {
		if err := json.Unmarshal(rec.Body.Bytes(), &out); err != nil {
			j.T.Fatal(err, rec.Body.String())
		}
	}
	return rec.Code, out
}

// MustCall calls a route that must succeed and returns the data of its response.
func (j *Modules) MustCall(as, method, path string, body any) map[string]any {
	j.T.Helper()
	code, out := j.Call(as, method, path, "", body)
	if code != 200 {
		j.T.Fatalf("%s %s: %d %v", method, path, code, out)
	}
	data, _ := out["data"].(map[string]any)
	return data
}
