package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Attend marks the installation as served until ctx ends, on a connection of its own. The mark goes with the connection, so it outlives no
// process, and it is set again after the connection broke.
func (d *Database) Attend(ctx context.Context) {
	for try := 0; ctx.Err() == nil; try++ {
		if d.attend(ctx) {
			try = 0
		}
		_ = pause(ctx, try+4) // an end of ctx is seen above
	}
}

// attend reports whether it set the mark before the connection broke.
func (d *Database) attend(ctx context.Context) (began bool) {
	conn, err := pgx.ConnectConfig(ctx, d.pool.Config().ConnConfig)
	if err != nil {
		return false
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it may be broken
	if _, err := conn.Exec(ctx, "select pg_advisory_lock_shared(hashtextextended($1, 0))", d.served()); err != nil {
		return false
	}
	_, _ = conn.WaitForNotification(ctx) // none comes: it returns when ctx ends, or the connection
	return true
}

// Attended reports whether a process serves the installation.
func (d *Database) Attended(ctx context.Context) (served bool, err error) {
	err = d.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		// The lock ends with the statement.
		return conn.QueryRow(ctx, "select not pg_try_advisory_xact_lock(hashtextextended($1, 0))", d.served()).Scan(&served)
	})
	return served, err
}

// served names the lock that all who serve share.
func (d *Database) served() string { return "herald serves " + d.schema }
