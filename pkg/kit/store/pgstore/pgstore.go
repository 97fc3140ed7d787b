// Package pgstore is a store.DB on PostgreSQL. Rows have keys that are compared by bytes and a document in DynamoDB's JSON, so sizes and
// limits are the same as there and rows can move both ways. Conditions and updates are evaluated here, by the code of store.Memory, under
// locks of the keys that are held until the commit: two writers of a row that is not there yet wait for each other too.
package pgstore

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/postgres"
	"herald/pkg/kit/store"
)

// DB implements store.DB. Every read is consistent.
type DB struct {
	database *postgres.Database
	prefix   string
	meter    *store.Meter
	sql      statements
}

// statements are the texts of the calls.
type statements struct{ get, put, remove, query, expire, all string }

// New makes a DB; meter may be nil. Table t is named <prefix>-<t>, as on DynamoDB.
func New(database *postgres.Database, prefix string, meter *store.Meter) *DB {
	rows := database.Table("rows")
	return &DB{database: database, prefix: prefix + "-", meter: meter, sql: statements{
		get: "select k.n, r.doc from unnest($1::text[], $2::bytea[], $3::bytea[]) with ordinality k (tbl, pk, sk, n) join " + rows +
			" r on r.tbl = k.tbl and r.pk = k.pk and r.sk = k.sk",
		put: "insert into " + rows + " (tbl, pk, sk, doc, expires) values ($1, $2, $3, $4, $5) " +
			"on conflict (tbl, pk, sk) do update set doc = excluded.doc, expires = excluded.expires",
		remove: "delete from " + rows + " where tbl = $1 and pk = $2 and sk = $3",
		query:  "select doc from " + rows + " where tbl = $1 and pk = $2",
		expire: "delete from " + rows + " where (tbl, pk, sk) in (select tbl, pk, sk from " + rows + " where " + expired +
			" limit $1 for update skip locked) and " + expired,
		all: "select doc from " + rows + " where tbl = $1 order by pk, sk",
	}}
}

// expired is by the server's clock: a copy whose clock is wrong removes nothing too early.
const expired = "expires < extract(epoch from now())::bigint"

// maxPartition is the length from which a partition's key is stored as a part of it and a hash, because an entry of an index has at most
// 2,704 bytes. Partitions are only compared for equality, and the document has the whole key.
const maxPartition = 1024

func partition(pk string) []byte {
	if len(pk) < maxPartition {
		return []byte(pk)
	}
	sum := sha256.Sum256([]byte(pk))
	return append([]byte(pk[:maxPartition-len(sum)]), sum[:]...)
}

// begin counts a call; the function that it gives notes the end.
func (d *DB) begin(ctx context.Context) func() {
	end := d.meter.Begin()
	return func() {
		end()
		d.meter.Count(ctx, store.Usage{Calls: 1})
	}
}

// Get implements store.DB.
func (d *DB) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	items, err := d.GetMany(ctx, []store.Key{key}, consistent)
	if err != nil {
		return nil, err
	}
	return items[0], nil
}

// GetMany implements store.DB, with one call for any number of keys.
func (d *DB) GetMany(ctx context.Context, keys []store.Key, _ bool) (items []store.Item, err error) {
	if len(keys) == 0 {
		return []store.Item{}, nil
	}
	end := d.begin(ctx)
	defer end()
	err = d.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, d.sql.get, d.columns(keys)...)
		if err != nil {
			return err
		}
		items, err = collect(rows, len(keys))
		return err
	})
	if err != nil {
		return nil, failed("get "+keys[0].String(), err)
	}
	return items, nil
}

// columns are the arguments of get. A key that cannot be is that of no row.
func (d *DB) columns(keys []store.Key) []any {
	tables, pks, sks := make([]string, len(keys)), make([][]byte, len(keys)), make([][]byte, len(keys))
	for i, k := range keys {
		if k.Possible() {
			tables[i], pks[i], sks[i] = d.prefix+k.Table, partition(k.PK), []byte(k.SK)
		}
	}
	return []any{tables, pks, sks}
}

// collect reads the answer of get: the places of rows among n keys, and their documents.
func collect(rows pgx.Rows, n int) ([]store.Item, error) {
	items := make([]store.Item, n)
	var place int
	var doc []byte
	_, err := pgx.ForEachRow(rows, []any{&place, &doc}, func() (err error) {
		items[place-1], err = decode(doc)
		return err
	})
	return items, err
}

func decode(doc []byte) (store.Item, error) { return attributevalue.UnmarshalMapJSON(doc) }

// Query implements store.DB.
func (d *DB) Query(ctx context.Context, q store.Query) (items []store.Item, err error) {
	if possible, err := q.Check(); err != nil || !possible {
		return nil, err
	}
	end := d.begin(ctx)
	defer end()
	text, args := d.selection(q)
	err = d.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, text, args...)
		if err != nil {
			return err
		}
		items, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (store.Item, error) {
			var doc []byte
			if err := row.Scan(&doc); err != nil {
				return nil, err
			}
			it, err := decode(doc)
			return q.Project(it), err
		})
		return err
	})
	if err != nil {
		return nil, failed("query "+q.Table+"/"+q.PK, err)
	}
	return items, nil
}

// failed tells what was done when an error came.
func failed(what string, err error) error {
	if errors.Is(err, postgres.ErrNoAnswer) {
		return fmt.Errorf("%s: %w: %w", what, store.ErrNoAnswer, err)
	}
	return fmt.Errorf("%s: %w", what, err)
}

// selection is the text of a query with its arguments.
func (d *DB) selection(q store.Query) (string, []any) {
	text, args := strings.Builder{}, []any{d.prefix + q.Table, partition(q.PK)}
	text.WriteString(d.sql.query)
	bound := func(operator, value string) {
		if value != "" {
			args = append(args, []byte(value))
			text.WriteString(" and sk " + operator + " $" + strconv.Itoa(len(args)))
		}
	}
	if q.Prefix != "" {
		bound(">=", q.Prefix)
		bound("<", successor(q.Prefix))
	} else {
		bound(">=", q.From)
		bound("<=", q.To)
	}
	order, beyond := "", ">"
	if q.Desc {
		order, beyond = " desc", "<"
	}
	bound(beyond, q.After)
	args = append(args, q.Limit)
	text.WriteString(" order by sk" + order + " limit $" + strconv.Itoa(len(args)))
	return text.String(), args
}

// successor is the first text behind all that begin with a prefix; none behind bytes of 0xff.
func successor(prefix string) string {
	b := []byte(prefix)
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] < 0xff {
			b[i]++
			return string(b[:i+1])
		}
	}
	return ""
}

// Expire removes rows whose time is over, at most 1,000 in a call to the server, until none is left.
func (d *DB) Expire(ctx context.Context) (removed int64, err error) {
	const most = 1000
	for {
		var n int64
		err := d.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
			tag, err := conn.Exec(ctx, d.sql.expire, most)
			n = tag.RowsAffected()
			return err
		})
		removed += n
		if err != nil || n < most {
			return removed, err
		}
	}
}

// All gives the rows of a table, for tests that show what a call left behind.
func (d *DB) All(ctx context.Context, table string) (items []store.Item, err error) {
	err = d.database.Read(ctx, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, d.sql.all, d.prefix+table)
		if err != nil {
			return err
		}
		docs, err := pgx.CollectRows(rows, pgx.RowTo[[]byte])
		items = make([]store.Item, len(docs))
		for i, doc := range docs {
			it, e := decode(doc)
			items[i], err = it, errors.Join(err, e)
		}
		return err
	})
	return items, err
}
