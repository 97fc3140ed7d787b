package suppression

import (
	"context"
	"fmt"
	"testing"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// A list with more entries than one query examines is searched by the number's key. Old entries are found, and only in their own list.
func TestOldestOfManyEntriesIsFound(t *testing.T) {
	b := book(t)
	r := &Service{Store: b}
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
		q    filters
		want int
	}{
		{first, filters{"phoneNumber": oldest}, 1},
		{first, filters{"phoneNumber": "+55 11 96000-0000"}, 1},
		{first, filters{"phoneNumber": oldest, "source": "import"}, 1},
		{first, filters{"phoneNumber": oldest, "source": "stop"}, 0},
		{first, filters{"phoneNumber": "5511977777777"}, 0},
		{&auth.Principal{UserID: "01JD0000000000000000SECOND", Tenant: tenant.Tenant, Type: auth.Secondary}, filters{"phoneNumber": oldest}, 1},
		{other, filters{"phoneNumber": oldest}, 0},
		{other, filters{"phoneNumber": oldest, "customerId": tenant.Tenant}, 0},
		{&auth.Principal{UserID: agent, Tenant: agent, Type: auth.Agent}, filters{"phoneNumber": oldest, "customerId": tenant.Tenant}, 1},
		{staff, filters{"phoneNumber": oldest, "customerId": tenant.Tenant}, 1},
		{staff, filters{"phoneNumber": "5511977777777", "scope": Global}, 1},
	} {
		rows, total, err := ask(r, c.who, c.q)
		if err != nil || len(rows) != c.want || total.N != c.want {
			t.Errorf("%d: %d of %d entries for %q, want %d, %v", i, len(rows), total.N, c.q["phoneNumber"], c.want, err)
		}
	}
	if _, err := b.Record(context.Background(),
		[]Change{{Owner: owner, Number: 5511960000000, Source: Import, Off: true, ByHand: true, At: at.Add(time.Second)}}); err != nil {
		t.Fatal(err)
	}
	if rows, _, err := ask(r, first, filters{"phoneNumber": oldest}); err != nil || len(rows) != 0 {
		t.Error(fmt.Sprint("a lifted entry is still found: ", rows, err))
	}
}

type filters = map[string]string

// ask returns the first page of a user's filtered list.
func ask(r *Service, who *auth.Principal, by filters) ([]Entry, store.Total, error) {
	in := &web.ListInput{ListParams: web.ListParams{Paging: web.Paging{Current: 1, Size: 10}}, Filters: by}
	l := r.list()
	ctx := auth.Into(context.Background(), who)
	q, err := list.Prepared(ctx, in, &l, r.ofRecipient)
	if err != nil {
		return nil, store.Total{}, err
	}
	return l.Find(ctx, q)
}
