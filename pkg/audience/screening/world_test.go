package screening_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/testkit"
	partnersim "herald/localstack/simulators/partner"
	"herald/localstack/simulators/sim"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/audience/screening"
	"herald/pkg/audience/suppression"
	"herald/pkg/credit/ledger"
	"herald/pkg/credit/price"
	"herald/pkg/kit/apiclient"
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
	"herald/pkg/provider/partner"
)

// fixture is a customer with a collection, the modules over one database, and the partner's simulator, in virtual time. Messages are kept
// until the test handles them.
type fixture struct {
	*screening.Service
	ear   *screening.CallbackHandler
	t     *testing.T
	db    *store.Memory
	sim   *partnersim.Sim
	api   http.Handler
	group string

	mu    sync.Mutex
	kept  map[string][]queue.Message
	fault func(call string) error // of the database
	who   *auth.Principal
}

var ana = &auth.Principal{UserID: "ana", Name: "Ana", Type: auth.First, Tenant: "ana", Perms: map[string]bool{"*": true}}
var bob = &auth.Principal{UserID: "bob", Name: "Bob", Type: auth.First, Tenant: "bob", Perms: map[string]bool{"*": true}}

func (w *fixture) Send(_ context.Context, name string, messages ...queue.Message) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept[name] = append(w.kept[name], messages...)
	return nil
}

func (w *fixture) take(name string) []queue.Message {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.kept[name]
	w.kept[name] = nil
	return out
}

const credit = 1000 * money.Credit // of the customer; a number costs 0.1

