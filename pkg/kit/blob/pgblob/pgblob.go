// Package pgblob keeps files in PostgreSQL, for installations without S3. A content is written and read in chunks. Browsers upload and
// download by signed links to a path of this process.
package pgblob

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/blob"
	"herald/pkg/kit/clock"
	"herald/pkg/kit/postgres"
)

// chunk is the size of a chunk: what one call reads or writes.
const chunk = 256 << 10

const (
	patience    = 25 * time.Second // of a call with all its chunks, as of blob's S3
	writeLife   = time.Hour        // to write a content; its chunks are removed after it
	removedLife = 10 * time.Minute // of a content without a file, for those who read it
)

// Options of an installation's files.
type Options struct {
	Database *postgres.Database
	Public   string   // origin that browsers reach
	Keys     [][]byte // the first signs links, all are valid
	Now      clock.Clock
	Log      func(line map[string]any)
}

// Files are the files of an installation. They serve signed links below Path.
type Files struct {
	Options
	sql statements
}

type statements struct{ begin, chunk, find, read, held, lock, kept, left, put, remove, expire, sweep string }

// New makes the files of an installation.
func New(o Options) *Files {
	files, chunks, left := o.Database.Table("files"), o.Database.Table("file_chunks"), o.Database.Table("file_leftovers")
	return &Files{Options: o, sql: statements{
		begin: "insert into " + left + " values ($1, now() + $2 * interval '1 second') " +
			"on conflict (content) do update set until = excluded.until",
		chunk: "insert into " + chunks + " values ($1, $2, $3) on conflict (content, n) do nothing",
		find:  "select content, type, size, made from " + files + " where bucket = $1 and name = $2",
		read:  "select data from " + chunks + " where content = $1 and n = $2",
		held:  "select from " + left + " where content = $1 for update",
		lock:  "select pg_advisory_xact_lock(hashtextextended($1 || ' ' || $2, 1))",
		kept:  "delete from " + left + " where content = $1",
		left: "insert into " + left + " select content, now() + $3 * interval '1 second' from " + files +
			" where bucket = $1 and name = $2 on conflict (content) do nothing",
		put: "insert into " + files + " (bucket, name, content, type, size) values ($1, $2, $3, $4, $5) on conflict (bucket, name) " +
			"do update set content = excluded.content, type = excluded.type, size = excluded.size, made = excluded.made",
		remove: "delete from " + files + " where bucket = $1 and name = $2",
		expire: "with old as (delete from " + files + " where (bucket, name) in (select bucket, name from " + files +
			" where bucket = $1 and starts_with(name, $2) and made < now() - $3 * interval '1 day' limit $4 for update skip locked) " +
			"returning content) insert into " + left + " select content, now() from old on conflict (content) do nothing",
		sweep: "with over as (delete from " + left + " where content in (select content from " + left +
			" where until < now() limit $1 for update skip locked) returning content) " +
			"delete from " + chunks + " c using over where c.content = over.content",
	}}
}

// Bucket gives the files of a bucket.
func (f *Files) Bucket(name string) *Bucket { return &Bucket{f, name} }

// Bucket implements blob.Store.
type Bucket struct {
	files *Files
	name  string
}

// Put implements blob.Store.
func (b *Bucket) Put(ctx context.Context, key, contentType string, body []byte) error {
	return b.PutFile(ctx, key, contentType, bytes.NewReader(body))
}

// PutFile implements blob.Store.
func (b *Bucket) PutFile(ctx context.Context, key, contentType string, body io.ReadSeeker) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := b.files.write(ctx, place{b.name, key}, contentType, body); err != nil {
		return fmt.Errorf("blob put %s: %w", key, err)
	}
	return nil
}

// Get implements blob.Store.
func (b *Bucket) Get(ctx context.Context, key string, limit int64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	data, err := b.files.get(ctx, place{b.name, key}, limit)
	if err != nil && !errors.Is(err, blob.ErrMissing) {
		return nil, fmt.Errorf("blob get %s: %w", key, err)
	}
	return data, err
}

