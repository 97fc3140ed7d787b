package bulk_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/comment"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// A kind's routes and its list return its own orders alone, for every caller.
func TestKindsDoNotSeeEachOther(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		ids := map[string]string{
			"/gc/groupsendorder": j.MustCall("customer", "POST", "/gc/groupsendorder",
				ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 3))))["id"].(string),
			"/toy/errand": j.MustCall("customer", "POST", "/toy/errand",
				map[string]any{"name": "e", "countryCode": "BR", "times": 3})["id"].(string),
			"/toy/pager": j.MustCall("customer", "POST", "/toy/pager",
				map[string]any{"name": "p", "countryCode": "BR", "line": "hi", "numbers": ordertest.Numbers(9, 2)})["id"].(string),
			ordertest.CommentPath: j.MustCall("customer", "POST", ordertest.CommentPath, ordertest.CommentRequest("c", 3))["id"].(string),
		}
		for path := range ids {
			rows := j.MustCall("customer", "GET", path+"/page", nil)["records"].([]any)
			if len(rows) != 1 || rows[0].(map[string]any)["id"] != ids[path] {
				t.Errorf("%s lists %v", path, rows)
			}
			for other, id := range ids {
				for _, call := range [][2]string{{"GET", ""}, {"PUT", "/pause"}, {"PUT", "/start"}, {"PUT", "/cancel"}, {"GET", "/stop"},
					{"PUT", "/stop"}, {"DELETE", ""}} {
					if other == path {
						continue
					}
					if code, _ := j.Call("admin", call[0], path+"/"+id+call[1], "", nil); code != 404 {
						t.Errorf("%s %s of %s's order: %d", call[0], path+call[1], other, code)
					}
				}
			}
		}
		for _, id := range ids {
			if o := j.Order(id); o.Status != order.Waiting {
				t.Errorf("%s is in state %d", o.Kind, o.Status)
			}
		}
	})
}

// A lock pauses the running orders of every kind. None of them starts before a user resumes it.
func TestALockPausesEveryKind(t *testing.T) {
	ordertest.RunModules(t, 1000*money.Credit, func(j *ordertest.Modules) {
		errand := j.MustCall("customer", "POST", "/toy/errand", map[string]any{"name": "e", "countryCode": "BR", "times": 3})["id"].(string)
		paged := j.MustCall("customer", "POST", "/toy/pager",
			map[string]any{"name": "p", "countryCode": "BR", "line": "hi", "numbers": ordertest.Numbers(9, 2)})["id"].(string)
		comments := j.MustCall("customer", "POST", ordertest.CommentPath, ordertest.CommentRequest("c", 3))["id"].(string)
		j.LockCustomer()
		for _, m := range j.Queue.Take(order.JobQueue) {
			if err := ordertest.Handle(j.Service, j.Context, order.JobQueue, m); err != nil {
				t.Fatal(err)
			}
		}
		for _, id := range []string{errand, paged, comments} {
			if o := j.Order(id); o.Status != order.Paused || o.Reason != "order.pause.locked" || len(j.Accepted()) != 0 {
				t.Errorf("%s is in state %d, %q", o.Kind, o.Status, o.Reason)
			}
		}
	})
}

// Four kinds run concurrently while functions die and calls are lost. No recipient gets a message twice, every order ends and settles, and
// the credit matches the charges.
func TestKindsSurviveDeaths(t *testing.T) {
	chunkrow.SetSizes(10, 4)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	for seed := range uint64(40) {
		clocktest.Bubble(t, func(t *testing.T) { kindsSurvive(t, seed+1) })
	}
}

