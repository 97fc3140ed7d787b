package ledger

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// A filter or an export may skip the first thousand lines of an account, but examines the older ones too.
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
	r, who := &Service{Ledger: b, Users: &user.Store{DB: b.DB, Now: clocktest.Running()}}, &user.User{ID: "a", Name: "Ana"}
	ctx := auth.Into(context.Background(), &auth.Principal{UserID: "a", Tenant: "a", Type: auth.First})
	in := func() *StatementQuery {
		return &StatementQuery{ListInput: web.ListInput{ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}},
			Filters: map[string]string{"businessType": Gift, "createTimeStart": b.Now().AddDate(0, -1, 0).Format(time.RFC3339)}}}
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

// A movement of 0 is an entry and no line: it is in neither statement nor journal, and the line numbers have no gap.
func TestLinesOfNothingAreNotWritten(t *testing.T) {
	b := &Ledger{DB: store.NewMemory(nil), Now: clocktest.Running()}
	ctx := context.Background()
	give := func(id string, amount money.Amount) {
		if _, err := b.Post(ctx, Movement{ID: id, Operator: System, Contra: []Leg{{Gifts, -amount}},
			Changes: []Change{{Account: "a", Type: Gift, Available: amount}}}); err != nil {
			t.Fatal(err)
		}
	}
	give("first", money.Credit)
	if _, err := b.Reserve(ctx, Order{Ref: "free", Account: "a", Service: "bulk", Operator: System}, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Settle(ctx, "free", 0, Agency{}); err != nil {
		t.Fatal(err)
	}
	give("second", money.Credit)
	rows, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: "credit", PK: "ACCT#a", From: "E#", To: "E~"}))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := store.DecodeAll[Entry](rows)
	var lines []int64
	for _, e := range entries {
		if e.Line != 0 {
			lines = append(lines, e.Line)
		}
	}
	if err != nil || len(lines) != 2 || lines[0]+lines[1] != 3 {
		t.Errorf("%d entries with the lines %v (%v)", len(entries), lines, err)
	}
	journaled := 0
	if err := b.walk(ctx, auth.Everything, span{epoch, b.Now().Add(time.Hour)},
		func(p []posting) bool { journaled += len(p); return true }); err != nil || journaled != 2 {
		t.Errorf("%d lines in the journal (%v)", journaled, err)
	}
	if r, err := b.Reconcile(ctx); err != nil || r.Found != 0 {
		t.Errorf("%v %v", r, err)
	}
}
