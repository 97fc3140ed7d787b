package store_test

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"herald/pkg/kit/store"
)

const partitions = 2

func (w *twins) partition(n int) string { return fmt.Sprintf("T#%s#%d", w.run, n) }

var sortKeys = []string{"!", "!B", "0", "A#1", "A#2", "A#2#x", "B", "B#0010", "Z"}

func (w *twins) key(t *rapid.T) store.Key {
	return store.Key{Table: rapid.SampledFrom([]string{"campaign", "credit"}).Draw(t, "table"),
		PK: w.partition(rapid.IntRange(0, partitions-1).Draw(t, "partition")), SK: rapid.SampledFrom(sortKeys).Draw(t, "sk")}
}

var attributes = []string{"n", "s", "b", "m"} // numbers, texts, bytes, anything

func value(t *rapid.T, attr string) any {
	switch attr {
	case "n":
		return rapid.Int64Range(-3, 1<<40).Draw(t, "number")
	case "s":
		text := rapid.SampledFrom([]string{"", "x", "Grüße", "0123456789"}).Draw(t, "text")
		return strings.Repeat(text, rapid.SampledFrom([]int{1, 1, 1, 90, 500}).Draw(t, "times"))
	case "b":
		return rapid.SliceOfN(rapid.Byte(), 0, 8).Draw(t, "bytes")
	}
	return rapid.SampledFrom([]any{true, false, nil, map[string]any{"k": 1, "l": []string{"x"}}, map[string]any{}, []any{1, "y", nil}, "text",
		12}).Draw(t, "any")
}

func item(t *rapid.T) map[string]any {
	it := map[string]any{}
	for _, a := range attributes {
		if rapid.Bool().Draw(t, "has "+a) {
			it[a] = value(t, a)
		}
	}
	return it
}

// condition draws a condition that a module may use. DynamoDB refuses ordered comparisons of types without order, so
// they are not drawn.
func condition(t *rapid.T, depth int) store.Cond {
	attr := rapid.SampledFrom(attributes).Draw(t, "attr")
	kinds := []string{"none", "exists", "missing", "eq", "ne", "in"}
	if attr != "m" {
		kinds = append(kinds, "lt", "le", "gt", "ge")
	}
	if depth < 2 {
		kinds = append(kinds, "and", "or")
	}
	switch rapid.SampledFrom(kinds).Draw(t, "condition") {
	case "exists":
		return store.Exists(rapid.SampledFrom([]string{"pk", attr}).Draw(t, "exists"))
	case "missing":
		return store.Missing(rapid.SampledFrom([]string{"pk", attr}).Draw(t, "missing"))
	case "eq":
		return store.Eq(attr, value(t, attr))
	case "ne":
		return store.Ne(attr, value(t, attr))
	case "lt":
		return store.Lt(attr, value(t, attr))
	case "le":
		return store.Le(attr, value(t, attr))
	case "gt":
		return store.Gt(attr, value(t, attr))
	case "ge":
		return store.Ge(attr, value(t, attr))
	case "in":
		return store.In(attr, value(t, attr), value(t, attr))
	case "and", "or":
		a, b := condition(t, depth+1), condition(t, depth+1)
		if a == nil || b == nil {
			return store.Exists("pk")
		}
		if rapid.Bool().Draw(t, "or") {
			return store.Or(a, b)
		}
		return store.And(a, b)
	}
	if depth > 0 {
		return store.Missing("pk")
	}
	return nil
}

func (w *twins) op(t *rapid.T, alone bool, verbs ...store.Verb) store.Op {
	op := store.Op{Verb: rapid.SampledFrom(verbs).Draw(t, "verb"), Key: w.key(t)}
	switch op.Verb {
	case store.Put:
		op.Item = item(t)
	case store.Update:
		op.Set, op.Add = map[string]any{}, map[string]int64{}
		for _, a := range attributes {
			switch rapid.IntRange(0, 3).Draw(t, "update "+a) {
			case 0:
				op.Set[a] = value(t, a)
			case 1:
				op.Remove = append(op.Remove, a)
			case 2:
				// In m may be what cannot be added to. In a transaction that is refused before or after its conditions.
				if a == "n" || a == "m" && alone {
					op.Add[a] = rapid.Int64Range(-5, 5).Draw(t, "add")
				}
			}
		}
	}
	return op
}
