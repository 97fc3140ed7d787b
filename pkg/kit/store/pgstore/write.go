package pgstore

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/feature/dynamodb/attributevalue"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/jackc/pgx/v5"

	"herald/pkg/kit/postgres"
	"herald/pkg/kit/store"
)

// batch is how many rows of WriteAll are one transaction.
const batch = 25

// Write implements store.DB.
func (d *DB) Write(ctx context.Context, op store.Op) (store.Item, error) {
	if err := store.CheckWrite(op); err != nil {
		return nil, err
	}
	rows, err := d.write(ctx, []store.Op{op})
	if err != nil || op.Verb != store.Update {
		return nil, err
	}
	return rows[0], nil
}

// WriteAll implements store.DB.
func (d *DB) WriteAll(ctx context.Context, ops []store.Op) error {
	if err := store.CheckBatch(ops); err != nil {
		return err
	}
	for part := range slices.Chunk(ops, batch) {
		if _, err := d.write(ctx, part); err != nil {
			return err
		}
	}
	return nil
}

// Transact implements store.DB.
func (d *DB) Transact(ctx context.Context, ops []store.Op) error {
	if err := store.CheckTransaction(ops); err != nil {
		return err
	}
	_, err := d.write(ctx, ops)
	return err
}

// write does all operations or none, and gives the rows that they leave.
func (d *DB) write(ctx context.Context, ops []store.Op) (rows []store.Item, err error) {
	end := d.begin(ctx)
	defer end()
	keys := make([]store.Key, len(ops))
	for i, op := range ops {
		keys[i] = op.Key
	}
	locks, columns := d.locks(keys), d.columns(keys)
	var old []store.Item
	err = d.database.Transact(ctx, func(b *pgx.Batch) {
		for _, lock := range locks {
			b.Queue("select pg_advisory_xact_lock($1)", lock)
		}
		b.Queue(d.sql.get, columns...).Query(func(found pgx.Rows) (err error) {
			old, err = collect(found, len(keys))
			return err
		})
	}, func(b *pgx.Batch) (err error) {
		if rows, err = store.Evaluate(ops, old); err != nil {
			return err
		}
		for i, op := range ops {
			if op.Verb != store.Check {
				err = errors.Join(err, d.queue(b, op.Key, rows[i]))
			}
		}
		return err
	})
	switch {
	case err == nil:
		return rows, nil
	case errors.Is(err, postgres.ErrUnclear):
		return nil, fmt.Errorf("write %s: %w: %w", ops[0].Key, store.ErrUnclear, err)
	case errors.Is(err, postgres.ErrNoWrites):
		return nil, fmt.Errorf("write %s: %w: %w", ops[0].Key, store.ErrNoWrites, err)
	case errors.Is(err, postgres.ErrBusy):
		return nil, fmt.Errorf("write %s: %w: %w", ops[0].Key, store.ErrConflict, err)
	case errors.Is(err, postgres.ErrNoAnswer):
		return nil, failed("write "+ops[0].Key.String(), err)
	}
	return nil, err
}

// queue adds the call that writes a row, or removes it.
func (d *DB) queue(b *pgx.Batch, key store.Key, row store.Item) error {
	table, pk, sk := d.prefix+key.Table, partition(key.PK), []byte(key.SK)
	if row == nil {
		b.Queue(d.sql.remove, table, pk, sk)
		return nil
	}
	doc, err := attributevalue.MarshalMapJSON(row)
	if err != nil {
		return err
	}
	b.Queue(d.sql.put, table, pk, sk, doc, expiry(row))
	return nil
}

// expiry is the second after which a row may be removed; nil for none.
func expiry(row store.Item) *int64 {
	number, ok := row[store.ExpiryAttribute].(*types.AttributeValueMemberN)
	if !ok {
		return nil
	}
	second, err := strconv.ParseInt(number.Value, 10, 64)
	if err != nil || second <= 0 {
		return nil
	}
	return &second
}

// locks are the numbers of the locks of keys. Every transaction takes them in one order, so none waits in a circle. Keys of one number
// wait for each other without a need, which changes nothing else.
func (d *DB) locks(keys []store.Key) []int64 {
	locks := make([]int64, len(keys))
	for i, k := range keys {
		sum := sha256.Sum256([]byte(d.database.Name() + "\x00" + d.prefix + k.Table + "\x00" + k.PK + "\x00" + k.SK))
		locks[i] = int64(binary.BigEndian.Uint64(sum[:8]))
	}
	slices.Sort(locks)
	return slices.Compact(locks)
}
