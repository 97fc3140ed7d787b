package whatsappsim_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	whatsappsim "herald/localstack/simulators/whatsapp"
	"herald/pkg/provider"
)

// A whole order in virtual time: three hours of sending and receipts take no real time and end with the bubble,
// which fails the test when a goroutine of the simulator is left.
func TestRunsInVirtualTime(t *testing.T) {
	inBubble(t, func(w *world) {
		w.control("webhooks", map[string]any{"duplicate": 0.2, "reorder": 0.2, "delayMs": 5000})
		to := recipients(200)
		for _, r := range to {
			if out := w.adapter.Send(context.Background(), provider.Message{To: r, Reference: "ref-" + r, Kind: provider.Text, Text: "x"}); out.Verdict != provider.Accepted {
				t.Fatalf("%+v", out)
			}
			time.Sleep(time.Minute)
		}
		got := w.hook.look()
		for _, r := range to {
			if s := got.states(r); !strings.Contains(s, "s") || !strings.Contains(s, "a") {
				t.Errorf("%s: %s", r, s)
			}
		}
	})
}

func TestMemoryTransportCuts(t *testing.T) {
	inBubble(t, func(w *world) {
		w.script(whatsappsim.Rule{Outcome: "cut_after_accept"})
		out := w.adapter.Send(context.Background(), provider.Message{To: anna, Reference: "ref-" + anna, Kind: provider.Text, Text: "x"})
		if out.Verdict != provider.Unknown || !strings.Contains(out.Detail, "unexpected EOF") {
			t.Errorf("%+v", out)
		}
		got := w.hook.await(func(got received) bool { return len(got.events.Receipts) > 0 })
		if got.states(anna) != "s" {
			t.Errorf("the receipt resolves the doubt: %s", got.states(anna))
		}
	})
}

func TestSlowAnswersAreAccepted(t *testing.T) {
	inBubble(t, func(w *world) {
		w.script(whatsappsim.Rule{Outcome: "slow"})
		start := time.Now()
		m := provider.Message{To: anna, Kind: provider.Text, Text: "x"}
		if out := w.adapter.Send(context.Background(), m); out.Verdict != provider.Accepted || time.Since(start) != 3*time.Second {
			t.Errorf("%+v after %v", out, time.Since(start))
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if out := w.adapter.Send(ctx, m); out.Verdict != provider.Unknown {
			t.Errorf("impatient: %+v", out)
		}
		accepted, _ := w.messages("")
		if len(accepted) != 2 || !accepted[0].Answered || accepted[1].Answered {
			t.Errorf("accepted %+v", accepted)
		}
	})
}

func TestThroughputLimitRefillsWithTime(t *testing.T) {
	inBubble(t, func(w *world) {
		burst := func() (n int) {
			for _, r := range recipients(400) {
				if a, err := w.send(r); err == nil && a.status == 200 {
					n++
				}
			}
			return n
		}
		if n := burst(); n != 80 {
			t.Errorf("%d in the first second", n)
		}
		time.Sleep(500 * time.Millisecond)
		if n := burst(); n != 40 {
			t.Errorf("%d after half a second", n)
		}
		time.Sleep(time.Hour)
		if n := burst(); n != 80 {
			t.Errorf("%d after an hour", n)
		}
	}, func(c *whatsappsim.Config) { c.Rate = 80 })
}

func TestPairLimitRefillsWithTime(t *testing.T) {
	inBubble(t, func(w *world) {
		burst := func() (n int) {
			for range 100 {
				if a, err := w.send(anna); err == nil && a.status == 200 {
					n++
				}
			}
			return n
		}
		for _, step := range []struct {
			wait time.Duration
			want int
		}{{0, 45}, {6 * time.Second, 1}, {5 * time.Second, 0}, {time.Minute, 10}, {time.Hour, 45}} {
			time.Sleep(step.wait)
			if n := burst(); n != step.want {
				t.Errorf("%d accepted after %v, want %d", n, step.wait, step.want)
			}
		}
	})
}

func TestClosedSimulatorRefusesConnections(t *testing.T) {
	inBubble(t, func(w *world) {
		w.sim.Close()
		out := w.adapter.Send(context.Background(), provider.Message{To: anna, Kind: provider.Text, Text: "x"})
		if out.Verdict != provider.Retry || out.Scope != provider.Sender {
			t.Errorf("%+v", out)
		}
		_, err := w.send(anna)
		var op *net.OpError
		if !errors.As(err, &op) || !errors.Is(err, syscall.ECONNREFUSED) {
			t.Errorf("%v", err)
		}
	})
}

// The same seed gives the same fates, whatever the order of arrival.
func TestSeedDecides(t *testing.T) {
	fates := func(seed uint64, backwards bool) string {
		out := ""
		inBubble(t, func(w *world) {
			to := recipients(40)
			for i := range to {
				if backwards {
					i = len(to) - 1 - i
				}
				w.mustSend(to[i])
			}
			time.Sleep(time.Minute)
			for _, r := range to {
				out += w.hook.look().states(r) + " "
			}
		}, func(c *whatsappsim.Config) { c.Seed = seed })
		return out
	}
	if a, b := fates(7, false), fates(7, true); a != b {
		t.Errorf("the same seed:\n%s\n%s", a, b)
	}
	if a, b := fates(7, false), fates(8, false); a == b {
		t.Error("another seed gives the same fates")
	}
}

func TestManyAtOnce(t *testing.T) {
	w := mustWorld(t, func(c *whatsappsim.Config) { c.Rate = 1_000_000 })
	w.control("config", map[string]any{"readRate": 1})
	const workers, each = 8, 100
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			for i := range each {
				to := fmt.Sprintf("4915%d%05d00", k, i)
				if out := w.adapter.Send(context.Background(), provider.Message{To: to, Reference: "ref-" + to, Kind: provider.Text, Text: "x"}); out.Verdict != provider.Accepted {
					t.Errorf("%+v", out)
				}
			}
		})
	}
	wg.Wait()
	got := w.hook.await(func(got received) bool { return len(got.events.Receipts) == 3*workers*each })
	ids := map[string]int{}
	for _, r := range got.events.Receipts {
		ids[r.ProviderID]++
	}
	if len(ids) != workers*each {
		t.Errorf("%d ids for %d messages", len(ids), workers*each)
	}
}