func inScenario(t *testing.T, members int, test func(w *fixture)) {
	t.Helper()
	clocktest.Bubble(t, func(t *testing.T) {
		w := &fixture{t: t, db: store.NewMemory(nil), kept: map[string][]queue.Message{}, who: ana}
		db := &store.Faulty{DB: w.db, Before: func(c string) error { return w.broken("before " + c) },
			After: func(c string) error { return w.broken("after " + c) }}
		ids, texts := id.New(time.Now), testkit.Texts()
		a := web.New(web.Options{Catalogue: texts, DB: w.db, Audit: auditlog.Log{DB: w.db}, Now: time.Now, IDs: ids, Log: func(l map[string]any) {
			if l["error"] != nil {
				t.Logf("%v", l)
			}
		}, Authenticate: func(context.Context, string) (*auth.Principal, error) { return w.who, nil }})
		w.api = a.Handler()
		log := func(line map[string]any) { t.Logf("%v", line) }
		objects := blobwire.Client(blobwire.New())
		settings := setting.New(w.db, time.Now, setting.Define(testkit.ModuleParts()...))
		contacts := &contact.Service{DB: db, Sheets: excel.Engine{}, Blobs: blob.New(objects, objects, "file"), Settings: settings, Queues: w,
			Texts: texts, Now: time.Now, Country: country.Known,
			Files: &upload.Service{DB: w.db, Blobs: blob.New(objects, objects, "upload"), Settings: settings, Now: time.Now, NewID: a.NewID},
			NewID: a.NewID, Log: log}
		w.sim = partnersim.New(partnersim.Config{Token: "token", Secret: "secret", Seed: 1, Transport: sim.InMemory(w.api)})
		defer w.sim.Close()
		w.Service = &screening.Service{DB: db, Contacts: contacts, Ledger: &ledger.Ledger{DB: db, Now: time.Now},
			Prices: &price.List{DB: w.db, Now: time.Now}, Settings: settings, Queues: w,
			Partner: func() (provider.Screener, error) {
				return partner.New(partner.Config{BaseURL: "http://partner", Token: "token", Secrets: []string{"old", "secret"},
					NotifyURL: "http://herald/api/hook/partner",
					Client:    &http.Client{Transport: w.sim.Transport()}, Now: time.Now})
			},
			Offered: func() (provider.ScreenProfile, bool) { return provider.ScreenProfile{Partner: "partner"}, true },
			Notices: &notice.Store{DB: db, Queues: w, Settings: settings, Texts: texts, Now: time.Now, NewID: ids.Next, Log: log,
				Hub: &push.Hub{DB: w.db, Now: time.Now}},
			Now: time.Now, NewID: a.NewID, Log: log}
		risks := &riskgroup.Service{DB: db, Contacts: contacts, Settings: settings, Texts: texts, Country: country.Known, Now: time.Now,
			NewID: a.NewID, OnChanged: suppression.AnnounceRisks}
		w.Service.Risks = risks
		risks.Routes(a)
		w.Service.Routes(a)
		w.ear = &screening.CallbackHandler{Queues: w, Partner: w.Partner}
		w.ear.HookRoutes(a)
		contacts.Routes(a)
		contacts.Files.Routes(a)
		if _, err := w.Prices.Set(t.Context(), price.Line{Owner: price.Platform, Service: screening.ServiceName, Country: price.Anywhere,
			Price: money.Credit / 10}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Ledger.Post(t.Context(), ledger.Movement{ID: "in", Operator: ledger.System,
			Changes: []ledger.Change{{Account: "ana", Type: ledger.PlatformRecharge, Available: credit}},
			Contra:  []ledger.Leg{{Account: ledger.CashIn + "test", Amount: -credit}}}); err != nil {
			t.Fatal(err)
		}
		w.group = w.collection(members)
		test(w)
		w.books()
	})
}

// broken fails a call of the database now and then.
func (w *fixture) broken(call string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.fault == nil {
		return nil
	}
	return w.fault(call)
}

// call makes a request and checks the status and code of the response.
func call[T any](w *fixture, want int, method, path string, body any) T {
	w.t.Helper()
	a, err := (&apiclient.Client{API: "http://herald/api", Token: "x", HTTP: apiclient.Handler{Handler: w.api}}).Do(w.t.Context(), method,
		path, body)
	if err != nil {
		w.t.Fatal(err)
	}
	var out T
	if a.Code != want {
		w.t.Fatalf("%s %s: %d %s, not %d", method, path, a.Code, a.Message, want)
	}
	if want == http.StatusOK {
		if err := a.Into(&out); err != nil {
			w.t.Fatal(err)
		}
	}
	return out
}

// collection creates a collection with a number of members, whose last digits are spread.
func (w *fixture) collection(members int) string {
	w.t.Helper()
	group := call[web.Created](w, 200, "POST", "/aty/contactsgroup", map[string]any{"name": "people", "countryCode": "BR"}).ID
	if members == 0 {
		return group
	}
	var file strings.Builder
	file.WriteString("phoneNumber\n")
	for i := range members {
		fmt.Fprintf(&file, "%d\n", 5511900000000+i)
	}
	up := call[web.Created](w, 200, "POST", "/uf/uploadfile/contact",
		apiclient.File{Field: "file", Name: "a.txt", Content: []byte(file.String())})
	call[any](w, 200, "POST", "/aty/contactsgroup/"+group+"/import", map[string]any{"fileId": up.ID})
	for _, m := range w.take(contact.FileQueue) {
		if err := w.Contacts.Import(w.t.Context(), m); err != nil {
			w.t.Fatal(err)
		}
	}
	return group
}

// run handles the queued messages and advances the time until the screening has ended, for a maximum number of minutes. Errors are logged,
// as they come from faults.
func (w *fixture) run(minutes int) *contact.Detail {
	w.t.Helper()
	w.until(minutes, func() bool { return !w.stands().Busy() })
	return w.stands()
}

// until runs until a condition holds, for a maximum number of minutes.
func (w *fixture) until(minutes int, done func() bool) {
	w.t.Helper()
	for range minutes {
		for range 60 {
			for _, m := range w.take(screening.CallbackQueue) {
				if err := w.ear.Callback(w.t.Context(), m); err != nil {
					w.t.Logf("heard: %v", err)
				}
			}
			for _, m := range w.take(screening.JobQueue) {
				if err := w.Step(w.t.Context(), m); err != nil {
					w.t.Logf("step: %v", err)
				}
			}
			time.Sleep(time.Second)
		}
		if err := w.Tick(w.t.Context()); err != nil {
			w.t.Logf("tick: %v", err)
		}
		if done() {
			return
		}
	}
}

// webhooks configures the callbacks of the partner's simulator.
func (w *fixture) webhooks(h sim.Webhooks) {
	w.t.Helper()
	rec := httptest.NewRecorder()
	w.sim.ServeHTTP(rec, httptest.NewRequest("POST", "/_sim/webhooks", bytes.NewReader(sim.Encoded(h))))
	if rec.Code/100 != 2 {
		w.t.Fatal(rec.Code, rec.Body)
	}
}

func (w *fixture) stands() *contact.Detail {
	c := call[contact.Detail](w, 200, "GET", "/aty/contactsgroup/"+w.group, nil)
	return &c
}

func (w *fixture) start(want int) screening.StartResponse {
	w.t.Helper()
	return call[screening.StartResponse](w, want, "POST", "/aty/contactsgroup/"+w.group+"/screen", nil)
}

// left returns the customer's available credit.
func (w *fixture) left() money.Amount {
	w.t.Helper()
	available, reserved, err := w.Ledger.Balance(w.t.Context(), "ana")
	if err != nil || reserved != 0 {
		w.t.Errorf("reserved %s, %v", reserved, err)
	}
	return available
}

// books checks that nothing is lost and nothing is charged twice.
func (w *fixture) books() {
	w.t.Helper()
	report, err := w.Ledger.Reconcile(w.t.Context())
	if err != nil || len(report.Differences) > 0 {
		w.t.Errorf("books: %v %v", report, err)
	}
}
