package ledger

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// A statement without a start covers a year. It reports older lines of a user or of a scope, and reads at most one line of each month for
// that.
func TestAStatementTellsOfOlderLinesThatThereAre(t *testing.T) {
	meter := &store.Meter{}
	now := time.Date(2029, 3, 1, 12, 0, 0, 0, time.UTC)
	b := &Ledger{DB: store.NewMemory(meter), Now: func() time.Time { return now }}
	give := func(account string, at time.Time) {
		t.Helper()
		was := now
		now = at
		_, err := b.Post(context.Background(), Movement{ID: fmt.Sprint(account, at), Operator: System, Contra: []Leg{{Gifts, -money.Credit}},
			Changes: []Change{{Account: account, Type: Gift, Available: money.Credit}}})
		if now = was; err != nil {
			t.Fatal(err)
		}
	}
	old, young := id.New(func() time.Time { return now.AddDate(-2, 0, 0) }).Next(), id.New(b.Now).Next()
	r := &Service{Ledger: b, Users: &user.Store{DB: b.DB, Now: b.Now}}
	ctx := auth.Into(context.Background(), &auth.Principal{UserID: "admin", Type: auth.Admin})
	more := func(who *user.User, filters map[string]string) bool {
		t.Helper()
		in := &StatementQuery{ListInput: web.ListInput{ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}, Filters: filters}}
		page, err := r.statementIn(ctx, in, who, auth.Everything)
		if err != nil {
			t.Fatal(err)
		}
		return page.More
	}
	gifts := map[string]string{"businessType": Gift}
	give(old, now.AddDate(0, -2, 0))
	give(young, now.AddDate(0, -1, 0))
	meter.Take()
	if more(nil, map[string]string{}) || more(nil, gifts) || more(&user.User{ID: old}, gifts) || more(&user.User{ID: young}, gifts) {
		t.Error("there are no older lines")
	}
	if use := meter.Take(); use.Calls > 120 || use.ReadUnits > 80 {
		t.Errorf("%+v", use)
	}
	give("another", now.AddDate(0, -20, 0))
	if !more(nil, map[string]string{}) || !more(nil, gifts) || more(&user.User{ID: young}, gifts) {
		t.Error("there is an older line")
	}
	if more(nil, map[string]string{"createTimeStart": now.AddDate(-2, 0, 0).Format(time.RFC3339)}) {
		t.Error("everything was looked at")
	}
}
