// Package job keeps a due index of work that needs a later look: work planned for an hour, and work that a lost
// message or a dead worker may have left. The transaction that creates such work also writes a row with the time of
// the next look. The minute's tick reads only the rows that are due, so waiting work costs nothing.
//
// A row is never the truth: it may be due once too often, about work that has ended. The handler of the look finds
// that out. Only the tick removes a row, after it has looked and, first, set the next.
package job

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// A tick looks at so many things side by side, and begins with none when less time is left than this.
const (
	sideBySide = 16
	reserve    = 5 * time.Second
)

// Index is the due index of a module. Keys, in the module's table:
//
//	JOB#<shard> / <unix ms>#<name>#<id>#<mark>
//
// All kinds of work of a table lie in the same few partitions, so that a tick reads the due rows of all of them at
// once (Together).
type Index struct {
	DB     store.DB
	Table  string
	Name   string // of a kind of work, without #
	Shards int    // a partition takes a few hundred changes a second, of all that share it
}

// Due is something whose time has come.
type Due struct {
	ID   string
	At   time.Time // for which it was set
	row  store.Item
	keys []store.Key // of all its rows that are due
}

// Decode reads what At was given.
func (d Due) Decode(into any) error {
	_, err := store.Decode(d.row, into)
	return err
}

// Handler looks at something and tells when it wants to be looked at again: a time that has come is the next tick, the zero time is
// never. An error is the next tick, too.
type Handler func(ctx context.Context, d Due) (next time.Time, err error)

// At gives the operation that makes a thing due at a time. mark distinguishes the rows of one moment, so that a tick
// that has looked removes the rows it read and none that came meanwhile. It is the version that the operation
// belongs to, or empty where there is only one. with is stored for Decode, and may be nil.
func (x *Index) At(at time.Time, id, mark string, with any) store.Op {
	if with == nil {
		with = struct{}{}
	}
	return store.Op{Verb: store.Put, Key: x.key(at, id, mark), Item: with}
}

// Drop gives the operation that takes a row of At away, in the transaction that ends the work: what is forgotten here only costs a
// look.
func (x *Index) Drop(at time.Time, id, mark string) store.Op {
	return store.Op{Verb: store.Delete, Key: x.key(at, id, mark)}
}

func (x *Index) key(at time.Time, id, mark string) store.Key {
	h := fnv.New32a()
	_, _ = h.Write([]byte(id)) // cannot fail
	return store.Key{Table: x.Table, PK: x.partition(int(h.Sum32() % uint32(x.Shards))),
		SK: fmt.Sprintf("%013d#%s#%s#%s", max(0, at.UnixMilli()), x.Name, id, mark)}
}

func (x *Index) partition(shard int) string { return fmt.Sprintf("JOB#%d", shard) }

// Tick looks at what is due at a time, in any order: when there is no time for all, it is not always the same that is left for the
// next one. One that fails keeps no other waiting.
func (x *Index) Tick(ctx context.Context, now time.Time, look Handler) error {
	due, err := x.due(ctx, now)
	rand.Shuffle(len(due), func(i, j int) { due[i], due[j] = due[j], due[i] })
	return errors.Join(err, errors.Join(parallel.Each(len(due), sideBySide, func(i int) error {
		if Late(ctx) {
			return nil
		}
		next, err := look(ctx, due[i])
		if err == nil {
			err = x.again(ctx, due[i], now, next)
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", x.Name, due[i].ID, err)
		}
		return nil
	})...))
}

// All gives everything that is looked after, whenever its time comes, each thing once.
func (x *Index) All(ctx context.Context) ([]Due, error) {
	return x.due(context.WithValue(ctx, roundKey{}, nil), time.UnixMilli(lastTime)) // a tick's round has read what is due, and no more
}

// lastTime is after every time of an index: its thirteen digits are the largest.
const lastTime = 9_999_999_999_999

// Late reports that an invocation has too little time left to begin something.
func Late(ctx context.Context) bool {
	end, bound := ctx.Deadline()
	return bound && time.Until(end) < reserve
}

