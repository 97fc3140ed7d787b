package order

import (
	"slices"

	"herald/pkg/kit/fault"
)

// Status of an order; the numbers are the wire's (decisions §7).
type Status int

const (
	Review    Status = 1  // under review
	Waiting   Status = 2  // waiting to start
	Sending   Status = 3  // sending
	Paused    Status = 4  // paused
	Cancelled Status = 5  // cancelled, everything released
	Completed Status = 6  // completed and settled
	Settling  Status = 7  // nothing left to send, receipts still come in
	Stopped   Status = 8  // stopped, the sent part settles
	Refused   Status = 9  // refused by a reviewer, everything released
	Failed    Status = 10 // could not be planned, everything released
)

// Action is what a user may do with an order.
type Action string

const (
	Approve Action = "approve"
	Refuse  Action = "refuse"
	Pause   Action = "pause"
	Start   Action = "start"
	Cancel  Action = "cancel"
	Stop    Action = "stop"
	Delete  Action = "delete"
	Resend  Action = "retry"
	Repay   Action = "refund"
	Edit    Action = "edit"
)

// Actions lists in which states each action is allowed. The console's buttons come from the same table (a test holds both together).
var Actions = map[Action][]Status{
	Approve: {Review},
	Refuse:  {Review},
	Pause:   {Waiting, Sending},
	Start:   {Paused},
	Cancel:  {Review, Waiting, Paused}, // paused: only while nothing was sent
	Stop:    {Sending, Paused},
	Delete:  {Cancelled, Completed, Refused, Failed},
	Resend:  {Completed, Stopped}, // once it is settled, and something failed
	Repay:   {Completed, Stopped}, // once it is settled, and something of its charge is left
	Edit:    {Review, Waiting},    // before a retry, and its editable time
}

// Allowed is nil when the action may be done in the state, else a 409.
func Allowed(a Action, s Status) error {
	if slices.Contains(Actions[a], s) {
		return nil
	}
	return fault.State("order.state." + string(a))
}

// Final states hold nothing back any more: no chunk is sent and the reservation is closed.
func (s Status) Final() bool {
	return s == Cancelled || s == Completed || s == Refused || s == Failed
}

// available are the actions that an order's state and counts allow.
func available(o *Order, t *Tally) []Action {
	out := []Action{}
	for _, a := range []Action{Approve, Refuse, Pause, Start, Cancel, Stop, Edit, Resend, Repay, Delete} {
		if Allowed(a, o.Status) == nil && hasEffect(a, o, t) {
			out = append(out, a)
		}
	}
	return out
}

// sensible tells whether an action that the state allows has something to do.
func hasEffect(a Action, o *Order, t *Tally) bool {
	switch a {
	case Cancel:
		return !o.Retried() && (o.Status != Paused || t.Remaining == o.Total)
	case Resend:
		return o.Settled && t.Failed > 0 && !o.Test
	case Repay:
		return o.Refundable() > 0
	case Edit:
		return !o.Retried() && !o.Test
	}
	return true
}
