package whatsappsim_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"herald/localstack/simulators/sim"
	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
	"herald/pkg/provider/whatsapp"
)

const (
	token  = "token"
	secret = "app-secret"
	number = "1066"
	waba   = "2077"
	anna   = "4915112345601" // ends in nothing that is scripted
)

// world is a simulator, a client of it, and a receiver of its webhooks.
type world struct {
	t       testing.TB
	sim     *whatsappsim.Sim
	base    string
	client  *http.Client
	hook    *receiver
	adapter *whatsapp.Adapter
}

// inBubble runs a test in virtual time against a world in memory, and ends the simulator with it.
func inBubble(t *testing.T, test func(w *world), change ...func(*whatsappsim.Config)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		hook := &receiver{changed: make(chan struct{})}
		cfg := config("http://herald/api/hook/whatsapp")
		cfg.Transport = sim.InMemory(hook)
		for _, c := range change {
			c(&cfg)
		}
		meta := whatsappsim.New(cfg)
		defer meta.Close()
		test((&world{t: t, sim: meta, base: "http://graph", client: &http.Client{Transport: meta.Transport()}, hook: hook}).withAdapter())
	})
}

func config(hook string) whatsappsim.Config {
	return whatsappsim.Config{Token: token, AppSecret: secret, VerifyToken: "verify", PhoneNumberID: number, WABAID: waba,
		WebhookURL: hook, Seed: 1}
}

func (w *world) withAdapter() *world {
	w.t.Helper()
	a, err := whatsapp.New(whatsapp.Config{BaseURL: w.base, Version: "v23.0", Token: token, AppSecrets: []string{secret},
		VerifyToken: "verify", PhoneNumberID: number, WABAID: waba, Client: w.client})
	if err != nil {
		w.t.Fatal(err)
	}
	w.adapter, w.hook.adapter, w.hook.t = a, a, w.t
	return w
}

// answer is a decoded response.
type answer struct {
	status int
	body   map[string]any
}

// code is the code of a Graph error, -1 without one.
func (a answer) code() int {
	e, _ := a.body["error"].(map[string]any)
	if c, ok := e["code"].(float64); ok {
		return int(c)
	}
	return -1
}

func (w *world) call(method, path string, body any) (answer, error) {
	w.t.Helper()
	var raw []byte
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		if raw, err = json.Marshal(b); err != nil {
			w.t.Fatal(err)
		}
	}
	req, err := http.NewRequest(method, w.base+path, bytes.NewReader(raw))
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+token)
	return w.do(req)
}

func (w *world) do(req *http.Request) (answer, error) {
	w.t.Helper()
	req.GetBody = nil
	res, err := w.client.Do(req)
	if err != nil {
		return answer{}, err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		return answer{}, err
	}
	a := answer{status: res.StatusCode}
	if json.Unmarshal(raw, &a.body) != nil {
		a.body = map[string]any{"raw": string(raw)}
	}
	return a, nil
}

// must is call for what has to be answered.
func (w *world) must(method, path string, body any) answer {
	w.t.Helper()
	a, err := w.call(method, path, body)
	if err != nil {
		w.t.Fatalf("%s %s: %v", method, path, err)
	}
	return a
}

// control posts to the control surface and fails the test unless it is taken.
func (w *world) control(name string, body any) {
	w.t.Helper()
	if a := w.must("POST", "/_sim/"+name, body); a.status != 200 {
		w.t.Fatalf("/_sim/%s: %d %v", name, a.status, a.body)
	}
}

func (w *world) script(rules ...whatsappsim.Rule) {
	w.t.Helper()
	w.control("script", map[string]any{"rules": rules})
}

func textBody(to string) string {
	return `{"messaging_product":"whatsapp","recipient_type":"individual","to":"` + to +
		`","type":"text","text":{"body":"hello"},"biz_opaque_callback_data":"ref-` + to + `"}`
}

// send posts a text message.
func (w *world) send(to string) (answer, error) {
	w.t.Helper()
	return w.call("POST", "/v23.0/"+number+"/messages", textBody(to))
}

// accepted is a message as decisions §10 shows it.
type accepted struct {
	ID, To, Type, Body string
	Reference          string `json:"biz_opaque_callback_data"`
	AcceptedAt         time.Time
	Answered           bool
}

// messages reads GET /_sim/messages.
func (w *world) messages(query string) ([]accepted, []sim.Refused) {
	w.t.Helper()
	res, err := w.client.Get(w.base + "/_sim/messages" + query)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	var list struct {
		Accepted []accepted    `json:"accepted"`
		Refused  []sim.Refused `json:"refused"`
	}
	if err := json.NewDecoder(res.Body).Decode(&list); err != nil {
		w.t.Fatal(err)
	}
	return list.Accepted, list.Refused
}

// receiver is a webhook endpoint that checks signatures and reads with the product's own adapter.
type receiver struct {
	t       testing.TB
	adapter *whatsapp.Adapter
	mu      sync.Mutex
	refuse  int // calls to answer with 500 first
	got     received
	changed chan struct{}
}

// received is what came so far.
type received struct {
	tries  int
	bodies []string
	sizes  []int // statuses in each call
	events provider.Events
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	if req.Method == http.MethodGet {
		echo, ok := r.adapter.Challenge(req.URL.Query().Get)
		if !ok {
			w.WriteHeader(http.StatusForbidden)
		}
		io.WriteString(w, echo)
		return
	}
	body, err := io.ReadAll(req.Body)
	if err != nil {
		r.t.Error(err)
	}
	call := &provider.Callback{Body: body, Header: req.Header.Get}
	if !r.adapter.Verify(req.Context(), call) {
		r.t.Errorf("the signature of %s does not verify", body)
	}
	ev, err := r.adapter.Parse(req.Context(), call)
	if err != nil {
		r.t.Error(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.got.tries++
	if r.refuse > 0 {
		r.refuse--
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	r.got.bodies = append(r.got.bodies, string(body))
	r.got.sizes = append(r.got.sizes, len(ev.Receipts))
	r.got.events.Receipts = append(r.got.events.Receipts, ev.Receipts...)
	r.got.events.Inbound = append(r.got.events.Inbound, ev.Inbound...)
	r.got.events.Groups = append(r.got.events.Groups, ev.Groups...)
	close(r.changed)
	r.changed = make(chan struct{})
}

// look tells what came so far.
func (r *receiver) look() received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.got
}

// await blocks until the condition holds; the test's own deadline ends a wait for ever.
func (r *receiver) await(holds func(received) bool) received {
	for {
		r.mu.Lock()
		got, changed := r.got, r.changed
		r.mu.Unlock()
		if holds(got) {
			return got
		}
		<-changed
	}
}

// states lists the receipts of a text sent to a number, in order of arrival.
func (got received) states(to string) string {
	out := ""
	for _, x := range got.events.Receipts {
		if x.Reference == "ref-"+to {
			out += map[provider.ReceiptState]string{provider.ReceiptSent: "s", provider.ReceiptArrived: "a",
				provider.ReceiptRead: "r", provider.ReceiptFailed: fmt.Sprintf("f%d", x.Code)}[x.State]
		}
	}
	return out
}

// awaitStates waits for exactly these receipts of a text sent to a number.
func (r *receiver) awaitStates(to, want string) received {
	return r.await(func(got received) bool { return got.states(to) == want })
}