// Delete implements blob.Store.
func (b *Bucket) Delete(ctx context.Context, key string) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	at, sql := place{b.name, key}, b.files.sql
	err := b.files.Database.Transact(ctx, func(r *pgx.Batch) { r.Queue(sql.lock, at.bucket, at.name) }, func(w *pgx.Batch) error {
		w.Queue(sql.left, at.bucket, at.name, removedLife.Seconds())
		w.Queue(sql.remove, at.bucket, at.name)
		return nil
	})
	if err != nil {
		return fmt.Errorf("blob delete %s: %w", key, err)
	}
	return nil
}

// place is where a file is.
type place struct{ bucket, name string }

// errSlow: the content was removed before it was whole.
var errSlow = fmt.Errorf("it took longer than %s", writeLife)

// write stores what body has until its end. Nothing is changed by a body that breaks.
func (f *Files) write(ctx context.Context, at place, contentType string, body io.Reader) error {
	var content [16]byte
	_, _ = rand.Read(content[:]) // never fails
	if err := f.exec(ctx, f.sql.begin, content, writeLife.Seconds()); err != nil {
		return err
	}
	var size int64
	for n, buffer := 0, make([]byte, chunk); ; n++ {
		length, end := fill(buffer, body)
		if end != nil && end != io.EOF {
			return end
		}
		if length > 0 {
			if err := f.exec(ctx, f.sql.chunk, content, n, buffer[:length]); err != nil {
				return err
			}
			size += int64(length)
		}
		if end != nil {
			break
		}
	}
	return f.settle(ctx, at, content, contentType, size)
}

// fill reads until a buffer is full, and gives the error that ended it before. Unlike io.ReadFull it tells an end from a broken body.
func fill(buffer []byte, from io.Reader) (n int, err error) {
	for n < len(buffer) && err == nil {
		var more int
		more, err = from.Read(buffer[n:])
		n += more
	}
	return n, err
}

// settle makes a whole content that of a file.
func (f *Files) settle(ctx context.Context, at place, content [16]byte, contentType string, size int64) error {
	var held bool
	return f.Database.Transact(ctx, func(r *pgx.Batch) {
		r.Queue(f.sql.lock, at.bucket, at.name)
		r.Queue(f.sql.held, content).Query(func(rows pgx.Rows) error {
			held = rows.Next()
			rows.Close()
			return rows.Err()
		})
	}, func(w *pgx.Batch) error {
		if !held {
			return errSlow
		}
		w.Queue(f.sql.kept, content)
		w.Queue(f.sql.left, at.bucket, at.name, removedLife.Seconds())
		w.Queue(f.sql.put, at.bucket, at.name, content, contentType, size)
		return nil
	})
}

// exec makes a call that may be made twice.
func (f *Files) exec(ctx context.Context, sql string, args ...any) error {
	return f.Database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, sql, args...)
		return err
	})
}

// Rule is how long files of a bucket live whose names have a prefix.
type Rule struct {
	Bucket, Prefix string
	Days           int
}

// Sweep removes the files that the rules end, and the chunks of contents that no file has.
func (f *Files) Sweep(ctx context.Context, rules []Rule) error {
	const most, mostContents = 1000, 100
	for _, r := range rules {
		if err := f.repeat(ctx, most, f.sql.expire, r.Bucket, r.Prefix, r.Days, most); err != nil {
			return err
		}
	}
	return f.repeat(ctx, 1, f.sql.sweep, mostContents)
}

// repeat makes a call until it changes fewer rows than many.
func (f *Files) repeat(ctx context.Context, many int64, sql string, args ...any) error {
	for {
		var n int64
		err := f.Database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			tag, err := conn.Exec(ctx, sql, args...)
			n = tag.RowsAffected()
			return err
		})
		if err != nil || n < many {
			return err
		}
	}
}
