package ratecontrol

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Workers take slots one after the other and stall at any moment. In no window of a second do they call more often
// than the sender allows.
func TestStalledWorkersKeepTheLimitOfASecond(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		perSecond := rapid.SampledFrom([]int{50, 80, 250, 1000}).Draw(t, "perSecond")
		n := min(100, perSecond)
		begin := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
		var calls []time.Time
		for s := range 30 {
			slot := begin.Add(time.Duration(s) * lasting(n, perSecond))
			now := slot.Add(rapid.SampledFrom([]time.Duration{0, 0, lateCall(n, perSecond)}).Draw(t, "late"))
			p := NewPlaces(slot, n, perSecond)
			for range n {
				if at := p.Next(); at.After(now) {
					now = at
				}
				if rapid.IntRange(0, 40).Draw(t, "stalls") == 0 {
					now = now.Add(time.Duration(rapid.IntRange(1, 400).Draw(t, "ms")) * time.Millisecond)
				}
				if !p.Take(now) {
					break
				}
				calls = append(calls, now)
			}
		}
		slices.SortFunc(calls, time.Time.Compare)
		for i := range calls {
			k := i
			for k < len(calls) && calls[k].Sub(calls[i]) < time.Second {
				k++
			}
			if k-i > perSecond {
				t.Fatalf("%d calls from %v on, of %d a second", k-i, calls[i].Sub(begin), perSecond)
			}
		}
	})
}

// A worker that is on time, or late by less than a call may be, uses every place of its slot.
func TestAWorkerOnTimeUsesEveryPlace(t *testing.T) {
	slot := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	p := NewPlaces(slot, 100, 1000)
	for k := range 100 {
		at := p.Next()
		if want := slot.Add(time.Duration(k) * p.gap); !at.Equal(want) {
			t.Fatalf("place %d is at %v instead of %v", k, at.Sub(slot), want.Sub(slot))
		}
		if k > 0 {
			at = at.Add(time.Duration(k%10) * time.Millisecond)
		}
		if !p.Take(at) {
			t.Fatalf("place %d was not given", k)
		}
	}
}
