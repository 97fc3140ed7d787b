//go:build postgres

package postgres_test

import (
	"fmt"
	"net"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgproto3"

	"herald/internal/postgrestest"
	"herald/pkg/kit/postgres"
)

// pooler shares one session of the server among all its clients, a transaction at a time, as PgBouncer does with pool_mode = transaction.
type pooler struct {
	mu      sync.Mutex
	session *pgproto3.Frontend
}

// startPooler gives the address of a pooler. One that is strict refuses settings of connections, as PgBouncer does.
func startPooler(t *testing.T, strict bool) string {
	t.Helper()
	conn, err := pgconn.Connect(t.Context(), postgrestest.URL(t))
	if err != nil {
		t.Fatal(err)
	}
	session, err := conn.Hijack()
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &pooler{session: session.Frontend}
	t.Cleanup(func() { _, _ = l.Close(), session.Conn.Close() })
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(client, strict)
		}
	}()
	return fmt.Sprintf("postgres://postgres@%s/postgres?sslmode=disable", l.Addr())
}

func (p *pooler) serve(client net.Conn, strict bool) {
	defer client.Close()
	b := pgproto3.NewBackend(client, client)
	start, err := b.ReceiveStartupMessage()
	if err != nil {
		return
	}
	if m, ok := start.(*pgproto3.StartupMessage); ok && strict && m.Parameters["tcp_keepalives_idle"] != "" {
		b.Send(&pgproto3.ErrorResponse{Severity: "FATAL", Code: "08P01", Message: "unsupported startup parameter: tcp_keepalives_idle"})
		_ = b.Flush()
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	for name, value := range map[string]string{"client_encoding": "UTF8", "standard_conforming_strings": "on"} {
		b.Send(&pgproto3.ParameterStatus{Name: name, Value: value})
	}
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	for held := false; b.Flush() == nil; {
		m, err := b.Receive()
		if err != nil {
			return
		}
		if _, ok := m.(*pgproto3.Terminate); ok {
			return
		}
		if !held {
			p.mu.Lock()
		}
		if held = p.pass(m, b) != 'I'; !held {
			p.mu.Unlock()
		}
	}
}

// pass sends a message to the server and its answers back, and tells whether a transaction is open.
func (p *pooler) pass(m pgproto3.FrontendMessage, to *pgproto3.Backend) (status byte) {
	p.session.Send(m)
	switch m.(type) {
	case *pgproto3.Query, *pgproto3.Sync:
	default:
		return 'T' // more follows
	}
	if p.session.Flush() != nil {
		return 'I'
	}
	for {
		answer, err := p.session.Receive()
		if err != nil {
			return 'I'
		}
		to.Send(answer)
		if ready, ok := answer.(*pgproto3.ReadyForQuery); ok {
			return ready.TxStatus
		}
	}
}

// A pooler that shares sessions carries no notifications: a start says so, and what to do.
func TestAPoolerInTransactionModeIsRefused(t *testing.T) {
	refused(t, postgres.Options{URL: startPooler(t, false), Name: postgrestest.Name(t)}, "pooler in transaction mode", "HERALD_POSTGRES_URL")
	refused(t, postgres.Options{URL: startPooler(t, true), Name: postgrestest.Name(t)}, "is a pooler", "ignore_startup_parameters = tcp_keepalives_count,")
}
