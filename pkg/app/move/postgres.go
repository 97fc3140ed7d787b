package move

import (
	"context"
	"io"

	"herald/pkg/kit/blob/pgblob"
	"herald/pkg/kit/queue/pgqueue"
	"herald/pkg/kit/store/pgstore"
)

// PostgresRows are rows in PostgreSQL.
type PostgresRows struct{ DB *pgstore.DB }

// Segments implements Rows.
func (PostgresRows) Segments() int { return 1 }

// Each implements Rows.
func (r PostgresRows) Each(ctx context.Context, table string, _ int, each func(doc []byte) error) error {
	return r.DB.Documents(ctx, table, each)
}

// Put implements Rows.
func (r PostgresRows) Put(ctx context.Context, table string, docs [][]byte) error {
	return r.DB.PutDocuments(ctx, table, docs)
}

// PostgresFiles are files in PostgreSQL.
type PostgresFiles struct{ Files *pgblob.Files }

// Each implements Files.
func (p PostgresFiles) Each(ctx context.Context, bucket string, each func(f File, body io.Reader) error) error {
	return p.Files.All(ctx, bucket, func(s pgblob.Stored, body io.Reader) error { return each(File(s), body) })
}

// Put implements Files.
func (p PostgresFiles) Put(ctx context.Context, bucket string, f File, body io.ReadSeeker) error {
	return p.Files.Restore(ctx, bucket, pgblob.Stored(f), body)
}

// PostgresMessages are messages in PostgreSQL.
type PostgresMessages struct{ Queues *pgqueue.Queues }

// Each implements Messages.
func (p PostgresMessages) Each(ctx context.Context, queue string, each func(Message) error) error {
	return p.Queues.All(ctx, queue, func(s pgqueue.Stored) error {
		m := Message{Group: s.Tenant, Body: s.Body, Visible: s.Visible.UTC(), Dead: s.Dead}
		if s.Dead {
			m.Tries = s.Tries
		}
		return each(m)
	})
}

// Put implements Messages.
func (p PostgresMessages) Put(ctx context.Context, queue string, all []Message) error {
	stored := make([]pgqueue.Stored, len(all))
	for i, m := range all {
		stored[i] = pgqueue.Stored{Tenant: m.Group, Body: m.Body, Visible: m.Visible, Dead: m.Dead, Tries: m.Tries}
	}
	return p.Queues.Restore(ctx, queue, stored)
}
