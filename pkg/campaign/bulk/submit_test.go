package bulk_test

import (
	"testing"

	"herald/internal/ordertest"
	"herald/pkg/campaign/bulk"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// submitAs submits an order of a tenant to the collection.
func submitAs(t *testing.T, w *ordertest.Pipeline, tenant string) string {
	t.Helper()
	p := w.Principal()
	if tenant != ordertest.CustomerID {
		p = &auth.Principal{UserID: tenant, Tenant: tenant, Name: "Other", Type: auth.First}
		shows(t, w, p)
	}
	got, err := w.Reliable().Submit(auth.Into(w.Context, p), p,
		&bulk.Request{Name: "x", GroupID: w.Group, Channel: "whatsapp", CountryCode: "BR",
			Message: bulk.Message{Type: provider.Text, Text: "hi"}})
	if err != nil {
		t.Fatal(err)
	}
	return got.ID
}

// shows makes the customer's collection visible to a principal.
func shows(t *testing.T, w *ordertest.Pipeline, p *auth.Principal) {
	t.Helper()
	list := func(scope auth.Scope) store.Key {
		return store.Key{Table: "audience", PK: "L#contactsgroup#" + string(scope), SK: w.Group}
	}
	row, err := w.DB.Get(w.Context, list(w.Principal().Scope()), true)
	if err == nil && row != nil {
		delete(row, "pk")
		delete(row, "sk")
		_, err = w.DB.Write(w.Context, store.Op{Verb: store.Put, Key: list(p.Scope()), Item: row})
	}
	if err != nil || row == nil {
		t.Fatalf("the collection's row: %v, %v", row, err)
	}
}

// checkedCounts reads an order over its routes and checks that its counts add up to its total.
func checkedCounts(t *testing.T, w *ordertest.Pipeline, id string) map[string]int {
	t.Helper()
	r := w.Reliable()
	d, err := r.DetailOf(auth.Into(w.Context, &auth.Principal{UserID: "admin", Type: auth.Admin}), id)
	if err != nil {
		t.Fatal(err)
	}
	sum, out := 0, map[string]int{}
	for _, n := range d.Counts {
		sum += n
	}
	if sum != d.Total {
		t.Errorf("counts %v add up to %d, not %d", d.Counts, sum, d.Total)
	}
	for _, h := range d.HeldBack {
		out[h.Reason] = h.Count
	}
	return out
}
