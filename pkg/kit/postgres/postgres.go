// Package postgres is the way to PostgreSQL: a pool of connections, the schema of one installation with its versions, reads that are
// repeated when a connection breaks, and transactions whose outcome is known even when the answer to the commit was lost.
//
// The packages pgstore, pgqueue, pgblob and pgpush keep rows, messages, files and pushes in it.
package postgres

import (
	"context"
	cryptorand "crypto/rand"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// ErrUnclear: the transaction may or may not have been committed, and the server could not be asked.
var ErrUnclear = errors.New("postgres: outcome unknown")

// ErrBusy: other transactions held what this one needs; nothing was written.
var ErrBusy = errors.New("postgres: held by another transaction")

// ErrNoWrites: the server takes no writes, because its disk is full or it became read-only; nothing was written.
var ErrNoWrites = errors.New("postgres: the database takes no writes")

// ErrNoAnswer: the server cannot be reached, or connections to it break. A transaction has written nothing; a call of Read may have.
var ErrNoAnswer = errors.New("postgres: the database does not answer")

// maxConnections is the size of a pool whose address says nothing about it.
const maxConnections = 16

// tries bounds how often a call is made whose connection broke.
const tries = 8

// Options name a database and an installation in it.
type Options struct {
	// The address of the database: postgres://user:password@host/name, with settings of the connections as parameters.
	URL    string
	Name   string                                                               // of the installation: its schema
	Dial   func(ctx context.Context, network, address string) (net.Conn, error) // nil: the network
	Tracer pgx.QueryTracer                                                      // told of each statement; nil: none is
	Accept func(ctx context.Context, d *Database) error                         // may refuse to migrate an older schema; nil: none is refused
}

// keepalives have the server notice within eleven seconds that a client's network is gone: what a half-sent call has locked is free then.
var keepalives = map[string]string{"tcp_keepalives_idle": "5", "tcp_keepalives_interval": "2", "tcp_keepalives_count": "3"}

func sortedKeepalives() []string { return slices.Sorted(maps.Keys(keepalives)) }

// Database is the schema of one installation.
type Database struct {
	pool    *pgxpool.Pool
	schema  string
	accept  func(ctx context.Context, d *Database) error
	history string         // SQL: which history of the data the server has; null after a crash, until one begins
	probe   chan *pgx.Conn // the connection of Healthy, while it is not asked; nil for none yet
	full    atomic.Bool    // the last write was refused with ErrNoWrites
}

var schemaName = regexp.MustCompile(`^[a-z][a-z0-9_-]{0,47}$`)

// Open connects, checks what it finds, and brings the schema to the version of this program. It writes all of that or nothing. It waits
// until ctx ends for a server that does not answer yet. Errors are sentences that say what to do.
func Open(ctx context.Context, o Options) (*Database, error) {
	if !schemaName.MatchString(o.Name) {
		return nil, fmt.Errorf("postgres: HERALD_NAME=%s cannot name a schema: use up to 48 lower-case letters, digits, - and _, a letter "+
			"first", o.Name)
	}
	config, err := pgxpool.ParseConfig(o.URL)
	if err != nil {
		return nil, errors.New("postgres: the address of the database cannot be read: write postgres://user:password@host:5432/name, with " +
			"settings that PostgreSQL knows after a question mark, as sslmode=require")
	}
	if !strings.Contains(o.URL, "pool_max_conns") {
		config.MaxConns = maxConnections
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "herald " + o.Name
	}
	for name, value := range keepalives {
		if _, ok := config.ConnConfig.RuntimeParams[name]; !ok {
			config.ConnConfig.RuntimeParams[name] = value
		}
	}
	config.ConnConfig.Tracer, config.ConnConfig.DialFunc = o.Tracer, dialer().DialContext
	if o.Dial != nil {
		config.ConnConfig.DialFunc = o.Dial // which looks names up itself
		config.ConnConfig.LookupFunc = func(_ context.Context, host string) ([]string, error) { return []string{host}, nil }
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTime
	}
	d := &Database{schema: o.Name, accept: o.Accept, probe: make(chan *pgx.Conn, 1)}
	d.probe <- nil
	if d.pool, err = pgxpool.NewWithConfig(ctx, config); err != nil {
		return nil, err
	}
	if err := d.prepare(ctx, config.ConnConfig); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// Close ends all connections, and waits for calls that are not done.
func (d *Database) Close() { d.CloseWithin(context.Background()) }

// CloseWithin is Close that does not wait longer than ctx: a call that is stuck keeps no process from its end.
func (d *Database) CloseWithin(ctx context.Context) {
	done := make(chan struct{})
	new(sync.WaitGroup).Go(func() {
		defer close(done)
		if conn := <-d.probe; conn != nil {
			_ = conn.Close(ctx) // it may be broken
		}
		d.probe <- nil
		d.pool.Close()
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// Table is the name of a table in SQL.
func (d *Database) Table(name string) string { return pgx.Identifier{d.schema, name}.Sanitize() }

// Name is the name of the installation.
func (d *Database) Name() string { return d.schema }

// Read makes calls that change nothing, or that may be made twice. It repeats them when their connection breaks.
func (d *Database) Read(ctx context.Context, call func(ctx context.Context, conn *pgx.Conn) error) error {
	for try := 0; ; try++ {
		broken, err := d.using(ctx, func(conn *pgx.Conn) error { return call(ctx, conn) })
		if err == nil || !broken || ctx.Err() != nil || try+1 == tries {
			return unanswered(broken, err)
		}
		if e := pause(ctx, try); e != nil {
			return unanswered(broken, err)
		}
	}
}

// unanswered makes an ErrNoAnswer of the error of a connection that broke, unless the caller broke it off.
func unanswered(broken bool, err error) error {
	if broken && err != nil && !errors.Is(err, context.Canceled) {
		return fmt.Errorf("%w: %w", ErrNoAnswer, err)
	}
	return err
}

// noConnection is an error of a call that was not begun.
type noConnection struct{ error }

func (n noConnection) Unwrap() error { return n.error }

// using reports whether the connection broke, or there was none.
func (d *Database) using(ctx context.Context, call func(conn *pgx.Conn) error) (broken bool, err error) {
	conn, err := d.pool.Acquire(ctx)
	if err != nil {
		return true, noConnection{err}
	}
	defer conn.Release()
	err = call(conn.Conn())
	if takesNoWrites(err) {
		d.full.Store(true)
		err = fmt.Errorf("%w: %w", ErrNoWrites, err)
	}
	return err != nil && conn.Conn().IsClosed(), err
}

// takesNoWrites reports that the disk is full, or that the server became a standby or read-only.
func takesNoWrites(err error) bool { return code(err) == "53100" || code(err) == "25006" }

// Healthy reports whether the database answers and can be written to. It has a connection of its own: a process whose connections are all
// in use is busy and not ill.
func (d *Database) Healthy(ctx context.Context) error {
	var conn *pgx.Conn
	select {
	case conn = <-d.probe:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { d.probe <- conn }()
	for kept := conn != nil; ; kept = false {
		err := d.ask(ctx, &conn)
		if err == nil || !kept || ctx.Err() != nil { // one that was kept may have been ended since
			return err
		}
	}
}

// ask asks on a connection, which it opens unless it is open, and drops it after an error.
func (d *Database) ask(ctx context.Context, conn **pgx.Conn) (err error) {
	if *conn == nil {
		if *conn, err = pgx.ConnectConfig(ctx, d.pool.Config().ConnConfig); err != nil {
			*conn = nil
			return err
		}
	}
	if err = writable(ctx, *conn); err == nil && d.full.Load() {
		err = d.tryToWrite(ctx, *conn)
	}
	if err != nil {
		_ = (*conn).Close(ctx) // it may be broken
		*conn = nil
	}
	return err
}

// probeBytes is more than what free space within a table takes.
const probeBytes = 256 << 10

// tryToWrite reports whether writes are taken again after one was refused. It leaves nothing behind.
func (d *Database) tryToWrite(ctx context.Context, conn *pgx.Conn) error {
	tx, err := conn.Begin(ctx)
	if err != nil {
		return err
	}
	data := make([]byte, probeBytes)
	_, _ = cryptorand.Read(data) // never fails; it cannot be compressed
	_, err = tx.Exec(ctx, "insert into "+d.Table("pushes")+" (data) values ($1)", data)
	if e := tx.Rollback(ctx); err == nil {
		err = e
	}
	if code(err) == "53100" {
		return errFull
	}
	if err == nil {
		d.full.Store(false)
	}
	return err
}

var errFull = sentence("the disk of the database is full: free space on it, and Herald goes on by itself; nothing was half-written")

// Reason is what an operator reads of an error of Healthy.
func Reason(err error) string {
	var said sentence
	if errors.As(err, &said) {
		return said.Error()
	}
	return "postgres: the database does not answer: look at its log, and at the network between"
}

// Now is the server's time.
func (d *Database) Now(ctx context.Context) (now time.Time, err error) {
	err = d.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, "select clock_timestamp()").Scan(&now)
	})
	return now, err
}

// answered gives the server's answer in an error's chain; nil when it is none.
func answered(err error) *pgconn.PgError {
	var answer *pgconn.PgError
	errors.As(err, &answer)
	return answer
}

// code is the server's code of an error; empty for none.
func code(err error) string {
	if answer := answered(err); answer != nil {
		return answer.Code
	}
	return ""
}

// pause waits before a repeated call: up to 5 ms, doubled with every try up to 320 ms.
func pause(ctx context.Context, try int) error {
	t := time.NewTimer(time.Duration(rand.Int64N(int64(5*time.Millisecond) << min(try, 6))))
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
