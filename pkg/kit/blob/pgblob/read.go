package pgblob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/blob"
)

// file is a row of files.
type file struct {
	content     [16]byte
	contentType string
	size        int64
	made        time.Time
}

// find gives a file, or blob.ErrMissing.
func (f *Files) find(ctx context.Context, at place) (found file, err error) {
	err = f.Database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, f.sql.find, at.bucket, at.name).Scan(&found.content, &found.contentType, &found.size, &found.made)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		err = blob.ErrMissing
	}
	return found, err
}

func (f *Files) get(ctx context.Context, at place, limit int64) ([]byte, error) {
	found, err := f.find(ctx, at)
	if err != nil {
		return nil, err
	}
	if found.size > limit {
		return nil, fmt.Errorf("larger than %d bytes", limit)
	}
	data := make([]byte, found.size)
	_, err = io.ReadFull(f.open(ctx, found), data)
	return data, err
}

// open gives a reader of a file that has one chunk in memory at a time.
func (f *Files) open(ctx context.Context, of file) *reader {
	return &reader{ctx: ctx, files: f, file: of, n: -1}
}

// reader implements io.ReadSeeker.
type reader struct {
	ctx   context.Context
	files *Files
	file  file
	at    int64
	n     int64 // of the chunk in data; -1 for none
	data  []byte
}

func (r *reader) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.file.size
	}
	if offset < 0 {
		return r.at, errors.New("blob: a place before the file")
	}
	r.at = offset
	return offset, nil
}

func (r *reader) Read(into []byte) (int, error) {
	if r.at >= r.file.size {
		return 0, io.EOF
	}
	if n := r.at / chunk; n != r.n {
		if err := r.load(n); err != nil {
			return 0, err
		}
	}
	copied := copy(into, r.data[min(r.at%chunk, int64(len(r.data))):])
	r.at += int64(copied)
	if copied == 0 && len(into) > 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return copied, nil
}

func (r *reader) load(n int64) error {
	r.n = -1
	err := r.files.Database.Read(r.ctx, func(ctx context.Context, conn *pgx.Conn) error {
		return conn.QueryRow(ctx, r.files.sql.read, r.file.content, n).Scan(&r.data)
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return io.ErrUnexpectedEOF // it was removed meanwhile
	}
	if err == nil {
		r.n = n
	}
	return err
}
