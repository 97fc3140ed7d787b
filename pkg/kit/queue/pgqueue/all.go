package pgqueue

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// Stored is a message as the database has it.
type Stored struct {
	Tenant  string
	Body    []byte
	Visible time.Time // a consumer gets it from then on; of a dead letter, when it died
	Dead    bool
	Tries   int // deliveries so far
}

// allPage is how many messages one call of All reads.
const allPage = 100

// All calls each for every message of a queue, then for every dead letter. They stay there.
func (q *Queues) All(ctx context.Context, name string, each func(Stored) error) error {
	type row struct {
		ID      int64
		Tenant  string
		Body    []byte
		Tries   int
		Visible time.Time
	}
	for _, from := range []struct {
		table, time string
		dead        bool
	}{{"messages", "visible", false}, {"dead_messages", "died", true}} {
		text := "select id, tenant, body, received, " + from.time + " from " + q.database.Table(from.table) +
			" where queue = $1 and id > $2 order by id limit $3"
		for last := int64(0); ; {
			var page []row
			err := q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
				rows, err := conn.Query(ctx, text, name, last, allPage)
				if err == nil {
					page, err = pgx.CollectRows(rows, pgx.RowToStructByPos[row])
				}
				return err
			})
			if err != nil {
				return fmt.Errorf("read all of queue %s: %w", name, err)
			}
			for _, r := range page {
				if err := each(Stored{r.Tenant, r.Body, r.Visible, from.dead, r.Tries}); err != nil {
					return err
				}
				last = r.ID
			}
			if len(page) < allPage {
				break
			}
		}
	}
	return nil
}

// Restore adds messages and dead letters as they were, also none. All of them are added or none; after a broken connection they may be
// there twice. New messages get ids that no other database had before: what was noted about a message by its id is of that message alone.
func (q *Queues) Restore(ctx context.Context, name string, all []Stored) error {
	messages, dead := q.database.Table("messages"), q.database.Table("dead_messages")
	b := &pgx.Batch{}
	b.Queue("select setval(pg_get_serial_sequence($1, 'id'), greatest(nextval(pg_get_serial_sequence($1, 'id')), "+
		"(extract(epoch from clock_timestamp()) * 1000000)::bigint))", messages)
	for _, m := range all {
		if m.Dead {
			b.Queue("insert into "+dead+" (id, queue, tenant, body, received, died) values (nextval(pg_get_serial_sequence($1, 'id')), $2, "+
				"$3, $4, $5, $6)", messages, name, m.Tenant, m.Body, m.Tries, m.Visible)
			continue
		}
		b.Queue("insert into "+messages+" (queue, tenant, body, visible) values ($1, $2, $3, $4)", name, m.Tenant, m.Body, m.Visible)
	}
	err := q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error { return conn.SendBatch(ctx, b).Close() })
	if err != nil {
		return fmt.Errorf("restore queue %s: %w", name, err)
	}
	return nil
}
