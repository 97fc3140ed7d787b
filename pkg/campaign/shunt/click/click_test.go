package click_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"herald/internal/testkit"
	"herald/pkg/campaign/shunt/click"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/quota"
	"herald/pkg/kit/store"
	"herald/pkg/kit/useragent"
)

const code = "Ab3dEf7h"

// counted is a consumer with a reader.
type counted struct {
	*testing.T
	env     *testkit.Env
	service *click.Service
	reader  *click.Reader
}

func start(t *testing.T) *counted {
	t.Helper()
	e := testkit.Memory(t)
	return &counted{t, e, &click.Service{DB: e.DB, Now: e.Now, Log: e.Lines.Log}, &click.Reader{DB: e.DB, Now: e.Now}}
}

func (c *counted) event(more func(e *click.Event)) click.Event {
	e := click.Event{ID: click.NewID(), Link: code, At: c.env.Now().Unix(), Kind: useragent.Phone, Target: 1}
	if more != nil {
		more(&e)
	}
	return e
}

func messages(events ...click.Event) (all []queue.Message) {
	for _, e := range events {
		all = append(all, queue.New(click.Task, "", e))
	}
	return all
}

func (c *counted) handle(batch []queue.Message) {
	c.Helper()
	if failed, err := c.service.HandleBatch(c.Context(), batch); err != nil || len(failed) > 0 {
		c.Fatal(failed, err)
	}
}

func (c *counted) total() click.Total {
	c.Helper()
	all, err := c.reader.Totals(c.Context(), []string{code, "unknown1"})
	if err != nil || all[1] != (click.Total{}) {
		c.Fatal(all, err)
	}
	return all[0]
}

// Clicks are counted by day, country and target, machines apart. What comes again changes nothing.
func TestClicksAreCountedOnce(t *testing.T) {
	c := start(t)
	events := []click.Event{
		c.event(func(e *click.Event) { e.Country = "BR" }),
		c.event(func(e *click.Event) { e.Country, e.Target, e.Shard = "PT", 12, 3 }),
		c.event(func(e *click.Event) { e.Target = click.Fallback }),
		c.event(func(e *click.Event) { e.Target = click.Nowhere }),
		c.event(func(e *click.Event) { e.Bot, e.Kind, e.Target, e.Country = true, useragent.Robot, 0, "US" }),
		c.event(func(e *click.Event) { e.At -= 24 * 3600 }),
		c.event(func(e *click.Event) { e.At -= 8 * 24 * 3600 }),
	}
	for i := range events {
		c.handle(messages(append(events[:i+1:i+1], events[i])...))
	}
	c.handle(messages(events...))
	if got := c.total(); got != (click.Total{Clicks7: 5, Clicks: 6, Bots: 1}) {
		t.Errorf("%+v", got)
	}
	today := quota.Day(c.env.Now())
	days, err := c.reader.Days(t.Context(), code, today, today)
	if err != nil || len(days) != 1 {
		t.Fatal(days, err)
	}
	d := days[0]
	if d.Clicks != 4 || d.Bots != 1 || d.Fallback != 1 || d.Unavailable != 1 ||
		len(d.Countries) != 2 || d.Countries["BR"] != 1 || d.Countries["PT"] != 1 ||
		len(d.Targets) != 2 || d.Targets[1] != 1 || d.Targets[12] != 1 {
		t.Errorf("%+v", d)
	}
	if days, err = c.reader.Days(t.Context(), code, quota.Day(c.env.Now().AddDate(0, 0, -30)), today); err != nil || len(days) != 3 {
		t.Error(days, err)
	}
}

// A message that names nothing is dropped, and the others of its batch are counted.
func TestDamagedMessages(t *testing.T) {
	c := start(t)
	bad := []click.Event{
		c.event(func(e *click.Event) { e.ID = "" }), c.event(func(e *click.Event) { e.ID = "AAAAAAAAA" }), c.event(func(e *click.Event) { e.Link = "" }),
		c.event(func(e *click.Event) { e.Shard = -1 }), c.event(func(e *click.Event) { e.Shard = 256 }), c.event(func(e *click.Event) { e.At = 0 }),
		c.event(func(e *click.Event) { e.At += 3600 }), c.event(nil),
	}
	c.handle(append(messages(bad...), queue.Message{Kind: click.Task, Body: []byte(`{`)}))
	if got := c.total(); got.Clicks != 1 {
		t.Errorf("%+v", got)
	}
}

