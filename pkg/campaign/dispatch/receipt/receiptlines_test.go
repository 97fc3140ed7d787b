package receipt

import (
	"testing"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/provider"
)

// A line is released once for each call, by the first end event, for any number of events.
func TestLinesAreGivenBackOnce(t *testing.T) {
	end := Status{S: uint8(provider.ReceiptRead), Call: &provider.CallFact{Seconds: 5}, By: "1"}
	answered := Status{S: uint8(provider.ReceiptArrived), Call: &provider.CallFact{}, By: "1"}
	busy := Status{S: uint8(provider.ReceiptFailed), Call: &provider.CallFact{}, By: "1"}
	pressed := Status{S: uint8(provider.ReceiptArrived), Call: &provider.CallFact{Label: 1}}
	hungUp := Status{S: uint8(provider.ReceiptRead), Call: &provider.CallFact{HungUp: provider.Callee}}
	p := chunkrow.NewReceipts(4)
	for k, step := range []struct {
		items []Status
		index []int
		want  int
	}{{[]Status{answered, pressed}, []int{0, 0}, 0}, {[]Status{end, busy, answered}, []int{0, 1, 2}, 2},
		{[]Status{end, busy, hungUp}, []int{0, 1, 0}, 0}, {[]Status{end, end}, []int{2, 2}, 1}} {
		d := &pendingChunk{items: step.items, index: step.index}
		d.take(&p, 4)
		if d.ended["1"] != step.want {
			t.Errorf("step %d: %d lines, want %d", k, d.ended["1"], step.want)
		}
	}
	if f := p.Call(0); f.HungUp != provider.Callee || f.Label != 1 || f.Seconds != 5 {
		t.Errorf("%+v", f)
	}
}

// An end event that comes after the line was released by timeout releases nothing: another call may have the line by
// then.
func TestALateEndGivesNoLineBack(t *testing.T) {
	dialled := time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)
	ref := chunkrow.Reference{Order: "01JDHG0000000000000000000A", Gen: 1, Sent: dialled.Unix()}
	word := Status{Ref: ref.String(), S: uint8(provider.ReceiptRead), Call: &provider.CallFact{Seconds: 60}, By: "1",
		Until: lineEnd(ref.Sent, 60)}
	for after, want := range map[time.Duration]int{90 * time.Second: 1, 60*time.Second + CallTimeBudget: 0, time.Hour: 0} {
		work, lost, _ := gather([]receiptBatch{{Items: []Status{word}}}, dialled.Add(after), waiting{}, nil)
		if len(work) != 1 {
			t.Fatalf("%d chunks, lost %v", len(work), lost)
		}
		p := chunkrow.NewReceipts(1)
		if work[0].take(&p, 1); work[0].ended["1"] != want || p.Call(0).Seconds != 60 {
			t.Errorf("told after %s: %d lines, want %d; %+v", after, work[0].ended["1"], want, p.Call(0))
		}
	}
}
