package contact

import (
	"context"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// An order copies its recipients when it is planned, in the background. Until then its collection stays.

func useKey(id, order string) store.Key {
	return store.Key{Table: table, PK: "C#" + id, SK: "U#" + order}
}

// UseOps gives the operations that keep a collection until Release; put them into the order's own transaction. The first one's
// condition fails when the collection is gone.
func UseOps(id, order string) []store.Op {
	return []store.Op{{Verb: store.Update, Key: metaKey(id), Add: map[string]int64{"ou": 1}, If: store.Exists("pk")},
		{Verb: store.Put, Key: useKey(id, order), Item: map[string]any{}}}
}

// Release gives the operation that ends a UseOps. It may be repeated.
func Release(id, order string) store.Op {
	return store.Op{Verb: store.Delete, Key: useKey(id, order)}
}

// free refuses to delete a collection that an order still needs. Fault: contact.used (409).
func (r *Service) free(ctx context.Context, id string) error {
	rows, err := r.DB.Query(ctx, store.Query{Table: table, PK: metaKey(id).PK, Prefix: "U#", Limit: 1, Consistent: true})
	if err == nil && len(rows) > 0 {
		err = fault.State("contact.used")
	}
	return err
}

// unused is the condition that no order was made of the collection since it was read. The orders are looked up after that.
// Nor was it screened.
func (m *meta) unused() store.Cond {
	run := store.Eq("sr", m.Run)
	if m.Run == "" {
		run = store.Missing("sr")
	}
	if m.Uses == 0 {
		return store.And(store.Or(store.Missing("ou"), store.Eq("ou", 0)), run)
	}
	return store.And(store.Eq("ou", m.Uses), run)
}
