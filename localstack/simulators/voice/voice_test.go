package voicesim

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"herald/localstack/simulators/sim"
)

// fixture is the side of the client: it serves documents and a recording, and receives callbacks.
type fixture struct {
	*testing.T
	sim *Sim
	mu  sync.Mutex
	// document is the document of a call; {press} and {say} stand in the answer to keys and speech.
	document string
	told     map[string][]url.Values // by reference
	asked    []url.Values
}

const local = "http://herald.local"

func open(t *testing.T, document string) *fixture {
	h := &fixture{T: t, document: document, told: map[string][]url.Values{}}
	h.sim = New(Config{AccountSID: "AC1", AuthToken: "token", Rate: 1000, Lines: 3, Seed: 1,
		Transport: sim.InMemory(http.HandlerFunc(h.serve))})
	t.Cleanup(h.sim.Close)
	return h
}

func (h *fixture) serve(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	f, _ := url.ParseQuery(string(body))
	h.mu.Lock()
	defer h.mu.Unlock()
	if r.URL.Path != "/a.wav" {
		again, _ := http.NewRequest(r.Method, local+r.URL.RequestURI(), nil)
		h.sim.sign(again, body)
		if r.Header.Get("X-Twilio-Signature") != again.Header.Get("X-Twilio-Signature") {
			h.Errorf("%s is not signed", r.URL)
		}
	}
	switch r.URL.Path {
	case "/a.wav":
		_, _ = w.Write(wav(20 * time.Second))
	case "/status":
		ref := r.URL.Query().Get("ref")
		h.told[ref] = append(h.told[ref], f)
	case "/gone":
		w.WriteHeader(http.StatusBadGateway)
	case "/last":
		h.asked = append(h.asked, f)
		_, _ = io.WriteString(w, "<Response><Hangup/></Response>")
	case "/answer":
		h.asked = append(h.asked, f)
		_, _ = io.WriteString(w, "<Response><Say>Terima kasih banyak ya</Say><Hangup/></Response>")
	default:
		_, _ = io.WriteString(w, h.document)
	}
}

// wav is silence of 8,000 bytes a second.
func wav(d time.Duration) []byte {
	size := uint32(d.Seconds() * 8000)
	var b bytes.Buffer
	put := func(all ...any) {
		for _, v := range all {
			if text, ok := v.(string); ok {
				b.WriteString(text)
				continue
			}
			_ = binary.Write(&b, binary.LittleEndian, v) // a buffer takes everything
		}
	}
	put("RIFF", size+36, "WAVEfmt ", uint32(16), uint16(7), uint16(1), uint32(8000), uint32(8000), uint16(1), uint16(8), "data", size)
	return b.Bytes()
}

// call asks the simulator for something and gives status and answer.
func (h *fixture) call(method, path string, form url.Values) (int, map[string]any) {
	r, err := http.NewRequest(method, "http://sim"+path, strings.NewReader(form.Encode()))
	if err != nil {
		h.Fatal(err)
	}
	r.Header.Set("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte("AC1:token")))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := h.sim.Transport().RoundTrip(r)
	if err != nil {
		return 0, nil
	}
	var out map[string]any
	_ = json.NewDecoder(res.Body).Decode(&out)
	return res.StatusCode, out
}

func (h *fixture) dial(to, ref string) (int, map[string]any) {
	return h.dialTo(to, ref, local+"/twiml", "")
}

func (h *fixture) dialTo(to, ref, document, second string) (int, map[string]any) {
	return h.call("POST", "/2010-04-01/Accounts/AC1/Calls.json",
		url.Values{"To": {"+" + to}, "From": {"+12065550102"}, "Url": {document}, "FallbackUrl": {second},
			"StatusCallback":      {local + "/status?ref=" + ref},
			"StatusCallbackEvent": {"initiated", "ringing", "answered", "completed"}, "MachineDetection": {"Enable"}, "Timeout": {"30"},
			"TimeLimit": {"120"}})
}

// statuses are those of a call as they arrived, and the one that is the last by its number: two of one instant may overtake each other.
func (h *fixture) statuses(ref string) (all []string, last url.Values) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.told[ref] {
		if all = append(all, f.Get("CallStatus")); f.Get("SequenceNumber") >= last.Get("SequenceNumber") {
			last = f
		}
	}
	return all, last
}

