package sim_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"herald/localstack/simulators/sim"
)

// Each outcome as the client, the log and the receiver of callbacks see it.
func TestOutcomes(t *testing.T) {
	for name, c := range map[string]struct {
		rule     sim.Rule
		statuses []int // of messages sent one after the other; 0 is a cut connection
		code     string
		accepted []bool // answered
		states   string // of the first message
	}{
		"ok":               {sim.Rule{Outcome: "ok"}, []int{200}, "", []bool{true}, "sd"},
		"refuse":           {sim.Rule{Outcome: "refuse", Code: "E7"}, []int{422}, "E7", nil, ""},
		"its own":          {sim.Rule{Outcome: "blocked"}, []int{422}, "NUMBER_BLOCKED", nil, ""},
		"twice, then ok":   {sim.Rule{Outcome: "busy"}, []int{422, 422, 200}, "BUSY", []bool{true}, "sd"},
		"times":            {sim.Rule{Outcome: "busy", Times: 1}, []int{422, 200}, "BUSY", []bool{true}, "sd"},
		"fail":             {sim.Rule{Outcome: "off"}, []int{200}, "", []bool{true}, "f"},
		"never":            {sim.Rule{Outcome: "never"}, []int{200}, "", []bool{true}, ""},
		"duplicate":        {sim.Rule{Outcome: "duplicate"}, []int{200}, "", []bool{true}, "ssdd"},
		"cut":              {sim.Rule{Outcome: "cut"}, []int{0}, "", nil, ""},
		"cut after accept": {sim.Rule{Outcome: "cut_after_accept"}, []int{0}, "", []bool{false}, "sd"},
		"slow":             {sim.Rule{Outcome: "slow"}, []int{200}, "", []bool{true}, "sd"},
		"bare_500":         {sim.Rule{Outcome: "bare_500"}, []int{502}, "", []bool{false}, "sd"},
		"garbled":          {sim.Rule{Outcome: "garbled"}, []int{200}, "", []bool{false}, "sd"},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, sim.Config{}, func(w *world) {
				w.script(c.rule)
				began := time.Now()
				for i, want := range c.statuses {
					status, answer := w.send("anna")
					if code, _ := answer["error"].(string); status != want || i == 0 && c.code != "" && code != c.code {
						t.Errorf("answer %d: %d %v", i, status, answer)
					}
				}
				if took := time.Since(began); (c.rule.Outcome == "slow") != (took == sim.SlowAnswer) {
					t.Errorf("answered after %v", took)
				}
				time.Sleep(time.Minute)
				accepted, refused := w.toy.Messages(0, 10)
				if len(accepted) != len(c.accepted) || len(refused) != strings.Count(fmt.Sprint(c.statuses), "422") {
					t.Fatalf("accepted %v, refused %v", accepted, refused)
				}
				for i, m := range accepted {
					if m.Answered != c.accepted[i] || m.To != "anna" || m.Body != "hello" || m.Reference != "anna" {
						t.Errorf("accepted %+v", m)
					}
				}
				got := w.states("anna")
				if c.states == "ssdd" && len(got) == 4 { // a repeated receipt comes late
					got = c.states
				}
				if got != c.states {
					t.Errorf("callbacks %q", got)
				}
			})
		})
	}
}

func TestLongestSuffixWinsAndNoneBringsTheDefaultsBack(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		w.script(sim.Rule{Suffix: "1", Outcome: "blocked"}, sim.Rule{Suffix: "01", Outcome: "ok"},
			sim.Rule{Suffix: "901", Outcome: "busy", Times: 1})
		// The limit counts each recipient by itself, and a used-up rule is ok, not the next best one.
		for _, c := range []struct {
			to     string
			status int
		}{{"11", 422}, {"201", 200}, {"5000", 200}, {"1901", 422}, {"1901", 200}, {"2901", 422}} {
			if status, answer := w.send(c.to); status != c.status {
				t.Errorf("%s: %d %v", c.to, status, answer)
			}
		}
		w.script()
		if status, answer := w.send("6000"); status != 422 || answer["error"] != "NUMBER_BLOCKED" {
			t.Errorf("without a script: %v", answer)
		}
	})
}

func TestWhatWasTakenIsFoundAndTakenOnce(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		_, first := w.call("POST", "/messages", request{To: "anna", Text: "x", Reference: "order 1", Link: "+"})
		show := func() any { _, a := w.call("GET", "/messages/"+first["id"].(string), ""); return a["events"] }
		for _, step := range []struct {
			wait time.Duration
			want string
		}{{0, "s"}, {300 * time.Millisecond, "sd"}, {time.Second, "sdc"}} {
			time.Sleep(step.wait)
			if got := show(); got != step.want {
				t.Errorf("after %v: %v", step.wait, got)
			}
		}
		_, second := w.call("POST", "/messages", request{To: "anna", Text: "x", Reference: "order 1"})
		if second["id"] != first["id"] || second["again"] != true || w.toy.Stats().Accepted != 1 {
			t.Errorf("again: %v", second)
		}
		if m, reached, ok := w.toy.FindReference("order 1"); !ok || m.ID != first["id"] || names(reached) != "sdc" {
			t.Errorf("by reference: %+v %v", m, reached)
		}
		w.control("reset", "")
		if status, _ := w.call("GET", "/messages/"+first["id"].(string), ""); status != 404 {
			t.Errorf("after a reset: %d", status)
		}
	})
}

