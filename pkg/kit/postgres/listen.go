package postgres

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// Channel is the name of a channel of this installation, for Listen and pg_notify.
func (d *Database) Channel(name string) string { return d.schema + "." + name }

// Listen calls heard with each notification of a channel until ctx ends. It calls heard with an empty payload whenever it begins to listen:
// what was notified before, while the connection was broken, is not heard.
func (d *Database) Listen(ctx context.Context, channel string, heard func(payload string)) {
	for try := 0; ctx.Err() == nil; try++ {
		if d.listen(ctx, channel, heard) {
			try = 0
		}
		_ = pause(ctx, try+4) // an end of ctx is seen above
	}
}

// listen reports whether it began to listen before the connection broke.
func (d *Database) listen(ctx context.Context, channel string, heard func(payload string)) (began bool) {
	conn, err := pgx.ConnectConfig(ctx, d.pool.Config().ConnConfig)
	if err != nil {
		return false
	}
	defer conn.Close(context.WithoutCancel(ctx)) //nolint:errcheck // it may be broken
	if _, err := conn.Exec(ctx, "listen "+pgx.Identifier{d.Channel(channel)}.Sanitize()); err != nil {
		return false
	}
	heard("")
	for {
		n, err := conn.WaitForNotification(ctx)
		if err != nil {
			return true
		}
		heard(n.Payload)
	}
}
