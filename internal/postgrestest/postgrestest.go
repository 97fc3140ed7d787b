// Package postgrestest gives tests a PostgreSQL: a schema of their own each, and a network that breaks where they want.
package postgrestest

import (
	"context"
	"crypto/rand"
	"os"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/postgres"
)

// URL is the address of the server, as its owner. Without a server the test fails: make test and make test-postgres start one.
func URL(t testing.TB) string {
	t.Helper()
	url := os.Getenv("HERALD_TEST_POSTGRES")
	if url == "" {
		t.Fatal("HERALD_TEST_POSTGRES names no PostgreSQL: run `make test-postgres ONLY=<package>`, or set it to the address of a server")
	}
	return url
}

// Full reports whether there is time for all cases: make test-postgres takes it, make test draws some.
func Full() bool { return os.Getenv("HERALD_TEST_FULL") != "" }

// Name is the name of a schema that no other test has. It is removed at the end of the test.
func Name(t testing.TB) string {
	t.Helper()
	name := "test_" + strings.ToLower(rand.Text())
	t.Cleanup(func() { Exec(t, "drop schema if exists "+name+" cascade") })
	return name
}

// Exec runs statements as the owner of the server.
func Exec(t testing.TB, statements ...string) {
	t.Helper()
	conn := Connect(t)
	for _, s := range statements {
		if _, err := conn.Exec(context.Background(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// Kill has the server end connections of a database, one after the other, until the function that it gives is called, which tells how
// many it were.
func Kill(t testing.TB, of *postgres.Database) (stop func() int) {
	t.Helper()
	conn, ended, kills := Connect(t), make(chan struct{}), make(chan int)
	go func() {
		all := 0
		for {
			select {
			case <-ended:
				kills <- all
				return
			default:
			}
			var n int
			err := conn.QueryRow(context.Background(), `select count(pg_terminate_backend(pid)) from (select pid from pg_stat_activity
				where application_name = $1 and state <> 'idle' order by random() limit 1) x`, "herald "+of.Name()).Scan(&n)
			if err != nil {
				t.Error(err)
			}
			all += n
		}
	}()
	return func() int {
		close(ended)
		return <-kills
	}
}

// Connect gives a connection as the owner of the server.
func Connect(t testing.TB) *pgx.Conn {
	t.Helper()
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, URL(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(ctx) }) // it may be closed
	return conn
}

// Open gives a schema of the test. The network is the real one, or that of a Breaker.
func Open(t testing.TB, breaker *Breaker) *postgres.Database {
	t.Helper()
	o := postgres.Options{URL: URL(t), Name: Name(t)}
	if breaker != nil {
		o.Dial = breaker.Dial
	}
	d, err := postgres.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}