func kindsSurvive(t *testing.T, seed uint64) {
	w := ordertest.NewPipeline(seed, 40)
	defer w.Goroutines.Wait()
	defer w.Sim.Close()
	defer w.Stop()
	w.Settings["order.review.auto"] = true
	w.Deposit(1_000_000 * money.Credit)
	// A submission that died behind its commit is made again here, as another order: no stock limits that.
	if _, err := w.DB.Write(w.Context, store.Op{Verb: store.Delete, Key: store.Key{Table: "campaign", PK: "STOCK", SK: "BR"}}); err != nil {
		t.Fatal(err)
	}
	w.Faults.Store(true)
	w.Janitor()
	p := w.Principal()
	ctx := auth.Into(w.Context, p)
	toPage := ordertest.Numbers(50, 33)
	again := func(submit func(*bulk.Service) (*order.SubmitResponse, error)) string {
		var err error
		for range 100 {
			var got *order.SubmitResponse
			if err = w.Invoke(func(r *bulk.Service) (err error) { got, err = submit(r); return err }); err == nil {
				return got.ID
			}
			w.Sleep(time.Second)
		}
		t.Fatalf("seed %d: %v", seed, err)
		return ""
	}
	start := w.Credit(t)
	ids := []string{
		again(func(r *bulk.Service) (*order.SubmitResponse, error) {
			return r.Submit(ctx, p, &bulk.Request{Name: "b", GroupID: w.Group, Channel: "whatsapp", CountryCode: "BR",
				Message: bulk.Message{Type: provider.Text, Text: "hi"}})
		}),
		again(func(r *bulk.Service) (got *order.SubmitResponse, err error) {
			ordertest.OtherKinds(r, func(e *ordertest.ErrandKind, _ *ordertest.PageKind) {
				got, err = e.Intake.Submit(ctx, p, &ordertest.Errand{Name: "e", CountryCode: "BR", Times: 20})
			})
			return got, err
		}),
		again(func(r *bulk.Service) (got *order.SubmitResponse, err error) {
			ordertest.OtherKinds(r, func(_ *ordertest.ErrandKind, k *ordertest.PageKind) {
				got, err = k.Intake.Submit(ctx, p, &ordertest.Page{Name: "p", CountryCode: "BR", Line: "hi", Numbers: toPage})
			})
			return got, err
		}),
	}
	ids = append(ids, again(func(r *bulk.Service) (*order.SubmitResponse, error) {
		return ordertest.Comments(r).Intake.Submit(ctx, p, &comment.Request{Name: "c", CountryCode: "BR", Platform: "facebook",
			TargetURL: "https://www.facebook.com/shop/1", Quantity: 9, Instructions: "say hello", Owned: true})
	}))
	ordered, _, err := order.ListOf(comment.Kind).Page(w.Context, w.DB, string(p.Scope()), store.ListQuery{Current: 1, Size: 100})
	if err != nil {
		t.Fatal(err)
	}
	staff := auth.Into(w.Context, &auth.Principal{UserID: "staff", Type: auth.Admin})
	for _, o := range ordered {
		w.Goroutines.Go(func() { w.FulfilComments(staff, o.ID, o.Total) })
	}
	w.Sleep(20 * time.Minute)
	w.Faults.Store(false)
	w.Sleep(2 * time.Hour)
	spent, made := money.Amount(0), 0
	book := w.Reliable().Engine.Flow.Orders
	all, err := book.Active(w.Context, "")
	if err != nil || len(all) != 0 {
		t.Errorf("seed %d: %d orders did not end, %v", seed, len(all), err)
	}
	for _, kind := range []string{bulk.Kind, "errand", "pager", comment.Kind} {
		rows, _, err := order.ListOf(kind).Page(w.Context, w.DB, string(p.Scope()), store.ListQuery{Current: 1, Size: 100})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range rows {
			if row.Status != order.Completed || row.ActualCost == nil {
				t.Errorf("seed %d: the %s is in state %d %q", seed, kind, row.Status, row.Reason)
				continue
			}
			spent, made = spent+*row.ActualCost, made+1
			if accepted := row.Counts[commentitem.Accepted]; kind == comment.Kind && *row.ActualCost != money.Amount(accepted)*125 {
				t.Errorf("seed %d: %s charged for %v", seed, *row.ActualCost, row.Counts)
			}
		}
	}
	if made < len(ids) || start-w.Credit(t) != spent {
		t.Errorf("seed %d: %d orders, %s left the account, %s charged", seed, made, start-w.Credit(t), spent)
	}
	got := map[string]int{}
	accepted, _ := w.Sim.Messages(0, 1<<30)
	for _, a := range accepted {
		id, _, _ := strings.Cut(a.Reference, ".")
		if got[id+a.To]++; got[id+a.To] > 1 {
			t.Errorf("seed %d: %s has the message of %s twice", seed, a.To, id)
		}
	}
}

// An order whose sender is no longer configured is paused with that reason; no other sender takes its messages.
func TestAnUnknownSenderPausesTheOrder(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		id, plan := j.Submit(ordertest.OrderBody("groupId", j.Collection(ordertest.Numbers(0, 3))))
		j.Plan(plan)
		j.Service.Engine.Senders = provider.NewRegistry()
		j.Send()
		if o := j.Order(id); o.Status != order.Paused || o.Reason != "dispatch.pause.sender" || len(j.Accepted()) != 0 {
			t.Errorf("state %d %q, %d sent", o.Status, o.Reason, len(j.Accepted()))
		}
	})
}
