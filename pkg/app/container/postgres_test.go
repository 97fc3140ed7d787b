//go:build postgres

package container

import (
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"herald/internal/postgrestest"
	"herald/internal/testkit"
	"herald/pkg/app"
	"herald/pkg/app/move"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
)

// copyOf starts a process on a schema.
func copyOf(t *testing.T, aws *testkit.Env, schema string) *site {
	t.Helper()
	return startOn(t, aws, func(env *app.Env) *Server {
		env.Config.Name, env.Config.Container.Files = schema, true
		d, err := openDatabase(t.Context(), config.Postgres{URL: postgrestest.URL(t)}, env)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return newOnPostgres(env, d)
	})
}

// The main job on two copies with rows, messages and files in PostgreSQL: requests go to one copy, and the console listens at the other.
func TestTwoCopiesOnPostgres(t *testing.T) {
	aws, schema := testkit.Memory(t), postgrestest.Name(t)
	aws.Clock.Run()
	one, two := copyOf(t, aws, schema), copyOf(t, aws, schema)
	for _, s := range []*site{one, two} {
		answer, err := http.Get(s.url + "/readyz")
		if err != nil {
			t.Fatal(err)
		}
		if err := answer.Body.Close(); err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("it is not ready: %s (%v)", answer.Status, err)
		}
	}
	mainJob(one, two)
	home := homeOnPostgres(t, aws, schema)
	postgrestest.Exec(t, "delete from "+schema+".leases") // the copy that did the minute's work has died
	want(t, home.Export(t.Context(), filepath.Join(t.TempDir(), "served"), move.Options{ID: aws.IDs.Next(), Out: &home.said}), "a copy of Herald")
	one.stop()
	if err := <-one.ended; err != nil {
		t.Error(err)
	}
	moves(t, home, homeOnPostgres(t, aws, postgrestest.Name(t)))
}

// A newer program that is started on the data of another installation changes nothing there, so that the one in use can start again.
func TestAnotherInstallationIsNotMigrated(t *testing.T) {
	aws, schema := testkit.Memory(t), postgrestest.Name(t)
	home := homeOnPostgres(t, aws, schema)
	if _, err := own(t.Context(), home.DB, map[string][]string{ownKeys[0]: {"theirs"}, ownKeys[1]: {"theirs"}}); err != nil {
		t.Fatal(err)
	}
	postgrestest.Exec(t, "drop table "+schema+".server_history", "update "+schema+".installation set version = 4")
	cfg := *aws.Config
	cfg.Name = schema
	_, err := openDatabase(t.Context(), config.Postgres{URL: postgrestest.URL(t)}, app.Build(&cfg, aws.AWS, aws.Meter, aws.Now))
	want(t, err, "another installation", "HERALD_NAME")
	var version int
	if err := postgrestest.Connect(t).QueryRow(t.Context(), "select version from "+schema+".installation").Scan(&version); err != nil ||
		version != 4 {
		t.Errorf("the schema has version %d (%v)", version, err)
	}
}

// One copy at a time does the minute's work: another takes over when the first leaves, or when its lease has run out.
func TestOneCopyLeads(t *testing.T) {
	d := &database{Database: postgrestest.Open(t, nil)}
	held := func(copy string, life time.Duration) bool {
		held, err := d.Lease(t.Context(), "tick", copy, life)
		if err != nil {
			t.Fatal(err)
		}
		return held
	}
	for range 2 { // the second renews it
		if !held("one", time.Hour) {
			t.Error("the lease is not the first copy's")
		}
	}
	if held("two", time.Hour) {
		t.Error("two copies hold the lease")
	}
	if err := d.leave(t.Context(), "two"); err != nil || held("two", time.Hour) {
		t.Errorf("another copy ended the lease (%v)", err)
	}
	if err := d.leave(t.Context(), "one"); err != nil || !held("two", 0) || !held("one", time.Hour) {
		t.Errorf("the lease was not handed on (%v)", err)
	}
}

// Copies whose machines' clocks differ agree on the time, because each follows the database's.
func TestCopiesFollowOneClock(t *testing.T) {
	server := postgrestest.Open(t, nil)
	for _, off := range []time.Duration{-3 * time.Minute, 3 * time.Minute} {
		d := &database{Database: server, clock: &clock.Led{System: func() time.Time { return clock.System().Add(off) }}}
		if err := d.follow(t.Context()); err != nil {
			t.Fatal(err)
		}
		theirs, err := server.Now(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if by := d.clock.Now().Sub(theirs).Abs(); by > time.Minute {
			t.Errorf("a clock that is off by %v is still off by %v", off, by)
		}
	}
}
