//go:build postgres

package pgpush_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"herald/internal/postgrestest"
	"herald/pkg/kit/push/pgpush"
)

// ears note what a copy hears.
type ears struct{ heard chan string }

func (e ears) Deliver(connection string, data []byte) { e.heard <- connection + ":" + string(data) }
func (e ears) End(connection string)                  { e.heard <- connection + " ended" }

// Every copy hears pushes of any size and content, and that a connection is to end.
func TestCopiesHearPushes(t *testing.T) {
	relay := &pgpush.Relay{Database: postgrestest.Open(t, nil)}
	ctx, stop := context.WithCancel(t.Context())
	var copies sync.WaitGroup
	defer copies.Wait()
	defer stop()
	all := []ears{{make(chan string, 9)}, {make(chan string, 9)}}
	for _, e := range all {
		copies.Go(func() { relay.Run(ctx, e) })
	}
	listening(t, relay.Database.Name(), len(all))
	for _, data := range []string{`{"type":"x"}`, "", "a\nb", "a\x00b", strings.Repeat("x", 7500), strings.Repeat("ü", 20000)} {
		if err := relay.Post(ctx, "c", []byte(data)); err != nil {
			t.Fatal(err)
		}
		for _, e := range all {
			if got := <-e.heard; got != "c:"+data {
				t.Errorf("heard %.40q of %.40q", got, data)
			}
		}
	}
	if err := relay.Close(ctx, "c"); err != nil {
		t.Fatal(err)
	}
	for _, e := range all {
		if got := <-e.heard; got != "c ended" {
			t.Errorf("heard %q", got)
		}
	}
}

// listening waits until the copies listen.
func listening(t *testing.T, name string, copies int) {
	t.Helper()
	conn := postgrestest.Connect(t)
	for n := 0; n < copies; {
		if err := conn.QueryRow(t.Context(), "select count(*) from pg_stat_activity where application_name = $1 and query ~* '^listen'",
			"herald "+name).Scan(&n); err != nil {
			t.Fatal(err)
		}
	}
}
