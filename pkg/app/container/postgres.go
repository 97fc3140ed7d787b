package container

import (
	"context"
	"time"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/config"
	"herald/pkg/kit/postgres"
	"herald/pkg/kit/push/pgpush"
	"herald/pkg/kit/queue/pgqueue"
	"herald/pkg/kit/store/pgstore"
)

// databaseWait is how long a start waits for a database that does not answer yet.
const databaseWait = 30 * time.Second

// database is PostgreSQL behind a process: rows and queues, and what its copies agree on.
type database struct {
	*postgres.Database
	rows   *pgstore.DB
	queues *pgqueue.Queues
	relay  *pgpush.Relay
}

// openDatabase opens the database that the configuration names, and has the environment keep its rows and messages there.
func openDatabase(ctx context.Context, c config.Postgres, env *app.Env) (*database, error) {
	ctx, cancel := context.WithTimeout(ctx, databaseWait)
	defer cancel()
	server, err := postgres.Open(ctx, postgres.Options{URL: c.URL, Name: env.Config.Name})
	if err != nil {
		return nil, err
	}
	queues := map[string]pgqueue.Settings{}
	for _, c := range manifest.Consumers {
		queues[c.Name] = pgqueue.Settings{Visibility: time.Duration(c.VisibilitySeconds) * time.Second, MaxReceive: c.MaxReceive}
	}
	d := &database{Database: server, rows: pgstore.New(server, env.Config.Name, env.Meter), queues: pgqueue.New(server, queues),
		relay: &pgpush.Relay{Database: server}}
	app.UseStorage(env, d.rows, d.queues)
	return d, nil
}

// newOnPostgres is New on a database.
func newOnPostgres(env *app.Env, d *database) *Server {
	s := New(env, d.queues)
	s.database, s.sockets.relay = d, d.relay
	return s
}

// run does what a copy does beside its requests and queues, until ctx ends.
func (d *database) run(ctx context.Context, sockets *sockets, hands interface{ Go(func()) }) {
	if d == nil {
		return
	}
	hands.Go(func() { d.queues.Run(ctx) })
	hands.Go(func() { d.relay.Run(ctx, sockets) })
}

// tickLease outlives a tick, so that one copy at a time does the minute's work. A copy that dies is replaced after it.
const tickLease = tickEvery + 15*time.Second

// expiryTime bounds the removal of expired rows, so that a backlog of them leaves the minute's work its time.
const expiryTime = 10 * time.Second

// leads reports whether this copy does the minute's work. It removes expired rows then, which DynamoDB does by itself.
func (d *database) leads(ctx context.Context, copy string) (bool, error) {
	if d == nil {
		return true, nil
	}
	held, err := d.Lease(ctx, "tick", copy, tickLease)
	if err != nil || !held {
		return false, err
	}
	soon, cancel := context.WithTimeout(ctx, expiryTime)
	defer cancel()
	if _, err = d.rows.Expire(soon); soon.Err() != nil && ctx.Err() == nil {
		err = nil // the next minute goes on
	}
	return true, err
}

// leave lets another copy do the minute's work at once.
func (d *database) leave(ctx context.Context, copy string) error {
	if d == nil {
		return nil
	}
	return d.Release(ctx, "tick", copy)
}

// ready reports whether the database answers and takes writes.
func (d *database) ready(ctx context.Context) error {
	if d == nil {
		return nil
	}
	return d.Healthy(ctx)
}
