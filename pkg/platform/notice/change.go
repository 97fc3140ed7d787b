package notice

import (
	"cmp"
	"context"
	"errors"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// tries bounds how often a change is decided anew after a conflict with another one.
const tries = 12

// add writes a new post with its content.
func (b *Store) add(ctx context.Context, p *Post, html Text, by *auth.Principal) error {
	p.Version, p.Change = 1, b.NewID()
	ops := []store.Op{
		{Verb: store.Put, Key: postKey(p.ID), Item: p, If: store.Missing("pk")},
		{Verb: store.Put, Key: contentKey(p.ID), Item: content{html}},
		b.record(p, "add", by),
	}
	ops = append(ops, dueOps(nil, p)...)
	err := b.DB.Transact(ctx, append(ops, listOf(p.Kind).Insert([]string{allPosts}, p.ID, itemOf(p))...))
	if failed := store.ConditionFailed(err); failed != nil && failed.Index == 0 {
		return nil // an earlier try of the same call made it
	}
	return err
}

// change is an action on a post; by is nil when the platform itself acts.
type change struct {
	kind   Kind
	post   string
	action Action
	by     *auth.Principal
	html   Text // replaces the content unless it is nil
}

// act makes a transition of a post once, also when the operation is repeated. set sees the fresh post and may
// refuse. Faults: 404 for no such post, the action's 409 in a state that does not allow it, and the errors of set.
func (b *Store) act(ctx context.Context, d change, set func(*Post) error) (before, after *Post, err error) {
	change := web.Operation(ctx)
	if change == "" {
		change = b.NewID()
	}
	err = store.Decide(ctx, tries, func() error {
		p, ok, err := b.load(ctx, d.kind, d.post)
		if err != nil {
			return err
		}
		if !ok {
			return fault.Missing()
		}
		if after = p; p.Change == change { // it was ours, and the answer was lost
			before = cmp.Or(before, p)
			return nil
		}
		if err := Allowed(d.action, p.Status); err != nil {
			return err
		}
		old := *p
		if err := set(p); err != nil {
			return err
		}
		before, p.Change, p.Updated = &old, change, b.Now()
		return b.DB.Transact(ctx, b.changed(&old, p, d))
	})
	if err != nil {
		return nil, nil, err
	}
	return before, after, nil
}

// changed gives the operations that write a changed post; they fail when it was changed since it was read.
func (b *Store) changed(old, p *Post, d change) []store.Op {
	p.Version = old.Version + 1
	ops := []store.Op{{Verb: store.Put, Key: postKey(p.ID), Item: p, If: store.Eq("version", old.Version)}, b.record(p, d.action, d.by)}
	if d.html != nil {
		ops = append(ops, store.Op{Verb: store.Put, Key: contentKey(p.ID), Item: content{d.html}})
	}
	ops = append(ops, dueOps(old, p)...)
	return append(ops, listOf(p.Kind).Replace([]string{allPosts}, p.ID, itemOf(p))...)
}

// dueOps keep the janitor's index. old is nil for a new post.
func dueOps(old, p *Post) []store.Op {
	var ops []store.Op
	at, due := p.due()
	if old != nil {
		if was, had := old.due(); had {
			if due && moment(was) == moment(at) {
				return nil
			}
			ops = append(ops, looks(nil).Drop(was, p.ID, ""))
		}
	}
	if due {
		ops = append(ops, looks(nil).At(at, p.ID, "", map[string]string{"k": string(p.Kind)}))
	}
	return ops
}

// record gives the operation that stores an action and its actor; by is nil for the platform itself.
func (b *Store) record(p *Post, a Action, by *auth.Principal) store.Op {
	r := Record{ID: b.NewID(), Action: a, Status: p.Status, Created: b.Now()}
	if by != nil {
		r.UserID, r.Operator = by.UserID, by.Name
	}
	return store.Op{Verb: store.Put, Key: recordKey(p.ID, r.ID), Item: r}
}

// records of a post, newest first.
func (b *Store) records(ctx context.Context, p *Post) ([]Record, error) {
	items, err := store.Collect(store.Rows(ctx, b.DB, store.Query{Table: table, PK: recordKey(p.ID, "").PK, Prefix: "L#", Desc: true}))
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Record](items)
}

// Publish makes a post readable now. by is nil when its schedule does. Readers' rows come after it: deliver.
func (b *Store) Publish(ctx context.Context, k Kind, postID string, by *auth.Principal) (before, after *Post, err error) {
	keep, err := b.keep(ctx)
	if err != nil {
		return nil, nil, err
	}
	return b.act(ctx, change{kind: k, post: postID, action: Publish, by: by}, func(p *Post) error {
		now := b.Now().Truncate(time.Millisecond)
		until := now.Add(keep)
		if p.ExpireAt != nil {
			if !p.ExpireAt.After(now) {
				return fault.Bad("expireTime", "notice.expirePast")
			}
			if p.ExpireAt.Before(until) {
				until = *p.ExpireAt
			}
		}
		p.Status, p.At, p.Until, p.Pending = Published, &now, &until, &now
		return nil
	})
}

// revoke takes a post away from its readers.
func (b *Store) revoke(ctx context.Context, k Kind, postID string, by *auth.Principal) (before, after *Post, err error) {
	return b.act(ctx, change{kind: k, post: postID, action: Revoke, by: by}, func(p *Post) error {
		now := b.Now()
		p.Status, p.Pending = Revoked, &now
		return nil
	})
}

// cancel calls a schedule off.
func (b *Store) cancel(ctx context.Context, k Kind, postID string, by *auth.Principal) (before, after *Post, err error) {
	return b.act(ctx, change{kind: k, post: postID, action: Cancel, by: by}, func(p *Post) error {
		p.Status, p.PublishAt = Cancelled, nil
		return nil
	})
}

// remove deletes a post with everything beside it.
func (b *Store) remove(ctx context.Context, k Kind, postID string) (*Post, error) {
	p, ok, err := b.load(ctx, k, postID)
	if err == nil && !ok {
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	if err := Allowed(Delete, p.Status); err != nil {
		return nil, err
	}
	if p.Pending != nil { // its readers still have it
		if err := b.deliver(ctx, p); err != nil {
			return nil, err
		}
	}
	ops := []store.Op{{Verb: store.Delete, Key: postKey(p.ID), If: store.Eq("version", p.Version)},
		{Verb: store.Delete, Key: contentKey(p.ID)}}
	err = b.DB.Transact(ctx, append(ops, listOf(k).Remove([]string{allPosts}, p.ID)...))
	if store.Lost(err) && !errors.Is(err, store.ErrUnclear) {
		return nil, fault.New(fault.Conflict, 0, "notice.changed").With(err)
	}
	if err != nil {
		return nil, err
	}
	history, err := b.records(ctx, p)
	if err != nil {
		return nil, err
	}
	var gone []store.Op
	for _, r := range history {
		gone = append(gone, store.Op{Verb: store.Delete, Key: recordKey(p.ID, r.ID)})
	}
	return p, b.DB.WriteAll(ctx, gone)
}

// html of a post, harmless.
func (b *Store) html(ctx context.Context, postID string) (Text, error) {
	c, _, err := store.Load[content](ctx, b.DB, contentKey(postID), true)
	return c.HTML.each(b.Clean), err
}

// refused drops the error of an action that another caller took meanwhile.
func refused(err error) error {
	if e := fault.As(err); e != nil && (e.Kind == fault.Conflict || e.Kind == fault.NotFound) {
		return nil
	}
	return err
}
