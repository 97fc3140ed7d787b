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

// answerless is a network that loses a commit, or the answer to it: lost is called, and the connection is gone.
type answerless struct {
	decided, sent bool
	unsent        bool // the commit itself is lost
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
	if c.of.decided && c.of.unsent {
		return 0, c.lose()
	}
	c.of.sent = c.of.decided
	return c.Conn.Write(data)
}

func (c *answerlessConn) Read(data []byte) (int, error) {
	n, err := c.Conn.Read(data)
	if !c.of.sent {
		return n, err
	}
	return 0, c.lose()
}

func (c *answerlessConn) lose() error {
	lost := c.of.lost
	c.of.decided, c.of.sent, c.of.lost = false, false, nil
	_ = c.Conn.Close()
	lost()
	return errors.New("the network broke")
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

// spend gives the next numbers to other transactions.
func spend(server *postgrestest.Cluster) {
	for range 20 {
		server.Exec("select pg_current_xact_id()")
	}
}

func openOn(t *testing.T, server *postgrestest.Cluster, network *answerless) *postgres.Database {
	t.Helper()
	d, err := postgres.Open(t.Context(), postgres.Options{URL: server.URL, Name: "herald", Dial: network.Dial})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	server.Exec("create table herald.counted (n int)")
	if err := add(t, d, network); err != nil { // its statements are prepared then
		t.Fatal(err)
	}
	return d
}

// A server crashes before a commit is on its disk, and then gives the number of that transaction to another one. The writer is told that
// its commit holds only when it does.
func TestACrashThatLosesACommit(t *testing.T) {
	server, network := postgrestest.NewCluster(t), &answerless{}
	d := openOn(t, server, network)
	network.unsent, network.lost = true, func() { server.Kill(); server.Start(); spend(server) }
	if err := add(t, d, network); !errors.Is(err, postgres.ErrUnclear) {
		t.Errorf("another transaction has the number: %v", err)
	}
	if n := count(t, d); n != 1 {
		t.Errorf("%d rows, want 1", n)
	}
	network.lost = func() { server.Kill(); server.Start() }
	if err := add(t, d, network); err != nil || count(t, d) != 2 {
		t.Errorf("no transaction has the number: %d rows, %v", count(t, d), err)
	}
	network.unsent, network.lost = false, func() { server.Kill(); server.Start() }
	if err := add(t, d, network); err != nil && !errors.Is(err, postgres.ErrUnclear) || count(t, d) != 3 {
		t.Errorf("the commit holds: %d rows, %v", count(t, d), err)
	}
	network.lost = func() { server.Stop(); server.Start(); spend(server) }
	if err := add(t, d, network); err != nil || count(t, d) != 4 {
		t.Errorf("after a restart: %d rows, %v", count(t, d), err)
	}
}

// A standby takes over that had not got a commit yet, and gives its number to another transaction. The writer is told neither that its
// commit holds nor that it may write again.
func TestAFailoverThatLosesACommit(t *testing.T) {
	server, network := postgrestest.NewCluster(t), &answerless{}
	d := openOn(t, server, network)
	server.Stop()
	behind := server.Copy()
	server.Start()
	if err := add(t, d, network); err != nil { // it is answered, and lost
		t.Fatal(err)
	}
	network.lost = func() { server.Kill(); server.TakeOver(behind); spend(server) }
	if err := add(t, d, network); !errors.Is(err, postgres.ErrUnclear) {
		t.Errorf("after a failover: %v", err)
	}
	if n := count(t, d); n != 1 {
		t.Errorf("%d rows, want the one that was copied", n)
	}
	if err := add(t, d, network); err != nil || count(t, d) != 2 {
		t.Errorf("later: %d rows, %v", count(t, d), err)
	}
}
