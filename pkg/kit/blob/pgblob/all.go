package pgblob

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"
)

// Stored is a file as the database has it.
type Stored struct {
	Key, Type string
	Size      int64
	Made      time.Time
}

// allPage is how many names one call of All reads.
const allPage = 100

// All calls each for every file of a bucket, in the order of the names. The body has one chunk in memory.
func (f *Files) All(ctx context.Context, bucket string, each func(s Stored, body io.Reader) error) error {
	type row struct {
		Name    string
		Content [16]byte
		Type    string
		Size    int64
		Made    time.Time
	}
	text := "select name, content, type, size, made from " + f.Database.Table("files") +
		" where bucket = $1 and name > $2 order by name limit $3"
	for last := ""; ; {
		var page []row
		err := f.Database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, text, bucket, last, allPage)
			if err == nil {
				page, err = pgx.CollectRows(rows, pgx.RowToStructByPos[row])
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("read all of bucket %s: %w", bucket, err)
		}
		for _, r := range page {
			body := f.open(ctx, file{content: r.Content, contentType: r.Type, size: r.Size, made: r.Made})
			if err := each(Stored{r.Name, r.Type, r.Size, r.Made}, body); err != nil {
				return err
			}
			last = r.Name
		}
		if len(page) < allPage {
			return nil
		}
	}
}

// Restore writes a file that is as old as it was.
func (f *Files) Restore(ctx context.Context, bucket string, s Stored, body io.Reader) error {
	if err := f.write(ctx, place{bucket, s.Key}, s.Type, body); err != nil {
		return fmt.Errorf("blob put %s: %w", s.Key, err)
	}
	return f.exec(ctx, "update "+f.Database.Table("files")+" set made = $3 where bucket = $1 and name = $2", bucket, s.Key, s.Made)
}
