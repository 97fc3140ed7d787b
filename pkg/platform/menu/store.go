package menu

import (
	"context"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
)

// Keys, in table platform; the menu is small, so that one read of the partition gives it whole:
//
//	MENU / <node>   a node that admins have made, or their changes of a built-in one
//	MENU / !        the revision, on which every change is conditional
const (
	table     = "platform"
	partition = "MENU"
	revision  = "!"
)

func key(id string) store.Key { return store.Key{Table: table, PK: partition, SK: id} }

// most rows that one transaction writes beside the revision.
const most = 99

type counter struct {
	N int64 `dynamodbav:"n"`
}

// load reads the whole menu with its revision. One call.
func (r *Service) load(ctx context.Context) ([]Entry, int64, error) {
	items, err := store.Collect(store.Rows(ctx, r.DB, store.Query{Table: table, PK: partition, Consistent: true}))
	if err != nil {
		return nil, 0, err
	}
	var rev counter
	if len(items) > 0 && store.SortKey(items[0]) == revision {
		if _, err := store.Decode(items[0], &rev); err != nil {
			return nil, 0, err
		}
		items = items[1:]
	}
	kept, err := store.DecodeAll[Entry](items)
	if err != nil {
		return nil, 0, err
	}
	return r.Nodes.merge(kept), rev.N, nil
}

// change decides on the stored menu and writes the nodes that decide gives. Fault menu.changed (409) when another
// writer was faster.
func (r *Service) change(ctx context.Context, decide func(all []Entry) ([]Entry, error)) error {
	all, rev, err := r.load(ctx)
	if err != nil {
		return err
	}
	nodes, err := decide(all)
	if err != nil {
		return err
	}
	var ops []store.Op
	for _, n := range nodes {
		ops = append(ops, store.Op{Verb: store.Put, Key: key(n.ID), Item: n})
	}
	return r.write(ctx, rev, ops)
}

func (r *Service) remove(ctx context.Context, id string, decide func(all []Entry) error) error {
	all, rev, err := r.load(ctx)
	if err == nil {
		err = decide(all)
	}
	if err != nil {
		return err
	}
	return r.write(ctx, rev, []store.Op{{Verb: store.Delete, Key: key(id)}})
}

func (r *Service) write(ctx context.Context, rev int64, ops []store.Op) error {
	if len(ops) > most {
		return fault.Bad("ids", "menu.tooMany", "n", most)
	}
	same := store.Missing("pk")
	if rev > 0 {
		same = store.Eq("n", rev)
	}
	err := r.DB.Transact(ctx, append(ops, store.Op{Verb: store.Put, Key: key(revision), Item: counter{rev + 1}, If: same}))
	if store.ConditionFailed(err) != nil {
		return fault.State("menu.changed")
	}
	return err
}
