package linkactivity_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/emaillink/linkactivity"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/id"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/useragent"
)

// desk is a service with one order of two generations.
type desk struct {
	t       *testing.T
	env     *testkit.Env
	service *linkactivity.Service
	order   *order.Order
	began   int64
	changed int
}

func open(t *testing.T, db func(*testkit.Env) store.DB) *desk {
	t.Helper()
	k := testkit.Memory(t)
	d := &desk{t: t, env: k, order: &order.Order{ID: id.Floor(k.Now()), Gen: 2, First: 1}, began: k.Now().Unix()}
	use := k.DB
	if db != nil {
		use = db(k)
	}
	d.service = &linkactivity.Service{DB: use, Links: &emaillink.Store{DB: k.DB}, NewID: func(context.Context) string { return k.IDs.Next() },
		Log: func(map[string]any) {}, Changed: func(context.Context, string) { d.changed++ }}
	return d
}

// event is one of the order's, so many seconds after it began.
func (d *desk) event(after int64, index, link int, kind useragent.Kind) emaillink.Event {
	return emaillink.Event{Order: d.order.ID, Gen: 1, Index: index, Link: link, At: d.began + after, Kind: kind}
}

func messages(each int, events ...emaillink.Event) (batch []queue.Message) {
	for i := 0; i < len(events); i += each {
		batch = append(batch, queue.New(emaillink.TaskActivity, "", events[i:min(i+each, len(events))]))
	}
	return batch
}

func (d *desk) handle(batch ...queue.Message) {
	d.t.Helper()
	if failed, err := d.service.HandleBatch(d.t.Context(), batch); err != nil || len(failed) > 0 {
		d.t.Fatal(failed, err)
	}
}

func (d *desk) sum() order.Activity {
	d.t.Helper()
	sum, err := (&linkactivity.Reader{DB: d.env.DB, Now: d.env.Now}).Of(d.t.Context(), d.order)
	if err != nil {
		d.t.Fatal(err)
	}
	return sum
}

// rows are those of the order's events.
func (d *desk) rows() []store.Item {
	d.t.Helper()
	rows, err := store.Collect(store.Rows(d.t.Context(), d.env.DB, store.Query{Table: "campaign", PK: "O#" + d.order.ID, Prefix: "K#"}))
	if err != nil {
		d.t.Fatal(err)
	}
	return rows
}

// state is the order's rows as text.
func (d *desk) state() string {
	d.t.Helper()
	all, err := store.DecodeAll[map[string]any](d.rows())
	if err != nil {
		d.t.Fatal(err)
	}
	return fmt.Sprint(all)
}

// The figures of an order: people and machines, each recipient once.
func TestEventsBecomeFigures(t *testing.T) {
	d := open(t, nil)
	d.handle(messages(2,
		d.event(100, 1, emaillink.Loaded, useragent.Phone), d.event(200, 1, emaillink.Loaded, useragent.Desktop),
		d.event(100, 2, 0, useragent.Desktop), d.event(400, 2, 1, useragent.Desktop),
		d.event(10, 3, emaillink.Loaded, useragent.AppleProxy), d.event(11, 4, 0, useragent.Robot), d.event(11, 4, 1, useragent.Robot),
		d.event(500, 5, emaillink.Unsubscribed, useragent.Other), d.event(500, 6, emaillink.Unsubscribed, useragent.Other),
		d.event(900, 6, emaillink.Resubscribed, useragent.Other))...)
	if got := d.sum(); got != (order.Activity{Loaded: 2, Clicked: 1, Unsubscribed: 1, MachineLoaded: 1, MachineClicked: 1}) {
		t.Errorf("%+v", got)
	}
	if d.changed != 1 {
		t.Errorf("the order was told %d times", d.changed)
	}
}

// A message that comes again changes nothing, and nothing is written or told.
func TestRepeatedMessagesChangeNothing(t *testing.T) {
	d := open(t, nil)
	batch := messages(1, d.event(1, 1, emaillink.Loaded, useragent.Phone), d.event(1, 1, 0, useragent.Phone))
	d.handle(batch...)
	before := d.state()
	d.handle(batch...)
	d.handle(batch[0], batch[0], batch[1])
	if d.state() != before || d.changed != 1 {
		t.Errorf("rows %v, told %d times", d.rows(), d.changed)
	}
}

// A batch writes a changed chunk once.
func TestABatchWritesAChunkOnce(t *testing.T) {
	writes := 0
	d := open(t, func(k *testkit.Env) store.DB {
		return &store.Faulty{DB: k.DB, Before: func(call string) error {
			if call == "write" {
				writes++
			}
			return nil
		}, After: func(string) error { return nil }}
	})
	var events []emaillink.Event
	for i := range 100 {
		e := d.event(int64(i), i, emaillink.Loaded, useragent.Phone)
		e.Chunk = i % 2
		events = append(events, e)
	}
	d.handle(messages(3, events...)...)
	if writes != 2 || d.sum().Loaded != 100 {
		t.Errorf("%d writes, %+v", writes, d.sum())
	}
}

