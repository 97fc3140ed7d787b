//go:build postgres

package container

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"herald/internal/postgrestest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/config"
	"herald/pkg/kit/push"
)

// While the database is away, requests are answered with 503 and when to come again, and the process goes on when it is there again.
func TestADatabaseThatIsAway(t *testing.T) {
	aws, schema := testkit.Memory(t), postgrestest.Name(t)
	aws.Clock.Run()
	postgrestest.Exec(t, "create role "+schema+" login superuser")
	t.Cleanup(func() { postgrestest.Exec(t, "drop owned by "+schema+" cascade", "drop role "+schema) })
	address, err := url.Parse(postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	address.User = url.User(schema)
	s := startOn(t, aws, func(env *app.Env) *Server {
		env.Config.Name, env.Config.Container.Files = schema, true
		d, err := openDatabase(t.Context(), config.Postgres{URL: address.String()}, env)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return newOnPostgres(env, d)
	})
	t.Cleanup(func() { s.stop(); <-s.ended })
	token, _ := s.person(auth.Admin, "13900000001")
	ask := func(method, path, body string) (status int, later string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		return res.StatusCode, res.Header.Get("Retry-After")
	}
	s.quiet.Store(true) // the log tells what is expected
	postgrestest.Exec(t, "alter role "+schema+" nologin",
		"select pg_terminate_backend(pid) from pg_stat_activity where usename = '"+schema+"'")
	const setting = "/api/lop/system/config/order.review.auto"
	for _, call := range [][3]string{{"GET", "/api/gc/groupsendorder/01ARZ3NDEKTSV4RRFFQ69G5FAV", ""}, {"PUT", setting, `{"value":true}`},
		{"POST", "/api/oauth/login", `{"username":"x","password":"y"}`}} {
		if status, later := ask(call[0], call[1], call[2]); status != http.StatusServiceUnavailable || later == "" {
			t.Errorf("%s %s: %d, again after %q", call[0], call[1], status, later)
		}
	}
	postgrestest.Exec(t, "alter role "+schema+" login")
	if status, _ := ask("PUT", setting, `{"value":true}`); status != http.StatusOK {
		t.Errorf("later: %d", status)
	}
}

// The websockets of a copy that stops hear what other copies push, until they are closed.
func TestAStoppingCopyHearsPushes(t *testing.T) {
	aws, schema := testkit.Memory(t), postgrestest.Name(t)
	aws.Clock.Run()
	draining, over := make(chan time.Duration), make(chan struct{})
	var hub *push.Hub
	start := func(change func(*app.Env, *Server)) *site {
		return startOn(t, aws, func(env *app.Env) *Server {
			env.Config.Name, env.Config.Container.Files, env.Config.Container.Drain = schema, true, time.Second
			d, err := openDatabase(t.Context(), config.Postgres{URL: postgrestest.URL(t)}, env)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(d.Close)
			server := newOnPostgres(env, d)
			change(env, server)
			return server
		})
	}
	one := start(func(env *app.Env, s *Server) { hub, s.pause = env.Hub, func(time.Duration) {} })
	two := start(func(_ *app.Env, s *Server) { s.pause = func(d time.Duration) { draining <- d; <-over } })
	token, _ := one.person(auth.Admin, "13900000001")
	conn := two.listen(token)
	heard := make(chan struct{})
	go func() { // until the copy listens
		for every := time.NewTicker(20 * time.Millisecond); ; {
			select {
			case <-heard:
				every.Stop()
				return
			case <-every.C:
				_ = hub.Broadcast(t.Context(), push.Message{Type: "early"})
			}
		}
	}()
	two.hear(conn, func(kind, _ string) bool { return kind == "early" })
	close(heard)
	two.stop()
	<-draining
	if err := hub.Broadcast(t.Context(), push.Message{Type: "late"}); err != nil {
		t.Error(err)
	}
	two.hear(conn, func(kind, _ string) bool { return kind == "late" })
	close(over)
	for _, s := range []*site{two, one} {
		s.stop()
		if err := <-s.ended; err != nil {
			t.Error(err)
		}
	}
}
