package main

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/store"
)

// The benchmark does not wait for the pace of a sender: it keeps a clock of its own, which jumps to the end of every slot
// that a worker takes. So the rooms meet the same rates, hand-overs and windows as in real time, in a hundredth of it.

// Times that are billed beside the pace: of a call to AWS inside a region, and of the provider's last answer in a sub-batch
// (facts/serverless §2).
const (
	awsTime    = 4 * time.Millisecond
	answerTime = 120 * time.Millisecond
)

type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
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

// sent lets the messages of a sub-batch go out; the invocation is busy until their last answer.
func (i *invocation) sent(c *clock, lasts time.Duration) {
	if lasts == 0 {
		return
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	c.to(i.busy)
	c.to(c.Now().Add(lasts))
	i.busy, i.paced = c.Now().Add(answerTime), true
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

// Write lets time pass as a worker needs it: before a slot is taken the answers to what was sent before are in; a slot that
// was taken begins; and with the intent of a sub-batch its messages go out at the sender's pace.
func (p *paced) Write(ctx context.Context, op store.Op) (store.Item, error) {
	i := of(ctx)
	done := i.call()
	defer done()
	if i == nil {
		return p.DB.Write(ctx, op)
	}
	slot := strings.HasPrefix(op.Key.PK, "RATE#")
	if slot {
		p.clock.to(i.at())
	}
	it, err := p.DB.Write(ctx, op)
	if sends, ok := op.Item.(dispatch.Sends); ok && err == nil {
		i.sent(p.clock, time.Duration(doubtful(&sends))*time.Second/perSecond)
	}
	if n, ok := it["x"].(*types.AttributeValueMemberN); slot && ok && err == nil {
		end, err := strconv.ParseInt(n.Value, 10, 64)
		if err != nil {
			return nil, err
		}
		if add := op.Add["x"]; add > 0 {
			p.clock.to(time.UnixMicro(end - add))
		}
	}
	return it, err
}

// doubtful counts the recipients of an intent: nobody else is in doubt where nothing goes wrong.
func doubtful(s *dispatch.Sends) int {
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
