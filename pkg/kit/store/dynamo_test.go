package store_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/store/wire"
)

var ctx = context.Background()

// twins are the in-memory database of the simulation and DynamoDB, called alike.
type twins struct {
	mem, dyn           *store.Meter
	memory             *store.Memory
	dynamo             store.DB
	run                string // own partitions, so that runs do not meet
	exact              bool   // the server reports capacity by size, as AWS does; the local cloud reports flat figures
	reads, writes, bad int
}

// The in-memory DynamoDB behind the SDK client gives the same results, page by page, with unprocessed parts of batches.
func TestWireIsDynamo(t *testing.T) {
	meter := &store.Meter{}
	server := wire.New(store.NewMemory(nil), "herald", time.Now)
	var n int
	server.Page, server.Partial = 2, func() bool { n++; return n%20 == 0 }
	w := &twins{mem: &store.Meter{}, dyn: meter, dynamo: store.NewDynamo(wire.Client(server), "herald", meter)}
	w.memory = store.NewMemory(w.mem)
	w.compare(t, id.New(time.Now))
}

func (w *twins) compare(t *testing.T, ids *id.Source) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		w.run = ids.Next()
		t.Repeat(map[string]func(*rapid.T){
			"get":      w.get,
			"getMany":  w.getMany,
			"query":    w.query,
			"write":    w.write,
			"writeAll": w.writeAll,
			"transact": w.transact,
			"":         func(*rapid.T) {},
		})
		for p := range partitions {
			w.same(t, "rows of all", func(db store.DB) (any, error) {
				return store.Collect(store.Rows(ctx, db, store.Query{Table: "campaign", PK: w.partition(p), Consistent: true}))
			})
		}
	})
	t.Logf("%d reads, %d writes, %d of them refused", w.reads, w.writes, w.bad)
	if w.reads == 0 || w.writes == 0 || w.bad == 0 {
		t.Fatal("the calls that were drawn prove nothing")
	}
}

func (w *twins) get(t *rapid.T) {
	k, consistent := w.key(t), rapid.Bool().Draw(t, "consistent")
	w.reads++
	w.same(t, "get "+k.SK, func(db store.DB) (any, error) { return db.Get(ctx, k, consistent) })
}

func (w *twins) getMany(t *rapid.T) {
	keys := rapid.SliceOfN(rapid.Custom(w.key), 0, 12).Draw(t, "keys") // also repeated ones
	w.reads++
	w.same(t, "getMany", func(db store.DB) (any, error) { return db.GetMany(ctx, keys, true) })
}

func (w *twins) query(t *rapid.T) {
	bound := rapid.SampledFrom(append([]string{"", "A", "A#", "~"}, sortKeys...))
	q := store.Query{Table: "campaign", PK: w.partition(rapid.IntRange(0, partitions-1).Draw(t, "partition")),
		Desc:  rapid.Bool().Draw(t, "desc"),
		Limit: rapid.SampledFrom([]int{0, 100, 100, 1, 2, 5}).Draw(t, "limit"), Consistent: true}
	if rapid.Bool().Draw(t, "by prefix") {
		q.Prefix = rapid.SampledFrom([]string{"!", "A#", "A#2", "B", "none"}).Draw(t, "prefix")
	} else {
		q.From, q.To = bound.Draw(t, "from"), bound.Draw(t, "to")
		if rapid.IntRange(0, 2).Draw(t, "after") == 0 {
			q.From, q.To, q.After = "", "", rapid.SampledFrom(sortKeys).Draw(t, "after key")
		}
	}
	if rapid.IntRange(0, 2).Draw(t, "projection") == 0 {
		q.Attributes = []string{"sk", "n"}
	}
	w.reads++
	w.same(t, fmt.Sprintf("query %+v", q), func(db store.DB) (any, error) { return db.Query(ctx, q) })
}

func (w *twins) write(t *rapid.T) {
	op := w.op(t, true, store.Put, store.Update, store.Delete, store.Check)
	op.If = condition(t, 0)
	w.writes++
	w.same(t, fmt.Sprintf("write %+v", op), func(db store.DB) (any, error) { return db.Write(ctx, op) })
}

func (w *twins) writeAll(t *rapid.T) {
	ops := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) store.Op { return w.op(t, false, store.Put, store.Delete) }), 0, 30).Draw(t, "ops")
	w.writes++
	w.same(t, "writeAll", func(db store.DB) (any, error) { return nil, db.WriteAll(ctx, ops) })
}

func (w *twins) transact(t *rapid.T) {
	ops := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) store.Op {
		op := w.op(t, false, store.Put, store.Update, store.Delete, store.Check)
		op.If = condition(t, 0)
		return op
	}), 0, 5).Draw(t, "ops")
	w.writes++
	w.same(t, fmt.Sprintf("transact %+v", ops), func(db store.DB) (any, error) { return nil, db.Transact(ctx, ops) })
}

// same makes a call on both and compares the results.
func (w *twins) same(t *rapid.T, what string, call func(store.DB) (any, error)) {
	w.mem.Take()
	w.dyn.Take()
	a, errA := call(w.memory)
	b, errB := call(w.dynamo)
	if errors.Is(errB, store.ErrUnclear) && store.ConditionFailed(errA) != nil {
		return // an answer was lost on the way to a busy DynamoDB, and nothing was written either way
	}
	if errA != nil || errB != nil {
		w.bad++
		fa, fb := store.ConditionFailed(errA), store.ConditionFailed(errB)
		switch {
		case (errA == nil) != (errB == nil), (fa == nil) != (fb == nil):
			t.Fatalf("%s: memory says %v, DynamoDB %v", what, errA, errB)
		case fa != nil && (fa.Index != fb.Index || !alike(fa.Old, fb.Old)):
			t.Fatalf("%s: memory found %d %v, DynamoDB %d %v", what, fa.Index, plain(fa.Old), fb.Index, plain(fb.Old))
		}
		return
	}
	if !alike(a, b) {
		t.Fatalf("%s: memory gives %v, DynamoDB %v", what, plain(a), plain(b))
	}
	ua, ub := w.mem.Take(), w.dyn.Take()
	if w.exact && comparable(what, ub) && (ua.ReadUnits != ub.ReadUnits || ua.WriteUnits != ub.WriteUnits) {
		t.Fatalf("%s: memory bills %v, DynamoDB %v", what, ua, ub)
	}
}

// comparable excludes calls that DynamoDB Local bills differently from the developer guide. It bills nothing for an empty read, and four
// units instead of two for a KB in a transaction. It bills too much for a batch that deletes missing rows.
func comparable(what string, u store.Usage) bool {
	call, _, _ := strings.Cut(what, " ")
	switch call {
	case "get", "query":
		return u.ReadUnits > 0
	case "write":
		return true
	}
	return false
}

func alike(a, b any) bool { return reflect.DeepEqual(plain(a), plain(b)) }

// plain makes rows comparable: no rows is nil, and empty bytes are nil in one place and empty in the other.
func plain(v any) any {
	switch v := v.(type) {
	case store.Item:
		if v == nil {
			return nil
		}
		var out map[string]any
		if _, err := store.Decode(v, &out); err != nil {
			return err
		}
		return out
	case []store.Item:
		out := make([]any, len(v))
		for i := range v {
			out[i] = plain(v[i])
		}
		return out
	}
	return v
}
