package postgres

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// migrations are the steps from one version of the schema to the next, in the order of their names. A step that was released never changes.
//
//go:embed migrations/*.sql
var migrations embed.FS

// product names the owner of a schema in it.
const product = "herald"

// oldest is the oldest release of PostgreSQL that can tell what became of a transaction.
const oldest = 13

// prepare checks the server and migrates the schema. It repeats this while the server does not answer, until ctx ends.
func (d *Database) prepare(ctx context.Context, to *pgx.ConnConfig) error {
	var before error // why the try before failed: one that the end of the wait cuts off says nothing of its own
	for try := 0; ; try++ {
		err := d.acceptable(ctx)
		if err == nil {
			_, err = d.using(ctx, func(conn *pgx.Conn) error {
				d.history = historyOf(ctx, conn) + " || ' ' || (select id::text from " + d.Table("server_history") + ")"
				return d.migrate(ctx, conn)
			})
		}
		var unable sentence
		var refused unaccepted
		if errors.As(err, &refused) {
			return refused.error
		}
		if err == nil || errors.As(err, &unable) {
			return err
		}
		explained, later := explain(err, to)
		switch {
		case !later:
			return explained
		case ctx.Err() != nil && before != nil:
			return before
		case pause(ctx, try) != nil:
			return explained
		}
		before = explained
	}
}

// sentence is an error that says all: what is wrong and what to do.
type sentence string

func (s sentence) Error() string { return "postgres: " + string(s) }

func sentencef(format string, args ...any) error { return sentence(fmt.Sprintf(format, args...)) }

// explain makes a sentence of an error of the start, and reports whether the server may answer otherwise later.
func explain(err error, to *pgx.ConnConfig) (explained error, later bool) {
	at := fmt.Sprintf("%s:%d", to.Host, to.Port)
	switch code(err) {
	case "28P01":
		return sentencef("%s refuses the user %q: correct the name or the password in HERALD_POSTGRES_URL", at, to.User), false
	case "28000":
		return sentencef("%s refuses the user %q: correct the name or the password in HERALD_POSTGRES_URL, or let it in by pg_hba.conf, "+
			"which may ask for TLS (sslmode=require)", at, to.User), false
	case "3D000":
		return sentencef("%s has no database %q: create it with createdb -E UTF8 %s", at, to.Database, to.Database), false
	case "42501":
		return sentencef("the user %q may not create or use the schema: grant create on database %q, or make the user the owner of the schema",
			to.User, to.Database), false
	case "25006":
		return errReadOnly, false
	case "53100":
		return sentencef("the disk of %s is full: free space on it and start again; nothing was changed", at), false
	case "53300":
		return sentencef("%s has no connection left: raise max_connections, or lower pool_max_conns in HERALD_POSTGRES_URL", at), true
	case "57P01", "57P02", "57P03":
		return sentencef("%s is starting or stopping", at), true
	}
	if answer := answered(err); answer != nil && answer.Code == "08P01" && strings.Contains(answer.Message, "startup parameter") {
		return sentencef("%s is a pooler that refuses settings of connections: name the database itself in HERALD_POSTGRES_URL, or let a pool "+
			"in session mode ignore them (PgBouncer: ignore_startup_parameters = %s)", at, strings.Join(sortedKeepalives(), ",")), false
	}
	if answer := answered(err); answer != nil {
		return sentencef("%s answers %s: %s", at, answer.Code, answer.Message), false
	}
	var connect *pgconn.ConnectError
	var unknown *net.DNSError
	switch {
	case errors.As(err, &unknown) && unknown.IsNotFound:
		return sentencef("no machine has the name %s: correct HERALD_POSTGRES_URL, or the name server of this machine", to.Host), true
	case err != nil && strings.Contains(err.Error(), "server refused TLS connection"): // pgx has no type for it
		return sentencef("%s speaks no TLS: turn it on there (ssl = on), or write sslmode=disable into HERALD_POSTGRES_URL inside a private "+
			"network", at), false
	}
	if errors.As(err, &connect) || errors.As(err, &noConnection{}) {
		return sentencef("no PostgreSQL answers at %s: start it, or correct HERALD_POSTGRES_URL", at), true
	}
	return sentencef("the connection to %s broke: %v", at, err), true
}

var errReadOnly = sentence("the database is read-only, as a standby is: name the primary in HERALD_POSTGRES_URL, or turn " +
	"default_transaction_read_only off")

// suitable refuses a server that cannot do what is needed.
func suitable(ctx context.Context, conn *pgx.Conn) error {
	if shared, err := sharesSession(ctx, conn); err != nil {
		return err
	} else if shared {
		return sentencef("%s:%d is a pooler in transaction mode, and notifications need a session: name the database itself in "+
			"HERALD_POSTGRES_URL, or a pool in session mode", conn.Config().Host, conn.Config().Port)
	}
	var version int
	var encoding string
	if err := conn.QueryRow(ctx, `select current_setting('server_version_num')::int / 10000, current_setting('server_encoding')`).
		Scan(&version, &encoding); err != nil {
		return err
	}
	if version < oldest {
		return sentencef("the server is PostgreSQL %d: Herald needs %d or newer", version, oldest)
	}
	if encoding != "UTF8" {
		return sentencef("the database has the encoding %s: create one with createdb -E UTF8 -T template0", encoding)
	}
	return writable(ctx, conn)
}

// unaccepted is why an older schema is not migrated.
type unaccepted struct{ error }

