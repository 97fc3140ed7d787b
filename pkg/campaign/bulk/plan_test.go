package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"herald/internal/clocktest"
	"herald/internal/ordertest"
	"herald/pkg/campaign/bulk"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/provider"
)

// A plan died half-way and is repeated after members were deleted. It puts every remaining member into exactly one
// chunk.
func TestRepeatedPlanAfterDeletions(t *testing.T) {
	chunkrow.SetSizes(20, 6)
	defer chunkrow.SetSizes(chunkrow.ChunkSize, chunkrow.SubBatch)
	clocktest.Bubble(t, func(t *testing.T) {
		w := ordertest.NewPipeline(1, 900)
		defer w.Goroutines.Wait()
		defer w.Sim.Close()
		defer w.Stop()
		w.Settings["order.review.auto"] = false
		w.Deposit(1_000_000 * money.Credit)
		service := w.Reliable()
		service.Engine.Flow.Queues = quiet{}
		sub, err := service.Submit(w.Context, w.Principal(),
			&bulk.Request{Name: "x", GroupID: w.Group, Channel: "whatsapp", CountryCode: "BR",
				Message: bulk.Message{Type: provider.Text, Text: "hi"}})
		if err != nil {
			t.Fatal(err)
		}
		dying, sound := w.Reliable(), service.Engine.Flow.DB
		var chunks atomic.Int32
		dying.Engine.Flow.DB = &store.Faulty{DB: sound, Before: func(call string) error {
			if call == "write" && chunks.Add(1) > 60 { // two rows of each of the first 25, and a part of the next
				return errors.New("dead")
			}
			return nil
		}, After: func(string) error { return nil }}
		if err := dying.Engine.Flow.PlanTask(w.Context, bulk.PlanMessage(sub.ID)); err == nil {
			t.Fatal("the first plan should have died")
		}
		gone := w.Numbers[2*ordertest.PackSize+3]  // planned already: it stays
		late := w.Numbers[40*ordertest.PackSize+1] // not planned yet: it goes
		w.Caller()("DELETE", "/aty/contactsgroup/"+w.Group+"/member", "application/json",
			strings.NewReader(fmt.Sprintf(`{"phoneNumbers":["+%d","+%d"]}`, gone, late)))
		if err := service.Engine.Flow.PlanTask(w.Context, bulk.PlanMessage(sub.ID)); err != nil {
			t.Fatal(err)
		}
		o, _, err := service.Engine.Flow.Orders.Get(w.Context, sub.ID)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for c := range o.Pieces() {
			targets, err := service.Engine.Statistics().TargetsOf(w.Context, o, c)
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range targets {
				seen[target.PhoneNumber]++
			}
		}
		for i, n := range w.Numbers {
			want := 1
			if n == late {
				want = 0
			}
			if seen[strconv.FormatUint(n, 10)] != want {
				t.Fatalf("%d of pack %d is in %d chunks", n, i/ordertest.PackSize, seen[strconv.FormatUint(n, 10)])
			}
		}
		if o.Total != len(w.Numbers)-1 {
			t.Fatalf("total %d for %d members", o.Total, len(w.Numbers))
		}
	})
}

// quiet is a queue whose messages are not handled.
type quiet struct{}

func (quiet) Send(context.Context, string, ...queue.Message) error { return nil }
