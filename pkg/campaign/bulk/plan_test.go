package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch"
	"herald/pkg/kit/clock/clocktest"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// A plan died half-way and is repeated after members were deleted. It puts every remaining member into exactly one
// chunk.
func TestRepeatedPlanAfterDeletions(t *testing.T) {
	dispatch.SetSizes(20, 6)
	defer dispatch.SetSizes(dispatch.ChunkSize, dispatch.SubBatch)
	clocktest.Bubble(t, func(t *testing.T) {
		w := newWorld(1, 900)
		defer w.lives.Wait()
		defer w.sim.Close()
		defer w.end()
		w.settings["order.review.auto"] = false
		w.deposit(1_000_000 * money.Credit)
		room := w.calm()
		room.Queues = quiet{}
		sub, err := room.Submit(w.ctx, w.principal(),
			&bulk.Request{Name: "x", GroupID: w.group, Channel: "whatsapp", CountryCode: "BR",
				Message: bulk.Message{Type: provider.Text, Text: "hi"}})
		if err != nil {
			t.Fatal(err)
		}
		dying, sound := w.calm(), room.DB
		var chunks atomic.Int32
		dying.DB = &store.Faulty{DB: sound, Before: func(call string) error {
			if call == "write" && chunks.Add(1) > 60 { // two rows of each of the first 25, and a part of the next
				return errors.New("dead")
			}
			return nil
		}, After: func(string) error { return nil }}
		if err := dying.PlanTask(w.ctx, bulk.PlanMessage(sub.ID)); err == nil {
			t.Fatal("the first plan should have died")
		}
		gone := w.numbers[2*packSize+3]  // planned already: it stays
		late := w.numbers[40*packSize+1] // not planned yet: it goes
		w.caller()("DELETE", "/aty/contactsgroup/"+w.group+"/member", "application/json",
			strings.NewReader(fmt.Sprintf(`{"phoneNumbers":["+%d","+%d"]}`, gone, late)))
		if err := room.PlanTask(w.ctx, bulk.PlanMessage(sub.ID)); err != nil {
			t.Fatal(err)
		}
		o, _, err := room.Orders.Get(w.ctx, sub.ID)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for c := range o.Pieces() {
			targets, err := room.TargetsOf(w.ctx, o, c)
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range targets {
				seen[target.PhoneNumber]++
			}
		}
		for i, n := range w.numbers {
			want := 1
			if n == late {
				want = 0
			}
			if seen[strconv.FormatUint(n, 10)] != want {
				t.Fatalf("%d of pack %d is in %d chunks", n, i/packSize, seen[strconv.FormatUint(n, 10)])
			}
		}
		if o.Total != len(w.numbers)-1 {
			t.Fatalf("total %d for %d members", o.Total, len(w.numbers))
		}
	})
}

// quiet is a queue whose messages this test does not want carried out.
type quiet struct{}

func (quiet) Send(context.Context, string, ...queue.Message) error { return nil }
