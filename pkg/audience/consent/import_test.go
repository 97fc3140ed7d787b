package consent_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"herald/internal/ordertest"
)

// Consents are imported from a file, each row with its own evidence. A bad row is reported and affects no other. A
// file of withdrawals suppresses every number in it.
func TestConsentsByAFile(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		ana, _, numbers := q.ShareNumbers()
		n := ordertest.Known(numbers)
		file := func(text string) string {
			return q.Await(q.Ana, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: []byte(text)})).ID()
		}
		rows := fmt.Sprintf(
			"phoneNumber,Source,time,Evidence\n%d,shop,1999-12-02 "+
				"10:30,'=signed\n%d,,1999-12-03T00:00:00Z,\n12,shop,,\n5511987650001,shop,yesterday,\n5511987650002,shop,2999-01-01,\n5511987650003,%s,,\n", n, n+1, strings.Repeat("s", 101))
		got := q.MustCall(q.Ana, "POST", "/aty/consent/import",
			ordertest.Object{"fileId": file(rows), "state": "withdrawn", "purpose": "marketing", "source": "fair"})
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
		page := q.MustCall(q.Ana, "GET", fmt.Sprintf("/aty/consent/page?phoneNumber=%d", n), nil)
		row := page["records"].([]any)[0].(map[string]any)
		if row["source"] != "shop" || row["evidence"] != "=signed" || row["time"] != "1999-12-02T02:30:00Z" || row["fileId"] == "" ||
			row["state"] != "withdrawn" {
			t.Errorf("%v", row)
		}
		d := q.Detail(q.Ana, q.Submit(q.Ana, "first", ana), false)
		if got := q.HeldBack(d); got["optedOut"] == 0.0 || q.ReceivedBy(n) != 0 {
			t.Errorf("held back %v, %d messages", got, q.ReceivedBy(n))
		}
		q.Sleep(time.Second)
		q.WantRefused(400, "purpose", q.Ana, "POST", "/aty/consent/import",
			ordertest.Object{"fileId": file(rows), "state": "given", "purpose": " "})
		q.WantRefused(404, "", q.Bob, "POST", "/aty/consent/import", ordertest.Object{"fileId": file(rows), "state": "given", "purpose": "m"})
		q.WantRefused(404, "", q.Ana, "POST", "/aty/consent/import",
			ordertest.Object{"fileId": file(rows), "state": "given", "purpose": "m", "customerId": q.Bob.ID})
		q.WantRefused(400, "", q.Ana, "POST", "/aty/consent/import",
			ordertest.Object{"fileId": file("name,city\nAna,Rio\n"), "state": "given", "purpose": "m"})
		var many strings.Builder
		many.WriteString("phoneNumber\n")
		for i := range 501 {
			fmt.Fprintf(&many, "%d\n", 5511987600000+i)
		}
		q.WantRefused(400, "", q.Ana, "POST", "/aty/consent/import",
			ordertest.Object{"fileId": file(many.String()), "state": "given", "purpose": "m", "source": "s"})
	})
}
