package telephony_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"herald/localstack/simulators/sim"
	voicesim "herald/localstack/simulators/voice"
	"herald/pkg/provider"
	"herald/pkg/provider/telephony"
)

const (
	ours      = "http://herald.local/api/hook/voice"
	recording = "http://herald.local/recording.wav"
	indonesia = "6281234567800"
)

// wire is the adapter and a simulator that call each other.
type wire struct {
	*testing.T
	sim     *voicesim.Sim
	adapter *telephony.Adapter
	script  telephony.Script // of every call
	down    string           // a path that cannot be had
	lives   int              // calls of it that fail; 0: each

	mu     sync.Mutex
	events provider.Events
	heard  [][2]string // digits and words
	told   []*provider.Callback
	paths  []string
}

// onWire runs a test in virtual time.
func onWire(t *testing.T, outcome string, test func(w *wire)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &wire{T: t, script: telephony.Script{Recording: recording, Language: "id-ID"}}
		w.sim = voicesim.New(voicesim.Config{AccountSID: "AC1", AuthToken: "new", Rate: 1000, Lines: 2, Seed: 1, Number: "+12065550102",
			Transport: sim.InMemory(w)})
		defer w.sim.Close()
		if err := w.sim.SetScript([]sim.Rule{{Outcome: outcome}}); err != nil {
			t.Fatal(err)
		}
		c := config()
		c.Client = &http.Client{Transport: w.sim.Transport()}
		w.adapter = mustNew(t, c)
		test(w)
	})
}

func config() telephony.Config {
	return telephony.Config{BaseURL: "http://provider", InsightsURL: "http://provider", AccountSID: "AC1",
		AuthTokens: []string{"new", "", "old"}, From: "12065550102", CallbackURL: ours}
}

func mustNew(t *testing.T, c telephony.Config) *telephony.Adapter {
	t.Helper()
	a, err := telephony.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// ServeHTTP is our side: the document of a call, its input, its status, and the recording.
func (w *wire) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/recording.wav" {
		_, _ = rw.Write(silence(20))
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.Error(err)
	}
	path := strings.TrimPrefix(r.URL.Path, "/api/hook/voice")
	call := &provider.Callback{Query: r.URL.RawQuery, Header: r.Header.Get, Body: body}
	if !w.adapter.VerifyAt(path, call) {
		w.Errorf("%s is not believed", r.URL)
		rw.WriteHeader(http.StatusUnauthorized)
		return
	}
	w.note(func() { w.told, w.paths = append(w.told, call), append(w.paths, path) })
	fails := false
	w.note(func() {
		if fails = path != "" && path == w.down; fails && w.lives > 0 {
			if w.lives--; w.lives == 0 {
				w.down = ""
			}
		}
	})
	if fails {
		rw.WriteHeader(http.StatusBadGateway)
		return
	}
	switch path {
	case telephony.AnswerPath:
		if w.adapter.Again(call) {
			_, _ = rw.Write(telephony.Goodbye())
			return
		}
		script := w.script
		script.Reference = telephony.Reference(call)
		_, _ = rw.Write(w.adapter.Document(script))
	case telephony.GatherPath:
		digits, words := telephony.Speech(call)
		w.note(func() { w.heard = append(w.heard, [2]string{digits, words}) })
		_, _ = rw.Write(telephony.Goodbye())
	default:
		ev, err := w.adapter.Parse(r.Context(), call)
		if err != nil || ev.Unknown > 0 {
			w.Errorf("%+v, %v", ev, err)
		}
		w.note(func() {
			w.events.Receipts, w.events.Ended = append(w.events.Receipts, ev.Receipts...), append(w.events.Ended, ev.Ended...)
		})
	}
}

func (w *wire) note(what func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	what()
}

// silence is a recording of so many seconds: 8,000 bytes of G.711 each.
func silence(seconds int) []byte {
	var b bytes.Buffer
	size := uint32(seconds * 8000)
	for _, v := range []any{[]byte("RIFF"), size + 36, []byte("WAVEfmt "), uint32(16), uint16(7), uint16(1), uint32(8000), uint32(8000),
		uint16(1), uint16(8), []byte("data"), size} {
		_ = binary.Write(&b, binary.LittleEndian, v) // a buffer takes everything
	}
	return append(b.Bytes(), bytes.Repeat([]byte{0xff}, int(size))...)
}

func (w *wire) dial(to string) provider.Outcome {
	return w.adapter.Send(w.Context(), provider.Message{To: to, Kind: provider.Call, Call: &provider.CallPart{Limit: 60, RingSeconds: 25},
		Reference: "ref." + to + "&x=y"})
}

