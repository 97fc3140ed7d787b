package redirect

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"time"

	"herald/pkg/campaign/shunt"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

const table = "campaign"

func positionKey(code string) store.Key {
	return store.Key{Table: table, PK: "SHUNT#" + code, SK: "T"}
}

func usedKey(code, day string) store.Key {
	return store.Key{Table: table, PK: "SHUNTU#" + code, SK: day}
}

// rotate gives the next target to a visitor. A request that may be a mail gateway's gets the target of its address, and takes no position.
// A target whose cap turns out to be reached leaves the cycle.
func (s *Service) rotate(ctx context.Context, l *line, v *visit) *shunt.Target {
	at, placed := int64(0), false
	refused := map[int]bool{}
	for {
		l.bring(v.at)
		if len(l.order) == 0 {
			return nil
		}
		if !placed {
			if at, placed = s.position(ctx, l, v), true; at < 0 {
				at = rand.Int64() // the counter cannot be reached: weights hold, the order does not
			}
		}
		var t *shunt.Target
		for i := range int64(len(l.order)) { // one that was refused for another reason than its cap is passed over
			if one := l.places[l.order[(at+i)%int64(len(l.order))]]; !refused[one.N] {
				t = one
				break
			}
		}
		if t == nil || s.take(ctx, l, t, v.at) {
			return t
		}
		refused[t.N] = true
	}
}

// position gives the position of a visitor in the cycle, below 0 when none could be had.
func (s *Service) position(ctx context.Context, l *line, v *visit) int64 {
	if v.maybe {
		h := fnv.New64a()
		_, _ = h.Write([]byte(web.Address(v.Context()))) // cannot fail
		return int64(h.Sum64() >> 1)
	}
	if l.next == l.end {
		if err := s.lease(ctx, l, v.at); err != nil {
			s.Log(map[string]any{"warning": "shunt: position: " + err.Error(), "link": l.code})
			return -1
		}
	}
	l.next++
	return l.next - 1
}

// block is the positions that a process has taken: from next to before end.
type block struct {
	next, end int64
	size      int64
	took      time.Time
	processes float64 // that share the positions; at least 1

	seen   int64 // end of the positions of all processes at a moment that is long enough past to measure by
	seenAt time.Time
}

// Bounds of blocks. A block lasts so long that all processes together take one in blockLasts.
const (
	mostBlock  = 4096
	growBlock  = 32
	blockLasts = 4 * time.Second
	measured   = 10 * time.Second // in which all processes are seen
)

// lease takes the next positions, in one write. How many depends on how fast the last ones were used.
func (s *Service) lease(ctx context.Context, l *line, now time.Time) error {
	n, since := int64(1), max(now.Sub(l.took), time.Millisecond)
	if l.size > 0 {
		mine := float64(l.size) / since.Seconds()
		n = min(max(int64(mine*l.processes*blockLasts.Seconds()), 1), growBlock*l.size, mostBlock)
	}
	it, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: positionKey(l.code), Add: map[string]int64{"n": n}})
	if err != nil {
		return err
	}
	var at struct {
		N int64 `dynamodbav:"n"`
	}
	if _, err := store.Decode(it, &at); err != nil {
		return err
	}
	was := l.block
	l.block = block{next: at.N - n, end: at.N, size: n, took: now, processes: max(was.processes, 1), seen: was.seen, seenAt: was.seenAt}
	switch span := now.Sub(was.seenAt); {
	case was.size == 0 || span > 20*measured:
		l.seen, l.seenAt, l.processes = at.N, now, 1
	case span >= measured:
		all := float64(at.N-was.seen) / span.Seconds()
		l.processes = max(1, all*since.Seconds()/float64(was.size))
		l.seen, l.seenAt = at.N, now
		l.metered.Lock()
		l.total, l.totalAt = all, now
		l.metered.Unlock()
	}
	return nil
}

// capBlock is the visitors that a process may still lead to a target on a day.
type capBlock struct {
	day     string
	left    int64
	size    int64
	took    time.Time
	version int64 // of the link whose cap it was taken under
	full    int64 // version of the link at which the cap was reached
}

// mostCapBlock bounds what a process that ends leaves unused, and capParts a target's cap that one block takes.
const (
	mostCapBlock = 1024
	capParts     = 32
	keepUsed     = 3 * 24 * time.Hour
)

// take takes one visitor from the cap of a target; false when the cap is reached, or cannot be known.
func (s *Service) take(ctx context.Context, l *line, t *shunt.Target, now time.Time) bool {
	if t.Cap == 0 {
		return true
	}
	row, c := l.cycled.row, l.caps[t.N]
	if day := quota.Day(now); c == nil || c.day != day || c.version != row.Version {
		c = &capBlock{day: day, version: row.Version}
		l.caps[t.N] = c
	}
	if c.left == 0 {
		if err := s.leaseCap(ctx, l, t, c, now); err != nil {
			s.Log(map[string]any{"warning": "shunt: cap: " + err.Error(), "link": l.code})
			return false
		}
	}
	if c.left == 0 {
		c.full, l.second = row.Version, 0 // the cycle is made anew
		return false
	}
	c.left--
	return true
}

// leaseCap takes visitors from what is left of a cap; none when it is reached.
func (s *Service) leaseCap(ctx context.Context, l *line, t *shunt.Target, c *capBlock, now time.Time) error {
	n := int64(1)
	if c.size > 0 {
		mine := float64(c.size) / max(now.Sub(c.took), time.Millisecond).Seconds()
		n = min(max(int64(mine*blockLasts.Seconds()), 1), growBlock*c.size, mostCapBlock, max(int64(t.Cap)/capParts, 1))
	}
	name, most := "u"+strconv.Itoa(t.N), int64(t.Cap)
	for n > 0 {
		_, err := s.DB.Write(ctx, store.Op{Verb: store.Update, Key: usedKey(l.code, c.day), Add: map[string]int64{name: n},
			Set: map[string]any{"ttl": now.Add(keepUsed).Unix()}, If: store.Or(store.Missing(name), store.Le(name, most-n))})
		failed := store.ConditionFailed(err)
		if failed == nil {
			if err == nil {
				c.left, c.size, c.took = n, n, now
			}
			return err
		}
		used := map[string]any{}
		if _, err := store.Decode(failed.Old, &used); err != nil {
			return err
		}
		was, _ := used[name].(float64)
		n = min(n-1, most-int64(was))
	}
	return nil
}
