package container

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"herald/pkg/app"
	"herald/pkg/app/manifest"
	"herald/pkg/kit/blob/pgblob"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/config"
	"herald/pkg/kit/postgres"
	"herald/pkg/kit/push/pgpush"
	"herald/pkg/kit/queue/pgqueue"
	"herald/pkg/kit/store/pgstore"
	"herald/pkg/platform/operation"
)

// databaseWait is how long a start waits for a database that does not answer yet.
const databaseWait = 30 * time.Second

// database is PostgreSQL behind a process: rows and queues, and what its copies agree on.
type database struct {
	*postgres.Database
	rows   *pgstore.DB
	queues *pgqueue.Queues
	relay  *pgpush.Relay
	files  *pgblob.Files // nil: they are in S3
	clock  *clock.Led    // of this process, which follows the server's; nil: it does not
}

// openDatabase opens the database that the configuration names, and has the environment keep its rows and messages there.
func openDatabase(ctx context.Context, c config.Postgres, env *app.Env) (*database, error) {
	ctx, cancel := context.WithTimeout(ctx, databaseWait)
	defer cancel()
	accept := func(ctx context.Context, d *postgres.Database) error { // another installation's data is not migrated
		return ours(ctx, pgstore.New(d, env.Config.Name, env.Meter), fingerprints(env.Config))
	}
	server, err := postgres.Open(ctx, postgres.Options{URL: c.URL, Name: env.Config.Name, Tracer: queryTracer(env.Config), Accept: accept})
	if err != nil {
		return nil, err
	}
	queues := map[string]pgqueue.Settings{}
	for _, c := range manifest.Consumers {
		queues[c.Name] = pgqueue.Settings{Visibility: time.Duration(c.VisibilitySeconds) * time.Second, MaxReceive: c.MaxReceive}
	}
	d := &database{Database: server, rows: pgstore.New(server, env.Config.Name, env.Meter), queues: pgqueue.New(server, queues),
		relay: &pgpush.Relay{Database: server}}
	d.queues.Log = env.Log
	app.UseStorage(env, d.rows, d.queues)
	env.Leases = d.leases
	if env.Config.Container.Files {
		d.files = pgblob.New(pgblob.Options{Database: server, Public: env.Config.PublicURL, Keys: linkKeys(env.Config.LinkKeys), Now: env.Now,
			Log: env.Log})
		env.Uploads, env.Files = d.files.Bucket("upload"), d.files.Bucket("file")
	}
	return d, nil
}

// linkKeys are keys of links to files, made of those that seal links of emails, so that neither can be used as the other.
func linkKeys(of [][]byte) (keys [][]byte) {
	for _, key := range of {
		derived := hmac.New(sha256.New, key)
		derived.Write([]byte("herald links to files"))
		keys = append(keys, derived.Sum(nil))
	}
	return keys
}

// lives are the rules by which S3 removes files, as the manifest has them.
func lives() (rules []pgblob.Rule) {
	for _, b := range manifest.Buckets {
		if b.ExpireDays > 0 {
			rules = append(rules, pgblob.Rule{Bucket: b.Name, Days: b.ExpireDays})
		}
		for prefix, days := range b.Prefixes {
			rules = append(rules, pgblob.Rule{Bucket: b.Name, Prefix: prefix, Days: days})
		}
	}
	return rules
}

// closeWait bounds how long connections have to end their last call.
const closeWait = 5 * time.Second

// leaveConnections ends all connections. It does not wait for one that is stuck.
func (d *database) leaveConnections(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWait)
	defer cancel()
	d.CloseWithin(ctx)
}

// newOnPostgres is New on a database.
func newOnPostgres(env *app.Env, d *database) *Server {
	s := New(env, d.queues)
	s.database, s.sockets.relay = d, d.relay
	return s
}

// run does what a copy does beside its requests and queues: it hears of messages until ctx ends, and of pushes until that context does.
func (d *database) run(ctx, pushes context.Context, sockets *sockets, hands interface{ Go(func()) }) {
	if d == nil {
		return
	}
	hands.Go(func() { d.queues.Run(ctx) })
	hands.Go(func() { d.relay.Run(pushes, sockets) })
}

// attend marks the data as served, until ctx ends.
func (d *database) attend(ctx context.Context) {
	if d != nil {
		d.Attend(ctx)
	}
}

// follow has the clock of this process follow the server's: leases and times that copies write are then of one clock.
func (d *database) follow(ctx context.Context) error {
	if d == nil || d.clock == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, followTime)
	defer cancel()
	return d.clock.Follow(ctx, d.Now)
}

// followTime bounds the question, so that the minute's work has its time where no connection is free.
const followTime = 5 * time.Second

// leases are what copies of the process do for all.
func (d *database) leases(ctx context.Context) ([]operation.Lease, error) {
	all, err := d.Database.Leases(ctx)
	out := make([]operation.Lease, len(all))
	for i, l := range all {
		out[i] = operation.Lease{Name: l.Name, Holder: strings.TrimSuffix(l.Holder, "."), Until: l.Until.UTC()}
	}
	return out, err
}

// tickLease outlives a tick, so that one copy at a time does the minute's work. A copy that dies is replaced after it.
const tickLease = tickEvery + 15*time.Second

// expiryTime bounds the removal of expired rows and files, so that a backlog of them leaves the minute's work its time.
const expiryTime = 10 * time.Second

// leads reports whether this copy does the minute's work. It removes expired rows and files then, which AWS does by itself.
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
	_, err = d.rows.Expire(soon)
	if d.files != nil {
		err = errors.Join(err, d.files.Sweep(soon, lives()))
	}
	if soon.Err() != nil && ctx.Err() == nil {
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

// hasFiles reports whether files are in the database.
func (d *database) hasFiles() bool { return d != nil && d.files != nil }
