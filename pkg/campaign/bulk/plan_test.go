package bulk_test

import (
	"context"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"herald/pkg/campaign/bulk"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/provider"
)

// shrinking is a collection that loses members between two runs of the plan; packs keep their places.
type shrinking struct {
	bulk.Audience
	packs [][]uint64
	fail  int // the pack at which the plan dies; 0 for never
}

func (s *shrinking) Members(_ context.Context, _ string, _ int, yield func([]uint64) error) error {
	for i, p := range s.packs {
		if s.fail > 0 && i == s.fail {
			return context.DeadlineExceeded
		}
		if err := yield(p); err != nil {
			return err
		}
	}
	return nil
}

// A plan that died half-way and is repeated after members were deleted puts everybody who is still there into exactly one chunk.
func TestRepeatedPlanAfterDeletions(t *testing.T) {
	bulk.SetSizes(20, 6)
	defer bulk.SetSizes(bulk.ChunkSize, bulk.SubBatch)
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(1, 900)
		defer w.lives.Wait()
		defer w.sim.Close()
		defer w.end()
		w.settings["order.review.auto"] = false
		w.deposit(1_000_000 * money.Credit)
		room := w.calm()
		a := &shrinking{Audience: room.Audience, fail: 30}
		for start := 0; start < len(w.numbers); start += packSize {
			a.packs = append(a.packs, append([]uint64(nil), w.numbers[start:min(start+packSize, len(w.numbers))]...))
		}
		room.Audience = a
		room.Queues = quiet{}
		sub, err := room.Submit(w.ctx, w.principal(), &bulk.Wish{Name: "x", GroupID: "g", Channel: "whatsapp", CountryCode: "BR", Message: bulk.Message{Type: provider.Text, Text: "hi"}})
		if err != nil {
			t.Fatal(err)
		}
		if err := room.Plan(w.ctx, bulk.PlanMessage(sub.ID)); err == nil {
			t.Fatal("the first plan should have died")
		}
		gone := a.packs[2][3] // planned already: it stays
		a.packs[2] = append(a.packs[2][:3], a.packs[2][4:]...)
		late := a.packs[40][0] // not planned yet: it goes
		a.packs[40] = a.packs[40][1:]
		a.packs[45] = nil // a pack that was emptied keeps its place
		a.fail = 0
		if err := room.Plan(w.ctx, bulk.PlanMessage(sub.ID)); err != nil {
			t.Fatal(err)
		}
		o, _, err := room.Orders.Get(w.ctx, sub.ID)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for c := range o.Chunks {
			targets, err := room.TargetsOf(w.ctx, o, c)
			if err != nil {
				t.Fatal(err)
			}
			for _, target := range targets {
				seen[target.PhoneNumber]++
			}
		}
		want := 0
		for i, p := range a.packs {
			for _, n := range p {
				if want++; seen[strconv.FormatUint(n, 10)] != 1 {
					t.Fatalf("%d of pack %d is in %d chunks", n, i, seen[strconv.FormatUint(n, 10)])
				}
			}
		}
		if seen[strconv.FormatUint(gone, 10)] != 1 || seen[strconv.FormatUint(late, 10)] != 0 || o.Total != want+1 {
			t.Fatalf("total %d for %d members", o.Total, want)
		}
		w.sleep(time.Millisecond)
	})
}

// quiet is a queue whose messages this test does not want carried out.
type quiet struct{}

func (quiet) Send(context.Context, string, ...queue.Message) error { return nil }
