package job

import (
	"context"
	"fmt"
	"sync"
	"time"

	"herald/pkg/kit/store"
)

// round is what the modules of one tick have read so far, by table and partition.
type round struct {
	mu   sync.Mutex
	read map[[2]string]*reading
}

// reading is one partition, read once.
type reading struct {
	sync.Once
	rows []store.Item
	err  error
}

type roundKey struct{}

// Together gives a context for one tick of many modules of one database. Their due rows lie together, so they are
// read once. It must not be used longer: rows that become due meanwhile are the next tick's.
func Together(ctx context.Context) context.Context {
	return context.WithValue(ctx, roundKey{}, &round{read: map[[2]string]*reading{}})
}

// read gives all rows of a partition that are due, of every kind of work.
func (x *Index) read(ctx context.Context, partition string, now time.Time) ([]store.Item, error) {
	all := func() ([]store.Item, error) {
		q := store.Query{Table: x.Table, PK: partition, To: fmt.Sprintf("%013d~", now.UnixMilli()), Consistent: true}
		return store.Collect(store.Rows(ctx, x.DB, q))
	}
	r, shared := ctx.Value(roundKey{}).(*round)
	if !shared {
		return all()
	}
	r.mu.Lock()
	at := [2]string{x.Table, partition}
	if r.read[at] == nil {
		r.read[at] = &reading{}
	}
	one := r.read[at]
	r.mu.Unlock()
	one.Do(func() { one.rows, one.err = all() })
	return one.rows, one.err
}
