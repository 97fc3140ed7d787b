package order

import (
	"cmp"
	"context"
	"slices"
	"time"

	"herald/pkg/credit/ledger"
	"herald/pkg/kit/auth"
)

// What happened to an order, for its timeline.
const (
	eventPlaced    = "placed"
	eventApproved  = "approved"
	eventRefused   = "refused"
	eventStarted   = "started"
	eventPaused    = "paused"
	eventResumed   = "resumed"
	eventEdited    = "edited"
	eventRetried   = "retried"
	eventSent      = "sent"
	eventStopped   = "stopped"
	eventCancelled = "cancelled"
	eventFailed    = "failed"
	eventSettled   = "settled"
)

// maxEvents bounds the events that an order keeps: the first one and the newest.
const maxEvents = 40

// event is a change of an order, as it is kept with it.
type event struct {
	At     time.Time        `dynamodbav:"t"`
	What   string           `dynamodbav:"w"`
	Reason string           `dynamodbav:"r,omitempty"` // text or message key
	By     *ledger.Operator `dynamodbav:"by,omitempty"`
}

// moment is the part of an order whose changes are events.
type moment struct {
	Status  Status `dynamodbav:"s"`
	Gen     int    `dynamodbav:"g"`
	Edits   int    `dynamodbav:"e,omitempty"`
	Settled bool   `dynamodbav:"z,omitempty"`
	Reason  string `dynamodbav:"r,omitempty"`
}

func momentOf(o *Order) moment { return moment{o.Status, o.Gen, o.Edits, o.Settled, o.Reason} }

// since names what happened to an order from one moment to the next.
func (now moment) since(was moment) (what []string) {
	switch {
	case now.Edits > was.Edits:
		what = append(what, eventEdited)
	case now.Gen > was.Gen:
		what = append(what, eventRetried)
	case was.Status == Review && now.Status != Review && now.Status != Refused && now.Status != Cancelled && now.Status != Failed:
		what = append(what, eventApproved)
	}
	if now.Status != was.Status {
		if of := now.reached(was); of != "" {
			what = append(what, of)
		}
	}
	if now.Settled && !was.Settled && (now.Status == Completed || now.Status == Stopped) {
		what = append(what, eventSettled)
	}
	return what
}

// reached names the arrival at a state.
func (now moment) reached(was moment) string {
	switch now.Status {
	case Sending, Waiting:
		switch {
		case was.Status == Paused:
			return eventResumed
		case now.Status == Sending:
			return eventStarted
		}
	case Paused:
		return eventPaused
	case Settling:
		return eventSent
	case Stopped:
		return eventStopped
	case Cancelled:
		return eventCancelled
	case Refused:
		return eventRefused
	case Failed:
		return eventFailed
	}
	return ""
}

// operate notes the caller's operation on an order, and the caller for the order's events.
func (o *Order) operate(ctx context.Context, operation string) {
	o.Act, o.actor = operation, nil
	if p := auth.From(ctx); p != nil {
		by := ledger.OperatorOf(p)
		o.actor = &by
	}
}

// record adds what happened since the last record, at a time.
func (o *Order) record(now time.Time) {
	var what []string
	at := momentOf(o)
	if o.Known == nil {
		what = []string{eventPlaced}
	} else {
		what = at.since(*o.Known)
	}
	changed := o.Known == nil || o.Known.Reason != o.Reason
	o.Known = &at
	for _, w := range what {
		e := event{At: now, What: w, By: o.actor}
		switch w {
		case eventPlaced:
			e.At = o.Created
			if e.By = o.Operator; e.By == nil {
				e.By = &ledger.Operator{Type: ownerType(o), ID: o.Owner.User, Name: o.By}
			}
		case eventPaused, eventRefused, eventFailed:
			e.Reason = o.Reason
		case eventStopped, eventCancelled, eventSettled:
			if changed { // not that of an earlier pause
				e.Reason = o.Reason
			}
		}
		o.Events = append(slices.Clone(o.Events), e)
	}
	if over := len(o.Events) - maxEvents; over > 0 {
		o.Events = append(o.Events[:1:1], o.Events[1+over:]...)
	}
}

// recall gives an order from before events its first one, when it is read. Its next change is then recorded like any other.
func (o *Order) recall() {
	if o.Known == nil {
		o.record(o.Created)
	}
}

func ownerType(o *Order) string {
	if o.Owner.User == o.Owner.Tenant {
		return "customer"
	}
	return "secondary"
}

// EventResponse is an event of an order's timeline.
type EventResponse struct {
	Time   time.Time `json:"time"`
	What   string    `json:"what" enum:"placed,approved,refused,started,paused,resumed,edited,retried,sent,stopped,cancelled,failed,settled"`
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by" enum:"customer,secondary,agent,admin,system" doc:"Type of the user who did it, or system."`
	Name   string    `json:"name,omitempty" doc:"Display name of the user. Names of staff are shown to staff."`
}

// eventsFor gives the events of an order as a caller may see them, oldest first.
func (ls Listing) eventsFor(ctx context.Context, o *Order) []EventResponse {
	p := auth.From(ctx)
	out := make([]EventResponse, len(o.Events))
	for i, e := range o.Events {
		out[i] = EventResponse{Time: e.At, What: e.What, By: "system", Reason: ls.flow.Texts(ctx, e.Reason)}
		if e.By == nil {
			continue
		}
		out[i].By = cmp.Or(e.By.Type, "system")
		if e.By.Type != "admin" || p != nil && p.Type == auth.Admin {
			out[i].Name = e.By.Name
		}
	}
	return out
}
