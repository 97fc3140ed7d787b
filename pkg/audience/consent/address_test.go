package consent_test

import (
	"slices"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/audience/consent"
	"herald/pkg/kit/email"
)

// A statement is about a number or an address. The latest about an address decides about emails to it, and a withdrawal suppresses it.
func TestConsentOfAnAddress(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		statement := func(state, address string, with ...any) ordertest.Object {
			b := ordertest.Object{"email": address, "state": state, "channel": "email", "purpose": "news", "source": "form", "evidence": "x"}
			for i := 0; i < len(with); i += 2 {
				b[with[i].(string)] = with[i+1]
			}
			return b
		}
		agreed := func() bool {
			all, err := (&consent.Store{DB: q.DB}).Given(q.Context, q.Ana.ID, []uint64{email.Code("ana@example.com"), email.Code("bia@example.com")}, "email")
			if err != nil || all[1] {
				t.Errorf("%v %v", all, err)
			}
			return all[0]
		}
		if agreed() {
			t.Error("nothing was said yet")
		}
		q.MustCall(q.Ana, "POST", "/aty/consent", statement("given", " Ana@Example.com "))
		if !agreed() {
			t.Error("the consent is not known")
		}
		time.Sleep(time.Minute)
		q.MustCall(q.Ana, "POST", "/aty/consent", statement("withdrawn", "ana@example.com"))
		if agreed() {
			t.Error("the withdrawal is not known")
		}
		for path, want := range map[string]float64{"/aty/consent/page?email=ANA@": 2, "/aty/consent/page?email=bia": 0, "/aty/suppression/page?email=ana@": 1} {
			if n := q.MustCall(q.Ana, "GET", path, nil)["total"]; n != want {
				t.Errorf("%s: %v", path, n)
			}
		}
		for _, with := range [][]any{{"email", "x"}, {"email", ""}, {"phoneNumber", "+5511987650001"}, {"channel", "sms"}} {
			if a := q.Await(q.Ana, ordertest.NewRequest("POST", "/aty/consent", statement("given", "b@example.com", with...))); a.Status != 400 {
				t.Errorf("%v: %d %s", with, a.Status, a.Raw)
			}
		}
	})
}

// A file may list addresses, or numbers and addresses. A row names what its columns have; where both have something, the channel decides.
func TestConsentsOfAddressesByAFile(t *testing.T) {
	ordertest.RunCalm(t, nil, func(q *ordertest.CalmSystem) {
		load := func(text, state, channel string) ordertest.Object {
			file := q.Await(q.Ana, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: []byte(text)})).ID()
			return q.MustCall(q.Ana, "POST", "/aty/consent/import", ordertest.Object{"fileId": file, "state": state, "channel": channel,
				"purpose": "news", "source": "fair"})
		}
		total := func(path string) any { return q.MustCall(q.Ana, "GET", path, nil)["total"] }
		agreed := func(addresses ...string) (all []bool) {
			var codes []uint64
			for _, a := range addresses {
				codes = append(codes, email.Code(a))
			}
			all, err := (&consent.Store{DB: q.DB}).Given(q.Context, q.Ana.ID, codes, "email")
			if err != nil {
				t.Error(err)
			}
			return all
		}
		codes := func(answer ordertest.Object) (all []float64) {
			for _, e := range answer["errors"].([]any) {
				all = append(all, e.(map[string]any)["code"].(float64))
			}
			return all
		}

		got := load("email,source,evidence\n Ana@Example.com ,shop,'=signed\nbia@example.com,,\nnothing,,\n", "given", "")
		if got["imported"] != 2.0 || !slices.Equal(codes(got), []float64{float64(email.NoAt.Code)}) {
			t.Errorf("%v", got)
		}
		if all := agreed("ana@example.com", "bia@example.com", "caio@example.com"); !slices.Equal(all, []bool{true, true, false}) {
			t.Errorf("agreed: %v", all)
		}
		row := q.MustCall(q.Ana, "GET", "/aty/consent/page?email=ana@", nil)["records"].([]any)[0].(map[string]any)
		if row["email"] != "ana@example.com" || row["phoneNumber"] != "" || row["channel"] != "email" || row["evidence"] != "=signed" {
			t.Errorf("%v", row)
		}

		time.Sleep(time.Minute)
		both := "phoneNumber,email\n5511987650001,caio@example.com\n,bia@example.com\n5511987650002,\n"
		if got = load(both, "withdrawn", ""); got["imported"] != 2.0 || !slices.Equal(codes(got), []float64{40085}) {
			t.Errorf("for every channel: %v", got)
		}
		if all := agreed("bia@example.com"); all[0] || total("/aty/suppression/page?email=bia@") != 1.0 {
			t.Errorf("a withdrawal of a file suppresses nothing: %v", all)
		}
		if got = load(both, "given", "whatsapp"); got["imported"] != 2.0 || !slices.Equal(codes(got), []float64{40086}) {
			t.Errorf("for messages: %v", got)
		}
		time.Sleep(time.Minute)
		if got = load(both, "given", "email"); got["imported"] != 3.0 || !slices.Equal(agreed("caio@example.com", "bia@example.com"), []bool{true, true}) {
			t.Errorf("for emails: %v", got)
		}
		if n := total("/aty/consent/page?phoneNumber=5511987650001"); n != 1.0 {
			t.Errorf("%v statements of the number", n)
		}
	})
}
