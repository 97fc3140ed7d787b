package pgqueue

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/queue"
)

var _ queue.Inspector = (*Queues)(nil)

// deadAtOnce is how many dead letters one call gives.
const deadAtOnce = 10

// Dead implements queue.Inspector. It gives the same dead letters again until they are removed.
func (q *Queues) Dead(ctx context.Context, name string) (all []queue.Dead, err error) {
	err = q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		all = nil
		rows, err := conn.Query(ctx, q.sql.dead, name, deadAtOnce)
		if err != nil {
			return err
		}
		var id int64
		var tenant string
		var body []byte
		var times int
		var died time.Time
		_, err = pgx.ForEachRow(rows, []any{&id, &tenant, &body, &times, &died}, func() error {
			all = append(all, queue.Dead{Received: message(id, tenant, body, times), Died: died})
			return nil
		})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("queue %s: dead letters: %w", name, err)
	}
	return all, nil
}

// RemoveDead implements queue.Inspector.
func (q *Queues) RemoveDead(ctx context.Context, name string, handles ...string) error {
	ids := make([]int64, len(handles))
	for i, h := range handles {
		id, err := strconv.ParseInt(h, 10, 64)
		if err != nil {
			return fmt.Errorf("queue %s: a handle that is none", name)
		}
		ids[i] = id
	}
	err := q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error { // repeated: what is gone stays gone
		_, err := conn.Exec(ctx, q.sql.removeDead, name, ids)
		return err
	})
	if err != nil {
		return fmt.Errorf("queue %s: dead letters: %w", name, err)
	}
	return nil
}

// Depth implements queue.Inspector. A message that comes back has waited since it came back.
func (q *Queues) Depth(ctx context.Context, name string) (d queue.Depth, err error) {
	err = q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		var seconds *float64
		err := conn.QueryRow(ctx, q.sql.depth, name).Scan(&d.Waiting, &d.InFlight, &d.Delayed, &seconds, &d.Dead)
		d.Oldest = nil
		if seconds != nil {
			age := time.Duration(*seconds * float64(time.Second))
			d.Oldest = &age
		}
		return err
	})
	if err != nil {
		return d, fmt.Errorf("queue %s: %w", name, err)
	}
	return d, nil
}
