package group_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

// afterCall is called after the provider's answer, before the worker receives it.
var afterCall func(r *http.Request)

// RoundTrip carries calls to the partner and to WhatsApp, but none of a dead function.
func (w *scenario) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := w.gate("call"); err != nil {
		return nil, err
	}
	to := w.sim.Transport()
	if r.URL.Host == "graph" {
		to = w.wa.Transport()
	}
	a, err := to.RoundTrip(r)
	if afterCall != nil {
		afterCall(r)
	}
	if dead := w.gate("answer"); dead != nil {
		return nil, dead
	}
	return a, err
}

// whatsApp makes groups at WhatsApp, whose webhooks come through its adapter.
func (w *scenario) whatsApp(seed uint64) {
	w.t.Helper()
	adapter, err := whatsapp.New(whatsapp.Config{BaseURL: "http://graph", Version: "v23.0", Token: "t", AppSecrets: []string{"s"},
		PhoneNumberID: "1", WABAID: "2", PerSecond: 100, Client: &http.Client{Transport: w}, Now: time.Now})
	if err != nil {
		w.t.Fatal(err)
	}
	hook := http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		call := &provider.Callback{Body: body, Header: r.Header.Get}
		if err != nil || !adapter.Verify(r.Context(), call) {
			rw.WriteHeader(http.StatusUnauthorized)
			return
		}
		events, err := adapter.Parse(r.Context(), call)
		if err == nil && len(events.Groups) > 0 {
			err = groupbuild.EventReceiver{Queues: w}.Receive(r.Context(), adapter.Account(), &events)
		}
		if err != nil { // it comes again
			rw.WriteHeader(http.StatusInternalServerError)
		}
	})
	w.wa = whatsappsim.New(whatsappsim.Config{Token: "t", AppSecret: "s", PhoneNumberID: "1", WABAID: "2", Seed: seed,
		WebhookURL: "http://herald/hook", Transport: sim.InMemory(hook)})
	w.Offers = provider.NewRegistry(adapter.Account()).GroupOffers
	w.Engine.Builder = func(string, string) (provider.GroupBuilder, error) { return adapter, nil }
}

// Functions die between any two calls. WhatsApp's answers are cut, lost, late, garbled, and its webhooks come twice,
// late or never. People join and leave; users pause, resume, stop. In the end every order is settled, no group was
// requested twice, each existing group is known, the ledger is exact, and each person in a group is shown as joined.
func TestSimulationOfWhatsApp(t *testing.T) {
	for i := range *seeds {
		seed := uint64(*first + i)
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			inScenario(t, seed, func(w *scenario) {
				w.whatsApp(seed + 1)
				defer w.wa.Close()
				w.build()
			})
		})
	}
}

func (w *scenario) build() {
	outcomes := []string{"ok", "refuse", "fail", "never", "cut", "cut_after_accept", "slow", "garbled", "bare_500", "rate", "duplicate"}
	var rules []sim.Rule
	for range w.rng.IntN(5) {
		rules = append(rules, sim.Rule{Suffix: []string{"01", "11", "21", "31", ""}[w.rng.IntN(5)], Outcome: outcomes[w.rng.IntN(len(outcomes))],
			Times: 1 + w.rng.IntN(3)})
	}
	if err := w.wa.SetScript(append(rules, sim.Rule{Suffix: "00000000000", Outcome: "ok"})); err != nil {
		w.t.Fatal(err)
	}
	body := fmt.Sprintf(`{"duplicate":%g,"drop":%g,"delayMs":%d}`, float64(w.rng.IntN(3))/2, float64(w.rng.IntN(3))/2, w.rng.IntN(3)*5000)
	req, err := http.NewRequest(http.MethodPost, "http://graph/_sim/webhooks", strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	if res, err := w.wa.Transport().RoundTrip(req); err != nil || res.StatusCode != http.StatusOK {
		w.t.Fatal(res, err)
	}
	people := 8 + w.rng.IntN(25)
	request := map[string]any{"name": "spring", "countryCode": "BR", "fileId": w.file(0, people), "provider": "whatsapp", "sizeMin": 1,
		"sizeMax": 8, "groupName": "Friends", "joinApproval": w.rng.IntN(2) == 0}
	id := w.ok("POST", orders, request)["id"].(string)
	w.befalls(id, 40, func() { w.move(people) })
	w.stand(id, people)
}

// move lets some people join and leave.
func (w *scenario) move(people int) {
	for _, g := range w.wa.Groups() {
		act := whatsappsim.GroupAct{Group: g.ID, Number: fmt.Sprint(5511900000000 + w.rng.IntN(people)),
			Do: []string{"join", "leave"}[w.rng.IntN(2)], Times: w.rng.IntN(3)}
		if err := w.wa.Act(act); err != nil && !strings.Contains(err.Error(), "no link") && !strings.Contains(err.Error(), "full") {
			w.t.Error(err)
		}
	}
}

// stand checks the invariants.
func (w *scenario) stand(id string, people int) {
	asked, _ := w.wa.Messages(0, 1000)
	o, ok, err := w.Engine.Flow.Orders.Get(w.t.Context(), id)
	if err == nil && ok && o.Status == order.Cancelled {
		w.undone(o, len(asked)+len(w.wa.Groups()))
		return
	}
	if err != nil || !ok || !o.Settled {
		w.t.Fatalf("%+v %v", o, err)
	}
	seen := map[string]bool{}
	for _, m := range asked {
		if seen[m.Body] {
			w.t.Errorf("%s was asked for twice", m.Body)
		}
		seen[m.Body] = true
	}
	made, created, sum := w.wa.Groups(), o.Counts["created"], 0
	for _, n := range o.Counts {
		sum += n
	}
	if sum != o.Total || created > len(made) || len(made) > o.Total || o.Status == order.Completed && created != len(made) {
		w.t.Errorf("counts %v of %d, %d were made, state %d", o.Counts, o.Total, len(made), o.Status)
	}
	charge := money.Amount(created) * 10 * money.Credit
	if available, reserved := w.balance(); reserved != 0 || available != credit-charge || *o.Actual != charge {
		w.t.Errorf("available %s, reserved %s, charged %s for %d groups", available, reserved, o.Actual, created)
	}
	in := map[string][]string{} // link → who is in
	for _, g := range made {
		in[g.Link] = g.Participants[1:]
	}
	numbers := map[string]bool{}
	page := w.ok("GET", orders+"/"+id+"/group/page?size=100", nil)["records"].([]any)
	for i, g := range page {
		link, _ := g.(map[string]any)["link"].(string)
		for _, r := range w.ok("GET", fmt.Sprintf("%s/%s/group/%d/member/page?size=100", orders, id, i+1), nil)["records"].([]any) {
			m := r.(map[string]any)
			number := m["phoneNumber"].(string)
			if numbers[number] {
				w.t.Errorf("%s stands in two groups", number)
			}
			numbers[number] = true
			if there := strings.Contains(strings.Join(in[link], " "), number); link != "" && there != (m["state"] == "joined") {
				w.t.Errorf("%s is %v, in the group: %v", number, m["state"], there)
			}
		}
	}
	if len(numbers) != people && o.Status == order.Completed {
		w.t.Errorf("%d of %d people", len(numbers), people)
	}
}
