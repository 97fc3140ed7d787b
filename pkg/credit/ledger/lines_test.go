package ledger

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// What a filter or a file leaves out of the first thousand lines of an account ends nothing: the older ones are looked at too.
func TestEveryLineOfALongAccountIsLookedAt(t *testing.T) {
	const pairs = 700 // of a gift and a recharge by the platform, more than two steps of lines
	b := &Ledger{DB: store.NewMemory(nil), Now: clocktest.Running()}
	for i := range pairs {
		for kind, contra := range map[string]string{Gift: Gifts, PlatformRecharge: CashIn + "platform"} {
			if _, err := b.Post(context.Background(), Movement{ID: fmt.Sprint(kind, i), Operator: System, Contra: []Leg{{contra, -money.Credit}},
				Changes: []Change{{Account: "a", Type: kind, Available: money.Credit, Internal: kind == Gift}}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	r, who := &Room{Book: b, Users: &user.Store{DB: b.DB, Now: clocktest.Running()}}, &user.User{ID: "a", Name: "Ana"}
	ctx := auth.Into(context.Background(), &auth.Principal{UserID: "a", Tenant: "a", Type: auth.First})
	in := func() *StatementQuery {
		return &StatementQuery{ListInput: web.ListInput{ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}, Filters: map[string]string{"businessType": Gift, "createTimeStart": b.Now().AddDate(0, -1, 0).Format(time.RFC3339)}}}
	}
	page, err := r.statement(ctx, in(), who)
	if err != nil || page.Total != pairs || page.More {
		t.Errorf("a page of gifts is one of %d, more %v, want %d (%v)", page.Total, page.More, pairs, err)
	}
	count := func(keep func(*Line) bool, in *StatementQuery) (n int) {
		rows, err := r.export(ctx, in, who, keep)
		if err != nil {
			t.Fatal(err)
		}
		for _, err := range rows.Each {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	if n := count(nil, in()); n != pairs {
		t.Errorf("a file of gifts has %d lines, want %d", n, pairs)
	}
	all := in()
	all.Filters = map[string]string{}
	if n := count(func(l *Line) bool { return !l.internal }, all); n != pairs {
		t.Errorf("a file without internal lines has %d, want %d", n, pairs)
	}
	if n := count(nil, all); n != 2*pairs {
		t.Errorf("a file of everything has %d lines, want %d", n, 2*pairs)
	}
	// The time still ends the walk.
	all.Filters["createTimeStart"] = b.Now().Add(time.Hour).Format(time.RFC3339)
	if n := count(nil, all); n != 0 {
		t.Errorf("a file of the future has %d lines", n)
	}
}
