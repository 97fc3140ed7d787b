package pgstore

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/store"
)

// documentsPage is how many rows one call of Documents reads; a row has 400 KB at most.
const documentsPage = 100

// Documents calls each for the document of every row of a table, in the order of the keys. Rows that are written meanwhile may be missing.
func (d *DB) Documents(ctx context.Context, table string, each func(doc []byte) error) error {
	text := "select pk, sk, doc from " + d.database.Table("rows") + " where tbl = $1 and (pk, sk) > ($2, $3) order by pk, sk limit $4"
	type row struct{ PK, SK, Doc []byte }
	last := row{PK: []byte{}, SK: []byte{}} // before all: no row has an empty key
	for {
		var page []row
		err := d.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			rows, err := conn.Query(ctx, text, d.prefix+table, last.PK, last.SK, documentsPage)
			if err == nil {
				page, err = pgx.CollectRows(rows, pgx.RowToStructByPos[row])
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("read all of %s: %w", table, err)
		}
		for _, r := range page {
			if err := each(r.Doc); err != nil {
				return err
			}
		}
		if len(page) < documentsPage {
			return nil
		}
		last = page[len(page)-1]
	}
}

// PutDocuments writes rows by their documents, over rows of the same keys and without conditions. All of them are written or none.
func (d *DB) PutDocuments(ctx context.Context, table string, docs [][]byte) error {
	b := &pgx.Batch{}
	for _, doc := range docs {
		it, err := decode(doc)
		if err != nil {
			return fmt.Errorf("a row of %s is no document: %w", table, err)
		}
		pk, sk := store.PartitionKey(it), store.SortKey(it)
		if pk == "" || sk == "" {
			return fmt.Errorf("a row of %s has no key", table)
		}
		b.Queue(d.sql.put, d.prefix+table, partition(pk), []byte(sk), doc, expiry(it))
	}
	err := d.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error { // repeated: it writes the same
		return conn.SendBatch(ctx, b).Close()
	})
	if err != nil {
		return fmt.Errorf("write rows of %s: %w", table, err)
	}
	return nil
}
