// Package pgpush carries pushes between the copies of the product: each copy has websockets of its own and hears, over PostgreSQL, what
// others send to them. A push that is lost is no error: a console reads the data when it looks.
package pgpush

import (
	"context"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/postgres"
)

// Relay sends to the websockets of other copies.
type Relay struct{ Database *postgres.Database }

const (
	channel = "pushes"
	// maxPayload is below what a notification can hold, 8,000 bytes with the name of the connection.
	maxPayload = 7500
)

// Kinds of notifications. Each is followed by the connection, a line break, and its content.
const (
	kindData  = "d" // the data
	kindLarge = "l" // the id of the data
	kindClose = "c"
)

// Post sends data to a connection of another copy.
func (r *Relay) Post(ctx context.Context, connection string, data []byte) error {
	if len(data) <= maxPayload && !strings.ContainsRune(string(data), 0) {
		return r.notify(ctx, kindData+connection+"\n"+string(data))
	}
	pushes := r.Database.Table("pushes")
	return r.Database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		if _, err := conn.Exec(ctx, "delete from "+pushes+" where made < now() - interval '1 minute'"); err != nil {
			return err
		}
		_, err := conn.Exec(ctx, "with p as (insert into "+pushes+" (data) values ($1) returning id) select pg_notify($2, $3 || p.id) from p",
			data, r.Database.Channel(channel), kindLarge+connection+"\n")
		return err
	})
}

// Close closes a connection of another copy.
func (r *Relay) Close(ctx context.Context, connection string) error {
	return r.notify(ctx, kindClose+connection+"\n")
}

func (r *Relay) notify(ctx context.Context, payload string) error {
	return r.Database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "select pg_notify($1, $2)", r.Database.Channel(channel), payload)
		return err
	})
}

// Sockets are the websockets of a copy. Both functions ignore connections of others.
type Sockets interface {
	Deliver(connection string, data []byte)
	End(connection string)
}

// Run delivers what other copies send, until ctx ends.
func (r *Relay) Run(ctx context.Context, to Sockets) {
	r.Database.Listen(ctx, channel, func(payload string) {
		head, content, ok := strings.Cut(payload, "\n")
		if !ok || head == "" {
			return
		}
		switch connection := head[1:]; head[:1] {
		case kindData:
			to.Deliver(connection, []byte(content))
		case kindClose:
			to.End(connection)
		case kindLarge:
			if data, err := r.large(ctx, content); err == nil {
				to.Deliver(connection, data)
			}
		}
	})
}

func (r *Relay) large(ctx context.Context, id string) (data []byte, err error) {
	n, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return nil, err
	}
	err = r.Database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, "select data from "+r.Database.Table("pushes")+" where id = $1", n).Scan(&data)
	})
	return data, err
}
