//go:build postgres

package pgqueue_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"herald/internal/postgrestest"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/queue/pgqueue"
)

// A message that becomes a dead letter is logged. The statements of the how-to guide list it and send it again.
func TestDeadLettersAreLoggedAndSentAgain(t *testing.T) {
	d := postgrestest.Open(t, nil)
	q := pgqueue.New(d, map[string]pgqueue.Settings{"send": {MaxReceive: 1}}) // it comes back at once
	var lines []map[string]any
	q.Log = func(line map[string]any) { lines = append(lines, line) }
	if err := q.Send(t.Context(), "send", queue.New("chunk", "acme", nil)); err != nil {
		t.Fatal(err)
	}
	receive := func() []queue.Received {
		got, err := q.Receive(t.Context(), "send", 10, 0)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if first, second := receive(), receive(); len(first) != 1 || len(second) != 0 {
		t.Fatalf("received %v, then %v", first, second)
	}
	if len(lines) != 1 || lines[0]["queue"] != "send" || lines[0]["task"] != "chunk" || lines[0]["received"] != 1 {
		t.Errorf("logged %v", lines)
	}
	guide, err := os.ReadFile("../../../../docs/how-to/find-a-stuck-order.md")
	if err != nil {
		t.Fatal(err)
	}
	sql := regexp.MustCompile("(?s)```sql\n(.*?)```").FindAllStringSubmatch(string(guide), -1)
	if len(sql) != 2 {
		t.Fatalf("%d statements in the guide", len(sql))
	}
	statement := func(i int) string { return strings.ReplaceAll(sql[i][1], `"herald"`, `"`+d.Name()+`"`) }
	var name, task string
	var count int
	var died, last any
	if err := postgrestest.Connect(t).QueryRow(t.Context(), strings.TrimSuffix(strings.TrimSpace(statement(0)), ";")).
		Scan(&name, &task, &count, &died, &last); err != nil || name != "send" || task != "chunk" || count != 1 {
		t.Errorf("listed %s %s %d (%v)", name, task, count, err)
	}
	postgrestest.Exec(t, statement(1))
	if again := receive(); len(again) != 1 || again[0].Kind != "chunk" || again[0].Group != "acme" {
		t.Errorf("sent again: %v", again)
	}
}
