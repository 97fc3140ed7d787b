//go:build postgres

package pgqueue_test

import (
	"testing"
	"time"

	"herald/internal/postgrestest"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/queue/pgqueue"
)

// Dead letters are given until they are removed, and the depth of a queue tells waiting, taken, delayed and dead messages apart.
func TestDepthAndDeadLetters(t *testing.T) {
	q := pgqueue.New(postgrestest.Open(t, nil), map[string]pgqueue.Settings{"job": {MaxReceive: 1}, "send": {Visibility: time.Hour, MaxReceive: 5}})
	send := func(name string, m queue.Message) {
		t.Helper()
		if err := q.Send(t.Context(), name, m); err != nil {
			t.Fatal(err)
		}
	}
	send("send", queue.New("a", "acme", nil))
	send("send", queue.New("b", "acme", nil))
	send("send", queue.New("c", "acme", nil).Later(time.Minute))
	got, err := q.Receive(t.Context(), "send", 1, 0)
	if err != nil || len(got) != 1 || got[0].Deliveries != 1 || got[0].ID == "" {
		t.Fatalf("%+v %v", got, err)
	}
	d, err := q.Depth(t.Context(), "send")
	if err != nil || d.Waiting != 1 || d.InFlight != 1 || d.Delayed != 1 || d.Dead != 0 || d.Oldest == nil || *d.Oldest < 0 {
		t.Errorf("%+v %v", d, err)
	}
	send("job", queue.New("late", "acme", map[string]string{"o": "1"}))
	for range 2 { // the second call buries it
		if _, err := q.Receive(t.Context(), "job", 1, 0); err != nil {
			t.Fatal(err)
		}
	}
	if d, err := q.Depth(t.Context(), "job"); err != nil || d.Dead != 1 || d.Oldest != nil {
		t.Errorf("%+v %v", d, err)
	}
	var handles []string
	for range 2 {
		dead, err := q.Dead(t.Context(), "job")
		if err != nil || len(dead) != 1 || dead[0].Kind != "late" || dead[0].Group != "acme" || dead[0].Died.IsZero() || dead[0].Deliveries != 1 {
			t.Fatalf("%+v %v", dead, err)
		}
		handles = []string{dead[0].Handle}
	}
	if err := q.RemoveDead(t.Context(), "job", handles...); err != nil {
		t.Fatal(err)
	}
	if dead, err := q.Dead(t.Context(), "job"); err != nil || len(dead) != 0 {
		t.Errorf("%+v %v", dead, err)
	}
}
