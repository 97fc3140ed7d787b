package push

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"
	"strconv"
	"sync"

	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
)

// Keys, all in table platform, written when a connection opens and left to the table's expiry when its end was not
// seen:
//
//	SOCK#<user> / <connection>      the connections of a user
//	SOCKID#<connection> / SOCK      the user of a connection
//	SOCKS#<shard> / <connection>    all connections, in a fixed number of partitions
const table = "platform"

// shards spread what connects at one moment over partitions: a thousand consoles that come back together after a
// deployment are 60 writes a second each, and a broadcast reads 16 partitions.
const shards = 16

// posters is how many posts are under way at once: at 10 ms a post, ten thousand consoles get a message in under 2 s.
const posters = 64

// aliveBatch is of how many connections is asked at once whether their sessions hold: a session and a user each are one call.
const aliveBatch = 50

func userKey(user, connection string) store.Key {
	return store.Key{Table: table, PK: "SOCK#" + user, SK: connection}
}

func connectionKey(connection string) store.Key {
	return store.Key{Table: table, PK: "SOCKID#" + connection, SK: "SOCK"}
}

func shardKey(connection string) store.Key {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(connection)) // a hash takes everything
	return store.Key{Table: table, PK: shardOf(int(sum.Sum32() % shards)), SK: connection}
}

func shardOf(i int) string { return "SOCKS#" + strconv.Itoa(i) }

// each posts to the connections of n partitions. One that cannot be read or reached keeps no other from its message; the
// error tells the first that failed and how many did.
func (h *Hub) each(ctx context.Context, n int, partition func(int) string, choose Choose) error {
	work := make(chan post)
	var failed failures
	var posting sync.WaitGroup
	for range min(posters, n*4) {
		posting.Go(func() {
			for p := range work {
				failed.add(h.post(ctx, p))
			}
		})
	}
	f := fan{hub: h, choose: choose, encoded: encoder{}, work: work}
	for _, err := range parallel.Each(n, 8, func(i int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return f.read(ctx, partition(i))
	}) {
		failed.add(err)
	}
	close(work)
	posting.Wait()
	return failed.err()
}

// post is a message on its way to a connection.
type post struct {
	to   Socket
	data []byte
}

// post sends to a connection and forgets it when it is closed.
func (h *Hub) post(ctx context.Context, p post) error {
	gone, err := h.Poster.Post(ctx, p.to.Connection, p.data)
	if gone {
		return h.forget(ctx, p.to)
	}
	return err
}

// fan reads partitions and hands what is to be posted to the posters.
type fan struct {
	hub     *Hub
	choose  Choose
	mu      sync.Mutex // choose and encoded know nothing of goroutines
	encoded encoder
	work    chan<- post
}

func (f *fan) read(ctx context.Context, partition string) error {
	sockets, err := f.hub.sockets(ctx, partition)
	if err != nil {
		return err
	}
	var failed failures
	for batch := range slices.Chunk(sockets, aliveBatch) {
		failed.add(f.deliver(ctx, batch))
	}
	return failed.err()
}

// sockets of a partition, without those whose life is over and that the table has not removed yet.
func (h *Hub) sockets(ctx context.Context, partition string) ([]Socket, error) {
	items, err := store.Collect(store.Rows(ctx, h.DB, store.Query{Table: table, PK: partition}))
	if err != nil {
		return nil, err
	}
	sockets, err := store.DecodeAll[Socket](items)
	now := h.Now().Unix()
	return slices.DeleteFunc(sockets, func(s Socket) bool { return s.Expires < now }), err
}

// open gives the connections of the users.
func (h *Hub) open(ctx context.Context, users []string) ([]Socket, error) {
	of := make([][]Socket, len(users))
	errs := parallel.Each(len(users), 8, func(i int) (err error) {
		of[i], err = h.sockets(ctx, userKey(users[i], "").PK)
		return err
	})
	return slices.Concat(of...), errors.Join(errs...)
}

// deliver gives the posters the messages of connections with valid sessions; the others are ended.
func (f *fan) deliver(ctx context.Context, sockets []Socket) error {
	var holds []bool
	if f.hub.Alive != nil {
		var err error
		if holds, err = f.hub.Alive(ctx, sockets); err != nil {
			return err
		}
	}
	for i, s := range sockets {
		if holds != nil && !holds[i] {
			if err := f.hub.end(ctx, s); err != nil {
				return err
			}
			continue
		}
		data, err := f.message(s)
		if err != nil {
			return err
		}
		if data == nil {
			continue
		}
		select {
		case f.work <- post{s, data}:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

func (f *fan) message(s Socket) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	m := f.choose(s)
	if m == nil {
		return nil, nil
	}
	return f.encoded.bytes(m)
}

// failures counts what went wrong and keeps the first few.
type failures struct {
	mu    sync.Mutex
	n     int
	first []error
}

func (f *failures) add(err error) {
	if err == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.n++; len(f.first) < 3 {
		f.first = append(f.first, err)
	}
}

func (f *failures) err() error {
	if f.n == 0 {
		return nil
	}
	return errors.Join(append(f.first, errors.New("push: "+strconv.Itoa(f.n)+" failed"))...)
}