// acceptable asks whether a server is suitable, and whether an older schema may be migrated, while nothing is changed. accept takes its own
// connection from the pool, which may have one only, so that none is held meanwhile.
func (d *Database) acceptable(ctx context.Context) error {
	older := false
	_, err := d.using(ctx, func(conn *pgx.Conn) (err error) {
		if err = suitable(ctx, conn); err == nil && d.accept != nil {
			older, err = d.older(ctx, conn)
		}
		return err
	})
	if err != nil || !older {
		return err
	}
	if err = d.accept(ctx, d); err == nil || answered(err) != nil || errors.Is(err, ErrNoAnswer) {
		return err
	}
	return unaccepted{err}
}

// older reports a schema of this product that migrate would change.
func (d *Database) older(ctx context.Context, conn *pgx.Conn) (bool, error) {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return false, err
	}
	var exists bool
	if err := conn.QueryRow(ctx, "select to_regclass($1) is not null", d.Table("installation")).Scan(&exists); err != nil || !exists {
		return false, err
	}
	var version int // 0: of another product, which migrate refuses
	const what = "select coalesce(max((to_jsonb(i) ->> 'version')::int), 0) from %s i where to_jsonb(i) ->> 'product' = $1"
	err = conn.QueryRow(ctx, fmt.Sprintf(what, d.Table("installation")), product).Scan(&version)
	return version > 0 && version < len(steps), err
}

// sharesSession reports that two connections reach one session of the server, as behind a pooler in transaction mode. A busy pooler may
// have a session for each; then statements fail later.
func sharesSession(ctx context.Context, conn *pgx.Conn) (bool, error) {
	other, err := pgx.ConnectConfig(ctx, conn.Config())
	if err != nil {
		return false, err
	}
	defer other.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it has done its work
	var of [2]uint32
	for i, c := range []*pgx.Conn{conn, other} {
		if err := c.QueryRow(ctx, "select pg_backend_pid()", pgx.QueryExecModeExec).Scan(&of[i]); err != nil {
			return false, err
		}
	}
	return of[0] == of[1], nil
}

// historyOf gives SQL that tells one server of the data from another: its timeline, which changes when a standby takes over, or the start
// of the server, where that is not told.
func historyOf(ctx context.Context, conn *pgx.Conn) string {
	const timeline, start = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)", "pg_postmaster_start_time()::text"
	if _, err := conn.Exec(ctx, "select "+timeline); answered(err) != nil {
		return start
	}
	return timeline
}

func writable(ctx context.Context, conn *pgx.Conn) error {
	var locked bool
	if err := conn.QueryRow(ctx, `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on'`).Scan(&locked); err != nil {
		return err
	}
	if locked {
		return errReadOnly
	}
	return nil
}

// migrate brings the schema to the version of this program, in one transaction. Copies that start at the same time wait for each other.
func (d *Database) migrate(ctx context.Context, conn *pgx.Conn) error {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "select pg_advisory_xact_lock(hashtextextended($1, 0))", "herald schema "+d.schema); err != nil {
			return err
		}
		version, err := d.version(ctx, tx)
		if err != nil {
			return err
		}
		if version > len(steps) {
			return sentencef("the schema %q has version %d and this program knows up to %d: start the newer program, or restore a backup",
				d.schema, version, len(steps))
		}
		for _, step := range steps[version:] {
			text, err := migrations.ReadFile(step)
			if err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, string(text)); err != nil {
				return err
			}
		}
		if version < len(steps) {
			_, err := tx.Exec(ctx, "update installation set version = $1", len(steps))
			return err
		}
		return d.permitted(ctx, tx)
	})
}

// version gives the version of the schema, 0 for a new one, which it creates. Names without a schema mean this one from then on.
func (d *Database) version(ctx context.Context, tx pgx.Tx) (version int, err error) {
	var exists, known, empty bool
	err = tx.QueryRow(ctx, `select exists (select from pg_namespace where nspname = $1),
		exists (select from pg_tables where schemaname = $1 and tablename = 'installation'),
		not exists (select from pg_tables where schemaname = $1)`, d.schema).Scan(&exists, &known, &empty)
	if err != nil {
		return 0, err
	}
	if exists && !known && !empty {
		return 0, d.foreign()
	}
	if !exists {
		if _, err := tx.Exec(ctx, "create schema "+pgx.Identifier{d.schema}.Sanitize()); err != nil {
			return 0, err
		}
	}
	if _, err := tx.Exec(ctx, "select set_config('search_path', $1, true)", pgx.Identifier{d.schema}.Sanitize()); err != nil {
		return 0, err
	}
	if !known {
		_, err := tx.Exec(ctx, "create table installation (product text not null, version int not null)")
		if err == nil {
			_, err = tx.Exec(ctx, "insert into installation values ($1, 0)", product)
		}
		return 0, err
	}
	var owner string
	const what = "select to_jsonb(i) ->> 'product', coalesce((to_jsonb(i) ->> 'version')::int, 0) from "
	err = tx.QueryRow(ctx, what+d.Table("installation")+" i").
		Scan(&owner, &version)
	switch {
	case err == nil && owner == product:
		return version, nil
	case code(err) == "42501" || err != nil && answered(err) == nil && tx.Conn().IsClosed():
		return 0, err
	}
	return 0, d.foreign()
}

func (d *Database) foreign() error {
	return sentencef("the schema %q belongs to another product: give this installation another HERALD_NAME", d.schema)
}

// permitted refuses a user who may not work with every table.
func (d *Database) permitted(ctx context.Context, tx pgx.Tx) error {
	var table string
	err := tx.QueryRow(ctx, `select tablename from pg_tables where schemaname = $1 and not (
		has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'select') and
		has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'insert') and
		has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'update') and
		has_table_privilege(quote_ident(schemaname) || '.' || quote_ident(tablename), 'delete')) limit 1`, d.schema).Scan(&table)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return sentencef("the user may not read and write the table %s: grant select, insert, update, delete on all tables in schema %s",
		table, pgx.Identifier{d.schema}.Sanitize())
}
