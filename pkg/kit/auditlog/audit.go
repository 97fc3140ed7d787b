// Package auditlog stores one append-only row for every state-changing call, with its author and its change
// (decisions §3).
package auditlog

import (
	"context"
	"errors"
	"strconv"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Record is one change.
type Record struct {
	ID      string    `dynamodbav:"id" json:"id"`
	At      time.Time `dynamodbav:"at" json:"createTime"`
	User    string    `dynamodbav:"u" json:"userId"`
	Name    string    `dynamodbav:"n" json:"operator"`
	Tenant  string    `dynamodbav:"t" json:"tenant"`
	Address string    `dynamodbav:"ip" json:"address"`
	Action  string    `dynamodbav:"a" json:"action"` // method and route pattern
	Object  string    `dynamodbav:"o,omitempty" json:"object"`
	Subject string    `dynamodbav:"on,omitempty" json:"objectName,omitempty" doc:"Name of the changed object at the time of the change."`
	Before  any       `dynamodbav:"b,omitempty" json:"before,omitempty"`
	After   any       `dynamodbav:"f,omitempty" json:"after,omitempty"`
	Status  int       `dynamodbav:"s" json:"status"`
	Expires int64     `dynamodbav:"ttl" json:"-"`
	stands  bool
}

// Keep is how long a record stays.
const Keep = 400 * 24 * time.Hour

type contextKey struct{}

// Into gives a request a record that its handler may complete.
func Into(ctx context.Context, r *Record) context.Context {
	return context.WithValue(ctx, contextKey{}, r)
}

// Note records the change of the request. before and after are for readers of the log: no secrets, no phone lists.
func Note(ctx context.Context, object string, before, after any) {
	if r, ok := ctx.Value(contextKey{}).(*Record); ok {
		r.Object, r.Before, r.After = object, before, after
	}
}

// Stand has the change recorded although the request fails: what it did until then stays done.
func Stand(ctx context.Context) {
	if r, ok := ctx.Value(contextKey{}).(*Record); ok {
		r.stands = true
	}
}

// Stands reports a change that is recorded although its request fails.
func (r *Record) Stands() bool { return r.stands }

// Subject names the changed object for readers of the log. The name stays when the object is renamed or deleted.
func Subject(ctx context.Context, name string) {
	if r, ok := ctx.Value(contextKey{}).(*Record); ok {
		r.Subject = name
	}
}

// WithAction sets the actor of a call without a session: a registering user exists only after its registration.
func WithAction(ctx context.Context, p *auth.Principal) {
	if r, ok := ctx.Value(contextKey{}).(*Record); ok {
		r.By(p)
	}
}

// Log writes records. Keys, all in table audit:
//
//	A#<tenant>#<month> / <id>   the record
//	T#<day>#<shard> / <id>      the same without before and after, for those who read the log of all by time
//	O#<object> / <id>           likewise, by object
type Log struct{ DB store.DB }

const table = "audit"

// Shards is the number of partitions of a day, which spread the changes of all users.
const Shards = 4

// Key of a record.
func Key(tenant string, at time.Time, id string) store.Key {
	return store.Key{Table: table, PK: "A#" + tenant + "#" + at.UTC().Format("2006-01"), SK: id}
}

// DayKey is the partition of a day and a shard, ObjectKey that of an object.
func DayKey(day time.Time, shard int, id string) store.Key {
	return store.Key{Table: table, PK: "T#" + day.UTC().Format("2006-01-02") + "#" + strconv.Itoa(shard), SK: id}
}
func ObjectKey(object, id string) store.Key {
	return store.Key{Table: table, PK: "O#" + object, SK: id}
}

// Ops are the rows of a record. An id is new, so nothing is overwritten.
func Ops(r *Record) []store.Op {
	r.Expires = r.At.Add(Keep).Unix()
	brief := *r
	brief.Before, brief.After = nil, nil
	ops := []store.Op{
		{Verb: store.Put, Key: Key(r.Tenant, r.At, r.ID), Item: r},
		{Verb: store.Put, Key: DayKey(r.At, int(r.ID[len(r.ID)-1])%Shards, r.ID), Item: brief},
	}
	if r.Object != "" {
		ops = append(ops, store.Op{Verb: store.Put, Key: ObjectKey(r.Object, r.ID), Item: brief})
	}
	return ops
}

// Write appends a record. It puts each row by itself, in parallel: the right to write batches includes deletion, and
// nothing may be deleted here.
func (l Log) Write(ctx context.Context, r *Record) error {
	ops := Ops(r)
	return errors.Join(parallel.Each(len(ops), len(ops), func(i int) error {
		_, err := l.DB.Write(ctx, ops[i])
		return err
	})...)
}

// By fills in the caller.
func (r *Record) By(p *auth.Principal) {
	if p != nil {
		r.User, r.Name, r.Tenant = p.UserID, p.Name, p.Tenant
	}
}
