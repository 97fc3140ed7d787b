package consent_test

import (
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
