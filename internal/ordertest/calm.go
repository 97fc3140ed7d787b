package ordertest

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"herald/internal/clocktest"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/phone"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

// CalmSystem is a System without faults, at a Scenario. Tests talk to its routes, queues and signed webhooks.
type CalmSystem struct {
	*System
	*Scenario
	T *testing.T
}

// RunCalm runs a test on a CalmSystem in virtual time. The rules go to the provider's simulator.
func RunCalm(t *testing.T, rules []Rule, test func(q *CalmSystem)) {
	t.Helper()
	chunkrow.SetSizes(20, 6)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	scenario := SharedScenario(t)
	clocktest.Bubble(t, func(t *testing.T) {
		s := scenario.Open(7)
		defer s.Close()
		q := &CalmSystem{s, scenario, t}
		s.Control("script", map[string]any{"rules": append(rules, Rule{Suffix: "99999999999", Outcome: "ok"})})
		s.Control("webhooks", map[string]any{"delayMs": 100})
		if err := setting.New(s.DB, time.Now, definitions()).Set(s.Context, "order.review.auto", "true",
			"admin"); err != nil {
			t.Fatal(err)
		}
		s.PerSecond = 20
		s.Janitor()
		test(q)
	})
}

// MustCall calls a route that must succeed and returns the data of its response.
func (q *CalmSystem) MustCall(who *Actor, method, path string, body any) map[string]any {
	q.T.Helper()
	a := q.Await(who, Request{method, path, body, ""})
	if !a.OK() {
		q.T.Fatalf("%s %s: %d %s", method, path, a.Status, a.Raw)
	}
	var out map[string]any
	_ = json.Unmarshal(a.Data, &out) // null is nothing
	return out
}

// Submit submits an order to a contact list and returns its id.
func (q *CalmSystem) Submit(who *Actor, name, group string) string {
	q.T.Helper()
	return q.MustCall(who, "POST", "/gc/groupsendorder", NamedOrderBody(name, group, ""))["id"].(string)
}

// Detail waits until an order is sent, or settled, and returns it.
func (q *CalmSystem) Detail(who *Actor, id string, settled bool) map[string]any {
	q.T.Helper()
	for range 400 {
		d := q.MustCall(who, "GET", "/gc/groupsendorder/"+id, nil)
		if s := order.Status(d["status"].(float64)); d["actualCost"] != nil || !settled && (s == order.Settling || s == order.Completed) {
			return d
		}
		q.Sleep(15 * time.Second)
	}
	q.T.Fatal("the order hangs")
	return nil
}

// HeldBack returns the skipped recipients of an order by reason.
func (q *CalmSystem) HeldBack(d map[string]any) map[string]int {
	out := map[string]int{}
	for _, h := range d["heldBack"].([]any) {
		line := h.(map[string]any)
		out[line["reason"].(string)] = int(line["count"].(float64))
	}
	return out
}

// ReceivedBy counts the messages that the provider accepted for a number.
func (q *CalmSystem) ReceivedBy(number uint64) int {
	n := 0
	accepted, _ := q.Sim.Messages(0, 1<<30)
	for _, a := range accepted {
		if a.To == fmt.Sprint(number) {
			n++
		}
	}
	return n
}

// Object is a JSON object.
type Object = map[string]any

// TextEvent is the webhook event of an inbound text message.
func TextEvent(from, id, words string, at time.Time) Object {
	return Object{"field": "messages", "value": Object{"messaging_product": "whatsapp", "metadata": Object{"phone_number_id": "1"},
		"messages": []any{Object{"from": from, "id": id, "type": "text", "timestamp": fmt.Sprint(at.Unix()), "text": Object{"body": words}}}}}
}

// PreferenceEvent is the webhook event of a user who stops or resumes marketing messages.
func PreferenceEvent(from, value string, at time.Time) Object {
	return Object{"field": "user_preferences", "value": Object{"messaging_product": "whatsapp", "metadata": Object{"phone_number_id": "1"},
		"user_preferences": []any{Object{"wa_id": from, "value": value, "category": "marketing_messages", "timestamp": at.Unix()}}}}
}