// Each course of a call is reported as by the provider, with its seconds, who answered and who hung up.
func TestCallsGoTheirWays(t *testing.T) {
	for outcome, want := range map[string]struct {
		last, by, hangup string
		seconds          int
	}{
		"answered": {"completed", "human", "caller", 20}, "busy": {"busy", "", "", 0}, "no_answer": {"no-answer", "", "", 0},
		"unreachable": {"failed", "", "", 0},
		"machine":     {"completed", "machine_start", "caller", 20}, "hangup_3": {"completed", "human", "callee", 3},
		"fail": {"failed", "", "", 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, "<Response><Play>/a.wav</Play></Response>")
			defer h.sim.Close()
			if err := h.sim.SetScript([]sim.Rule{{Outcome: outcome}}); err != nil {
				t.Fatal(err)
			}
			if status, got := h.dial("6281234567890", "r"); status != http.StatusCreated || got["status"] != "queued" {
				t.Fatalf("%d %v", status, got)
			}
			time.Sleep(2 * time.Minute)
			all, last := h.statuses("r")
			if last.Get("CallStatus") != want.last || last.Get("CallDuration") != fmt.Sprint(want.seconds) || last.Get("AnsweredBy") != want.by {
				t.Errorf("%s: %v, %v", outcome, all, last)
			}
			calls, most := h.sim.Calls()
			if c := calls[0]; c.Status != want.last || c.HungUpBy != want.hangup || len(c.Alerts) > 0 || most != 1 {
				t.Errorf("%s: %+v", outcome, c)
			}
			_, summary := h.call("GET", "/v1/Voice/"+calls[0].ID+"/Summary", nil)
			if want.hangup != "" && summary["properties"].(map[string]any)["disconnected_by"] != want.hangup {
				t.Errorf("%s: %v", outcome, summary)
			}
			if status, _ := h.dial("6281234567890", "again"); status != http.StatusCreated {
				t.Errorf("%s: its line is not free: %d", outcome, status)
			}
		})
	}
}

// Pressed keys and speech come to the address that the document names, and the call goes on with its answer.
func TestWhatIsPressedAndSaid(t *testing.T) {
	for outcome, want := range map[string][2]string{"press_2": {"2", ""}, "say_yes": {"", "ya"}, "answered": {"", ""}} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, `<Response><Gather input="dtmf speech" action="/answer" timeout="4"><Play>/a.wav</Play></Gather></Response>`)
			defer h.sim.Close()
			_ = h.sim.SetScript([]sim.Rule{{Outcome: outcome}})
			h.dial("6281234567890", "r")
			time.Sleep(time.Minute)
			_, last := h.statuses("r")
			if want == [2]string{} {
				if len(h.asked) != 0 || last.Get("CallDuration") != "24" {
					t.Errorf("%v %v", h.asked, last)
				}
				return
			}
			if len(h.asked) != 1 || h.asked[0].Get("Digits") != want[0] || h.asked[0].Get("SpeechResult") != want[1] ||
				last.Get("CallDuration") != "23" {
				t.Errorf("%s: %v %v", outcome, h.asked, last)
			}
		})
	}
}

