package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"time"

	"herald/pkg/app"
	"herald/pkg/campaign/domain"
	"herald/pkg/campaign/shunt"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/campaign/shunt/redirect"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/id"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// shuntArgs are how many clicks come to one link, at a million an hour.
type shuntArgs struct{ Clicks int }

type shuntResult struct {
	P50, P99 time.Duration // of the handler, with tables in memory
	Wrong    int           // clicks that are counted too often or not at all
	Uneven   float64       // most visitors that a target is away from its share
	Turns    float64       // write units of the position a second
	Counts   float64       // write units of the counters a second and shard
	Shards   int
	Kills    int
}

const (
	clicksAnHour   = 1_000_000
	shuntCode      = "Bench123"
	shuntProcesses = 4
	browserAgent   = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 " +
		"Mobile/15E148 Safari/604.1"
)

var errKilled = errors.New("bench: killed")

// crowd is a link with its visitors, the processes that answer them, and those that count them.
type crowd struct {
	now     time.Time
	tables  *store.Memory
	meter   *store.Meter
	random  *rand.Rand
	waiting []waitingClick
	serving []http.Handler
	out     shuntResult
	shards  map[[2]int64]bool // by their ten seconds
}

type waitingClick struct {
	queue.Message
	visible time.Time
}

// Send implements queue.Queues. Of fifty messages one is delivered twice.
func (c *crowd) Send(_ context.Context, _ string, all ...queue.Message) error {
	for _, m := range all {
		for range 1 + c.random.IntN(50)/49 {
			c.waiting = append(c.waiting, waitingClick{m, c.now.Add(m.Delay.Truncate(time.Second))})
		}
	}
	return nil
}

// process is the handler of a new process.
func (c *crowd) process() http.Handler {
	texts, now := app.Catalogue(), func() time.Time { return c.now }
	quiet := func(map[string]any) {}
	a := web.New(web.Options{Catalogue: texts, DB: c.tables, Now: now, IDs: id.New(now), TrustedHops: 1, Log: quiet,
		Authenticate: func(context.Context, string) (*auth.Principal, error) { return nil, nil }})
	(&redirect.Service{DB: c.tables, Queues: c, Texts: texts, Public: "https://bench.test", Now: now, Log: quiet,
		Keys: [][]byte{[]byte("a key of the bench, of 32 characters")}, Domains: &domain.Service{DB: c.tables}}).Routes(a)
	return a.Handler()
}

// shuntChild sends visitors to a link of ten numbers at a million an hour, while the processes that lead and count them are killed.
func shuntChild(ctx context.Context, a shuntArgs) (shuntResult, error) {
	c := &crowd{now: time.Date(2026, 11, 28, 3, 0, 0, 0, time.UTC), meter: &store.Meter{},
		random: rand.New(rand.NewPCG(28, 1)), shards: map[[2]int64]bool{}}
	c.tables = store.NewMemory(c.meter)
	began, sum := c.now, 0
	row := shunt.Row{Link: shunt.Link{Code: shuntCode, Kind: shunt.KindNumber, CountryCode: "BR", Status: shunt.Enabled,
		Greeting: "Hi"}, Version: 1}
	for n := 1; n <= 10; n++ {
		row.Targets = append(row.Targets, shunt.Target{ID: fmt.Sprint(n), N: n,
			Phone: fmt.Sprintf("55119876543%02d", n), Status: shunt.Enabled, Weight: n})
		sum += n
	}
	at := store.Key{Table: "campaign", PK: "SHUNT#" + shuntCode, SK: "L"}
	if _, err := c.tables.Write(ctx, store.Op{Verb: store.Put, Key: at, Item: row}); err != nil {
		return c.out, err
	}
	for range shuntProcesses {
		c.serving = append(c.serving, c.process())
	}
	c.meter.Take()
	led, counts := map[string]int{}, 0.0
	took := make([]time.Duration, 0, a.Clicks)
	for i := range a.Clicks {
		c.now = c.now.Add(time.Hour / clicksAnHour)
		if c.random.IntN(2500) == 0 { // a process is killed, with the positions that it had taken
			c.serving[c.random.IntN(shuntProcesses)] = c.process()
			c.out.Kills++
		}
		r := httptest.NewRequestWithContext(ctx, "GET", "/s/"+shuntCode, nil)
		r.Header.Set("User-Agent", browserAgent)
		rec := httptest.NewRecorder()
		at := time.Now()
		c.serving[c.random.IntN(shuntProcesses)].ServeHTTP(rec, r)
		took = append(took, time.Since(at))
		if rec.Code != http.StatusFound {
			return c.out, fmt.Errorf("a click is answered %d", rec.Code)
		}
		led[rec.Header().Get("Location")]++
		if i%(clicksAnHour/3600*2) == 0 {
			c.out.Turns += c.meter.Take().WriteUnits
			c.count(ctx)
			counts += c.meter.Take().WriteUnits
		}
	}
	c.out.Turns += c.meter.Take().WriteUnits
	for c.now = c.now.Add(time.Minute); len(c.waiting) > 0; {
		c.count(ctx)
	}
	counts += c.meter.Take().WriteUnits
	seconds := c.now.Add(-time.Minute).Sub(began).Seconds()
	c.out.Shards = int(float64(len(c.shards)) / max(seconds/10, 1))
	c.out.Turns, c.out.Counts = c.out.Turns/seconds, counts/seconds/float64(max(c.out.Shards, 1))
	slices.Sort(took)
	c.out.P50, c.out.P99 = took[len(took)/2], took[len(took)*99/100]
	return c.out, c.check(ctx, &row, led, float64(a.Clicks)/float64(sum))
}

