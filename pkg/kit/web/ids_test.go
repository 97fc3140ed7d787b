package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// A call may create several objects with distinct ids. A repetition under the same Idempotency-Key gets the same ids in the same order. The
// id of the operation stays the same.
func TestTheIDsOfACallAreDistinctAndRepeatable(t *testing.T) {
	clock, db := &testkit.Time{}, store.NewMemory(nil)
	var tries [][]string
	broken := true
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: db, Audit: auditlog.Log{DB: db}, Now: clock.Now, IDs: id.New(clock.Now),
		Log: func(map[string]any) {},
		Authenticate: func(context.Context, string) (*auth.Principal, error) {
			return &auth.Principal{UserID: caller, Tenant: caller, Type: auth.First}, nil
		}})
	web.Handle(a, web.Route{Method: "PUT", Path: "/x", Perm: web.SignedIn, Summary: "creates"},
		func(ctx context.Context, _ *struct{}) (seen, error) {
			token := web.OperationID(ctx, a.NewID)
			ids := []string{a.NewID(ctx), a.NewID(ctx), a.NewID(ctx)}
			if key := web.Operation(ctx); key != "" && (token != key || ids[0] != key || web.OperationID(ctx, a.NewID) != key) {
				t.Errorf("operation %s: token %s, ids %v", key, token, ids)
			}
			tries = append(tries, append(ids, id.Nth(ids[0], 1), id.Nth(ids[1], 1)))
			auditlog.Note(ctx, caller, nil, nil)
			if broken {
				panic("the answer is lost")
			}
			return seen{}, nil
		})
	call := func(key string) {
		req := httptest.NewRequest(http.MethodPut, "/api/x", strings.NewReader(""))
		req.Header.Set("Authorization", "Bearer t")
		req.Header.Set("Idempotency-Key", key)
		a.Handler().ServeHTTP(httptest.NewRecorder(), req)
	}
	call("k")
	broken = false
	call("k")
	call("other")
	call("")
	if len(tries) != 4 || !slices.Equal(tries[0], tries[1]) {
		t.Fatalf("a repetition got other ids: %v", tries)
	}
	all := slices.Sorted(slices.Values(slices.Concat(tries[1:]...)))
	if len(slices.Compact(all)) != 3*5 {
		t.Errorf("ids of two things are equal: %v", tries)
	}
}
