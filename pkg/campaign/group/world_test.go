package group_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"sync"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/testkit"
	partnersim "herald/localstack/simulators/partner"
	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/account/staff"
	"herald/pkg/audience/contact"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/group"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
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
	"herald/pkg/provider/partner"
	"herald/pkg/provider/rate"
)

// town is a customer who orders groups: the modules over one database, and the partner's simulator, in virtual time. Functions die between
// any two calls of the database when the test requests it.
type scenario struct {
	*group.Service
	t    *testing.T
	db   *store.Memory
	sim  *partnersim.Sim
	wa   *whatsappsim.Sim // nil: not used
	api  http.Handler
	rng  *rand.Rand
	team []string // ids of customer-service numbers
	who  string   // the user who makes requests; Ana when it is no known id

	place money.Amount // what a place costs

	mu     sync.Mutex
	kept   map[string][]kept
	calls  int // of the database, by the function that works now
	killAt int // it dies at; 0: never
	dead   bool
}

type kept struct {
	queue.Message
	at time.Time
}

const (
	credit = 10_000 * money.Credit // of the customer; a place costs 0.1
	orders = "/bgo/buildgroup"
)

var ana = &auth.Principal{UserID: "ana", Name: "Ana", Type: auth.First, Tenant: "ana", Perms: map[string]bool{"*": true}}

// sue is a secondary of Ana's tenant.
var sue = &auth.Principal{UserID: "sue", Name: "Sue", Type: auth.Secondary, Tenant: "ana", Perms: map[string]bool{"*": true}}
var errDead = errors.New("the function is dead")

// gate runs before and after every outside call.
func (w *scenario) gate(string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calls++; w.killAt > 0 && w.calls >= w.killAt {
		w.dead = true
	}
	if w.dead {
		return errDead
	}
	return nil
}

func (w *scenario) Send(_ context.Context, name string, messages ...queue.Message) error {
	if err := w.gate("send"); err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, m := range messages {
		w.kept[name] = append(w.kept[name], kept{m, time.Now().Add(m.Delay)})
	}
	return nil
}