// There are never more calls at a time than lines; the client can end one; a document that is none ends the call with an alert.
func TestLinesAndEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, "<Response><Play>/a.wav</Play></Response>")
		defer h.sim.Close()
		var ids []string
		for i := range 4 {
			status, got := h.dial(fmt.Sprintf("62812345678%d", i), fmt.Sprint(i))
			if i == 3 {
				if status != http.StatusTooManyRequests || got["code"] != float64(10004) {
					t.Errorf("the fourth call: %d %v", status, got)
				}
				continue
			}
			ids = append(ids, got["sid"].(string))
		}
		end := func(id, how string) int {
			status, _ := h.call("POST", "/2010-04-01/Accounts/AC1/Calls/"+id+".json", url.Values{"Status": {how}})
			return status
		}
		if end(ids[0], "canceled") != http.StatusOK {
			t.Error("a call that rings cannot be ended")
		}
		time.Sleep(10 * time.Second)
		if end(ids[1], "completed") != http.StatusOK {
			t.Error("a call cannot be ended")
		}
		time.Sleep(time.Minute)
		for i, want := range []string{"canceled", "completed", "completed"} {
			if _, last := h.statuses(fmt.Sprint(i)); last.Get("CallStatus") != want {
				t.Errorf("call %d: %v", i, last)
			}
		}
		if end(ids[2], "completed") != http.StatusBadRequest {
			t.Error("a call that is over was ended")
		}
		h.document = "<html>no document</html>"
		h.dial("6281234567899", "x")
		_ = h.sim.SetScript([]sim.Rule{{Outcome: "answered"}})
		h.dial("6281234567811", "x")
		time.Sleep(time.Minute)
		calls, most := h.sim.Calls()
		if last := calls[len(calls)-1]; len(last.Alerts) != 1 || last.Seconds != 0 || last.Status != "completed" || most != 3 {
			t.Errorf("%+v, %d at most", last, most)
		}
	})
}

// Requests that the provider refuses.
func TestRefusals(t *testing.T) {
	h := open(t, "")
	for name, change := range map[string]url.Values{"21211": {"To": {"123"}}, "21210": {"From": {"x"}}, "21205": {"Url": {"/relative"}},
		"21208": {"Timeout": {"601"}}, "21626": {"StatusCallbackEvent": {"moon"}}} {
		f := url.Values{"To": {"+6281234567890"}, "From": {"+12065550102"}, "Url": {local}, "StatusCallback": {local}}
		for k, v := range change {
			f[k] = v
		}
		if status, got := h.call("POST", "/2010-04-01/Accounts/AC1/Calls.json", f); status != http.StatusBadRequest ||
			fmt.Sprint(got["code"]) != name {
			t.Errorf("%s: %d %v", name, status, got)
		}
	}
	if status, _ := h.call("GET", "/2010-04-01/Accounts/AC2/Calls/CA1.json", nil); status != http.StatusUnauthorized {
		t.Errorf("another account: %d", status)
	}
}

// Of a document that cannot be had the client's second address is asked, as of one that cannot be read.
func TestASecondAddressIsAskedForWhatIsSaid(t *testing.T) {
	for url, seconds := range map[string]int{"/gone": 20, "/twiml": 0} {
		synctest.Test(t, func(t *testing.T) {
			h := open(t, "<Response><Play>/a.wav</Play></Response>")
			defer h.sim.Close()
			if err := h.sim.SetScript([]sim.Rule{{Outcome: "answered"}}); err != nil {
				t.Fatal(err)
			}
			second := local + "/twiml"
			if url != "/gone" {
				h.document, second = "<html>no document</html>", local+"/gone"
			}
			h.dialTo("6281234567890", "r", local+url, second)
			time.Sleep(time.Minute)
			calls, _ := h.sim.Calls()
			if c := calls[0]; c.Seconds != seconds || len(c.Alerts) != 1+(20-seconds)/20 || c.Status != "completed" {
				t.Errorf("%s: %+v", url, c)
			}
		})
	}
}

// The second address gets the failed address, also after a pressed key.
func TestTheSecondAddressGetsWhatFailed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := open(t, `<Response><Gather input="dtmf" action="/gone" timeout="4"><Play>/a.wav</Play></Gather></Response>`)
		defer h.sim.Close()
		_ = h.sim.SetScript([]sim.Rule{{Outcome: "press_2"}})
		h.dialTo("6281234567890", "r", local+"/twiml", local+"/last")
		time.Sleep(time.Minute)
		if len(h.asked) != 1 || h.asked[0].Get("ErrorUrl") != local+"/gone" || h.asked[0].Get("ErrorCode") != "11200" {
			t.Errorf("%v", h.asked)
		}
	})
}
