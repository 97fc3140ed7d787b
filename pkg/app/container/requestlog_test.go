package container

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/campaign/emaildesign/htmlimport"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/sheet/excel"
	"herald/pkg/platform/notice/clean"
)

// The id that a refusal shows is found in the log: no gateway in front writes a line of each request. One that succeeds leaves none.
func TestARefusedRequestIsInTheLog(t *testing.T) {
	aws := testkit.Memory(t)
	cfg := *aws.Config
	env := app.Build(&cfg, aws.AWS, aws.Meter, aws.Now)
	env.Sheets, env.NewSanitizer, env.Designs = excel.Engine{}, clean.HTML, htmlimport.Tools
	var mu sync.Mutex
	var ids []any
	env.Log = func(line map[string]any) {
		mu.Lock()
		defer mu.Unlock()
		ids = append(ids, line["id"])
	}
	h, err := New(env, env.Queues.(*queue.SQS)).handler()
	if err != nil {
		t.Fatal(err)
	}
	ask := func(path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
		return w
	}
	if w := ask("/api/openapi.json"); w.Code != http.StatusOK || len(ids) > 0 {
		t.Errorf("%d, log %v", w.Code, ids)
	}
	w := ask("/api/gc/groupsendorder/01J00000000000000000000000")
	var answer struct{ RequestID string }
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil || w.Code != http.StatusUnauthorized || answer.RequestID == "" {
		t.Fatalf("%d %s %v", w.Code, w.Body, err)
	}
	if !slices.Equal(ids, []any{answer.RequestID}) {
		t.Errorf("the log has the requests %v for %s", ids, answer.RequestID)
	}
}
