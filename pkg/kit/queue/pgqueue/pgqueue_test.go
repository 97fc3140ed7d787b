//go:build postgres

package pgqueue_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"herald/internal/postgrestest"
	"herald/pkg/kit/postgres"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/queue/pgqueue"
)

// q is the queue of the tests.
const q = "q"

func open(t *testing.T, visibility time.Duration, breaker *postgrestest.Breaker) (*postgres.Database, *pgqueue.Queues) {
	t.Helper()
	d := postgrestest.Open(t, breaker)
	return d, pgqueue.New(d, map[string]pgqueue.Settings{q: {Visibility: visibility, MaxReceive: 3},
		"patient": {Visibility: time.Second, MaxReceive: 1000}})
}

func send(t *testing.T, to *pgqueue.Queues, messages ...queue.Message) {
	t.Helper()
	if err := to.Send(t.Context(), q, messages...); err != nil {
		t.Fatal(err)
	}
}

func receive(t *testing.T, from *pgqueue.Queues, most int, wait time.Duration) []queue.Received {
	t.Helper()
	got, err := from.Receive(t.Context(), q, most, wait)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func groups(got []queue.Received) string {
	var all []string
	for _, m := range got {
		all = append(all, m.Group)
	}
	return strings.Join(all, "")
}

// A message is delivered once while it is in work, with what was sent, and is gone when it is deleted.
func TestAMessageIsDeliveredAndDeleted(t *testing.T) {
	_, queues := open(t, time.Minute, nil)
	send(t, queues, queue.New("k", "A", map[string]int{"n": 1}))
	got := receive(t, queues, 10, 0)
	if len(got) != 1 || got[0].Kind != "k" || got[0].Group != "A" || string(got[0].Body) != `{"n":1}` || got[0].Err != nil {
		t.Fatalf("%+v", got)
	}
	if more := receive(t, queues, 10, 0); len(more) != 0 {
		t.Errorf("it was delivered twice: %+v", more)
	}
	if err := queues.Delete(t.Context(), q, got[0].Handle); err != nil {
		t.Error(err)
	}
	if err := queues.Send(t.Context(), "none", queue.New("k", "", nil)); err == nil {
		t.Error("a queue that is none took a message")
	}
	if err := queues.Send(t.Context(), q, queue.New("k", "", strings.Repeat("x", queue.MaxBytes))); err == nil {
		t.Error("a message that is too large was taken")
	}
}

// A message that is not deleted comes back until it is a dead letter. An old handle deletes nothing.
func TestAMessageThatFailsComesBackAndDies(t *testing.T) {
	d, queues := open(t, 0, nil)
	send(t, queues, queue.New("k", "A", nil))
	var first string
	for i := range 3 {
		got := receive(t, queues, 1, 0)
		if len(got) != 1 {
			t.Fatalf("delivery %d: %+v", i, got)
		}
		if i == 0 {
			first = got[0].Handle
		} else if err := queues.Delete(t.Context(), q, first); err != nil {
			t.Fatal(err)
		}
	}
	if got := receive(t, queues, 1, 0); len(got) != 0 {
		t.Errorf("a dead letter was delivered: %+v", got)
	}
	var dead int
	query := "select count(*) from " + d.Table("dead_messages") + " where queue = 'q' and received = 3"
	if err := postgrestest.Connect(t).QueryRow(t.Context(), query).Scan(&dead); err != nil || dead != 1 {
		t.Errorf("%d dead letters (%v)", dead, err)
	}
}

// The backlog of one group does not keep the messages of another waiting, also while many of its messages are in work.
func TestGroupsTakeTurns(t *testing.T) {
	_, queues := open(t, time.Minute, nil)
	var backlog []queue.Message
	for range 500 {
		backlog = append(backlog, queue.New("k", "A", nil))
	}
	send(t, queues, backlog...)
	if got := groups(receive(t, queues, 4, 0)); got != "AAAA" {
		t.Errorf("of one group: %s", got)
	}
	send(t, queues, queue.New("k", "B", nil), queue.New("k", "B", nil), queue.New("k", "C", nil))
	if got := groups(receive(t, queues, 4, 0)); strings.Count(got, "B") != 2 || strings.Count(got, "C") != 1 || strings.Count(got, "A") != 1 {
		t.Errorf("of three groups: %s", got)
	}
}

// A receiver that waits gets a message when it is sent, one with a delay when it is due, and nothing when there is none.
func TestAReceiverWaits(t *testing.T) {
	_, queues := open(t, time.Minute, nil)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	running.Go(func() { queues.Run(ctx) })
	got := make(chan []queue.Received)
	for _, m := range []queue.Message{queue.New("now", "", nil), queue.New("later", "", nil).Later(time.Second)} {
		go func() {
			all, err := queues.Receive(ctx, q, 1, time.Minute)
			if err != nil {
				t.Error(err)
			}
			got <- all
		}()
		send(t, queues, m)
		if all := <-got; len(all) != 1 || all[0].Kind != m.Kind {
			t.Errorf("%s: %+v", m.Kind, all)
		}
	}
	if all := receive(t, queues, 1, time.Millisecond); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	if _, err := queues.Receive(canceled(), q, 1, time.Minute); err == nil {
		t.Error("a receiver whose work has ended waits")
	}
}

func canceled() context.Context {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	return ctx
}

// Receivers at the same time share the messages, although their connections break: none is lost, and none is left.
func TestReceiversShareMessages(t *testing.T) {
	const messages, receivers = 300, 6
	breaker := &postgrestest.Breaker{}
	d, queues := open(t, 0, breaker)
	var all []queue.Message
	for i := range messages {
		all = append(all, queue.New("k", fmt.Sprint(i%7), i))
	}
	if err := queues.Send(t.Context(), "patient", all...); err != nil {
		t.Fatal(err)
	}
	breaker.Plan(true, func(call int) bool { return call%97 == 96 })
	var mu sync.Mutex
	seen := map[int]bool{}
	var hands sync.WaitGroup
	for range receivers {
		hands.Go(func() {
			for {
				got, err := queues.Receive(t.Context(), "patient", 10, 1500*time.Millisecond)
				if err != nil {
					t.Error(err)
				}
				if len(got) == 0 {
					return
				}
				for _, m := range got {
					var n int
					if err := json.Unmarshal(m.Body, &n); err != nil {
						t.Error(err)
					}
					mu.Lock()
					seen[n] = true
					mu.Unlock()
					if err := queues.Delete(t.Context(), "patient", m.Handle); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	hands.Wait()
	broken, left := breaker.Broken(), 0
	if err := postgrestest.Connect(t).QueryRow(t.Context(), "select (select count(*) from "+d.Table("messages")+") + (select count(*) from "+
		d.Table("dead_messages")+")").Scan(&left); err != nil || left != 0 {
		t.Errorf("%d messages are left (%v)", left, err)
	}
	if len(seen) != messages || broken == 0 {
		t.Errorf("%d of %d messages came; %d connections broke", len(seen), messages, broken)
	}
}

// slow is a network that has a caller given up while the answer to a call is on its way.
type slow struct {
	armed  atomic.Bool
	giveUp func()
}

func (s *slow) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	return slowConn{conn, s}, err
}

type slowConn struct {
	net.Conn
	of *slow
}

func (c slowConn) Write(data []byte) (int, error) {
	n, err := c.Conn.Write(data)
	if c.of.armed.CompareAndSwap(true, false) {
		c.of.giveUp()
	}
	return n, err
}

// A receiver that is stopped while messages are on their way to it still gets them: they would be away for the visibility timeout.
func TestAReceiverThatIsStoppedKeepsWhatItTook(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	network := &slow{giveUp: cancel}
	d, err := postgres.Open(t.Context(), postgres.Options{URL: postgrestest.URL(t), Name: postgrestest.Name(t), Dial: network.Dial})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	queues := pgqueue.New(d, map[string]pgqueue.Settings{q: {Visibility: time.Minute, MaxReceive: 3}})
	receive(t, queues, 1, 0) // its statements are prepared then
	send(t, queues, queue.New("k", "A", nil))
	network.armed.Store(true)
	if got, err := queues.Receive(ctx, q, 1, time.Minute); len(got) != 1 || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}
