package web_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// A caller without an account does not fill the log with the path that it asks for.
func TestALineOfTheLogIsShort(t *testing.T) {
	clock, db := &testkit.Time{}, store.NewMemory(nil)
	var path any
	a := web.New(web.Options{Catalogue: testkit.Texts(), DB: db, Audit: auditlog.Log{DB: db}, Now: clock.Now, IDs: id.New(clock.Now),
		Log: func(line map[string]any) { path = line["path"] }})
	long := "/api/" + strings.Repeat("a", 1<<16)
	a.Handler().ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(t.Context(), http.MethodGet, long, nil))
	if kept, ok := path.(string); !ok || len(kept) > 1000 || !strings.HasPrefix(long, kept) {
		t.Errorf("%d bytes are kept", len(kept))
	}
}
