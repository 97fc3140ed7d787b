package bulk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Consents are imported from a file, each row with its own evidence. A bad row is reported and affects no other. A
// file of withdrawals suppresses every number in it.
func TestConsentsByAFile(t *testing.T) {
	quietly(t, nil, func(q *quietTown) {
		ana, _, numbers := q.shared()
		n := known(numbers)
		file := func(text string) string {
			return q.ask(q.ana, request{"POST", "/uf/uploadfile/contact", &form{file: []byte(text)}, ""}).id()
		}
		rows := fmt.Sprintf(
			"phoneNumber,Source,time,Evidence\n%d,shop,1999-12-02 "+
				"10:30,'=signed\n%d,,1999-12-03T00:00:00Z,\n12,shop,,\n5511987650001,shop,yesterday,\n5511987650002,shop,2999-01-01,\n5511987650003,%s,,\n", n, n+1, strings.Repeat("s", 101))
		got := q.ok(q.ana, "POST", "/aty/consent/import",
			obj{"fileId": file(rows), "state": "withdrawn", "purpose": "marketing", "source": "fair"})
		errors, _ := got["errors"].([]any)
		if got["imported"] != 2.0 || len(errors) != 4 {
			t.Fatalf("%v", got)
		}
		for i, want := range []struct{ line, code float64 }{{4, 40066}, {5, 40081}, {6, 40084}, {7, 40083}} {
			e := errors[i].(map[string]any)
			if e["line"] != want.line || e["code"] != want.code || e["message"] == "" || strings.HasPrefix(fmt.Sprint(e["message"]), "consent.") {
				t.Errorf("%v, not %v", e, want)
			}
		}
		page := q.ok(q.ana, "GET", fmt.Sprintf("/aty/consent/page?phoneNumber=%d", n), nil)
		row := page["records"].([]any)[0].(map[string]any)
		if row["source"] != "shop" || row["evidence"] != "=signed" || row["time"] != "1999-12-02T02:30:00Z" || row["fileId"] == "" ||
			row["state"] != "withdrawn" {
			t.Errorf("%v", row)
		}
		d := q.detail(q.ana, q.buy(q.ana, "first", ana), false)
		if got := q.heldBack(d); got["optedOut"] == 0.0 || q.got(n) != 0 {
			t.Errorf("held back %v, %d messages", got, q.got(n))
		}
		q.sleep(time.Second)
		q.refused(400, "purpose", q.ana, "POST", "/aty/consent/import", obj{"fileId": file(rows), "state": "given", "purpose": " "})
		q.refused(404, "", q.bob, "POST", "/aty/consent/import", obj{"fileId": file(rows), "state": "given", "purpose": "m"})
		q.refused(404, "", q.ana, "POST", "/aty/consent/import",
			obj{"fileId": file(rows), "state": "given", "purpose": "m", "customerId": q.bob.id})
		q.refused(400, "", q.ana, "POST", "/aty/consent/import", obj{"fileId": file("name,city\nAna,Rio\n"), "state": "given", "purpose": "m"})
		var many strings.Builder
		many.WriteString("phoneNumber\n")
		for i := range 501 {
			fmt.Fprintf(&many, "%d\n", 5511987600000+i)
		}
		q.refused(400, "", q.ana, "POST", "/aty/consent/import",
			obj{"fileId": file(many.String()), "state": "given", "purpose": "m", "source": "s"})
	})
}
