// Package audit keeps who changed what: one append-only row for every state-changing call (decisions §3).
package audit

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
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
	Before  any       `dynamodbav:"b,omitempty" json:"before,omitempty"`
	After   any       `dynamodbav:"f,omitempty" json:"after,omitempty"`
	Status  int       `dynamodbav:"s" json:"status"`
	Expires int64     `dynamodbav:"ttl" json:"-"`
}

// Keep is how long a record stays.
const Keep = 400 * 24 * time.Hour

type contextKey struct{}

// Into gives a request a record that its handler may complete.
func Into(ctx context.Context, r *Record) context.Context {
	return context.WithValue(ctx, contextKey{}, r)
}

// Note tells what the request changes. before and after are what a reader of the log should see: no secrets, no phone lists.
func Note(ctx context.Context, object string, before, after any) {
	if r, ok := ctx.Value(contextKey{}).(*Record); ok {
		r.Object, r.Before, r.After = object, before, after
	}
}

// As tells who acts when the call itself comes from nobody: who registers becomes somebody by it.
func As(ctx context.Context, p *auth.Principal) {
	if r, ok := ctx.Value(contextKey{}).(*Record); ok {
		r.By(p)
	}
}

// Log writes records. Keys: A#<tenant>#<month> / <id>.
type Log struct{ DB store.DB }

// Key of a record.
func Key(tenant string, at time.Time, id string) store.Key {
	return store.Key{Table: "audit", PK: "A#" + tenant + "#" + at.UTC().Format("2006-01"), SK: id}
}

// Write appends a record.
func (l Log) Write(ctx context.Context, r *Record) error {
	r.Expires = r.At.Add(Keep).Unix()
	_, err := l.DB.Write(ctx, store.Op{Verb: store.Put, Key: Key(r.Tenant, r.At, r.ID), Item: r, If: store.Missing("pk")})
	return err
}

// By fills in the caller.
func (r *Record) By(p *auth.Principal) {
	if p != nil {
		r.User, r.Name, r.Tenant = p.UserID, p.Name, p.Tenant
	}
}
