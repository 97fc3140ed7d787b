package bulk_test

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

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/testkit"
	"herald/pkg/kit/web"
)

// joined is the modules of an order over one database, spoken to over HTTP: uploads, contacts, bulk, ledger, stock. Queues keep
// what is sent, so that a test says when it is carried out; faults are of the database and of the provider.
type joined struct {
	*world
	t    *testing.T
	room *bulk.Service
	api  http.Handler
	q    *sink
	sick *sick
	who  *auth.Principal
	log  []map[string]any
}

// sink is a queue whose messages the test takes.
type sink struct {
	mu   sync.Mutex
	kept map[string][]queue.Message
	down bool // nothing can be sent
	asks int  // calls
}

func (s *sink) Send(_ context.Context, name string, m ...queue.Message) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return errors.New("the queue is down")
	}
	s.kept[name] = append(s.kept[name], m...)
	s.asks++
	return nil
}

func (s *sink) take(name string) []queue.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.kept[name]
	s.kept[name] = nil
	return m
}

// sick is a database that fails the next write of some sort keys, and lets something happen just before a transaction.
type sick struct {
	store.DB
	mu     sync.Mutex
	fail   map[string]error
	first  map[string]func() // just before the next write of a sort key
	before func(ops []store.Op) error
	looked map[string]func() // just before the next read of a partition
}

// GetMany lets something happen just before a read.
func (s *sick) GetMany(ctx context.Context, keys []store.Key, strong bool) ([]store.Item, error) {
	for _, k := range keys {
		s.mu.Lock()
		looked := s.looked[k.PK]
		delete(s.looked, k.PK)
		s.mu.Unlock()
		if looked != nil {
			looked()
		}
	}
	return s.DB.GetMany(ctx, keys, strong)
}

func (s *sick) Write(ctx context.Context, op store.Op) (store.Item, error) {
	s.mu.Lock()
	err := s.fail[op.Key.SK]
	delete(s.fail, op.Key.SK)
	first := s.first[op.Key.SK]
	delete(s.first, op.Key.SK)
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
func (s *sick) Transact(ctx context.Context, ops []store.Op) error {
	s.mu.Lock()
	before := s.before
	s.before = nil
	s.mu.Unlock()
	if before != nil {
		if err := before(ops); err != nil {
			return err
		}
	}
	return s.DB.Transact(ctx, ops)
}

// together runs a test with the modules joined, under virtual time. The customer has credit.
func together(t *testing.T, credit money.Amount, test func(j *joined)) {
	t.Helper()
	clocktest.Bubble(t, func(t *testing.T) {
		w := newWorld(3, 1)
		w.perSecond = 400
		w.settings["order.review.auto"], w.settings["receipt.window.seconds"] = true, 0
		w.control("script", `{"rules":[{"suffix":"99999999999","outcome":"ok"}]}`)
		defer w.lives.Wait()
		defer w.sim.Close()
		defer w.end()
		w.deposit(credit)
		if _, err := w.db.Write(w.ctx, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
			t.Fatal(err)
		}
		j := &joined{world: w, t: t, room: w.calm(), q: &sink{kept: map[string][]queue.Message{}},
			sick: &sick{DB: w.db, fail: map[string]error{}}, who: w.principal()}
		j.join()
		test(j)
	})
}

func (j *joined) join() {
	r, api := j.room, (*web.API)(nil)
	api = web.New(web.Options{Catalogue: testkit.Texts(), DB: j.db, Audit: auditlog.Log{DB: j.db}, Now: time.Now, IDs: j.ids,
		Log: func(l map[string]any) {
			if l["error"] != nil {
				j.t.Logf("%v", l)
			}
		},
		Authenticate: func(_ context.Context, bearer string) (*auth.Principal, error) {
			if bearer == "admin" {
				return &auth.Principal{UserID: "01JD000000000000000ADM0000", Tenant: "01JD000000000000000ADM0000", Type: auth.Admin,
					Perms: map[string]bool{"*": true}}, nil
			}
			return j.who, nil
		}})
	r.DB, r.Queues = j.sick, j.q
	r.Orders, r.Ledger = &order.Store{DB: j.sick, Now: time.Now}, &ledger.Ledger{DB: j.sick, Now: time.Now}
	r.Contacts.Queues = j.q
	for _, f := range r.Siblings {
		f.DB, f.Queues, f.Orders, f.Ledger = r.DB, r.Queues, r.Orders, r.Ledger
	}
	r.NewID, r.Contacts.NewID, r.Files.NewID = api.NewID, api.NewID, api.NewID
	r.Log = func(l map[string]any) { j.log = append(j.log, l) }
	r.Text = func(ctx context.Context, key string) string { return api.Text(ctx, key, nil) }
	r.Contacts.Routes(api)
	r.Files.Routes(api)
	r.Routes(api)
	r.HookRoutes(api)
	for _, f := range r.Siblings {
		f.NewID, f.Log, f.Text = r.NewID, r.Log, r.Text
	}
	toys(r, func(e *errands, p *pager) {
		e.Routes(api)
		p.Routes(api)
	})
	j.api = api.Handler()
}

// call gives the HTTP status and the envelope.
func (j *joined) call(as, method, path, key string, body any) (int, map[string]any) {
	raw, err := json.Marshal(body)
	if err != nil {
		j.t.Fatal(err)
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

func (j *joined) serve(req *http.Request) (int, map[string]any) {
	rec := httptest.NewRecorder()
	j.api.ServeHTTP(rec, req)
	out := map[string]any{}
	if rec.Body.Len() > 0 {
		if err := json.Unmarshal(rec.Body.Bytes(), &out); err != nil {
			j.t.Fatal(err, rec.Body.String())
		}
	}
	return rec.Code, out
}

// ok gives the data of a call that must succeed.
func (j *joined) ok(as, method, path string, body any) map[string]any {
	j.t.Helper()
	code, out := j.call(as, method, path, "", body)
	if code != 200 {
		j.t.Fatalf("%s %s: %d %v", method, path, code, out)
	}
	data, _ := out["data"].(map[string]any)
	return data
}
