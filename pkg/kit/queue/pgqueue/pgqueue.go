// Package pgqueue has queues in PostgreSQL with the behaviour of SQS: a visibility timeout, delays, fair groups, and dead letters. Messages
// may come twice and in any order. All times are the server's, so copies with different clocks agree.
package pgqueue

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/postgres"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
)

// Settings of a queue.
type Settings struct {
	Visibility time.Duration // a received message comes back after it
	MaxReceive int           // deliveries before a message is a dead letter
}

// Queues implements queue.Queues, and gives the messages to their consumers.
type Queues struct {
	Log      func(line map[string]any) // of dead letters; nil: they are not logged
	database *postgres.Database
	settings map[string]Settings
	sql      statements

	mu      sync.Mutex
	waiting map[string]chan struct{} // closed by a message; by queue
}

type statements struct{ send, bury, receive, earliest, remove, dead, removeDead, depth string }

// channel is notified with a queue's name when it has new messages.
const channel = "messages"

// New makes the queues that settings name. Messages are delivered at once while Run runs, otherwise when a receiver asks again.
func New(database *postgres.Database, settings map[string]Settings) *Queues {
	messages, dead := database.Table("messages"), database.Table("dead_messages")
	return &Queues{database: database, settings: settings, waiting: map[string]chan struct{}{}, sql: statements{
		send: "insert into " + messages + " (queue, tenant, body, visible) select $1, m.tenant, m.body, now() + m.delay * interval '1 second' " +
			"from unnest($2::text[], $3::bytea[], $4::bigint[]) m (tenant, body, delay)",
		bury: "with over as (delete from " + messages + " where id in (select id from " + messages +
			" where queue = $1 and visible <= now() and received > 0 and received >= $2 for update skip locked)" +
			" returning id, queue, tenant, body, received) insert into " + dead + " (id, queue, tenant, body, received) select * from over " +
			"returning id, received, body",
		receive:    strings.ReplaceAll(receiveSQL, "messages", messages),
		earliest:   "select extract(epoch from min(visible) - now())::float8 from " + messages + " where queue = $1",
		dead:       "select id, tenant, body, received, died from " + dead + " where queue = $1 order by id limit $2",
		removeDead: "delete from " + dead + " where queue = $1 and id = any($2::bigint[])",
		depth: "select count(*) filter (where visible <= now()), count(*) filter (where visible > now() and received > 0), " +
			"count(*) filter (where visible > now() and received = 0), " +
			"extract(epoch from now() - min(visible) filter (where visible <= now()))::float8, " +
			"(select count(*) from " + dead + " where queue = $1) from " + messages + " where queue = $1",
		remove: "delete from " + messages + " m using unnest($2::bigint[], $3::text[]) d (id, handle) " +
			"where m.queue = $1 and m.id = d.id and m.handle = d.handle",
	}}
}

// receiveSQL takes messages by turns: the group with the fewest messages in work comes first, so that no group waits for the backlog of
// another. Groups are found one by one in the index. A message that another receiver takes at this moment is passed over.
const receiveSQL = `
with recursive tenants (tenant) as (
	(select tenant from messages where queue = $1 order by tenant limit 1)
	union all
	select (select m.tenant from messages m where m.queue = $1 and m.tenant > t.tenant order by m.tenant limit 1)
	from tenants t where t.tenant is not null
), busy as materialized (
	select t.tenant, (select count(*) from messages w
		where w.queue = $1 and w.tenant = t.tenant and w.visible > now() and w.received > 0) as work
	from tenants t where t.tenant is not null
), next as (
	select c.id, c.visible, c.turn + b.work as turn
	from busy b cross join lateral (
		select id, visible, row_number() over (order by visible, id) as turn from messages m
		where m.queue = $1 and m.tenant = b.tenant and m.visible <= now() order by visible, id limit $2 * 4) c
	order by turn, c.visible, c.id limit $2 * 4
), taken as (
	select m.id from messages m join next on next.id = m.id where m.visible <= now()
	order by next.turn, next.visible, next.id limit $2 for update of m skip locked
)
update messages set received = received + 1, handle = $3, visible = clock_timestamp() + $4 * interval '1 second'
from taken where messages.id = taken.id returning messages.id, messages.tenant, messages.body, messages.received`

// Send implements queue.Queues. All of the messages are sent or none.
func (q *Queues) Send(ctx context.Context, name string, messages ...queue.Message) error {
	if _, ok := q.settings[name]; !ok {
		return fmt.Errorf("queue: there is no queue %s", name)
	}
	if len(messages) == 0 {
		return nil
	}
	tenants, bodies, delays := make([]string, len(messages)), make([][]byte, len(messages)), make([]int64, len(messages))
	for i, m := range messages {
		body, err := json.Marshal(m)
		if err != nil {
			return err
		}
		if len(body) > queue.MaxBytes {
			return fmt.Errorf("queue %s: a message %q of %d bytes", name, m.Kind, len(body))
		}
		tenants[i], bodies[i], delays[i] = m.Group, body, int64(m.Delay/time.Second)
	}
	err := q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error { // repeated: a message may come twice
		b := &pgx.Batch{}
		b.Queue(q.sql.send, name, tenants, bodies, delays)
		b.Queue("select pg_notify($1, $2)", q.database.Channel(channel), name)
		return conn.SendBatch(ctx, b).Close()
	})
	switch {
	case errors.Is(err, postgres.ErrNoWrites):
		return fmt.Errorf("queue %s: %w: %w", name, store.ErrNoWrites, err)
	case errors.Is(err, postgres.ErrNoAnswer):
		return fmt.Errorf("queue %s: %w: %w", name, store.ErrNoAnswer, err)
	case err != nil:
		return fmt.Errorf("queue %s: %w", name, err)
	}
	return nil
}