// Any order, any repetition and any cut into messages end the same, also where logs have moved to rows of their own.
func TestAnyOrderEndsTheSame(t *testing.T) {
	var want order.Activity
	var events []emaillink.Event
	for seed := range uint64(6) {
		d := open(t, nil)
		r := rand.New(rand.NewPCG(7, 7))
		if seed == 0 {
			for range 3000 {
				e := d.event(r.Int64N(100_000), r.IntN(900), emaillink.Loaded, useragent.Kind(r.IntN(4)))
				switch r.IntN(5) {
				case 0:
					e.Link = r.IntN(6)
				case 1:
					e.Link, e.Kind = r.IntN(6), useragent.Robot
				case 2:
					e.Link = emaillink.Unsubscribed + r.IntN(2) - 1
				}
				events = append(events, e)
			}
			events = append(events, events[:1000]...)
		}
		rand.New(rand.NewPCG(seed, 1)).Shuffle(len(events), func(i, k int) { events[i], events[k] = events[k], events[i] })
		batch := messages(1+int(seed)*37, events...)
		for i := 0; i < len(batch); i += 10 {
			d.handle(batch[i:min(i+10, len(batch))]...)
		}
		got := d.sum()
		if seed == 0 {
			want = got
		}
		if got != want || got.Loaded == 0 || got.Clicked == 0 || got.Unsubscribed == 0 {
			t.Errorf("seed %d: %+v, want %+v", seed, got, want)
		}
		if len(d.rows()) < 3 {
			t.Errorf("seed %d: only %d rows", seed, len(d.rows()))
		}
	}
}

// Answers that are lost, and writes that are refused, are repeated until they stand, once.
func TestLostAnswersCountOnce(t *testing.T) {
	d := open(t, func(k *testkit.Env) store.DB { db, _ := k.LoseAnswers(); return db })
	for i := range 60 {
		d.handle(messages(1, d.event(int64(i*10), i, emaillink.Loaded, useragent.Phone), d.event(int64(i*10)+5, i, 1, useragent.Phone))...)
	}
	if got := d.sum(); got.Loaded != 60 || got.Clicked != 60 {
		t.Errorf("%+v", got)
	}
}

// A message that is damaged, and an event that names nothing, cost nothing but themselves.
func TestDamagedEventsAreDropped(t *testing.T) {
	d := open(t, nil)
	bad := []emaillink.Event{d.event(1, 1000, 1, 0), d.event(1, -1, 1, 0), d.event(1, 1, 1<<20, 0), {Order: "none", At: 1},
		{Order: d.order.ID, At: 0}}
	d.handle(append(messages(10, append(bad, d.event(1, 1, 1, useragent.Phone))...), queue.Message{Kind: emaillink.TaskActivity, Body: []byte(`"x"`)})...)
	if got := d.sum(); got.Clicked != 1 {
		t.Errorf("%+v", got)
	}
}

// A request that is repeated endlessly fills no log and hides no other recipient.
func TestAFloodFillsNothing(t *testing.T) {
	d := open(t, nil)
	var flood []emaillink.Event
	for i := range 5000 {
		flood = append(flood, d.event(int64(i), 1, 0, useragent.Robot))
	}
	d.handle(messages(500, append(flood, d.event(9000, 2, 0, useragent.Phone))...)...)
	if rows := d.rows(); len(rows) != 1 || d.sum().Clicked != 1 || d.sum().MachineClicked != 1 {
		t.Errorf("%d rows, %+v", len(rows), d.sum())
	}
}

// A provider's own tracking names addresses, which get the numbers of the order's links.
func TestAProvidersClickGetsItsNumber(t *testing.T) {
	d := open(t, nil)
	_, err := d.env.DB.Write(t.Context(), emaillink.StoreLinks(d.order.ID, 1, emaillink.Links{URLs: []string{"https://a.example/", "https://b.example/"}}))
	if err != nil {
		t.Fatal(err)
	}
	known, unknown := d.event(100, 1, emaillink.ElsewhereLink, useragent.Phone), d.event(100, 2, emaillink.ElsewhereLink, useragent.Phone)
	known.URL, unknown.URL = "https://b.example/", "https://c.example/"
	d.handle(messages(2, known, unknown, d.event(200, 1, 1, useragent.Phone))...)
	if got := d.sum(); got.Clicked != 2 {
		t.Errorf("%+v", got)
	}
	times, err := (&linkactivity.Reader{DB: d.env.DB, Now: d.env.Now}).Times(t.Context(), d.order, 1, 0)
	if err != nil || times[1].Clicked.Unix() != d.began+100 || len(times) != 2 {
		t.Errorf("%+v %v", times, err)
	}
}
