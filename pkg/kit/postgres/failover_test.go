//go:build postgres

package postgres_test

import (
	"context"
	"errors"
	"net"
	"testing"

	"github.com/jackc/pgx/v5"

	"herald/internal/postgrestest"
	"herald/pkg/kit/postgres"
)

// answerless is a network that loses the answer to a commit: lost is called, and the connection is gone.
type answerless struct {
	decided, sent bool
	lost          func()
}

func (a *answerless) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	return &answerlessConn{conn, a}, err
}

type answerlessConn struct {
	net.Conn
	of *answerless
}

func (c *answerlessConn) Write(data []byte) (int, error) {
	c.of.sent = c.of.decided
	return c.Conn.Write(data)
}

func (c *answerlessConn) Read(data []byte) (int, error) {
	n, err := c.Conn.Read(data)
	if !c.of.sent {
		return n, err
	}
	c.of.decided, c.of.sent = false, false
	_ = c.Conn.Close()
	c.of.lost()
	return 0, errors.New("the network broke")
}

// add writes a row. Its answer is lost where the network has something to do then.
func add(t *testing.T, d *postgres.Database, network *answerless) error {
	t.Helper()
	return d.Transact(t.Context(), func(*pgx.Batch) {}, func(b *pgx.Batch) error {
		network.decided = network.lost != nil
		b.Queue("insert into " + d.Table("counted") + " values (1)")
		return nil
	})
}

func count(t *testing.T, d *postgres.Database) (n int) {
	t.Helper()
	err := d.Read(t.Context(), func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, "select count(*) from "+d.Table("counted")).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A standby takes over that had not got a commit yet, and gives its number to another transaction. The writer is told neither that its
// commit holds nor that it may write again; after a crash of the same server it is told the truth (architecture §3).
func TestAFailoverThatLosesACommit(t *testing.T) {
	server, network := postgrestest.NewCluster(t), &answerless{}
	open := func() *postgres.Database {
		d, err := postgres.Open(t.Context(), postgres.Options{URL: server.URL, Name: "herald", Dial: network.Dial})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(d.Close)
		return d
	}
	d := open()
	server.Exec("create table herald.counted (n int)")

	if err := add(t, d, network); err != nil { // its statements are prepared then
		t.Fatal(err)
	}
	network.lost = func() { server.Kill(); server.Start() }
	if err := add(t, d, network); err != nil || count(t, d) != 2 {
		t.Errorf("after a crash: %d rows, %v", count(t, d), err)
	}

	server.Stop()
	behind := server.Copy()
	server.Start()
	network.lost = nil
	if err := add(t, d, network); err != nil { // it is answered, and lost
		t.Fatal(err)
	}
	network.lost = func() {
		server.Kill()
		server.TakeOver(behind)
		for range 20 {
			server.Exec("select pg_current_xact_id()")
		}
	}
	if err := add(t, d, network); !errors.Is(err, postgres.ErrUnclear) {
		t.Errorf("after a failover: %v", err)
	}
	if n := count(t, d); n != 2 {
		t.Errorf("%d rows, want the two that were copied", n)
	}
	network.lost = nil
	if err := add(t, d, network); err != nil || count(t, d) != 3 {
		t.Errorf("later: %d rows, %v", count(t, d), err)
	}
}