// Receive waits for messages and gives up to most of them. They come back after the visibility timeout unless they are deleted. An end of
// ctx ends the wait, but no look that has begun: what the server has given would be away for the visibility timeout.
func (q *Queues) Receive(ctx context.Context, name string, most int, wait time.Duration) ([]queue.Received, error) {
	settings, ok := q.settings[name]
	if !ok {
		return nil, fmt.Errorf("queue: there is no queue %s", name)
	}
	timeout := time.NewTimer(wait)
	defer timeout.Stop()
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		bell := q.bell(name) // before the look: what is sent after it is heard
		got, earliest, err := q.take(ctx, name, most, settings)
		if err != nil || len(got) > 0 {
			return got, err
		}
		soon := time.NewTimer(earliest)
		select {
		case <-ctx.Done():
		case <-timeout.C:
			soon.Stop()
			return nil, nil
		case <-bell:
		case <-soon.C:
		}
		soon.Stop()
	}
}

// recheck bounds how long a receiver waits without a look: a notification may be lost. lookTime bounds a look.
const (
	recheck  = 20 * time.Second
	lookTime = 30 * time.Second
)

// take gives messages, or after how long there may be one.
func (q *Queues) take(ctx context.Context, name string, most int, s Settings) (got []queue.Received, earliest time.Duration, err error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTime)
	defer cancel()
	handle := rand.Text()
	err = q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error { // repeated: what a lost answer held comes back later
		got, earliest = nil, recheck
		b := &pgx.Batch{}
		b.Queue(q.sql.bury, name, s.MaxReceive).Query(func(rows pgx.Rows) error { return q.report(name, rows) })
		b.Queue(q.sql.receive, name, most, handle, int64(s.Visibility/time.Second)).Query(func(rows pgx.Rows) error {
			var id int64
			var tenant string
			var body []byte
			var times int
			_, err := pgx.ForEachRow(rows, []any{&id, &tenant, &body, &times}, func() error {
				m := message(id, tenant, body, times)
				m.Handle += "." + handle
				got = append(got, m)
				return nil
			})
			return err
		})
		b.Queue(q.sql.earliest, name).QueryRow(func(row pgx.Row) error {
			var seconds *float64
			err := row.Scan(&seconds)
			if seconds != nil {
				earliest = min(recheck, max(10*time.Millisecond, time.Duration(*seconds*float64(time.Second))))
			}
			return err
		})
		return conn.SendBatch(ctx, b).Close()
	})
	if err != nil {
		return nil, 0, fmt.Errorf("queue %s: %w", name, err)
	}
	return got, earliest, nil
}

// message reads the row of a message.
func message(id int64, tenant string, body []byte, deliveries int) queue.Received {
	number := strconv.FormatInt(id, 10)
	m := queue.Received{Handle: number, ID: number, Deliveries: deliveries, Text: string(body)}
	m.Err = json.Unmarshal(body, &m.Message)
	m.Group = tenant
	return m
}

// report logs the messages that have become dead letters. The log of a message is lost when the connection breaks before the answer.
func (q *Queues) report(name string, rows pgx.Rows) error {
	var id int64
	var received int
	var body []byte
	_, err := pgx.ForEachRow(rows, []any{&id, &received, &body}, func() error {
		var m queue.Message
		_ = json.Unmarshal(body, &m) // one that cannot be read has no kind
		if q.Log != nil {
			q.Log(map[string]any{"error": "dead letter", "queue": name, "message": id, "task": m.Kind, "received": received})
		}
		return nil
	})
	return err
}

// Delete removes messages that were dealt with, unless they were received again meanwhile.
func (q *Queues) Delete(ctx context.Context, name string, handles ...string) error {
	ids, of := make([]int64, len(handles)), make([]string, len(handles))
	for i, h := range handles {
		id, rest, _ := strings.Cut(h, ".")
		n, err := strconv.ParseInt(id, 10, 64)
		if err != nil {
			return fmt.Errorf("queue %s: a handle that is none", name)
		}
		ids[i], of[i] = n, rest
	}
	err := q.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, q.sql.remove, name, ids, of)
		return err
	})
	if err != nil {
		return fmt.Errorf("queue %s: %w", name, err)
	}
	return nil
}

// Run listens for new messages until ctx ends.
func (q *Queues) Run(ctx context.Context) {
	q.database.Listen(ctx, channel, func(name string) {
		q.mu.Lock()
		defer q.mu.Unlock()
		for of, bell := range q.waiting {
			if name == "" || name == of {
				close(bell)
				delete(q.waiting, of)
			}
		}
	})
}

// bell is closed by the next message of a queue.
func (q *Queues) bell(name string) <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.waiting[name] == nil {
		q.waiting[name] = make(chan struct{})
	}
	return q.waiting[name]
}
