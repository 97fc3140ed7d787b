package whatsappsim_test

import (
	"context"
	"strings"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

// mustSend sends to n recipients from first on and fails the test unless all are accepted.
func (w *world) mustSend(recipients ...string) {
	w.t.Helper()
	for _, to := range recipients {
		if a, err := w.send(to); err != nil || a.status != 200 {
			w.t.Fatalf("%s: %v %v", to, a, err)
		}
	}
}

// recipients makes n numbers that end in nothing scripted.
func recipients(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = "49151" + string([]byte{byte('0' + i/1000%10), byte('0' + i/100%10), byte('0' + i/10%10), byte('0' + i%10)}) + "00"
	}
	return out
}

func TestStatusTimes(t *testing.T) {
	inBubble(t, func(w *world) {
		w.control("config", map[string]any{"readRate": 1})
		w.control("webhooks", map[string]any{"batch": 1})
		start := time.Now()
		w.mustSend(anna)
		for _, step := range []struct {
			states string
			after  time.Duration
		}{{"s", 0}, {"sa", 300 * time.Millisecond}, {"sar", 1300 * time.Millisecond}} {
			w.hook.awaitStates(anna, step.states)
			if got := time.Since(start).Round(10 * time.Millisecond); got != step.after {
				t.Errorf("%s after %v, want %v", step.states, got, step.after)
			}
		}
	})
}

func TestRates(t *testing.T) {
	const n = 400
	about := func(t *testing.T, name string, got int, want float64) {
		t.Helper()
		if d := float64(got)/n - want; d > 0.1 || d < -0.1 {
			t.Errorf("%s: %d of %d, want about %v", name, got, n, want)
		}
	}
	count := func(w *world, holds func(string) bool) (found int) {
		for _, to := range recipients(n) {
			if holds(w.hook.look().states(to)) {
				found++
			}
		}
		return found
	}
	run := func(settings string, body map[string]any, check func(t *testing.T, w *world)) func(*testing.T) {
		return func(t *testing.T) {
			inBubble(t, func(w *world) {
				w.control("config", map[string]any{"readRate": 1})
				w.control(settings, body)
				w.mustSend(recipients(n)...)
				time.Sleep(time.Minute)
				check(t, w)
			})
		}
	}
	t.Run("readRate", run("config", map[string]any{"readRate": 0.3}, func(t *testing.T, w *world) {
		about(t, "read", count(w, func(s string) bool { return s == "sar" }), 0.3)
		about(t, "only arrived", count(w, func(s string) bool { return s == "sa" }), 0.7)
	}))
	t.Run("default readRate", run("reset", nil, func(t *testing.T, w *world) {
		about(t, "read", count(w, func(s string) bool { return s == "sar" }), whatsappsim.DefaultReadRate)
	}))
	t.Run("deliveredRate", run("config", map[string]any{"deliveredRate": 0.5}, func(t *testing.T, w *world) {
		about(t, "only sent", count(w, func(s string) bool { return s == "s" }), 0.5)
	}))
}

// The account's own state begins anew: the window's rule and the limit of a recipient.
func TestResetForgets(t *testing.T) {
	inBubble(t, func(w *world) {
		w.control("config", map[string]any{"window": "async"})
		w.mustSend(anna)
		w.control("reset", nil)
		for range 45 {
			w.mustSend(anna)
		}
		time.Sleep(time.Minute)
		if got := w.hook.look(); strings.Contains(got.states(anna), "f") || len(got.events.Receipts[0].ProviderID) != 30 {
			t.Errorf("after the reset: %s", got.states(anna))
		}
		if got := w.hook.look().sizes; got[0] != 45 {
			t.Errorf("statuses a call: %v", got)
		}
	})
}

func TestServiceWindow(t *testing.T) {
	inBubble(t, func(w *world) {
		w.control("config", map[string]any{"window": "async", "readRate": 1})
		const ben = "4915112345602"
		w.mustSend(anna)
		w.control("inbound", whatsappsim.Inbound{From: ben, Text: "hello"})
		w.mustSend(ben)
		time.Sleep(time.Minute)
		if got := w.hook.look().states(anna); got != "f131047" {
			t.Errorf("outside the window: %s", got)
		}
		if got := w.hook.look().states(ben); got != "sar" {
			t.Errorf("inside the window: %s", got)
		}
		time.Sleep(24 * time.Hour)
		w.mustSend(ben)
		time.Sleep(time.Minute)
		if got := w.hook.look().states(ben); got != "sarf131047" {
			t.Errorf("a day later: %s", got)
		}
	})
}

func TestInbound(t *testing.T) {
	inBubble(t, func(w *world) {
		for _, in := range []whatsappsim.Inbound{{From: "5531987654321", Text: "PARAR 停止 😀"}, {From: anna, Button: "Stop promotions"},
			{From: anna, Stop: true}} {
			w.control("inbound", in)
		}
		got := w.hook.await(func(got received) bool { return len(got.events.Inbound) == 3 })
		seen := map[string]bool{}
		for _, in := range got.events.Inbound {
			key := in.From + "|" + in.Text
			if in.Stop {
				key += "|stop"
			}
			seen[key] = true
		}
		// Brazil outside the big cities: the user's own form has no ninth digit
		for _, want := range []string{"553187654321|PARAR 停止 😀", anna + "|Stop promotions", anna + "||stop"} {
			if !seen[want] {
				t.Errorf("%s is missing in %v", want, seen)
			}
		}
		for _, b := range got.bodies {
			if strings.ContainsAny(b, "停😀") {
				t.Errorf("Meta escapes unicode: %s", b)
			}
		}
		if a := w.must("POST", "/_sim/inbound", map[string]any{"from": anna}); a.status != 400 {
			t.Errorf("nothing said: %v", a)
		}
	})
}

func TestSubscribe(t *testing.T) {
	inBubble(t, func(w *world) {
		if err := w.sim.Subscribe(context.Background()); err != nil {
			t.Error(err)
		}
		w.control("subscribe", nil)
	})
	inBubble(t, func(other *world) {
		if err := other.sim.Subscribe(context.Background()); err == nil {
			t.Error("a wrong verify token was echoed")
		}
	}, func(c *whatsappsim.Config) { c.VerifyToken = "other" })
}

func TestReceiptsCarryTheUsersOwnNumber(t *testing.T) {
	inBubble(t, func(w *world) {
		for to, waid := range map[string]string{"5531987654321": "553187654321", "5511987654321": "5511987654321",
			"5215512345678": "5215512345678",
			"525512345678":  "5215512345678", "541112345678": "5491112345678", anna: anna} {
			a, err := w.send(to)
			if err != nil || a.status != 200 {
				t.Fatalf("%s: %v %v", to, a, err)
			}
			contact := a.body["contacts"].([]any)[0].(map[string]any)
			if contact["input"] != to || contact["wa_id"] != waid {
				t.Errorf("%s: %v", to, contact)
			}
			w.hook.await(func(got received) bool {
				return strings.Contains(strings.Join(got.bodies, ""), `"recipient_id":"`+waid+`","biz_opaque_callback_data":"ref-`+to+`"`)
			})
		}
		if w.hook.look().events.Receipts[0].State != provider.ReceiptSent {
			t.Errorf("first receipt %+v", w.hook.look().events.Receipts[0])
		}
	})
}
