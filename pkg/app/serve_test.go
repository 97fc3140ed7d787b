package app

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-lambda-go/events"

	"herald/pkg/app/manifest"
	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/id"
	"herald/pkg/kit/push"
	"herald/pkg/kit/store"
)

// Every tick runs even if others fail, and the invocation fails with all errors, so that an alarm counts it.
func TestFailedTicksAreReported(t *testing.T) {
	var mu sync.Mutex
	var ran, logged []string
	tick := func(name string, err error) func(context.Context) error {
		return func(context.Context) error {
			mu.Lock()
			ran = append(ran, name)
			mu.Unlock()
			if name == "c" {
				panic("c breaks")
			}
			return err
		}
	}
	_, err := runTicks(context.Background(), map[string]func(context.Context) error{
		"a": tick("a", errors.New("a fails")), "b": tick("b", nil), "c": tick("c", nil), "d": tick("d", errors.New("d fails")),
	}, func(line map[string]any) { logged = append(logged, line["tick"].(string)) })
	slices.Sort(ran)
	if !slices.Equal(ran, []string{"a", "b", "c", "d"}) || !slices.Equal(logged, []string{"a", "c", "d"}) {
		t.Errorf("ran %v, logged %v", ran, logged)
	}
	for _, part := range []string{"a: a fails", "c: panic: c breaks", "d: d fails"} {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q is not in %v", part, err)
		}
	}
	if _, err := runTicks(context.Background(), map[string]func(context.Context) error{"b": tick("b", nil)}, nil); err != nil {
		t.Error(err)
	}
}

// A long tick, such as that of the orders, does not keep other ticks waiting until the function times out (B9).
func TestATickKeepsNoOtherWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		notices := make(chan struct{})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_, err := runTicks(ctx, map[string]func(context.Context) error{
			"bulk": func(ctx context.Context) error {
				select {
				case <-notices:
					return nil
				case <-ctx.Done():
					return ctx.Err()
				}
			},
			"notice": func(context.Context) error { close(notices); return nil },
		}, func(map[string]any) {})
		if err != nil {
			t.Error(err)
		}
	})
}

func guarded(keys ...string) *Env {
	db := store.NewMemory(nil)
	e := &Env{Config: &config.Config{OriginKeys: keys}, DB: db, Audit: auditlog.Log{DB: db}, Now: clock.System, IDs: id.New(clock.System),
		Log: func(map[string]any) {}}
	e.Hub = &push.Hub{DB: db, Now: clock.System}
	e.Signer = auth.NewSigner([]byte("a key of the tests, 32 bytes long"), e.Now)
	return e
}

// D1: a request that bypasses the distribution is refused on every route; two keys are valid during a rotation.
func TestRequestsAroundTheDistributionAreRefused(t *testing.T) {
	e := guarded("new", "old")
	api := e.API()
	Fallback(e, api)
	for key, want := range map[string]int{"new": http.StatusOK, "old": http.StatusOK, "": http.StatusForbidden, "ne": http.StatusForbidden,
		"guess": http.StatusForbidden} {
		r := httptest.NewRequest(http.MethodGet, "/api/openapi.json", nil)
		if key != "" {
			r.Header.Set(manifest.OriginHeader, key)
		}
		w := httptest.NewRecorder()
		api.Handler().ServeHTTP(w, r)
		if w.Code != want || want == http.StatusForbidden && !strings.Contains(w.Body.String(), `"code":403`) {
			t.Errorf("%q: %d %.100s", key, w.Code, w.Body)
		}
	}
}

// D1: the websocket API refuses requests that bypass the distribution, because it has an address of its own.
func TestSocketsAroundTheDistributionAreRefused(t *testing.T) {
	e := guarded("key")
	e.API()
	caller := func(context.Context, string) (*auth.Principal, error) { return &auth.Principal{UserID: "u"}, nil }
	event := events.APIGatewayWebsocketProxyRequest{RequestContext: events.APIGatewayWebsocketProxyRequestContext{RouteKey: "$connect",
		ConnectionID: "c"}}
	if status := e.socket(context.Background(), caller, event); status != http.StatusForbidden {
		t.Errorf("without the key: %d", status)
	}
	event.Headers = map[string]string{strings.ToLower(manifest.OriginHeader): "key"}
	if status := e.socket(context.Background(), caller, event); status != http.StatusOK {
		t.Errorf("with the key: %d", status)
	}
}

// D3: a function without auth/key accepts no token, not even one that is signed with an empty key.
func TestAFunctionWithoutKeyRefusesTokens(t *testing.T) {
	s := auth.NewSigner(nil, clock.System)
	token, _ := s.Sign("u", "s")
	if _, err := s.Parse(token); err == nil {
		t.Error("a token signed with the empty key is believed")
	}
}
