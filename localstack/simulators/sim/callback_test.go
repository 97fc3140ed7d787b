package sim_test

import (
	"testing"
	"testing/synctest"
	"time"

	"herald/localstack/simulators/sim"
)

func TestCallbackTimes(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		for _, delay := range []int{0, 60_000} {
			w.control("webhooks", map[string]any{"delayMs": delay})
			began, want := time.Now(), time.Duration(delay)*time.Millisecond
			to := want.String()
			w.mustSend(to)
			for _, step := range []struct {
				states string
				after  time.Duration
			}{{"s", want}, {"sd", want + 300*time.Millisecond}} {
				time.Sleep(time.Until(began.Add(step.after + 10*time.Millisecond)))
				if got := w.states(to); got != step.states {
					t.Errorf("%q after %v", got, step.after)
				}
			}
		}
	})
}

func TestReceiptsAreBatched(t *testing.T) {
	inBubble(t, sim.Config{Batch: 100}, func(w *world) {
		w.mustSend(recipients(250)...)
		time.Sleep(time.Minute)
		if got := w.sizes; len(got) != 6 || got[0] != 100 || got[1] != 100 || got[2] != 50 {
			t.Errorf("receipts a call: %v", got)
		}
		w.control("webhooks", map[string]any{"batch": 10})
		w.control("reset", "")
		w.control("webhooks", map[string]any{"batch": 10})
		w.mustSend(recipients(30)...)
		time.Sleep(time.Minute)
		if got := w.sizes[6:]; len(got) != 6 || got[5] != 10 {
			t.Errorf("receipts a call: %v", got)
		}
	})
}

func TestAMessageNamesTheAddressOfItsCallbacks(t *testing.T) {
	inBubble(t, sim.Config{Batch: 100}, func(w *world) {
		w.mustSend("a", "b")
		w.call("POST", "/messages", request{To: "c", Text: "x", Reference: "c", Callback: "http://product/own"})
		time.Sleep(time.Minute)
		if own, other := len(w.at["/own"]), len(w.at["/callback"]); own != 2 || other != 2 || w.states("c") != "sd" {
			t.Errorf("%d to its own, %d to the other: %v", own, other, w.events)
		}
	})
}

func TestRates(t *testing.T) {
	const n = 400
	for name, c := range map[string]struct {
		settings map[string]any
		share    float64
		holds    func(states string) bool
	}{
		"drop":      {map[string]any{"drop": 0.5}, 0.5, func(s string) bool { return !contains(s, "s") }},
		"drop all":  {map[string]any{"drop": 1}, 1, func(s string) bool { return s == "" }},
		"duplicate": {map[string]any{"duplicate": 0.5}, 0.25, func(s string) bool { return len(s) == 4 }},
		"reorder":   {map[string]any{"reorder": 0.5}, 0.4, func(s string) bool { return s == "ds" }},
		"complete":  {map[string]any{"reorder": 0.5}, 1, func(s string) bool { return len(s) == 2 && contains(s, "s", "d") }},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, sim.Config{}, func(w *world) {
				w.control("webhooks", c.settings)
				w.mustSend(recipients(n)...)
				time.Sleep(time.Minute)
				found := 0
				for _, to := range recipients(n) {
					if c.holds(w.states(to)) {
						found++
					}
				}
				if d := float64(found)/n - c.share; d > 0.1 || d < -0.1 {
					t.Errorf("%d of %d, want about %v", found, n, c.share)
				}
			})
		})
	}
}

func TestCallbacksAreRepeatedWithBackOff(t *testing.T) {
	inBubble(t, sim.Config{Batch: 100}, func(w *world) {
		w.refuse = 4
		w.script(sim.Rule{Outcome: "off"})
		w.mustSend("anna")
		// Failed after a second, 200 ms of collecting, then 250, 500, 1000 and 2000 ms between the attempts.
		time.Sleep(4900 * time.Millisecond)
		if w.states("anna") != "" || w.tries != 4 {
			t.Errorf("%q after %d tries", w.states("anna"), w.tries)
		}
		time.Sleep(100 * time.Millisecond)
		if w.states("anna") != "f" || w.tries != 5 || w.events[0].Code != "PHONE_OFF" {
			t.Errorf("%v after %d tries", w.events, w.tries)
		}
		synctest.Wait()
		if st := w.toy.Stats().Webhooks; st.Failures != 4 || st.Calls != 1 || st.Statuses != 1 || st.Pending != 0 {
			t.Errorf("stats %+v", st)
		}
	})
}

func TestRetriesCanEnd(t *testing.T) {
	once := func(n int) time.Duration {
		if n == 0 {
			return time.Second
		}
		return -1
	}
	inBubble(t, sim.Config{Retry: once}, func(w *world) {
		w.refuse = 1000
		w.script(sim.Rule{Outcome: "off"})
		w.mustSend("anna")
		time.Sleep(time.Hour)
		if st := w.toy.Stats().Webhooks; w.tries != 2 || st.Pending != 0 {
			t.Errorf("%d tries, %+v", w.tries, st)
		}
	})
}

func TestResetForgets(t *testing.T) {
	inBubble(t, sim.Config{}, func(w *world) {
		did := false
		w.toy.After(time.Second, func() { did = true })
		w.script(sim.Rule{Outcome: "never"})
		w.control("webhooks", map[string]any{"delayMs": 1000})
		w.control("balance", map[string]int{"balance": 0})
		w.send("anna")
		w.control("reset", "")
		time.Sleep(time.Minute)
		accepted, refused := w.toy.Messages(0, 10)
		if len(accepted)+len(refused)+w.tries != 0 || !did {
			t.Errorf("after the reset: %v %v, %d callbacks, %v", accepted, refused, w.tries, did)
		}
		w.mustSend("anna")
		synctest.Wait()
		if w.states("anna") != "s" {
			t.Error("the callbacks are still delayed")
		}
	})
}

// The same seed gives the same fates, in any order of arrival.
func TestSeedDecides(t *testing.T) {
	fates := func(seed uint64) string {
		out := ""
		inBubble(t, sim.Config{Seed: seed}, func(w *world) {
			w.control("webhooks", map[string]any{"drop": 0.5})
			w.mustSend(recipients(40)...)
			time.Sleep(time.Minute)
			for _, to := range recipients(40) {
				out += w.states(to) + " "
			}
		})
		return out
	}
	if a, b, other := fates(7), fates(7), fates(8); a != b || a == other {
		t.Errorf("%s\n%s\n%s", a, b, other)
	}
}
