package commentitem_test

import (
	"slices"
	"testing"

	"herald/internal/apptest"
	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/job"
	"herald/pkg/kit/store"
)

// A function that dies while it makes items leaves some without a board. When the order is cancelled before another one goes on, a retry
// makes them anew: items of the older generation could not be taken, and the order would wait until its deadline.
func TestARetryMakesItemsAnewThatADeadFunctionLeft(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(nil))
	for _, row := range []string{"BOARD", "ITEM#00001", "FREE#00001"} {
		if _, err := p.Env.DB.Write(t.Context(), store.Op{Verb: store.Delete, Key: order.Part(id, row)}); err != nil {
			t.Fatal(err)
		}
	}
	p.Users.Direct.Put(apptest.CommentOrders+"/"+id+"/stop", nil).OK()
	p.PassMinutes(62)
	p.SignInAgain()
	if d := p.Detail(id); !d.Settled || *d.ActualCost != 0 {
		t.Fatalf("%+v", d)
	}
	p.Users.Direct.Put(apptest.CommentOrders+"/"+id+"/retry", nil).OK()
	p.PassMinutes(1)
	d := p.Detail(id)
	if d.Status != order.Sending || d.Counts["free"] != 3 {
		t.Fatalf("state %d, %v", d.Status, d.Counts)
	}
	for n, item := range []string{id + "-00000", id + "-00001", id + "-00002"} {
		p.Fulfil(p.Users.Admin, item, n)
		p.Review(p.Second, item, object{"pass": true}).OK()
	}
	p.PassMinutes(1)
	p.PassMinutes(62)
	p.SignInAgain()
	if d = p.Detail(id); d.Status != order.Completed || !d.Settled || p.Balance(p.Users.Direct) != 992.5 {
		t.Errorf("state %d, %v left of 1000", d.Status, p.Balance(p.Users.Direct))
	}
}

// The tick takes a settled order out of the work. One that is retried between its look and its write stays there.
func TestARetryMeanwhileStaysInTheWork(t *testing.T) {
	p := apptest.NewCommentFixture(t)
	id := p.Submit(p.Users.Direct, apptest.CommentBody(nil))
	p.Users.Direct.Put(apptest.CommentOrders+"/"+id+"/stop", nil).OK()
	p.PassMinutes(62)
	p.SignInAgain()
	if d := p.Detail(id); !d.Settled {
		t.Fatalf("%+v", d)
	}
	looks := &job.Index{DB: p.Env.DB, Table: "campaign", Name: "commentwork", Shards: 1}
	if _, err := p.Env.DB.Write(t.Context(), looks.At(p.Kit.Now(), id, "", nil)); err != nil {
		t.Fatal(err)
	}
	retried := false
	between := func(call string) error {
		if !retried && slices.Contains([]string{"writeAll", "transact"}, call) {
			retried = true
			p.Users.Direct.Put(apptest.CommentOrders+"/"+id+"/retry", nil).OK()
			p.RunQueues()
			p.Users.Admin.Put(apptest.CommentItems+"/"+id+"-00000/take", nil).OK()
		}
		return nil
	}
	db := &store.Faulty{DB: p.Env.DB, Before: between, After: func(string) error { return nil }}
	work := &commentitem.Service{Flow: &order.Flow{DB: db, Orders: &order.Store{DB: p.Env.DB, Now: p.Kit.Now}, Now: p.Kit.Now}}
	if err := work.Tick(t.Context()); err != nil || !retried {
		t.Fatalf("retried %v, %v", retried, err)
	}
	left := func(pk string) int {
		rows, err := p.Env.DB.Query(t.Context(), store.Query{Table: "campaign", PK: pk, Prefix: id, Limit: 10, Consistent: true})
		if err != nil {
			t.Fatal(err)
		}
		return len(rows)
	}
	if orders, items := left("CWORK"), left("CWORKITEM"); orders != 1 || items != 1 {
		t.Errorf("the work has %d orders and %d items", orders, items)
	}
}
