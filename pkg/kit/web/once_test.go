package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// leaving is a database that obeys its contexts. A write that it received before the caller disconnected is carried out and not answered.
// It runs a function before the first write of a claim.
type leaving struct {
	store.DB
	before func()
}

func (l *leaving) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if l.before != nil && strings.HasPrefix(op.Key.PK, "IDEM#") {
		l.before()
		l.before = nil
	}
	row, err := l.DB.Write(ctx, op)
	if gone := ctx.Err(); gone != nil {
		return nil, gone
	}
	return row, err
}

// A call that ends without a response, because its caller disconnected or its handler panicked, releases its key at once. A repetition need
// not wait for the lease to expire.
func TestACallWithoutAnAnswerLetsItsKeyGo(t *testing.T) {
	clock := &testkit.Time{}
	for name, first := range map[string]struct {
		leaves bool
		handle func(context.Context) error
	}{
		"the caller went away": {true, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }},
		"the handler panicked": {false, func(context.Context) error { panic("once") }},
	} {
		db, times := &leaving{DB: store.NewMemory(nil)}, 0
		a := web.New(web.Options{Catalogue: testkit.Texts(), DB: db, Audit: auditlog.Log{DB: db}, Now: clock.Now, IDs: id.New(clock.Now),
			Log: func(map[string]any) {},
			Authenticate: func(context.Context, string) (*auth.Principal, error) {
				return &auth.Principal{UserID: caller, Tenant: caller, Type: auth.First}, nil
			}})
		web.Handle(a, web.Route{Method: "PUT", Path: "/x", Perm: web.SignedIn, Summary: "changes"},
			func(ctx context.Context, _ *struct{}) (seen, error) {
				if times++; times == 1 {
					if err := first.handle(ctx); err != nil {
						return seen{}, err
					}
				}
				auditlog.Note(ctx, caller, nil, nil)
				return seen{Times: times}, nil
			})
		ask := func(ctx context.Context) int {
			req := httptest.NewRequestWithContext(ctx, "PUT", "/api/x", strings.NewReader("{}"))
			req.Header.Set("Content-Type", "application/json")
			req.Header.Set("Authorization", "Bearer t")
			req.Header.Set("Idempotency-Key", "k")
			rec := httptest.NewRecorder()
			a.Handler().ServeHTTP(rec, req)
			return rec.Code
		}
		goes, away := context.WithCancel(ctx)
		defer away()
		if first.leaves {
			db.before = away
		}
		if status := ask(goes); status < 500 {
			t.Errorf("%s: %d", name, status)
		}
		if status := ask(ctx); status != http.StatusOK || times != 2 {
			t.Errorf("%s: the repetition is answered with %d, after %d tries", name, status, times)
		}
	}
}
