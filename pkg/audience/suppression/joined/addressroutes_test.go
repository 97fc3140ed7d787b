package joined_test

import (
	"testing"
	"time"

	"herald/internal/ordertest"
)

// Addresses are suppressed by hand and from files of any kind, seen by their tenant alone, and lifted as numbers are.
func TestAddressesAreSuppressed(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		mine := q.MustCall(q.Ana, "POST", "/aty/suppression", ordertest.Object{"email": "Ana@Example.com", "scope": "tenant"})["id"].(string)
		for field, body := range map[string]ordertest.Object{
			"phoneNumber": {"scope": "tenant"},
			"email":       {"scope": "tenant", "email": "ana"},
			"channel":     {"scope": "tenant", "email": "ana@example.com", "channel": "sms"},
		} {
			q.WantRefused(400, field, q.Ana, "POST", "/aty/suppression", body)
		}
		got := q.Suppressions(q.Ana, "email=ANA@example.com")
		if len(got) != 1 || got[0]["email"] != "ana@example.com" || got[0]["channel"] != "email" || got[0]["phoneNumber"] != "" {
			t.Errorf("%v", got)
		}
		if got := q.Suppressions(q.Bob, "email=ana@example.com"); len(got) != 0 {
			t.Errorf("another customer sees %v", got)
		}
		for what, c := range map[string]struct {
			file, kind string
			imported   float64
		}{
			"by its header":  {"name,email\nBia,bia@example.com\nAna,ana@example.com\n", "", 2},
			"by its rows":    {"caio@example.com\nDora <dora@example.com>\n", "", 2},
			"as it is told":  {"mail;x\neva@example.com;1\n", "email", 0},
			"and of numbers": {"phoneNumber\n5511987654321\n", "", 1},
		} {
			id := q.Await(q.Ana, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: []byte(c.file)})).ID()
			body := ordertest.Object{"fileId": id, "scope": "tenant"}
			if c.kind != "" {
				body["type"] = c.kind
			}
			task := q.MustCall(q.Ana, "POST", "/aty/suppression/import", body)["taskId"].(string)
			s := ordertest.Object{"status": "running"}
			for ; s["status"] == "running"; s = q.MustCall(q.Ana, "GET", "/aty/suppression/import/"+task, nil) {
				q.Sleep(time.Second)
			}
			if s["imported"] != c.imported {
				t.Errorf("%s: %v", what, s)
			}
			if columns, _ := s["columns"].([]any); c.kind != "" && len(columns) != 2 {
				t.Errorf("%s: %v", what, s)
			}
		}
		if got := q.Suppressions(q.Ana, "channel=email"); len(got) != 5 { // ana's is there by hand and from the file
			t.Errorf("%v", got)
		}
		q.MustCall(q.Ana, "DELETE", "/aty/suppression/"+mine, nil)
		if got := q.Suppressions(q.Ana, "email=ana@example.com"); len(got) != 1 || got[0]["source"] != "import" {
			t.Errorf("%v", got)
		}
	})
}
