package bulk_test

import (
	"crypto/sha256"
	"encoding/hex"
	"testing"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// die leaves the record of a call as it is when its function died behind its work.
func (j *joined) die(method, path, key string) {
	j.t.Helper()
	sum := sha256.Sum256([]byte(method + " /api" + path + "\n" + key))
	at := store.Key{Table: "platform", PK: "IDEM#" + customer + "#" + hex.EncodeToString(sum[:16]), SK: "IDEM"}
	if _, err := j.db.Write(j.ctx, store.Op{Verb: store.Update, Key: at, Set: map[string]any{"l": 1}, Remove: []string{"s", "a"},
		If: store.Exists("pk")}); err != nil {
		j.t.Fatal(err)
	}
}

// A call that died after its write is repeated under its key. It returns the result of the first call, not the fault
// of a late call.
func TestDeadActionIsRepeatedUnderItsKey(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 3))))
		j.plan(plan)
		last, _ := j.order(wish("groupId", j.collection(numbers(100, 3))))
		for _, step := range []struct {
			id, what string
			want     order.Status
		}{{id, "pause", order.Paused}, {id, "start", order.Sending}, {id, "stop", order.Stopped}, {last, "cancel", order.Cancelled}} {
			path := "/gc/groupsendorder/" + step.id + "/" + step.what
			for range 2 {
				code, out := j.call("customer", "PUT", path, step.what, nil)
				if o := j.get(step.id); code != 200 || o.Status != step.want {
					t.Errorf("%s: %d %v; state %d", step.what, code, out, o.Status)
				}
				j.die("PUT", path, step.what)
			}
			if code, _ := j.call("customer", "PUT", path, "another key", nil); code != 409 {
				t.Errorf("%s by another call: %d", step.what, code)
			}
		}
	})
}

// An action whose write succeeded is done in any state of the queues. It is never answered as failed and refused when
// it is repeated, and the janitor does the rest.
func TestActionsStandWhileTheQueuesAreDown(t *testing.T) {
	together(t, 1000*money.Credit, func(j *joined) {
		do := func(id, what string, want order.Status) {
			t.Helper()
			j.q.down = true
			defer func() { j.q.down = false }()
			path := "/gc/groupsendorder/" + id + "/" + what
			code, out := j.call("customer", "PUT", path, "", nil)
			if o := j.get(id); code != 200 || o.Status != want {
				t.Errorf("%s: %d %v; state %d", what, code, out, o.Status)
			}
		}
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 3))))
		do(id, "pause", order.Paused)
		j.plan(plan)
		do(id, "start", order.Sending)
		time.Sleep(time.Minute) // of the test's own clock
		if err := j.room.Tick(j.ctx); err != nil {
			t.Fatal(err)
		}
		j.send()
		if len(j.accepted()) != 3 {
			t.Errorf("%d accepted", len(j.accepted()))
		}

		id, _ = j.order(wish("groupId", j.collection(numbers(100, 3))))
		do(id, "pause", order.Paused)
		do(id, "stop", order.Stopped)
		if err := j.room.Tick(j.ctx); err != nil {
			t.Fatal(err)
		}
		if o := j.get(id); !o.Settled || *o.Actual != 0 {
			t.Errorf("%+v", o)
		}
	})
	together(t, 1000*money.Credit, func(j *joined) {
		if err := j.room.Settings.Set(j.ctx, "order.review.auto", "false", "admin"); err != nil {
			t.Fatal(err)
		}
		id, plan := j.order(wish("groupId", j.collection(numbers(200, 3))))
		j.plan(plan)
		j.q.down = true
		_, out := j.call("admin", "PUT", "/gc/groupsendorder/review", "", map[string]any{"ids": []string{id}, "pass": true})
		j.q.down = false
		if lines, _ := out["data"].([]any); len(lines) != 1 || lines[0].(map[string]any)["ok"] != true {
			t.Errorf("approved: %v", out)
		}
	})
}

// A deadline of the settlement that is shortened while an order waits holds for that order too, within a minute or two of it and not
// only at the next look that the old one had asked for.
func TestAShortenedDeadlineHoldsForWhatWaits(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		j.control("webhooks", `{"drop":1}`)
		id, plan := j.order(wish("groupId", j.collection(numbers(0, 3))))
		j.plan(plan)
		j.send()
		for range 9 { // the next look is 16 minutes after the end
			j.tick()
		}
		if o := j.get(id); o.Settled {
			t.Fatal("settled before its deadline")
		}
		if err := j.room.Settings.Set(j.ctx, "order.settle.minutes", "10", "admin"); err != nil {
			t.Fatal(err)
		}
		j.tick()
		j.tick()
		if o := j.get(id); !o.Settled || *o.Actual != 3*350 {
			t.Errorf("state %d two minutes after the deadline that was shortened, %v", o.Status, o.Actual)
		}
	})
}
