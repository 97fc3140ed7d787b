package screening_test

import (
	"testing"

	"herald/localstack/simulators/sim"
	"herald/pkg/audience/screening"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// lock locks or unlocks ana, as its row says it.
func (w *fixture) lock(locked bool) {
	w.t.Helper()
	op := store.Op{Verb: store.Update, Key: user.Key("ana"), Set: map[string]any{"id": "ana"}}
	if locked {
		op.Set["locked"] = true
	} else {
		op.Remove = []string{"locked"}
	}
	if _, err := w.db.Write(w.t.Context(), op); err != nil {
		w.t.Fatal(err)
	}
}

// work carries out what a lock asked for.
func (w *fixture) work() {
	w.t.Helper()
	var rest []queue.Message
	for _, m := range w.take(screening.JobQueue) {
		if m.Kind != screening.TaskLocked {
			rest = append(rest, m)
		} else if err := w.Tasks()[m.Kind](w.t.Context(), m); err != nil {
			w.t.Fatal(err)
		}
	}
	if err := w.Send(w.t.Context(), screening.JobQueue, rest...); err != nil {
		w.t.Fatal(err)
	}
}

// A lock stops a running screening: the partner gets no more numbers, the results so far are charged, and the rest of the reservation is
// released.
func TestALockStopsAScreening(t *testing.T) {
	inScenario(t, 9500, func(w *fixture) {
		w.webhooks(sim.Webhooks{DelayMs: 3_600_000, Batch: 1})
		if err := w.sim.SetScript([]sim.Rule{{Suffix: "-0", Outcome: "cut_after_accept"}}); err != nil {
			t.Fatal(err)
		}
		w.start(200)
		w.run(2)
		w.lock(true)
		if err := screening.Locked(t.Context(), w, "ana"); err != nil {
			t.Fatal(err)
		}
		w.work()
		if c := w.stands(); c.State != screening.Stopping {
			t.Errorf("%+v", c)
		}
		c := w.run(5)
		if c.State != screening.Stopped || c.WACount != 8*400 || c.All != 9500 {
			t.Errorf("%+v", c)
		}
		if left := w.left(); left != credit-320*money.Credit {
			t.Errorf("left %s", left)
		}
	})
}

// A worker sends nothing for a screening of a locked customer, even if the lock's message was lost, and no screening starts.
func TestAWorkerAsksForTheLock(t *testing.T) {
	inScenario(t, 20, func(w *fixture) {
		w.start(200)
		w.lock(true)
		if c := w.run(5); c.State != screening.Stopped || c.Done != 0 {
			t.Errorf("%+v", c)
		}
		w.start(40302)
		w.lock(false)
		if left := w.left(); left != credit {
			t.Errorf("left %s", left)
		}
	})
}

// A lock also stops the screening of a risk-control collection, and no new one starts.
func TestALockStopsTheScreeningOfARiskList(t *testing.T) {
	inScenario(t, 0, func(w *fixture) {
		id := w.riskList(300)
		w.webhooks(sim.Webhooks{DelayMs: 3_600_000, Batch: 1})
		call[any](w, 200, "POST", risks+"/"+id+"/screen", nil)
		w.until(2, func() bool { return false })
		w.lock(true)
		if err := screening.Locked(t.Context(), w, "ana"); err != nil {
			t.Fatal(err)
		}
		w.work()
		if c := w.risk(id); c.State != screening.Stopping {
			t.Errorf("%s", c.State)
		}
		if c := w.screened(id); c.State != screening.Stopped || c.Done >= 300 {
			t.Errorf("%s, %d looked at", c.State, c.Done)
		}
		call[any](w, 40302, "POST", risks+"/"+id+"/screen", nil)
		call[any](w, 40302, "POST", risks+"/"+id+"/activetime", nil)
		w.lock(false)
		if left := w.left(); left != credit-100*money.Credit { // the minimum, since something was found out
			t.Errorf("left %s", left)
		}
	})
}
