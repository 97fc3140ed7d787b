package web_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// A browser that goes on to another page breaks its requests off: that is no error in the log and in the figures. A request that is broken
// off by something else is one.
func TestACallerThatLeftIsNoError(t *testing.T) {
	clock, db := &testkit.Time{}, store.NewMemory(nil)
	lines := make(chan map[string]any, 1)
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: db, Audit: auditlog.Log{DB: db}, Now: clock.Now, IDs: id.New(clock.Now),
		Log: func(line map[string]any) { lines <- line },
		Authenticate: func(context.Context, string) (*auth.Principal, error) {
			return &auth.Principal{UserID: caller, Tenant: caller, Type: auth.First}, nil
		}})
	var leave func() // what the caller does before its answer
	web.Handle(a, web.Route{Method: "GET", Path: "/x", Perm: web.SignedIn, Summary: "reads"},
		func(ctx context.Context, _ *struct{}) (seen, error) {
			leave()
			return seen{}, context.Canceled
		})
	call := func(leaves bool) map[string]any {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if leave = func() {}; leaves {
			leave = cancel
		}
		req := httptest.NewRequestWithContext(ctx, http.MethodGet, "/api/x", nil)
		req.Header.Set("Authorization", "Bearer t")
		a.Handler().ServeHTTP(httptest.NewRecorder(), req)
		return <-lines
	}
	if line := call(true); line["status"] != web.CallerLeft || line["error"] != nil {
		t.Errorf("a caller that left: %v", line)
	}
	if line := call(false); line["status"] != http.StatusInternalServerError || line["error"] == nil {
		t.Errorf("a caller that waits: %v", line)
	}
}
