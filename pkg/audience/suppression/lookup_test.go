package suppression

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Who keeps more entries than a page looks at finds a number by its key, however old its entry is, and only in its own list.
func TestOldestOfManyEntriesIsFound(t *testing.T) {
	b := book(t)
	r := &Room{Book: b}
	at := time.Unix(1_700_000_000, 0)
	agent := "01JD000000000000000AGENT00"
	owner := auth.Owner{User: tenant.Tenant, Tenant: tenant.Tenant, Agent: agent}
	var all []Change
	for i := range store.Budget + 20 {
		all = append(all, Change{Owner: owner, Number: uint64(5511960000000 + i), Source: Import, At: at})
	}
	all = append(all, Change{Owner: auth.Owner{}, Number: 5511977777777, Source: Manual, At: at})
	if _, err := b.Record(context.Background(), all); err != nil {
		t.Fatal(err)
	}
	const oldest = "5511960000000"
	first := &auth.Principal{UserID: tenant.Tenant, Tenant: tenant.Tenant, Type: auth.First}
	other := &auth.Principal{UserID: "01JD000000000000000OTHER00", Tenant: "01JD000000000000000OTHER00", Type: auth.First}
	staff := &auth.Principal{UserID: "01JD000000000000000STAFF00", Type: auth.Admin}
	for i, c := range []struct {
		who  *auth.Principal
		q    PageQuery
		want int
	}{
		{first, PageQuery{PhoneNumber: oldest}, 1},
		{first, PageQuery{PhoneNumber: "+55 11 96000-0000"}, 1},
		{first, PageQuery{PhoneNumber: oldest, Source: "import"}, 1},
		{first, PageQuery{PhoneNumber: oldest, Source: "stop"}, 0},
		{first, PageQuery{PhoneNumber: "5511977777777"}, 0},
		{&auth.Principal{UserID: "01JD0000000000000000SECOND", Tenant: tenant.Tenant, Type: auth.Secondary}, PageQuery{PhoneNumber: oldest}, 1},
		{other, PageQuery{PhoneNumber: oldest}, 0},
		{other, PageQuery{PhoneNumber: oldest, CustomerID: tenant.Tenant}, 0},
		{&auth.Principal{UserID: agent, Tenant: agent, Type: auth.Agent}, PageQuery{PhoneNumber: oldest, CustomerID: tenant.Tenant}, 1},
		{staff, PageQuery{PhoneNumber: oldest, CustomerID: tenant.Tenant}, 1},
		{staff, PageQuery{PhoneNumber: "5511977777777", Scope: Global}, 1},
	} {
		c.q.ListParams = web.ListParams{Current: 1, Size: 10}
		page, err := r.page(auth.Into(context.Background(), c.who), &c.q)
		if err != nil || len(page.Records) != c.want || page.Total != c.want {
			t.Errorf("%d: %d of %d entries for %q, want %d, %v", i, len(page.Records), page.Total, c.q.PhoneNumber, c.want, err)
		}
	}
	if _, err := b.Record(context.Background(), []Change{{Owner: owner, Number: 5511960000000, Source: Import, Off: true, ByHand: true, At: at.Add(time.Second)}}); err != nil {
		t.Fatal(err)
	}
	q := &PageQuery{ListParams: web.ListParams{Current: 1, Size: 10}, PhoneNumber: oldest}
	if page, err := r.page(auth.Into(context.Background(), first), q); err != nil || len(page.Records) != 0 {
		t.Error(fmt.Sprint("a lifted entry is still found: ", page.Records, err))
	}
}
