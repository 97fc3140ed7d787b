package report

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// A customer that ordered before and no longer does is inactive. A recent customer is ranked by its spending. An
// order that never ran does not count, and an agent sees its own customers.
func TestTopAndSilentCustomers(t *testing.T) {
	db, ctx := store.NewMemory(nil), context.Background()
	now := time.Date(2026, 11, 21, 17, 30, 0, 0, time.UTC)
	at := now
	ids := id.New(func() time.Time { return at })
	book := &order.Store{DB: db, Now: func() time.Time { return at }}
	add := func(who, agent string, daysAgo int, status order.Status, cost int64) {
		t.Helper()
		at = now.AddDate(0, 0, -daysAgo)
		actual := money.Amount(cost) * money.Credit
		o := order.Order{ID: ids.Next(), Kind: "bulk", Created: at, Owner: auth.Owner{User: who, Tenant: who, Agent: agent},
			By: strings.ToUpper(who), Status: status,
			Cost: actual, Counts: map[string]int{"read": 1}}
		if status == order.Completed {
			o.Actual = &actual
		}
		if err := db.Transact(ctx, book.Add(&o)); err != nil {
			t.Fatal(err)
		}
	}
	add("old", "", 100, order.Completed, 900) // is forgotten
	add("gone", "a1", 40, order.Completed, 30)
	add("gone", "a1", 20, order.Completed, 50)
	add("back", "", 40, order.Completed, 1)
	add("back", "", 3, order.Sending, 20)
	add("big", "a1", 2, order.Completed, 70)
	add("refused", "", 1, order.Refused, 500)
	add("refused", "", 30, order.Completed, 10)
	r := &Service{DB: db, Now: func() time.Time { return now }, Figures: map[string]order.Figures{"bulk": nil}}
	say := func(all []Customer) string {
		var b strings.Builder
		for _, c := range all {
			fmt.Fprintf(&b, "%s %d/%d/%s ", c.Name, c.Orders, c.Sent, c.Cost)
		}
		return strings.TrimSpace(b.String())
	}
	for _, c := range []struct {
		p           *auth.Principal
		top, silent string
		quiet       int
	}{
		{&auth.Principal{UserID: "s", Type: auth.Admin}, "BIG 1/1/70 BACK 1/1/20", "GONE 2/2/80 REFUSED 1/1/10", 2},
		{&auth.Principal{UserID: "a1", Type: auth.Agent}, "BIG 1/1/70", "GONE 2/2/80", 1},
	} {
		got, err := r.Customers(ctx, c.p, 14)
		if err != nil {
			t.Fatal(err)
		}
		if say(got.Top) != c.top || say(got.Silent) != c.silent || got.InactiveCount != c.quiet || got.More {
			t.Errorf("%s: top %q silent %q of %d", c.p.UserID, say(got.Top), say(got.Silent), got.InactiveCount)
		}
	}
}
