package auditlog_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/store"
)

// A record is found by tenant, by day and by object; only the tenant's row contains the values before and after.
func TestARecordIsWrittenOnceForEachReader(t *testing.T) {
	db := store.NewMemory(nil)
	r := &auditlog.Record{ID: "01JD0000000000000000000000", At: clocktest.Start(), Action: "PUT /x/{id}"}
	ctx := auditlog.Into(t.Context(), r)
	auditlog.Note(ctx, "order#1", map[string]any{"name": "a"}, map[string]any{"name": "b"})
	auditlog.WithAction(ctx, &auth.Principal{UserID: "u", Name: "Ana", Tenant: "t"})
	if err := (auditlog.Log{DB: db}).Write(ctx, r); err != nil {
		t.Fatal(err)
	}
	shard := int(r.ID[len(r.ID)-1]) % auditlog.Shards
	for name, key := range map[string]store.Key{"tenant": auditlog.Key("t", r.At, r.ID), "day": auditlog.DayKey(r.At, shard, r.ID),
		"object": auditlog.ObjectKey("order#1", r.ID)} {
		var got auditlog.Record
		row, err := db.Get(t.Context(), key, true)
		found, decodeErr := store.Decode(row, &got)
		if err != nil || decodeErr != nil || !found || got.User != "u" || got.Name != "Ana" || got.Object != "order#1" ||
			got.Expires != r.At.Add(auditlog.Keep).Unix() {
			t.Errorf("%s: %v %v %+v", name, err, decodeErr, got)
		}
		if (got.Before != nil) != (name == "tenant") || (got.After != nil) != (name == "tenant") {
			t.Errorf("%s: %v and %v", name, got.Before, got.After)
		}
	}
}

// A record without an object has no object row. A context without a record ignores notes.
func TestRowsOfARecord(t *testing.T) {
	r := &auditlog.Record{ID: "1", At: time.Unix(0, 0), Tenant: "t"}
	ops := auditlog.Ops(r)
	if len(ops) != 2 || slices.ContainsFunc(ops, func(o store.Op) bool { return o.Verb != store.Put }) {
		t.Errorf("%+v", ops)
	}
	auditlog.Note(context.Background(), "x", 1, 2)
	auditlog.WithAction(context.Background(), &auth.Principal{UserID: "u"})
	if r.By(nil); r.User != "" || r.Object != "" {
		t.Errorf("%+v", r)
	}
}
