package consent_test

import (
	"fmt"
	"testing"
	"time"

	"herald/internal/ordertest"
)

// "Opt-in rules by country, checked right before each send": in a country that requires consent, only recipients with a recorded consent
// receive messages. The others are blocked with that reason and not charged, and the estimate shows them.
func TestACountryThatWantsConsent(t *testing.T) {
	ordertest.RunCalm(t, []ordertest.Rule{{Suffix: "", Outcome: "ok"}}, func(q *ordertest.CalmSystem) {
		q.SetSettings(map[string]string{"optin.countries": "de, br"})
		first, end := 5511977700000, time.Now()
		say := func(n int, state, channel string, at time.Time) {
			q.MustCall(q.Ana, "POST", "/aty/consent", ordertest.Object{"phoneNumber": fmt.Sprint("+", first+n), "state": state, "channel": channel,
				"purpose": "marketing", "source": "web form", "evidence": "ticked", "time": at})
		}
		say(0, "given", "", end.Add(-time.Hour))
		say(1, "given", "whatsapp", end.Add(-time.Hour))
		say(2, "given", "sms", end.Add(-time.Hour)) // of another channel
		say(3, "given", "", end.Add(-time.Hour))
		say(3, "withdrawn", "", end.Add(-time.Minute))
		say(4, "withdrawn", "", end.Add(-time.Hour))
		say(4, "given", "whatsapp", end.Add(-time.Minute)) // lifts no word about every channel
		say(5, "given", "", end.Add(-time.Minute))
		say(5, "withdrawn", "", end.Add(-time.Hour)) // an earlier event that is recorded later
		var to []uint64
		for i := range 10 {
			to = append(to, uint64(first+i))
		}
		file := q.Must(q.Ana, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: ordertest.ContactFile(to)})).ID()
		refused := q.MustCall(q.Ana, "POST", ordertest.BulkPath+"/estimate", ordertest.NamedOrderBody("x", "", file))["refused"].([]any)
		sum := 0.0
		for _, r := range refused {
			sum += r.(map[string]any)["count"].(float64)
		}
		if sum != 7 { // each recipient once: who opted out is not one without a consent as well
			t.Errorf("the estimate says %v", refused)
		}
		id := q.MustCall(q.Ana, "POST", ordertest.BulkPath, ordertest.NamedOrderBody("x", "", file))["id"].(string)
		d := q.Detail(q.Ana, id, true)
		for i, want := range []int{1, 1, 0, 0, 0, 1, 0} {
			if got := q.ReceivedBy(uint64(first + i)); got != want {
				t.Errorf("number %d got %d messages, not %d", i, got, want)
			}
		}
		held := q.HeldBack(d)
		if held["noConsent"]+held["optedOut"] != 7 || held["noConsent"] < 5 || d["actualCost"].(float64) != 3*4 {
			t.Errorf("held back %v, cost %v", held, d["actualCost"])
		}
		q.SetSettings(map[string]string{"optin.countries": ""})
		file = q.Must(q.Ana, ordertest.NewRequest("POST", "/uf/uploadfile/contact", &ordertest.Form{File: ordertest.ContactFile(to[6:])})).ID()
		q.Detail(q.Ana, q.MustCall(q.Ana, "POST", ordertest.BulkPath, ordertest.NamedOrderBody("y", "", file))["id"].(string), false)
		if q.ReceivedBy(to[6]) != 1 {
			t.Error("without the rule nobody is held back")
		}
	})
}
