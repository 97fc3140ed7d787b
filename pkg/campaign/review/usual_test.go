package review_test

import (
	"testing"
	"time"

	"herald/internal/apptest"
	"herald/internal/testkit"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
)

// An expectation is made of recent decisions: three of four of them, rounded up; without enough there is none.
func TestUsual(t *testing.T) {
	kit := testkit.Memory(t)
	ctx := t.Context()
	now := kit.Now()
	usual := func(want int) {
		t.Helper()
		if got, err := review.Usual(ctx, kit.DB, "bulk", now); err != nil || got != want {
			t.Errorf("%d minutes, %v; want %d", got, err, want)
		}
	}
	record := func(at time.Time, waits ...time.Duration) {
		t.Helper()
		var made []review.Decision
		for _, w := range waits {
			made = append(made, review.Decision{At: at, Wait: w})
		}
		if err := review.Record(ctx, kit.DB, "bulk", made); err != nil {
			t.Fatal(err)
		}
	}
	usual(0)
	record(now, time.Minute, 2*time.Minute, 3*time.Minute, 12*time.Minute)
	usual(0)
	record(now, 90*time.Minute)
	usual(15)
	record(now, 100*time.Minute, 130*time.Minute, 3*time.Hour)
	usual(120)
	if other, err := review.Usual(ctx, kit.DB, "call", now); err != nil || other != 0 {
		t.Errorf("another kind: %d, %v", other, err)
	}
	now = now.Add(15 * 24 * time.Hour)
	usual(0)
	var many []time.Duration
	for range 60 {
		many = append(many, 30*time.Second)
	}
	record(now, many...)
	usual(5)
}

// A reviewer sees how long the oldest order waits, and its customer within what time orders are usually reviewed.
func TestHowLongOrdersWait(t *testing.T) {
	p := apptest.NewSendingFixture(t)
	p.Users.Admin.Put("/lop/system/config/order.review.auto", apptest.Object{"value": false}).OK()
	p.Kit.Clock.Add(time.Minute)
	p.Users.Admin.Put("/aty/customerinfo/recharge",
		apptest.Object{"userId": p.Users.Direct.User.ID, "amount": 1000, "currency": "RMB", "remark": "x"}).OK()
	oldest := func() *time.Time {
		t.Helper()
		for _, w := range testkit.Data[[]review.Waiting](p.Users.Admin.Get("/gc/review")) {
			if w.Page == "gc/order" {
				return w.Oldest
			}
		}
		t.Fatal("the admin reviews no orders")
		return nil
	}
	detail := func(id string) order.Detail {
		t.Helper()
		return testkit.Data[order.Detail](p.Users.Direct.Get("/gc/groupsendorder/" + id))
	}
	if at := oldest(); at != nil {
		t.Errorf("nothing waits since %v", at)
	}
	var ids []string
	for range 5 {
		ids = append(ids, p.SubmitBulk(p.Users.Direct, "one", 1, nil))
		p.Kit.Clock.Add(time.Second)
	}
	first := detail(ids[0]).CreateTime
	if at := oldest(); at == nil || at.Sub(first).Abs() >= time.Second {
		t.Errorf("the oldest waits since %v, not %v", at, first)
	}
	p.Kit.Clock.Add(20 * time.Minute)
	if m := detail(ids[0]).ReviewMinutes; m != 0 {
		t.Errorf("nothing is promised without reviews: %d", m)
	}
	p.Users.Admin.Put("/gc/groupsendorder/review", apptest.Object{"ids": ids, "pass": false, "reason": "no"}).OK()
	if m := detail(ids[0]).ReviewMinutes; m != 0 {
		t.Errorf("an order that is reviewed waits no more: %d", m)
	}
	if m := detail(p.SubmitBulk(p.Users.Direct, "next", 1, nil)).ReviewMinutes; m != 25 {
		t.Errorf("usually within %d minutes", m)
	}
}