// Another module is told of the people that came to a target; its error brings the messages back, and nothing is counted twice.
func TestVisits(t *testing.T) {
	c := start(t)
	var told []click.Event
	fails := errors.New("busy")
	c.service.Tell = func(_ context.Context, visits []click.Event) error {
		told = append(told, visits...)
		return fails
	}
	batch := messages(c.event(func(e *click.Event) { e.Params = map[string]string{"utm_source": "fb"} }), c.event(func(e *click.Event) { e.Bot = true }),
		c.event(func(e *click.Event) { e.Target = click.Fallback }))
	if failed, err := c.service.HandleBatch(t.Context(), batch); err != nil || len(failed) != 3 {
		t.Error(failed, err)
	}
	fails = nil
	c.handle(batch)
	if got := c.total(); got.Clicks != 2 || len(told) != 2 || told[0].Params["utm_source"] != "fb" {
		t.Errorf("%+v, %+v", got, told)
	}
}

func TestShards(t *testing.T) {
	for rate, want := range map[float64]int{0: 1, 1: 1, 10: 1, 11: 2, 100: 16, 278: 32, 1000: 128, 1e6: 256} {
		if got := click.Shards(rate); got != want {
			t.Errorf("%v a second: %d shards, not %d", rate, got, want)
		}
	}
}

// simulated is a queue that repeats messages, whose consumers lose answers and die.
type simulated struct {
	mu      sync.Mutex
	waiting []queue.Message
	random  *rand.Rand
}

var errKilled = errors.New("killed")

func (s *simulated) receive(most int) (got []queue.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := min(1+s.random.IntN(most), len(s.waiting))
	got, s.waiting = s.waiting[:n:n], s.waiting[n:]
	return got
}

// back brings messages again.
func (s *simulated) back(again []queue.Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, again...)
}

func (s *simulated) chance(percent int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.random.IntN(100) < percent
}

// 100,000 clicks on one link are counted exactly while consumers die before and after their writes, answers are lost and messages come
// twice.
func TestClicksAreExactUnderKills(t *testing.T) {
	n, seed := 100_000, uint64(1)
	if testing.Short() {
		n = 10_000
	}
	c := start(t)
	sim := &simulated{random: rand.New(rand.NewPCG(seed, 0))}
	begin, want, targets := c.env.Now().Unix(), 0, map[int]int64{}
	for i := range n {
		e := c.event(func(e *click.Event) {
			e.At, e.Shard, e.Target = begin-60+int64(i/278), sim.random.IntN(32), 1+i%10
			e.Bot = i%7 == 0
		})
		e.At = min(e.At, begin+299)
		if !e.Bot {
			want++
			targets[e.Target]++
		}
		m := queue.New(click.Task, "", e)
		sim.waiting = append(sim.waiting, m)
		if i%50 == 0 {
			sim.waiting = append(sim.waiting, m) // the queue delivers it twice
		}
	}
	memory, faults := store.NewMemory(nil), func(string) error {
		switch {
		case sim.chance(1):
			return errKilled
		case sim.chance(1):
			return store.ErrUnclear
		}
		return nil
	}
	c.reader.DB = memory
	flaky := &store.Faulty{DB: memory, Before: faults, After: faults}
	var done sync.WaitGroup
	for range 3 {
		done.Go(func() {
			for {
				batch := sim.receive(5000)
				if len(batch) == 0 {
					return
				}
				service := &click.Service{DB: flaky, Now: c.env.Now, Log: func(map[string]any) {}}
				failed, err := service.HandleBatch(context.Background(), batch)
				switch {
				case err != nil || sim.chance(20): // it died: the whole batch comes again
					sim.back(batch)
				default:
					var again []queue.Message
					for _, i := range failed {
						again = append(again, batch[i])
					}
					sim.back(again)
				}
			}
		})
	}
	done.Wait()
	if rest := len(sim.waiting); rest > 0 {
		t.Fatalf("%d messages wait", rest)
	}
	if got := c.total(); got.Clicks != int64(want) || got.Bots != int64(n-want) {
		t.Errorf("%+v, not %d and %d", got, want, n-want)
	}
	days, err := c.reader.Days(t.Context(), code, "2000-01-01", "2999-01-01")
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]int64{}
	for _, d := range days {
		for target, n := range d.Targets {
			got[target] += n
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(targets) {
		t.Errorf("%v, not %v", got, targets)
	}
}

// Messages of many requests wait for the end of their ten seconds.
func TestEventsOfABucketComeTogether(t *testing.T) {
	c := start(t)
	at := time.Unix(1_800_000_003, 0)
	for many, want := range map[bool]time.Duration{false: 0, true: 7 * time.Second} {
		if err := click.Post(t.Context(), c.env.Queues, at, many, c.event(nil)); err != nil {
			t.Fatal(err)
		}
		if got := c.env.Sent.Take(); len(got) != 1 || got[0].Queue != click.Queue || got[0].Delay.Truncate(time.Second) != want {
			t.Errorf("%+v", got)
		}
	}
}
