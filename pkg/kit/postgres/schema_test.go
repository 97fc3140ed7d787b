//go:build postgres

package postgres_test

import (
	"context"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"herald/internal/postgrestest"
	"herald/pkg/kit/postgres"
)

// refused opens a database that cannot be used, and compares the sentence.
func refused(t *testing.T, o postgres.Options, words ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	d, err := postgres.Open(ctx, o)
	if err == nil {
		d.Close()
		t.Fatal("it was opened")
	}
	if ctx.Err() != nil {
		t.Errorf("it was not refused at once: %v", err)
	}
	said(t, err, words...)
}

func said(t *testing.T, err error, words ...string) {
	t.Helper()
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("%q does not say %q", err, w)
		}
	}
	if strings.Contains(err.Error(), "\n") || strings.Contains(err.Error(), "secret") {
		t.Errorf("%q is more than a sentence", err)
	}
}

// with gives the server's address for another user or database, or with other settings.
func with(t *testing.T, user, database, settings string) string {
	t.Helper()
	u, err := url.Parse(postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	if user != "" {
		u.User = url.UserPassword(user, "secret")
	}
	if database != "" {
		u.Path = "/" + database
	}
	if settings != "" {
		u.RawQuery += "&" + settings
	}
	return u.String()
}

// content are the tables of a schema with their columns, and its version.
func content(t *testing.T, name string) (all string) {
	t.Helper()
	if err := postgrestest.Connect(t).QueryRow(t.Context(), `select coalesce(string_agg(table_name || '.' || column_name, ' '
		order by table_name, ordinal_position), '') from information_schema.columns where table_schema = $1`, name).Scan(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// A new schema is made once, though many copies start at the same time, and is opened again as it is.
func TestCopiesThatStartTogether(t *testing.T) {
	o := postgres.Options{URL: postgrestest.URL(t), Name: postgrestest.Name(t)}
	var copies sync.WaitGroup
	for range 8 {
		copies.Go(func() {
			d, err := postgres.Open(t.Context(), o)
			if err != nil {
				t.Error(err)
				return
			}
			defer d.Close()
			if err := d.Healthy(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	copies.Wait()
	var rows int
	if err := postgrestest.Connect(t).QueryRow(t.Context(), "select count(*) from "+o.Name+".installation").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d rows of the installation (%v)", rows, err)
	}
}

// The connection breaks at each call of a start, before or after its effect. The start goes on, and the schema is whole.
func TestAStartThatBreaks(t *testing.T) {
	whole := postgres.Options{URL: postgrestest.URL(t), Name: postgrestest.Name(t)}
	d, err := postgres.Open(t.Context(), whole)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	breaker := &postgrestest.Breaker{}
	step := 3 // odd, so that both kinds of breaks take turns
	if postgrestest.Full() {
		step = 1
	}
	for first, broke := 0, true; broke; first += step {
		breaker.Plan(first%2 == 1, func(call int) bool { return call == first })
		o := postgres.Options{URL: whole.URL, Name: postgrestest.Name(t), Dial: breaker.Dial}
		d, err := postgres.Open(t.Context(), o)
		if err != nil {
			t.Fatalf("call %d: %v", first, err)
		}
		d.Close()
		broke = breaker.Broken() > 0
		if got := content(t, o.Name); got != content(t, whole.Name) {
			t.Fatalf("call %d: the schema is %s", first, got)
		}
	}
}

func TestASchemaOfANewerVersionIsRefused(t *testing.T) {
	o := postgres.Options{URL: postgrestest.URL(t), Name: postgrestest.Name(t)}
	d, err := postgres.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	postgrestest.Exec(t, "update "+o.Name+".installation set version = 999")
	before := content(t, o.Name)
	refused(t, o, o.Name, "version 999", "start the newer program")
	if content(t, o.Name) != before {
		t.Error("the schema was changed")
	}
}

func TestASchemaOfAnotherProductIsRefused(t *testing.T) {
	for _, tables := range []string{"create table %.orders (id int)", "create table %.installation (name text)",
		"create table %.installation (product text, version int); insert into %.installation values ('other', 1)",
		"create table %.installation (product text, version text); insert into %.installation values ('herald', 'x')"} {
		name := postgrestest.Name(t)
		postgrestest.Exec(t, "create schema "+name, strings.ReplaceAll(tables, "%", name))
		before := content(t, name)
		refused(t, postgres.Options{URL: postgrestest.URL(t), Name: name}, name, "another product", "HERALD_NAME")
		if content(t, name) != before {
			t.Error("the schema was changed")
		}
	}
}

// user makes a user who may sign in and nothing else.
func user(t *testing.T) string {
	t.Helper()
	name := postgrestest.Name(t)
	postgrestest.Exec(t, "create role "+name+" login")
	t.Cleanup(func() { postgrestest.Exec(t, "drop owned by "+name+" cascade", "drop role "+name) })
	return name
}

func TestAUserWithoutRightsIsRefused(t *testing.T) {
	plain, name := user(t), postgrestest.Name(t)
	refused(t, postgres.Options{URL: with(t, plain, "", ""), Name: name}, plain, "grant create on database")
	if got := content(t, name); got != "" {
		t.Errorf("it made %s", got)
	}
	d, err := postgres.Open(t.Context(), postgres.Options{URL: postgrestest.URL(t), Name: name})
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
	refused(t, postgres.Options{URL: with(t, plain, "", ""), Name: name}, "grant")
	postgrestest.Exec(t, "grant usage on schema "+name+" to "+plain, "grant select on all tables in schema "+name+" to "+plain)
	refused(t, postgres.Options{URL: with(t, plain, "", ""), Name: name}, "grant select, insert, update, delete")
	postgrestest.Exec(t, "grant select, insert, update, delete on all tables in schema "+name+" to "+plain)
	d, err = postgres.Open(t.Context(), postgres.Options{URL: with(t, plain, "", ""), Name: name})
	if err != nil {
		t.Fatal(err)
	}
	d.Close()
}

func TestAReadOnlyDatabaseIsRefused(t *testing.T) {
	name := postgrestest.Name(t)
	refused(t, postgres.Options{URL: with(t, "", "", "options=-c%20default_transaction_read_only%3Don"), Name: name}, "read-only", "primary")
	if got := content(t, name); got != "" {
		t.Errorf("it made %s", got)
	}
}

func TestAnotherEncodingIsRefused(t *testing.T) {
	for _, encoding := range []string{"LATIN1", "SQL_ASCII"} {
		name := postgrestest.Name(t)
		postgrestest.Exec(t, "create database "+name+" encoding '"+encoding+"' template template0 locale 'C'")
		t.Cleanup(func() { postgrestest.Exec(t, "drop database "+name+" with (force)") })
		refused(t, postgres.Options{URL: with(t, "", name, ""), Name: name}, encoding, "createdb -E UTF8")
	}
}

func TestADatabaseThatIsMissingIsNamed(t *testing.T) {
	refused(t, postgres.Options{URL: with(t, "", "nowhere", ""), Name: "herald"}, `"nowhere"`, "createdb")
}

func TestAUserWhoIsUnknownIsNamed(t *testing.T) {
	refused(t, postgres.Options{URL: with(t, "stranger", "", ""), Name: "herald"}, `"stranger"`, "password")
}

func TestAnAddressThatIsNoneIsRefused(t *testing.T) {
	refused(t, postgres.Options{URL: "postgres://a:secret@h:port/x", Name: "herald"}, "postgres://user:password@host:5432/name")
	refused(t, postgres.Options{URL: postgrestest.URL(t), Name: `a"b`}, "cannot name a schema")
}

// A server that does not answer is waited for, until the caller has waited long enough.
func TestAServerThatDoesNotAnswerIsWaitedFor(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := postgres.Open(ctx, postgres.Options{URL: "postgres://a:secret@127.0.0.1:1/x?sslmode=disable", Name: "herald"})
	if err == nil || ctx.Err() == nil {
		t.Fatalf("%v before the time was over", err)
	}
	said(t, err, "127.0.0.1:1", "start it")
}

// A wrong name and a server without TLS are not one that is down: starting it would not help.
func TestANameAndTLSAreNamed(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	go func() {
		for conn, err := silent.Accept(); err == nil; conn, err = silent.Accept() {
			_, _ = conn.Read(make([]byte, 8)) // the question for TLS
			_, _ = conn.Write([]byte("N"))
			_ = conn.Close()
		}
	}()
	_, err = postgres.Open(t.Context(), postgres.Options{URL: "postgres://a:secret@" + silent.Addr().String() + "/x?sslmode=require",
		Name: "herald"})
	said(t, err, "speaks no TLS", "sslmode=disable")
	ctx, enough := context.WithCancel(t.Context())
	defer enough()
	tries := 0
	_, err = postgres.Open(ctx, postgres.Options{URL: "postgres://a:secret@db.invalid:1/x?sslmode=disable", Name: "herald",
		Dial: func(context.Context, string, string) (net.Conn, error) {
			if tries++; tries == tellingTry {
				enough()
			}
			return nil, &net.DNSError{Name: "db.invalid", IsNotFound: true}
		}})
	said(t, err, "no machine has the name db.invalid", "HERALD_POSTGRES_URL")
}

// tellingTry is the try to connect at which a test ends the wait: what the tries before it met is known by then.
const tellingTry = 3

// So is one that lets calls wait, as behind a firewall that drops them.
func TestAServerThatKeepsSilentIsNamed(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	_, err := postgres.Open(ctx, postgres.Options{URL: "postgres://a:secret@127.0.0.1:1/x?sslmode=disable", Name: "herald",
		Dial: func(ctx context.Context, _, _ string) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() }})
	if err == nil {
		t.Fatal("it was opened")
	}
	said(t, err, "no PostgreSQL answers at 127.0.0.1:1", "start it")
}

// Whether an older schema is migrated is asked with a connection of the pool, which may have one only.
func TestOneConnectionMigrates(t *testing.T) {
	o := postgres.Options{URL: with(t, "", "", "pool_max_conns=1"), Name: postgrestest.Name(t)}
	asked := 0
	o.Accept = func(ctx context.Context, d *postgres.Database) error {
		asked++
		return d.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			_, err := conn.Exec(ctx, "select 1 from "+d.Table("rows"))
			return err
		})
	}
	for range 2 {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		d, err := postgres.Open(ctx, o)
		if err != nil {
			t.Fatal(err)
		}
		d.Close()
		if asked == 0 {
			postgrestest.Exec(t, "drop table "+o.Name+".server_history", "update "+o.Name+".installation set version = 4")
		}
	}
	if asked != 1 {
		t.Errorf("asked %d times", asked)
	}
}
