//go:build postgres

package container

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"herald/internal/postgrestest"
	"herald/internal/testkit"
	"herald/pkg/kit/auth"
)

// A database whose disk is full refuses writes. Requests and /readyz say so, nothing is half-written, and the process goes on by itself
// when there is space again. The server's answer is made by a trigger, because a test fills no disk.
func TestAFullDatabase(t *testing.T) {
	aws, schema := testkit.Memory(t), postgrestest.Name(t)
	aws.Clock.Run()
	s := copyOf(t, aws, schema)
	t.Cleanup(func() { s.stop(); <-s.ended })
	token, _ := s.person(auth.Admin, "13900000001")
	ask := func(method, path, body string) (int, string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bearer "+token)
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept-Language", "en-US")
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		text, err := io.ReadAll(res.Body)
		if err != nil {
			t.Fatal(err)
		}
		return res.StatusCode, string(bytes.TrimSpace(text))
	}
	s.quiet.Store(true) // the tick and the request log what is expected
	const setting = "/api/lop/system/config/order.review.auto"
	postgrestest.Exec(t, "create function "+schema+".full_disk() returns trigger language plpgsql as $$ begin "+
		"raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$")
	for _, table := range []string{"rows", "messages", "pushes"} {
		postgrestest.Exec(t, "create trigger full_disk before insert or update on "+schema+"."+table+
			" for each row execute function "+schema+".full_disk()")
	}
	refused := func(method, path, body, words string) {
		t.Helper()
		if status, said := ask(method, path, body); status != http.StatusServiceUnavailable || !strings.Contains(said, words) {
			t.Errorf("%s %s: %d %s", method, path, status, said)
		}
	}
	refused("PUT", setting, `{"value":true}`, "Nothing can be saved")
	refused("GET", "/readyz", "", "disk of the database is full")
	for _, table := range []string{"rows", "messages", "pushes"} {
		postgrestest.Exec(t, "drop trigger full_disk on "+schema+"."+table)
	}
	if status, said := ask("GET", "/readyz", ""); status != http.StatusOK {
		t.Errorf("%d %s", status, said)
	}
	if status, said := ask("PUT", setting, `{"value":true}`); status != http.StatusOK {
		t.Errorf("%d %s", status, said)
	}
}
