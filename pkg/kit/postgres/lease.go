package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Lease takes or renews a lease and reports whether the holder has it. It lasts for its life by the server's clock, unless it is renewed.
func (d *Database) Lease(ctx context.Context, name, holder string, life time.Duration) (held bool, err error) {
	err = d.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error { // repeated: the holder renews its own
		tag, err := conn.Exec(ctx, "insert into "+d.Table("leases")+" as l values ($1, $2, now() + $3 * interval '1 second') "+
			"on conflict (name) do update set holder = excluded.holder, until = excluded.until "+
			"where l.until < now() or l.holder = excluded.holder", name, holder, life.Seconds())
		held = tag.RowsAffected() == 1
		return err
	})
	return held, err
}

// Release ends a lease of the holder at once.
func (d *Database) Release(ctx context.Context, name, holder string) error {
	return d.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, "delete from "+d.Table("leases")+" where name = $1 and holder = $2", name, holder)
		return err
	})
}

// Lease is a lease that stands.
type Lease struct {
	Name, Holder string
	Until        time.Time
}

// Leases gives all leases that have not ended, by name.
func (d *Database) Leases(ctx context.Context) (all []Lease, err error) {
	err = d.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, "select name, holder, until from "+d.Table("leases")+" where until > now() order by name limit 100")
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Lease])
		return err
	})
	return all, err
}
