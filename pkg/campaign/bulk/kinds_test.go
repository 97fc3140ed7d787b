package bulk_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/provider"
)

// join makes the kinds know each other.
func join(r *bulk.Service, e *errands, p *pager) {
	order.Join(r.Flow, e.Flow, p.Flow)
}

// playthings are the kinds beside bulk as package app mounts them.
type playthings struct {
	e *errands
	p *pager
}

// playRoom makes the kinds for app.Env.
func playRoom(flow func() *order.Flow, engine func() *dispatch.Engine) (app.Modules, []*order.Flow) {
	r := &playthings{newErrands(flow()), newPager(engine())}
	return app.Modules{{Name: "playthings", Module: r}}, []*order.Flow{r.e.Flow, r.p.Flow}
}

func (r *playthings) Routes(a *web.API) {
	r.e.Routes(a)
	r.p.Routes(a)
}

func (r *playthings) Tasks() map[string]queue.Handler {
	all := r.e.Tasks()
	maps.Copy(all, r.p.Tasks())
	return all
}

func (r *playthings) SendTasks() app.Tasks { return r.p.SendTasks() }

func (r *playthings) Tick(ctx context.Context) error {
	return errors.Join(r.e.Tick(ctx), r.p.Tick(ctx))
}

// toys gives the kinds that stand beside bulk.
func toys(r *bulk.Service, do func(*errands, *pager)) {
	do(r.Siblings["errand"].Kind.(*errands), r.Siblings["pager"].Kind.(*dispatch.Engine).Content.(*pager))
}

// tasksOf are the handlers of all kinds.
func tasksOf(r *bulk.Service) (all []map[string]queue.Handler) {
	toys(r, func(e *errands, p *pager) {
		all = []map[string]queue.Handler{r.Tasks(), e.Tasks(), p.Tasks(), p.SendTasks()}
	})
	return all
}

// tick is the janitor's minute for all kinds.
func tick(ctx context.Context, r *bulk.Service) error {
	var errs []error
	for _, kind := range slices.Sorted(maps.Keys(r.Siblings)) {
		errs = append(errs, r.Siblings[kind].Tick(ctx))
	}
	return errors.Join(errs...)
}

// A kind's routes and its list return its own orders alone, for every caller.
func TestKindsDoNotSeeEachOther(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		ids := map[string]string{
			"/gc/groupsendorder": j.ok("customer", "POST", "/gc/groupsendorder", wish("groupId", j.collection(numbers(0, 3))))["id"].(string),
			"/toy/errand": j.ok("customer", "POST", "/toy/errand",
				map[string]any{"name": "e", "countryCode": "BR", "times": 3})["id"].(string),
			"/toy/pager": j.ok("customer", "POST", "/toy/pager",
				map[string]any{"name": "p", "countryCode": "BR", "line": "hi", "numbers": numbers(9, 2)})["id"].(string),
		}
		for path := range ids {
			rows := j.ok("customer", "GET", path+"/page", nil)["records"].([]any)
			if len(rows) != 1 || rows[0].(map[string]any)["id"] != ids[path] {
				t.Errorf("%s lists %v", path, rows)
			}
			for other, id := range ids {
				for _, call := range [][2]string{{"GET", ""}, {"PUT", "/pause"}, {"PUT", "/start"}, {"PUT", "/cancel"}, {"GET", "/stop"},
					{"PUT", "/stop"}, {"DELETE", ""}} {
					if other == path {
						continue
					}
					if code, _ := j.call("admin", call[0], path+"/"+id+call[1], "", nil); code != 404 {
						t.Errorf("%s %s of %s's order: %d", call[0], path+call[1], other, code)
					}
				}
			}
		}
		for _, id := range ids {
			if o := j.get(id); o.Status != order.Waiting {
				t.Errorf("%s is in state %d", o.Kind, o.Status)
			}
		}
	})
}

// A lock pauses the running orders of every kind. None of them starts before a user resumes it.
func TestALockPausesEveryKind(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		errand := j.ok("customer", "POST", "/toy/errand", map[string]any{"name": "e", "countryCode": "BR", "times": 3})["id"].(string)
		paged := j.ok("customer", "POST", "/toy/pager",
			map[string]any{"name": "p", "countryCode": "BR", "line": "hi", "numbers": numbers(9, 2)})["id"].(string)
		j.lock()
		for _, m := range j.q.take(order.JobQueue) {
			if err := handle(j.room, j.ctx, order.JobQueue, m); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []string{errand, paged} {
			if o := j.get(id); o.Status != order.Paused || o.Reason != "order.pause.locked" || len(j.accepted()) != 0 {
				t.Errorf("%s is in state %d, %q", o.Kind, o.Status, o.Reason)
			}
		}
	})
}