func inScenario(t *testing.T, seed uint64, test func(w *scenario)) {
	t.Helper()
	clocktest.Bubble(t, func(t *testing.T) {
		time.Sleep(15 * time.Hour) // the day has begun in Brazil
		w := &scenario{t: t, db: store.NewMemory(nil), kept: map[string][]kept{}, place: money.Credit / 10, rng: rand.New(rand.NewPCG(seed, 3))}
		db := &store.Faulty{DB: w.db, Before: w.gate, After: w.gate}
		ids, texts := id.New(time.Now), testkit.Texts()
		a := web.New(web.Options{Catalogue: texts, DB: w.db, Audit: auditlog.Log{DB: w.db}, Now: time.Now, IDs: ids, Log: func(l map[string]any) {
			if l["error"] != nil {
				t.Logf("%v", l)
			}
		}, Authenticate: func(_ context.Context, token string) (*auth.Principal, error) {
			switch token {
			case sue.UserID:
				return sue, nil
			case boss.UserID:
				return boss, nil
			}
			return ana, nil
		}})
		w.api = a.Handler()
		log := func(line map[string]any) {
			if line["alarm"] != nil {
				t.Errorf("%v", line)
			}
		}
		objects := blobwire.Client(blobwire.New())
		settings, hub := setting.New(db, time.Now, setting.Define(testkit.ModuleParts()...)), &push.Hub{DB: db, Now: time.Now}
		files := &upload.Service{DB: db, Blobs: blob.New(objects, objects, "upload"), Settings: settings, Now: time.Now, NewID: a.NewID, Log: log}
		contacts := &contact.Service{DB: db, Sheets: excel.Engine{}, Blobs: blob.New(objects, objects, "file"), Settings: settings, Queues: w,
			Texts: texts, Now: time.Now, Country: country.Known, Files: files, NewID: a.NewID, Log: log}
		people := &staff.Service{DB: db, Country: country.Known, Now: time.Now, NewID: a.NewID, Customer: tenant(ana)}
		w.sim = partnersim.New(partnersim.Config{Token: "token", Secret: "secret", Seed: seed, Transport: sim.InMemory(w.api)})
		defer w.sim.Close()
		builder, err := partner.NewGroups(partner.Config{BaseURL: "http://partner", Token: "token", Secrets: []string{"secret"},
			NotifyURL: "http://herald/api/hook/partnergroup", Client: &http.Client{Transport: w}, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		w.Service = group.New(&group.Service{
			Engine: &groupbuild.Engine{Flow: &order.Flow{DB: db, Orders: &order.Store{DB: db, Now: time.Now},
				Settings: settings, Queues: w, Hub: hub, Now: time.Now, NewID: a.NewID, Log: log,
				Notices: &notice.Store{DB: db, Hub: hub, Settings: settings, Texts: texts, Now: time.Now, NewID: ids.Next, Log: log},
				Credit: order.Credit{Ledger: &ledger.Ledger{DB: db, Now: time.Now}, Prices: &price.List{DB: db, Now: time.Now},
					Stock:    &stock.Store{DB: db, Now: time.Now},
					Services: &saas.Store{DB: db, Now: time.Now, Required: settings.Flag("saas.required")}},
				Rules: order.Rules{Countries: country.New(db, time.Now)}},
				Files: files, Suppressed: &suppression.Store{DB: db, Now: time.Now, NewID: a.NewID, Cache: &suppression.Cache{}, Log: log,
					Risks: &riskgroup.Store{DB: db, Cache: &riskgroup.Cache{}}},
				Rates: &rate.Slots{DB: db, Now: time.Now}, Builder: func(string, string) (provider.GroupBuilder, error) { return builder, nil }},
			Contacts: contacts, Staff: people, Offers: builder.Offers})
		w.Service.Routes(a)
		(&stock.Service{Store: w.Engine.Flow.Credit.Stock, Countries: w.Engine.Flow.Rules.Countries}).Routes(a)
		(&groupbuild.CallbackHandler{Queues: w, Partner: func() (provider.GroupCallbackParser, error) { return builder, nil }}).HookRoutes(a)
		contacts.Routes(a)
		files.Routes(a)
		people.Routes(a)
		w.settle()
		test(w)
	})
}

// settle writes the fixture's initial data.
func (w *scenario) settle() {
	ctx := w.t.Context()
	for _, err := range []error{
		w.Engine.Flow.Settings.Set(ctx, "order.review.auto", "true", "admin"),
		w.Engine.Flow.Settings.Set(ctx, "order.settle.minutes", "60", "admin"),
		w.Engine.Flow.Settings.Set(ctx, "order.unknown.minutes", "30", "admin"),
	} {
		if err != nil {
			w.t.Fatal(err)
		}
	}
	if _, err := w.Engine.Flow.Credit.Prices.Set(ctx, price.Line{Owner: price.Platform, Service: "group", Country: price.Anywhere,
		Price: w.place}); err != nil {
		w.t.Fatal(err)
	}
	if _, err := w.Engine.Flow.Credit.Ledger.Post(ctx, ledger.Movement{ID: "in", Operator: ledger.System,
		Changes: []ledger.Change{{Account: "ana", Type: ledger.PlatformRecharge, Available: credit}},
		Contra:  []ledger.Leg{{Account: ledger.CashIn + "test", Amount: -credit}}}); err != nil {
		w.t.Fatal(err)
	}
	w.ok("PUT", orders+"/resource/num/"+stock.DayOf(time.Now()), map[string]any{"num": 500})
	// an order may begin after midnight
	w.ok("PUT", orders+"/resource/num/"+stock.DayOf(time.Now().AddDate(0, 0, 1)), map[string]any{"num": 500})
	for i := range 4 {
		w.team = append(w.team, w.ok("POST", "/aty/customerserviceraccount",
			map[string]any{"phoneNumber": fmt.Sprint(5511970000001 + i), "countryCode": "BR"})["id"].(string))
	}
}

// tenant returns the one customer of the fixture: it has no sign-ins.
func tenant(p *auth.Principal) func(context.Context, auth.Scope, string) (auth.Owner, string, error) {
	return func(context.Context, auth.Scope, string) (auth.Owner, string, error) { return p.Owner(), p.Name, nil }
}

// seconds advances time: queued messages are processed, and failed ones come again after half a minute. kill decides at which outside call
// a function dies; nil: at none.
func (w *scenario) seconds(n int, kill func() int) {
	w.t.Helper()
	handlers := map[string]queue.Handler{"group.build": w.Engine.Build, groupbuild.TaskEvent: w.Engine.OnEvents,
		"group.plan":   w.Engine.Flow.PlanTask,
		"group.settle": w.Engine.Flow.Settlement().SettleTask, "group.follow": w.Engine.Flow.FollowTask}
	for s := range n {
		for _, name := range []string{order.JobQueue, groupbuild.CallbackQueue, groupbuild.Queue} {
			for _, m := range w.take(name) {
				w.live(kill, func() error { return handlers[m.Kind](w.t.Context(), m.Message) }, func() {
					w.mu.Lock()
					defer w.mu.Unlock()
					w.kept[name] = append(w.kept[name], kept{m.Message, time.Now().Add(30 * time.Second)})
				})
			}
		}
		time.Sleep(time.Second)
		if s%60 == 59 {
			w.live(kill, func() error { return w.Engine.Tick(w.t.Context()) }, func() {})
		}
	}
}

// live runs a function that may die on the way; again is called when it did not finish.
func (w *scenario) live(kill func() int, do func() error, again func()) {
	w.mu.Lock()
	if w.calls, w.killAt, w.dead = 0, 0, false; kill != nil {
		w.killAt = kill()
	}
	w.mu.Unlock()
	err := do()
	w.mu.Lock()
	died := w.dead
	w.calls, w.killAt, w.dead = 0, 0, false
	w.mu.Unlock()
	if err != nil || died {
		if !died {
			w.t.Logf("failed: %v", err)
		}
		again()
	}
}

func (w *scenario) take(name string) (due []kept) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var later []kept
	for _, m := range w.kept[name] {
		if m.at.After(time.Now()) {
			later = append(later, m)
		} else {
			due = append(due, m)
		}
	}
	w.kept[name] = later
	return due
}

// balance returns the customer's available and reserved credit.
func (w *scenario) balance() (available, reserved money.Amount) {
	available, reserved, err := w.Engine.Flow.Credit.Ledger.Balance(w.t.Context(), "ana")
	if err != nil {
		w.t.Fatal(err)
	}
	return available, reserved
}
