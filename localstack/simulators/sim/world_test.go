package sim_test

import (
	"bytes"
	"crypto/hmac"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"herald/localstack/simulators/sim"
)

// event is what a callback of the toy tells.
type event struct {
	ID        string    `json:"id"`
	Reference string    `json:"reference"`
	Status    string    `json:"status"`
	Code      sim.Code  `json:"code,omitempty"`
	At        time.Time `json:"at"`
}

// names shortens statuses to their initials.
func names(reached []sim.Receipt) string {
	out := ""
	for _, r := range reached {
		out += r.Status[:1]
	}
	return out
}

// world is a toy in virtual time, a client of it, and a receiver of its callbacks.
type world struct {
	t      testing.TB
	toy    *toy
	client http.Client

	mu     sync.Mutex
	refuse int // callbacks to answer with 500 first
	tries  int
	sizes  []int            // events in each callback
	events []event          // all that came
	at     map[string][]int // events by path of the callback
}

// inBubble runs a test in virtual time, and ends the simulator with it: a goroutine that is left fails the test.
func inBubble(t *testing.T, cfg sim.Config, test func(w *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, at: map[string][]int{}}
		cfg.Seed = max(cfg.Seed, 1)
		cfg.CallbackURL, cfg.Transport = "http://product/callback", sim.InMemory(w)
		w.toy = newToy(cfg)
		defer w.toy.Close()
		w.client.Transport = w.toy.Transport()
		test(w)
	})
}

// ServeHTTP is the product's side: it checks the signature.
func (w *world) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.t.Error(err)
	}
	want := http.Request{Header: http.Header{}}
	if sign(&want, body); !hmac.Equal([]byte(want.Header.Get("X-Toy-Signature")), []byte(r.Header.Get("X-Toy-Signature"))) {
		w.t.Errorf("the signature of %s does not verify", body)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.tries++
	if w.refuse > 0 {
		w.refuse--
		rw.WriteHeader(http.StatusInternalServerError)
		return
	}
	var told []event
	if err := json.Unmarshal(body, &told); err != nil {
		w.t.Error(err)
	}
	w.sizes = append(w.sizes, len(told))
	w.events = append(w.events, told...)
	w.at[r.URL.Path] = append(w.at[r.URL.Path], len(told))
}

// states are the initials of the statuses that came for a reference, in order of arrival.
func (w *world) states(reference string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := ""
	for _, e := range w.events {
		if e.Reference == reference {
			out += e.Status[:1]
		}
	}
	return out
}

// call gives status and body; a cut connection is the status 0.
func (w *world) call(method, path string, body any) (status int, answer map[string]any) {
	w.t.Helper()
	text, ok := body.(string)
	if !ok {
		text = string(sim.Encoded(body))
	}
	req, err := http.NewRequest(method, "http://toy"+path, bytes.NewReader([]byte(text)))
	if err != nil {
		w.t.Fatal(err)
	}
	res, err := w.client.Do(req)
	if err != nil {
		return 0, map[string]any{"error": err.Error()}
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	if json.Unmarshal(raw, &answer) != nil {
		answer = map[string]any{"raw": string(raw)}
	}
	return res.StatusCode, answer
}

// control fails the test unless the control surface takes it.
func (w *world) control(name string, body any) {
	w.t.Helper()
	if status, answer := w.call("POST", "/_sim/"+name, body); status != 200 {
		w.t.Fatalf("/_sim/%s: %d %v", name, status, answer)
	}
}

func (w *world) script(rules ...sim.Rule) {
	w.t.Helper()
	w.control("script", map[string]any{"rules": rules})
}

// send sends a text with the recipient as its reference.
func (w *world) send(to string) (int, map[string]any) {
	w.t.Helper()
	return w.call("POST", "/messages", request{To: to, Text: "hello", Reference: to})
}

func (w *world) mustSend(to ...string) {
	w.t.Helper()
	for _, one := range to {
		if status, answer := w.send(one); status != 200 {
			w.t.Fatalf("%s: %d %v", one, status, answer)
		}
	}
}

// recipients makes n names.
func recipients(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprintf("r%04d-1", i)
	}
	return out
}

func contains(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}