// Three kinds run beside each other while functions die and calls are lost. No recipient gets a message twice, every
// order ends and settles, and the credit matches the charges.
func TestKindsSurviveDeaths(t *testing.T) {
	dispatch.SetSizes(10, 4)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	for seed := range uint64(40) {
		clocktest.Bubble(t, func(t *testing.T) { kindsSurvive(t, seed+1) })
	}
}

func kindsSurvive(t *testing.T, seed uint64) {
	w := newWorld(seed, 40)
	defer w.lives.Wait()
	defer w.sim.Close()
	defer w.end()
	w.settings["order.review.auto"] = true
	w.deposit(1_000_000 * money.Credit)
	// A submission that died behind its commit is made again here, as another order: no stock limits that.
	if _, err := w.db.Write(w.ctx, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
		t.Fatal(err)
	}
	w.faults.Store(true)
	w.janitor()
	p := w.principal()
	ctx := auth.Into(w.ctx, p)
	toPage := numbers(50, 33)
	again := func(submit func(*bulk.Service) (*order.SubmitResponse, error)) string {
		var err error
		for range 100 {
			var got *order.SubmitResponse
			if err = w.invoke(func(r *bulk.Service) (err error) { got, err = submit(r); return err }); err == nil {
				return got.ID
			}
			w.sleep(time.Second)
		}
		t.Fatalf("seed %d: %v", seed, err)
		return ""
	}
	start := w.credit(t)
	ids := []string{
		again(func(r *bulk.Service) (*order.SubmitResponse, error) {
			return r.Submit(ctx, p, &bulk.Request{Name: "b", GroupID: w.group, Channel: "whatsapp", CountryCode: "BR",
				Message: bulk.Message{Type: provider.Text, Text: "hi"}})
		}),
		again(func(r *bulk.Service) (got *order.SubmitResponse, err error) {
			toys(r, func(e *errands, _ *pager) {
				got, err = e.intake.Submit(ctx, p, &errand{Name: "e", CountryCode: "BR", Times: 20})
			})
			return got, err
		}),
		again(func(r *bulk.Service) (got *order.SubmitResponse, err error) {
			toys(r, func(_ *errands, k *pager) {
				got, err = k.intake.Submit(ctx, p, &page{Name: "p", CountryCode: "BR", Line: "hi", Numbers: toPage})
			})
			return got, err
		}),
	}
	w.sleep(20 * time.Minute)
	w.faults.Store(false)
	w.sleep(2 * time.Hour)
	spent, made := money.Amount(0), 0
	book := w.calm().Orders
	all, err := book.Active(w.ctx, "")
	if err != nil || len(all) != 0 {
		t.Errorf("seed %d: %d orders did not end, %v", seed, len(all), err)
	}
	for _, kind := range []string{bulk.Kind, "errand", "pager"} {
		rows, _, err := order.ListOf(kind).Page(w.ctx, w.db, string(p.Scope()), store.ListQuery{Current: 1, Size: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Status != order.Completed || row.ActualCost == nil {
				t.Errorf("seed %d: the %s is in state %d %q", seed, kind, row.Status, row.Reason)
				continue
			}
			spent, made = spent+*row.ActualCost, made+1
		}
	}
	if made < len(ids) || start-w.credit(t) != spent {
		t.Errorf("seed %d: %d orders, %s left the account, %s charged", seed, made, start-w.credit(t), spent)
	}
	got := map[string]int{}
	accepted, _ := w.sim.Messages(0, 1<<30)
	for _, a := range accepted {
		id, _, _ := strings.Cut(a.Reference, ".")
		if got[id+a.To]++; got[id+a.To] > 1 {
			t.Errorf("seed %d: %s has the message of %s twice", seed, a.To, id)
		}
	}
}

func (w *world) credit(t *testing.T) money.Amount {
	t.Helper()
	available, reserved, err := w.calm().Ledger.Balance(w.ctx, customer)
	if err != nil || reserved != 0 {
		t.Errorf("%s reserved, %v", reserved, err)
	}
	return available
}

// An order whose sender is no longer configured is paused and says so; nothing goes out by another sender.
func TestAnUnknownSenderPausesTheOrder(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 3))))
		j.plan(plan)
		j.room.Senders = provider.NewRegistry()
		j.send()
		if o := j.get(id); o.Status != order.Paused || o.Reason != "dispatch.pause.sender" || len(j.accepted()) != 0 {
			t.Errorf("state %d %q, %d sent", o.Status, o.Reason, len(j.accepted()))
		}
	})
}
