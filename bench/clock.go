package main

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/store"
)

// The benchmark does not wait for the throughput of a sender. Its own clock moves to the next awaited moment as soon
// as all goroutines wait. So the modules meet the same rates, hand-overs and windows as in real time, in a hundredth
// of it.

// Times that are billed beside the pace: of a call to AWS inside a region, and of the provider's last answer in a sub-batch
// (facts/serverless §2).
const (
	awsTime    = 4 * time.Millisecond
	answerTime = 120 * time.Millisecond
)

type clock struct {
	real  bool // it is the time of day, and nothing puts it forward
	mu    sync.Mutex
	now   time.Time
	busy  int // goroutines at work: no time passes meanwhile
	waits []waiting
}

type waiting struct {
	at   time.Time
	wake chan struct{}
}

func (c *clock) Now() time.Time {
	if c.real {
		return time.Now().UTC()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// to puts the clock forward; it never goes back.
func (c *clock) to(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at.After(c.now) {
		c.now = at
	}
}

// begins and ends enclose work during which no time may pass for waiting goroutines.
func (c *clock) begins() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy++
}

func (c *clock) ends() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy--
	c.pass()
}

// wait lets time pass until a moment, for who has begun.
func (c *clock) wait(at time.Time) {
	c.mu.Lock()
	if !at.After(c.now) {
		c.mu.Unlock()
		return
	}
	w := waiting{at, make(chan struct{})}
	c.waits = append(c.waits, w)
	c.busy--
	c.pass()
	c.mu.Unlock()
	<-w.wake
}

// pass moves to the next awaited moment, once no goroutine works.
func (c *clock) pass() {
	if c.busy > 0 || len(c.waits) == 0 {
		return
	}
	first := slices.MinFunc(c.waits, func(a, b waiting) int { return a.at.Compare(b.at) })
	if first.at.After(c.now) {
		c.now = first.at
	}
	c.waits = slices.DeleteFunc(c.waits, func(w waiting) bool {
		due := !w.at.After(c.now)
		if due {
			c.busy++
			close(w.wake)
		}
		return due
	})
}

// set puts the clock to any time.
func (c *clock) set(at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = at
}

// invocation is what a function has used so far. Its time is billed as if its calls came one after the other.
type invocation struct {
	mu    sync.Mutex
	began time.Time
	busy  time.Time // its own time: it has got so far
	calls int
	depth int           // of the calls that have ended: those side by side count once
	lasts time.Duration // of every call, in real time, so that those side by side are seen to be; for depth alone
	paced bool          // its time is that of the pace
	sends bool          // messages go out; their last answer is to come
}

type invocationKey struct{}

func of(ctx context.Context) *invocation {
	i, _ := ctx.Value(invocationKey{}).(*invocation)
	return i
}

func begin(ctx context.Context, at time.Time) (context.Context, *invocation) {
	i := &invocation{began: at, busy: at}
	return context.WithValue(ctx, invocationKey{}, i), i
}

// call counts one call to AWS; what it gives ends it.
func (i *invocation) call() (end func()) {
	if i == nil {
		return func() {}
	}
	i.mu.Lock()
	i.calls++
	if i.sends { // the next write waits for the answers
		i.busy, i.sends = i.busy.Add(answerTime), false
	}
	i.busy = i.busy.Add(awsTime)
	mine := i.depth + 1
	i.mu.Unlock()
	return func() {
		time.Sleep(i.lasts)
		i.mu.Lock()
		i.depth = max(i.depth, mine)
		i.mu.Unlock()
	}
}

// until lets the invocation's time pass to a moment of the clock.
func (i *invocation) until(c *clock, at time.Time) {
	c.wait(at)
	i.mu.Lock()
	defer i.mu.Unlock()
	i.paced = true
	if at.After(i.busy) {
		i.busy = at
	}
}

// sent notes that messages go out.
func (i *invocation) sent() {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.sends, i.paced = true, true
}

func (i *invocation) at() time.Time {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.busy
}

// paced is the database as invocations see it.
type paced struct {
	store.DB
	clock *clock
}

func (p *paced) Get(ctx context.Context, key store.Key, consistent bool) (store.Item, error) {
	done := of(ctx).call()
	defer done()
	return p.DB.Get(ctx, key, consistent)
}

func (p *paced) GetMany(ctx context.Context, keys []store.Key, consistent bool) ([]store.Item, error) {
	done := of(ctx).call()
	defer done()
	return p.DB.GetMany(ctx, keys, consistent)
}

func (p *paced) Query(ctx context.Context, q store.Query) ([]store.Item, error) {
	done := of(ctx).call()
	defer done()
	return p.DB.Query(ctx, q)
}

func (p *paced) WriteAll(ctx context.Context, ops []store.Op) error {
	for batch := range slices.Chunk(ops, 25) { // one after the other
		done := of(ctx).call()
		err := p.DB.WriteAll(ctx, batch)
		done()
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *paced) Transact(ctx context.Context, ops []store.Op) error {
	done := of(ctx).call()
	defer done()
	return p.DB.Transact(ctx, ops)
}

// Write lets time pass as a worker needs it: before a slot is taken the answers to what was sent before are in.
func (p *paced) Write(ctx context.Context, op store.Op) (store.Item, error) {
	i := of(ctx)
	done := i.call()
	defer done()
	if i == nil {
		return p.DB.Write(ctx, op)
	}
	if strings.HasPrefix(op.Key.PK, "RATE#") && op.Key.SK == "R" {
		i.until(p.clock, i.at())
	}
	it, err := p.DB.Write(ctx, op)
	if sends, ok := op.Item.(chunkrow.Sends); ok && err == nil && doubtful(&sends) > 0 {
		i.sent()
	}
	return it, err
}

// doubtful counts the recipients of an intent: no other recipient is in doubt in a run without faults.
func doubtful(s *chunkrow.Sends) int {
	n := 0
	for _, b := range s.Bits {
		for ; b != 0; b >>= 2 {
			if b&3 == 3 {
				n++
			}
		}
	}
	return n
}
