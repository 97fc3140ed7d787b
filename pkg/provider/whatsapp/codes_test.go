package whatsapp_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"net/http"

	"herald/pkg/provider"
)

// The lists of facts 1.6 and 1.11, written out again on purpose: the table must not lose a code.
func TestEveryErrorCodeHasItsOutcome(t *testing.T) {
	type want struct {
		verdict        provider.Verdict
		scope          provider.Scope
		stop, suppress bool
		waits          bool
	}
	transient := want{verdict: provider.Retry, waits: true}
	slow := want{verdict: provider.Retry, scope: provider.Sender, waits: true}
	sender := want{verdict: provider.Retry, scope: provider.Sender, stop: true}
	content := want{verdict: provider.Retry, scope: provider.Content, stop: true}
	final := want{verdict: provider.Rejected}
	account := []int{0, 3, 10, 33, 104, 190, 368, 130403, 130497, 131005, 131031, 131037, 131042, 131045, 133010, 133016, 134011}
	for c := 200; c <= 299; c++ {
		account = append(account, c)
	}
	cases := []struct {
		class string
		want  want
		codes []int
	}{
		{"rate limit slows the sender", slow, []int{4, 80007, 130429}},
		{"outage slows the sender", slow, []int{2, 131016, 131057, 133004}},
		{"transient failure is tried again", transient, []int{1, 131000, 131053}},
		{"pair rate delays the recipient", transient, []int{131056}},
		{"spam rate stops the sender", sender, []int{131048, 131064}},
		{"account and token stop the sender", sender, account},
		{"template stops the order", content, []int{132000, 132001, 132005, 132007, 132012, 132015, 132016, 132068, 132069, 134100, 134101,
			134102}},
		{"recipient fails for good", final, []int{131026, 131021, 131030, 130472, 131062}},
		{"marketing cap fails the recipient", final, []int{131049}},
		{"opt-out suppresses the recipient", want{verdict: provider.Rejected, suppress: true}, []int{131050}},
		{"closed window fails the recipient", final, []int{131047}},
		{"bad request fails the recipient", final, []int{100, 131008, 131009, 131051, 131052, 131055, 131060, 131063, 132018, 135000}},
	}
	var code atomic.Int64
	s := mustServe(t, func(w http.ResponseWriter, r *http.Request) {
		reply(400, graphError(int(code.Load()), ""))(w, r)
	})
	a := mustAdapter(t, s.URL)
	for _, c := range cases {
		t.Run(c.class, func(t *testing.T) {
			for _, n := range c.codes {
				code.Store(int64(n))
				out := a.Send(context.Background(), textTo("5511987654321"))
				got := want{out.Verdict, out.Scope, out.Stop, out.Suppress, out.After > 0}
				if got != c.want || out.Code != n {
					t.Errorf("code %d: %+v", n, out)
				}
			}
		})
	}
}

func TestFailedReceiptsCarryTheMeaningOfTheirCode(t *testing.T) {
	a := mustAdapter(t, "http://unused")
	for name, c := range map[string]struct {
		code           string
		want           int
		stop, suppress bool
	}{
		"undeliverable":             {"131026", 131026, false, false},
		"paused template, as text":  {`"132015"`, 132015, true, false},
		"opted out":                 {"131050", 131050, false, true},
		"spam":                      {"131048", 131048, true, false},
		"values of one":             {"132000", 132000, false, false},
		"unreadable code":           {`{"x":1}`, 0, false, false},
		"transient is only failure": {"131000", 131000, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			ev, err := a.Parse(t.Context(),
				&provider.Callback{
					Body: []byte(fmt.Sprintf(`{"object":"whatsapp_business_account","entry":[{"changes":[{"field":"messages","value":{"statuses":[
				{"id":"w","status":"failed","timestamp":"1772625600","errors":[{"code":%s,"title":"t"}]}]}}]}]}`, c.code))})
			if err != nil || len(ev.Receipts) != 1 {
				t.Fatalf("%+v %v", ev, err)
			}
			r := ev.Receipts[0]
			if r.State != provider.ReceiptFailed || r.Code != c.want || r.Stop != c.stop || r.Suppress != c.suppress {
				t.Errorf("receipt %+v", r)
			}
		})
	}
}

// A refusal of the values says so, and a pair limit how its waits grow: the pipeline acts on the outcome, not on the code.
func TestRefusalsOfOneRecipientSaySo(t *testing.T) {
	var code atomic.Int64
	s := mustServe(t, func(w http.ResponseWriter, r *http.Request) {
		reply(400, graphError(int(code.Load()), ""))(w, r)
	})
	a := mustAdapter(t, s.URL)
	for n, want := range map[int]provider.Outcome{132000: {Values: true}, 132005: {Values: true}, 132012: {Values: true}, 132015: {},
		131056: {Grow: 4}, 130429: {}} {
		code.Store(int64(n))
		if out := a.Send(context.Background(), textTo("5511987654321")); out.Values != want.Values || out.Grow != want.Grow {
			t.Errorf("code %d: %+v", n, out)
		}
	}
}

// An event about another object than ours has no effect, and a time in the future is the time of arrival.
func TestForeignObjectsAndTimesToCome(t *testing.T) {
	a := mustAdapter(t, "http://unused")
	hook := func(object string, at int64) string {
		return fmt.Sprintf(`{"entry":[{"changes":[{"field":"messages","value":{"statuses":[{"id":"w","status":"sent","timestamp":"%d"}]}}]}]%s}`,
			at, object)
	}
	for object, n := range map[string]int{"": 0, `,"object":"whatsapp_business_account"`: 1, `,"object":"page"`: 0, `,"object":null`: 0,
		`,"object":""`:                           0,
		`,"object":"whatsapp_business_accounts"`: 0, `,"object":["whatsapp_business_account"]`: 0, `,"Object":"whatsapp_business_account"`: 0} {
		if ev, err := a.Parse(t.Context(), &provider.Callback{Body: []byte(hook(object, 1772625600))}); err != nil || len(ev.Receipts) != n {
			t.Errorf("%s: %+v %v", object, ev, err)
		}
	}
	arrived := time.Now()
	ev, err := a.Parse(t.Context(), &provider.Callback{Body: []byte(hook(`,"object":"whatsapp_business_account"`, 4102444800))}) // 2100
	if err != nil || ev.Receipts[0].At.After(arrived.Add(time.Hour)) {
		t.Errorf("%+v %v", ev, err)
	}
}