// over lets the calls end, and gives the last receipt of the only one.
func (w *wire) over() (last provider.Receipt) {
	w.Helper()
	time.Sleep(3 * time.Minute)
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, r := range w.events.Receipts {
		if r.State >= last.State {
			last = r
		}
	}
	return last
}

// Each of the provider's answers has its outcome. Every request is made once, with any answer.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		outcome string
		want    provider.Outcome
		reason  provider.Reason
	}{
		{"answered", provider.Outcome{Verdict: provider.Accepted}, provider.OtherReason},
		{"rate", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: time.Second, Code: 20429}, provider.TooFast},
		{"full", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, After: 5 * time.Second, Code: 10004}, provider.TooFast},
		{"suspended", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true, Code: 20003}, provider.OtherReason},
		{"not_permitted", provider.Outcome{Verdict: provider.Retry, Scope: provider.Sender, Stop: true, Code: 21215}, provider.OtherReason},
		{"invalid", provider.Outcome{Verdict: provider.Rejected, Code: 21211}, provider.OffNetwork},
		{"blocked", provider.Outcome{Verdict: provider.Rejected, Code: 21216}, provider.Filtered},
		{"server_error", provider.Outcome{Verdict: provider.Unknown, Code: 20500}, provider.OtherReason},
		{"cut", provider.Outcome{Verdict: provider.Unknown}, provider.OtherReason},
		{"cut_after_accept", provider.Outcome{Verdict: provider.Unknown}, provider.OtherReason},
		{"bare_500", provider.Outcome{Verdict: provider.Unknown}, provider.OtherReason},
		{"garbled", provider.Outcome{Verdict: provider.Unknown}, provider.OtherReason},
	} {
		onWire(t, c.outcome, func(w *wire) {
			got := w.dial(indonesia)
			accepted, refused := w.sim.Messages(0, 10)
			if len(accepted)+len(refused) > 1 {
				t.Errorf("%s: more than one request: %+v %+v", c.outcome, accepted, refused)
			}
			if c.want.Verdict == provider.Accepted &&
				(len(accepted) != 1 || accepted[0].ID != got.ProviderID || accepted[0].Reference != "ref."+indonesia+"&x=y") {
				t.Errorf("%s: %+v of %+v", c.outcome, got, accepted)
			}
			if got.ProviderID, got.Detail = "", ""; got != c.want || telephony.Reason(got.Code) != c.reason {
				t.Errorf("%s: %+v (%s), want %+v", c.outcome, got, telephony.Reason(got.Code), c.want)
			}
		})
	}
}

func TestARefusedConnectionIsNoDoubt(t *testing.T) {
	onWire(t, "answered", func(w *wire) {
		w.sim.Close()
		if out := w.dial(indonesia); out.Verdict != provider.Retry || out.Scope != provider.Sender {
			t.Errorf("%+v", out)
		}
	})
}

// Lines that are taken put a call off; nothing is called meanwhile.
func TestAllLinesTaken(t *testing.T) {
	onWire(t, "answered", func(w *wire) {
		for i, want := range []provider.Verdict{provider.Accepted, provider.Accepted, provider.Retry} {
			if out := w.dial(indonesia[:12] + string(rune('0'+i))); out.Verdict != want || out.Stop {
				t.Errorf("call %d: %+v", i, out)
			}
		}
		w.over()
		if out := w.dial(indonesia); out.Verdict != provider.Accepted {
			t.Errorf("afterwards: %+v", out)
		}
	})
}

// Calls that the provider's documentation forbids are refused without a request (the rules are those of its
// simulator).
func TestWhatIsNoCallIsRefused(t *testing.T) {
	call := func(to string, limit, ring int) provider.Message {
		return provider.Message{To: to, Kind: provider.Call, Call: &provider.CallPart{Limit: limit, RingSeconds: ring}}
	}
	onWire(t, "answered", func(w *wire) {
		for name, m := range map[string]provider.Message{
			"a text":          {To: indonesia, Kind: provider.Text, Text: "a"},
			"without a limit": {To: indonesia, Kind: provider.Call, Call: &provider.CallPart{}},
			"no number":       call("x", 60, 25), "a plus": call("+"+indonesia, 60, 25), "six digits": call("628123", 60, 25),
			"a trunk prefix": call("0"+indonesia, 60, 25),
			"no ringing":     call(indonesia, 60, 0), "rings for eleven minutes": call(indonesia, 60, 601),
			"four hours and a second": call(indonesia, 14401, 25),
		} {
			if out := w.adapter.Send(w.Context(), m); out.Verdict != provider.Rejected || out.Code == 0 {
				t.Errorf("%s: %+v", name, out)
			}
		}
		if accepted, refused := w.sim.Messages(0, 10); len(accepted)+len(refused) != 0 {
			t.Error("the provider was asked")
		}
	})
}