// count counts what the queue has, in batches. Of twenty consumers one dies, before or after a write of its batch.
func (c *crowd) count(ctx context.Context) {
	var due, rest []waitingClick
	for _, m := range c.waiting {
		if m.visible.After(c.now) {
			rest = append(rest, m)
		} else {
			due = append(due, m)
		}
	}
	c.waiting = rest
	for batch := range slices.Chunk(due, 5000) {
		dies := c.random.IntN(20) == 0
		var left atomic.Int64
		left.Store(1 + c.random.Int64N(100))
		fault := func(string) error {
			if left.Add(-1) < 0 && dies {
				return errKilled
			}
			return nil
		}
		var messages []queue.Message
		for _, m := range batch {
			messages = append(messages, m.Message)
			var e click.Event
			if json.Unmarshal(m.Body, &e) == nil {
				c.shards[[2]int64{e.At / 10, int64(e.Shard)}] = true
			}
		}
		s := &click.Service{DB: &store.Faulty{DB: c.tables, Before: fault, After: fault},
			Now: func() time.Time { return c.now }, Log: func(map[string]any) {}}
		failed, err := s.HandleBatch(ctx, messages)
		if dies || err != nil {
			c.out.Kills++
			for _, m := range batch { // all of it comes again
				c.waiting = append(c.waiting, waitingClick{m.Message, c.now})
			}
			continue
		}
		for _, i := range failed {
			c.waiting = append(c.waiting, batch[i])
		}
	}
}

// check compares what was counted with what was led.
func (c *crowd) check(ctx context.Context, row *shunt.Row, led map[string]int, share float64) error {
	days, err := (&click.Reader{DB: c.tables, Now: func() time.Time { return c.now }}).Days(ctx, shuntCode, "2026-01-01", "2027-01-01")
	if err != nil {
		return err
	}
	for _, t := range row.Targets {
		want := led["https://wa.me/"+t.Phone+"?text=Hi"]
		for _, d := range days {
			want -= int(d.Targets[t.N])
		}
		c.out.Wrong += max(want, -want)
		away := float64(led["https://wa.me/"+t.Phone+"?text=Hi"]) - share*float64(t.Weight)
		c.out.Uneven = max(c.out.Uneven, away, -away)
	}
	return nil
}

func shunts(ctx context.Context, w *workshop) (report, error) {
	var r shuntResult
	if _, err := w.child(ctx, "shunt", shuntArgs{w.clicks}, &r); err != nil {
		return report{}, err
	}
	return report{figures: []figure{
		most("short link, answer without network: p50", "%.3f ms", 1, ms(r.P50)),
		most("  p99", "%.3f ms", 5, ms(r.P99)),
		none(fmt.Sprintf("  clicks counted wrongly of %d, with %d kills of redirectors and consumers", w.clicks, r.Kills), r.Wrong),
		most(fmt.Sprintf("  write units a second and shard of %d, at a million clicks an hour on one link", r.Shards), "%.2f", 1, r.Counts),
		most("  write units a second of the position", "%.2f", 1, r.Turns),
	}, text: fmt.Sprintf("\nShort link: %d clicks to 10 numbers of weights 1 to 10; a number is at most %.0f visitors away from its share\n",
		w.clicks, r.Uneven)}, nil
}
