package order

import (
	"slices"
	"testing"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
)

// Each step of an order is recorded once, in order, with who asked for it.
func TestEventsOfALife(t *testing.T) {
	now := time.Date(2026, 11, 28, 10, 0, 0, 0, time.UTC)
	ana := &ledger.Operator{Type: "admin", ID: "a", Name: "Ana"}
	o := &Order{Status: Review, Gen: 1, Owner: auth.Owner{User: "u", Tenant: "u"}, By: "Ipê", Created: now}
	o.record(now)
	steps := []struct {
		by   *ledger.Operator
		set  func()
		want []string
	}{
		{nil, func() { o.Edits++ }, []string{eventEdited}},
		{ana, func() { o.Status = Waiting }, []string{eventApproved}},
		{nil, func() {}, nil},
		{nil, func() { o.Status = Sending }, []string{eventStarted}},
		{nil, func() { o.Status, o.Reason = Paused, "order.pause.locked" }, []string{eventPaused}},
		{ana, func() { o.Status, o.Reason = Sending, "" }, []string{eventResumed}},
		{nil, func() { o.Status = Settling }, []string{eventSent}},
		{nil, func() { o.Status, o.Settled = Completed, true }, []string{eventSettled}},
		{ana, func() { o.Gen, o.Status, o.Settled = 2, Waiting, false }, []string{eventRetried}},
		{nil, func() { o.Status = Sending }, []string{eventStarted}},
		{ana, func() { o.Status = Stopped }, []string{eventStopped}},
		{nil, func() { o.Settled = true }, []string{eventSettled}},
	}
	for i, s := range steps {
		had := len(o.Events)
		o.actor = s.by
		s.set()
		o.record(now.Add(time.Duration(i+1) * time.Minute))
		var got []string
		for _, e := range o.Events[had:] {
			got = append(got, e.What)
			if e.By != s.by {
				t.Errorf("step %d: %s by %v", i, e.What, e.By)
			}
		}
		if !slices.Equal(got, s.want) {
			t.Errorf("step %d: %v, want %v", i, got, s.want)
		}
	}
	first, paused := o.Events[0], o.Events[4]
	if first.What != eventPlaced || first.By.Name != "Ipê" || first.By.Type != "customer" || !first.At.Equal(now) {
		t.Errorf("placed: %+v", first)
	}
	if paused.What != eventPaused || paused.Reason != "order.pause.locked" {
		t.Errorf("paused: %+v", paused)
	}
}

func TestEventsThatEndAnOrder(t *testing.T) {
	for status, want := range map[Status][]string{
		Refused: {eventRefused}, Cancelled: {eventCancelled}, Failed: {eventFailed},
		Sending: {eventApproved, eventStarted}, Paused: {eventApproved, eventPaused},
	} {
		if got := (moment{Status: status, Gen: 1}).since(moment{Status: Review, Gen: 1}); !slices.Equal(got, want) {
			t.Errorf("%d: %v, want %v", status, got, want)
		}
	}
}

// A deadline that ends an order says so; the reason of an earlier pause is not that of a stop.
func TestReasonsOfEvents(t *testing.T) {
	o := &Order{Status: Sending, Gen: 1}
	o.record(time.Time{})
	o.Status, o.Reason = Paused, "order.pause.locked"
	o.record(time.Time{})
	o.Status = Stopped
	o.record(time.Time{})
	o.Settled, o.Reason = true, "order.deadlineOver"
	o.record(time.Time{})
	var got []string
	for _, e := range o.Events {
		got = append(got, e.What+" "+e.Reason)
	}
	want := []string{"placed ", "paused order.pause.locked", "stopped ", "settled order.deadlineOver"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// An order that is paused and resumed without end keeps how it began, and what was last.
func TestEventsAreBounded(t *testing.T) {
	o := &Order{Status: Sending, Gen: 1}
	o.record(time.Time{})
	for i := range 100 {
		o.Status = []Status{Paused, Sending}[i%2]
		o.record(time.Time{})
	}
	if len(o.Events) != maxEvents || o.Events[0].What != eventPlaced || o.Events[maxEvents-1].What != eventResumed {
		t.Errorf("%d events, %+v", len(o.Events), o.Events[0])
	}
}

// An order from before events says when it was placed, and records its next change.
func TestEventsOfAnOlderOrder(t *testing.T) {
	placed := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	o := &Order{Status: Sending, Gen: 1, Created: placed, Owner: auth.Owner{User: "u", Tenant: "u"}, By: "Ipê"}
	o.recall()
	o.recall()
	if len(o.Events) != 1 || o.Events[0].What != eventPlaced || !o.Events[0].At.Equal(placed) || o.Events[0].By.Name != "Ipê" {
		t.Fatalf("%+v", o.Events)
	}
	o.Status = Paused
	o.record(placed.Add(time.Hour))
	if len(o.Events) != 2 || o.Events[1].What != eventPaused {
		t.Errorf("%+v", o.Events)
	}
}