// due reads the due rows, each thing once. An unreadable row does not keep others from being looked at.
func (x *Index) due(ctx context.Context, now time.Time) ([]Due, error) {
	shards := make([][]store.Item, x.Shards)
	err := errors.Join(parallel.Each(x.Shards, x.Shards, func(shard int) (err error) {
		shards[shard], err = x.read(ctx, x.partition(shard), now)
		return err
	})...)
	var all []Due
	at := map[string]int{}
	for shard, rows := range shards {
		for _, row := range rows {
			sk := store.SortKey(row)
			_, rest, _ := strings.Cut(sk, "#")
			name, rest, _ := strings.Cut(rest, "#")
			if name != x.Name {
				continue
			}
			id := rest[:max(0, strings.LastIndex(rest, "#"))]
			i, known := at[id]
			if !known {
				i, at[id] = len(all), len(all)
				all = append(all, Due{ID: id, At: setFor(row)})
			}
			all[i].row = row // the latest
			all[i].keys = append(all[i].keys, store.Key{Table: x.Table, PK: x.partition(shard), SK: sk})
		}
	}
	return all, err
}

// keptFor is the attribute of a renewed row: the Unix time in ms for which the work was set.
const keptFor = "jobAt"

// setFor is the time for which a row's work was set.
func setFor(row store.Item) time.Time {
	at := store.SortKey(row)
	if kept, ok := row[keptFor].(*types.AttributeValueMemberN); ok {
		at = kept.Value
	}
	return rowTime(at)
}

// renewAfter is the age at which the row of work of every tick is renewed: what is looked at is not late, and a row of each tick would cost
// two writes a minute.
const renewAfter = 2 * time.Minute

// soon is how far ahead a look may say that it wants the next tick: its clock has gone on since the tick began.
const soon = 50 * time.Second

// again sets the next time, then removes the rows that were looked at. A crash in between causes one look too many.
// Work due at the next tick keeps its latest row, which the look has read, until that is older than renewAfter.
func (x *Index) again(ctx context.Context, d Due, now, next time.Time) error {
	old := d.keys
	with := maps.Clone(d.row)
	for _, name := range []string{"pk", "sk", keptFor} {
		delete(with, name)
	}
	var row store.Op
	switch latest := rowTime(store.SortKey(d.row)); {
	case next.IsZero():
	case next.After(now.Add(soon)):
		row = x.At(next, d.ID, "", with)
	case now.Sub(latest) > renewAfter:
		with[keptFor] = &types.AttributeValueMemberN{Value: strconv.FormatInt(d.At.UnixMilli(), 10)}
		row = x.At(now, d.ID, "renewed", with) // a mark of its own: a change of this moment stays
	default:
		old = old[:len(old)-1]
	}
	if row.Item != nil {
		if _, err := x.DB.Write(ctx, row); err != nil {
			return err
		}
	}
	var ops []store.Op
	for _, key := range old {
		ops = append(ops, store.Op{Verb: store.Delete, Key: key})
	}
	if len(ops) == 0 {
		return nil
	}
	return x.DB.WriteAll(ctx, ops)
}

// Doubling gives the first of the moments 1, 2, 4, 8 … minutes after since that is after now. It suits work that
// probably needs no look, the less the longer it waits.
func Doubling(since, now time.Time) time.Time {
	after := time.Minute
	for !since.Add(after).After(now) {
		after *= 2
	}
	return since.Add(after)
}

// rowTime is when a row is due, by its sort key.
func rowTime(sk string) time.Time {
	ms, _, _ := strings.Cut(sk, "#")
	unix, _ := strconv.ParseInt(ms, 10, 64) // this package wrote it
	return time.UnixMilli(unix)
}

// Lag is how long ago the earliest work of a table's partitions was due; 0 when none is.
func Lag(ctx context.Context, db store.DB, table string, shards int, now time.Time) (time.Duration, error) {
	lags := make([]time.Duration, shards)
	err := errors.Join(parallel.Each(shards, shards, func(shard int) error {
		rows, err := db.Query(ctx, store.Query{Table: table, PK: (&Index{}).partition(shard), Limit: 1})
		if err != nil || len(rows) == 0 {
			return err
		}
		lags[shard] = max(0, now.Sub(rowTime(store.SortKey(rows[0]))))
		return nil
	})...)
	return slices.Max(lags), err
}
