// Package review is the queue of what waits for a reviewer: rows beside orders and templates that tell how many wait and which comes
// next, so that a count in the menu costs no list.
package review

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
)

// Keys, in table campaign:
//
//	REVIEW#<kind>#<scope> / <id>   something that waits, once for each scope that sees it
func key(kind string, scope auth.Scope, id string) store.Key {
	return store.Key{Table: "campaign", PK: "REVIEW#" + kind + "#" + string(scope), SK: id}
}

// most is up to where things are counted; what lies beyond is "more".
const most = 1000

// Enter gives the operations, for the transaction after which something waits; ids sort by the time of their making.
func Enter(kind string, owner auth.Owner, id string) []store.Op {
	return rows(store.Put, kind, owner, id)
}

// QueueRemoval gives those of the transaction after which it does not. They do nothing where it did not wait.
func QueueRemoval(kind string, owner auth.Owner, id string) []store.Op {
	return rows(store.Delete, kind, owner, id)
}

func rows(verb store.Verb, kind string, owner auth.Owner, id string) (ops []store.Op) {
	for _, scope := range owner.Scopes() {
		op := store.Op{Verb: verb, Key: key(kind, scope, id)}
		if verb == store.Put {
			op.Item = struct{}{}
		}
		ops = append(ops, op)
	}
	return ops
}

// Count tells how many of a kind wait in a scope; more that there are others beyond.
func Count(ctx context.Context, db store.DB, kind string, scope auth.Scope) (n int, more bool, err error) {
	k := key(kind, scope, "")
	found, err := db.Query(ctx, store.Query{Table: k.Table, PK: k.PK, Limit: most + 1, Attributes: []string{"sk"}})
	return min(len(found), most), len(found) > most, err
}

// Next is what has waited longest of those made after an id, or from the beginning again when it was the last; "" when nothing else waits.
func Next(ctx context.Context, db store.DB, kind string, scope auth.Scope, after string) (string, error) {
	k := key(kind, scope, "")
	for _, from := range []string{after, ""} {
		found, err := db.Query(ctx, store.Query{Table: k.Table, PK: k.PK, After: from, Limit: 2, Attributes: []string{"sk"}})
		if err != nil {
			return "", err
		}
		for _, row := range found {
			if id := store.SortKey(row); id != after {
				return id, nil
			}
		}
	}
	return "", nil
}

// Tell makes the open consoles of staff reload the number of waiting items. The push carries no data: each console
// reads what its user may see.
func Tell(ctx context.Context, hub *push.Hub) error {
	news := &push.Message{Type: "review"}
	return hub.BroadcastEach(ctx, func(s push.Socket) *push.Message {
		if s.Type != int(auth.Admin) {
			return nil
		}
		return news
	})
}
