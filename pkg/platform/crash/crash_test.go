package crash_test

import (
	"strings"
	"testing"
	"time"

	"herald/internal/sessiontest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/web"
	"herald/pkg/platform/crash"
	"herald/pkg/platform/user"
)

// A crash of a signed-in user is logged with that user, as often as its limit allows. Crashes without a session are
// not logged.
func TestCrashesAreLoggedWithinTheirLimit(t *testing.T) {
	h := sessiontest.New(testkit.Memory(t))
	var lines []map[string]any
	room := &crash.Service{DB: h.Env.DB, Now: h.Env.Now, NewID: h.Env.IDs.Next, Log: func(l map[string]any) { lines = append(lines, l) }}
	s := h.Serve(t, func(a *web.API) { room.Routes(a) })
	me := h.Actor(t, s, "me", user.New{User: user.User{Type: auth.First}})
	other := h.Actor(t, s, "other", user.New{User: user.User{Type: auth.First}})
	body := map[string]any{"message": "x is not a function", "stack": "at y", "build": "b1", "page": "/send/order"}
	s.Anonymous().Post("/oauth/crash", body).Want(401, 0)
	me.Post("/oauth/crash", map[string]any{"message": strings.Repeat("x", 501)}).Want(400, 0)
	for range 20 {
		me.Post("/oauth/crash", body).OK()
	}
	me.Post("/oauth/crash", body).Want(429, 42903)
	other.Post("/oauth/crash", body).OK()
	if len(lines) != 21 || lines[0]["crash"] != "x is not a function" || lines[0]["user"] != me.User.ID || lines[20]["user"] != other.User.ID {
		t.Fatalf("%d lines, the first %v", len(lines), lines[0])
	}
	h.Env.Clock.Add(time.Hour)
	me.Post("/oauth/crash", body).OK()
}