func TestLimitRefillsWithTimeAndChecksRefuse(t *testing.T) {
	inBubble(t, sim.Config{Rate: 80}, func(w *world) {
		burst := func() (n int) {
			for i := range 200 {
				if status, _ := w.call("POST", "/messages", request{To: "anna", Text: fmt.Sprint(i)}); status == 200 {
					n++
				}
			}
			return n
		}
		for _, step := range []struct {
			wait time.Duration
			want int
		}{{0, 80}, {500 * time.Millisecond, 40}, {time.Hour, 80}} {
			time.Sleep(step.wait)
			if n := burst(); n != step.want {
				t.Errorf("%d accepted after %v, want %d", n, step.wait, step.want)
			}
		}
		time.Sleep(time.Second)
		w.control("balance", map[string]int{"balance": 2 * toyPrice})
		if n := burst(); n != 2 {
			t.Errorf("%d accepted for the price of two", n)
		}
	})
}

func TestMessagesArePaged(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		all := recipients(25)
		w.mustSend(all...)
		w.script(sim.Rule{Outcome: "blocked"})
		for i := range 15 {
			w.send(fmt.Sprint("refused", i))
		}
		for query, want := range map[string][4]int{ // first accepted, how many, first refused, how many
			"": {0, 25, 0, 15}, "?limit=10": {0, 10, 0, 10}, "?offset=10&limit=10": {10, 10, 10, 5}, "?offset=20": {20, 5, 0, 0},
			"?limit=0": {0, 0, 0, 0}, "?offset=1000": {0, 0, 0, 0},
		} {
			_, page := w.call("GET", "/_sim/messages"+query, "")
			accepted, refused := page["accepted"].([]any), page["refused"].([]any)
			if len(accepted) != want[1] || len(refused) != want[3] {
				t.Errorf("%s: %d accepted, %d refused", query, len(accepted), len(refused))
				continue
			}
			if want[1] > 0 && accepted[0].(map[string]any)["to"] != all[want[0]] || want[3] > 0 &&
				refused[0].(map[string]any)["to"] != fmt.Sprint("refused", want[2]) {
				t.Errorf("%s begins with %v, %v", query, accepted, refused)
			}
		}
	})
}

func TestControlRefusesNonsense(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		for name, c := range map[string]struct {
			path string
			body any
		}{
			"outcome":     {"script", map[string]any{"rules": []any{map[string]any{"suffix": "1", "outcome": "explode"}}}},
			"times":       {"script", map[string]any{"rules": []any{map[string]any{"outcome": "ok", "times": -1}}}},
			"script text": {"script", "x"},
			"rate":        {"webhooks", map[string]any{"drop": 1.5}},
			"delay":       {"webhooks", map[string]any{"delayMs": -1}},
			"its own":     {"balance", "x"},
		} {
			if status, a := w.call("POST", "/_sim/"+c.path, c.body); status != 400 || a["error"] == nil {
				t.Errorf("%s: %d %v", name, status, a)
			}
		}
		if status, _ := w.call("GET", "/_sim/messages?limit=x", ""); status != 400 {
			t.Errorf("limit: %d", status)
		}
		if status, _ := w.call("POST", "/_sim/nothing", ""); status != 404 {
			t.Errorf("nothing: %d", status)
		}
	})
}

func TestCallsAreCounted(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		w.mustSend("a", "b")
		w.send("1000")
		w.script(sim.Rule{Suffix: "z", Outcome: "cut"})
		w.send("z")
		w.call("GET", "/messages/x", "")
		got := fmt.Sprint(w.toy.Stats().Calls)
		if want := "map[GET /messages/{id} 404:1 POST /messages 200:2 POST /messages 422:1 POST /messages cut:1]"; got != want {
			t.Errorf("%s", got)
		}
	})
}

// Without sockets, and after the end.
func TestTransport(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		w.script(sim.Rule{Suffix: "slow", Outcome: "slow"})
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, "POST", "http://toy/messages", strings.NewReader(`{"to":"slow","text":"x"}`))
		if err != nil {
			t.Fatal(err)
		}
		if res, err := w.client.Do(req); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("impatient: %v %v", res, err)
		}
		if accepted, _ := w.toy.Messages(0, 1); len(accepted) != 1 || accepted[0].Answered {
			t.Errorf("accepted %v", accepted)
		}
		synctest.Wait()
		w.toy.Close()
		_, err = w.client.Get("http://toy/messages/x")
		if op := (*net.OpError)(nil); !errors.As(err, &op) || !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("after the end: %v", err)
		}
	})
}

// A message names its outcome where the script has no rule for it.
func TestAMessageNamesItsOutcome(t *testing.T) {
	s := sim.New(sim.Config{Seed: 1, Outcomes: map[string]sim.Outcome{"blocked": {Refuse: "BLOCKED"}}})
	t.Cleanup(s.Close)
	take := func(key, outcome string) bool {
		_, err := s.Take(sim.Message{Key: key, Outcome: outcome})
		return err == nil
	}
	if take("anna", "blocked") || !take("anna", "") || !take("anna", "never") {
		t.Error("the outcome of the message does not count")
	}
	if err := s.SetScript([]sim.Rule{{Suffix: "na", Outcome: "ok"}}); err != nil {
		t.Fatal(err)
	}
	if !take("anna", "blocked") || take("berta", "blocked") {
		t.Error("a rule of the script does not come first")
	}
}