// DeliverWebhook delivers signed webhook events and waits until a STOP among them takes effect.
func (q *CalmSystem) DeliverWebhook(changes ...any) {
	q.T.Helper()
	body, err := json.Marshal(Object{"object": "whatsapp_business_account", "entry": []any{Object{"id": "2", "changes": changes}}})
	if err != nil {
		q.T.Fatal(err)
	}
	sum := hmac.New(sha256.New, []byte(SimSecret))
	_, _ = sum.Write(body) // a hash takes everything
	req, err := http.NewRequestWithContext(q.Context, http.MethodPost, "http://herald/api/hook/whatsapp", strings.NewReader(string(body)))
	if err != nil {
		q.T.Fatal(err)
	}
	req.Header.Set("X-Hub-Signature-256", "sha256="+hex.EncodeToString(sum.Sum(nil)))
	req.Header.Set("Content-Type", "application/json")
	res, err := Callbacks{q.System}.RoundTrip(req)
	if err != nil || res.StatusCode != http.StatusOK {
		q.T.Fatal(res, err)
	}
	_ = res.Body.Close()
	q.Sleep(time.Second)
}

// EntriesBySource counts the suppression entries that a user sees, by source.
func (q *CalmSystem) EntriesBySource(who *Actor) map[string]int {
	q.T.Helper()
	out := map[string]int{}
	for _, r := range q.MustCall(who, "GET", "/aty/suppression/page?size=100", nil)["records"].([]any) {
		out[r.(Object)["source"].(string)]++
	}
	return out
}

// ShareNumbers adds numbers of Ana's first contact list to one of Bob's.
func (q *CalmSystem) ShareNumbers() (ana, bob string, numbers []uint64) {
	ana = q.Groups[q.Ana][0]
	numbers = q.Members[ana]
	return ana, q.System.Collection(q.Bob, numbers), numbers
}

// Known picks a number that the provider knows in another form than the dialled one.
func Known(numbers []uint64) uint64 {
	return numbers[slices.IndexFunc(numbers, func(n uint64) bool { return phone.Normal(n) != n })]
}

// WithoutNinthDigit returns a Brazilian mobile number in its older form, without the ninth digit.
func WithoutNinthDigit(number uint64) string { return fmt.Sprint(phone.Normal(number)) }

// WantRefused fails the test unless a call is answered with the status and, for 400, names the field.
func (q *CalmSystem) WantRefused(status int, field string, who *Actor, method, path string, body any) {
	q.T.Helper()
	a := q.Await(who, Request{method, path, body, ""})
	if a.Status != status || field != "" && !strings.Contains(string(a.Raw), `"field":"`+field+`"`) {
		q.T.Errorf("%s %s %v: %d %s, want %d %s", method, path, body, a.Status, a.Raw, status, field)
	}
}

// NewSecondary creates a secondary user of Ana and signs it in.
func (q *CalmSystem) NewSecondary() *Actor {
	q.T.Helper()
	users := &user.Store{DB: q.System.DB, Now: time.Now}
	parent, ok, err := users.Load(q.Context, q.Ana.ID)
	if err != nil || !ok {
		q.T.Fatal(err)
	}
	u, err := users.Create(q.Context, user.New{ID: q.ids.Next(), Password: Password, Parent: &parent,
		User: user.User{Type: auth.Secondary, Name: "s", Phone: "13900000077"}})
	if err != nil {
		q.T.Fatal(err)
	}
	a := &Actor{ID: u.ID, Login: u.Login}
	q.signIn(a)
	return a
}

// Suppressions lists the suppression entries that a user sees.
func (q *CalmSystem) Suppressions(who *Actor, filter string) []Object {
	q.T.Helper()
	var out []Object
	for _, r := range q.MustCall(who, "GET", "/aty/suppression/page?size=100&"+filter, nil)["records"].([]any) {
		out = append(out, r.(Object))
	}
	return out
}
