// Package review is the queue of what waits for a reviewer: rows beside orders and templates that tell how many wait and which comes
// next, so that a count in the menu costs no list.
package review

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
)

// Keys, in table campaign:
//
//	REVIEW#<kind>#<scope> / <id>   something that waits, once for each scope that sees it; ids sort by the time of their making
func key(kind string, scope auth.Scope, item string) store.Key {
	return store.Key{Table: "campaign", PK: "REVIEW#" + kind + "#" + string(scope), SK: item}
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

// Queue is what waits in a scope: how many there are, whether there are others beyond, and when the oldest was made.
type Queue struct {
	N      int
	More   bool
	Oldest *time.Time
}

// Count tells what of a kind waits in a scope.
func Count(ctx context.Context, db store.DB, kind string, scope auth.Scope) (q Queue, err error) {
	k := key(kind, scope, "")
	found, err := db.Query(ctx, store.Query{Table: k.Table, PK: k.PK, Limit: most + 1, Attributes: []string{"sk"}})
	if len(found) > 0 {
		oldest := id.Time(store.SortKey(found[0]))
		q.Oldest = &oldest
	}
	q.N, q.More = min(len(found), most), len(found) > most
	return q, err
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
