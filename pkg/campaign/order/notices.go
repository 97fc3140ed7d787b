package order

import (
	"context"
	"maps"
	"strconv"

	"herald/pkg/campaign/review"
	"herald/pkg/platform/notice"
)

// notices are what an order's owner is told.
type notices struct{ flow *Flow }

// notices are those of the orders of the kind.
func (f *Flow) notices() notices { return notices{f} }

// An order's owner gets one notice of each event that another party caused. The outbox stores the notice in the
// transaction of the change, so a crash after it loses nothing. The writer of the change delivers it at once.

// noticeFor gives a notice of an order; text is the end of a message's key.
func (ns notices) noticeFor(o *Order, event, text string, args map[string]string) notice.Personal {
	return ns.noticeOf(o, event, "order.tell."+text, args)
}

// noticeOf takes the whole key of the message; <text>Title is that of the title.
func (ns notices) noticeOf(o *Order, event, text string, args map[string]string) notice.Personal {
	all := map[string]string{"no": o.No, "name": o.Name}
	maps.Copy(all, args)
	return notice.Personal{UserID: o.Owner.User, Key: "order." + o.ID + "." + event, Title: text + "Title", Body: text, Args: all,
		Link: ns.flow.of(o).Kind.Spec().Page + "?id=" + o.ID}
}

// owe makes a notice due in the change of an order that is about to be written.
func (o *Order) addNotice(n notice.Personal) { o.owed = append(o.owed, n) }

// tell delivers the notices of a change of an order. The tick redelivers those that fail.
func (ns notices) tell(ctx context.Context, o *Order, n notice.Personal) {
	if err := ns.flow.Notices.DeliverOutbox(ctx, n); err != nil {
		ns.flow.Log(map[string]any{"warning": "tell: " + err.Error(), "order": o.ID, "notice": n.Key})
	}
}

// tellReviewers has open consoles of staff count anew what waits.
func (rv Reviews) tellReviewers(ctx context.Context) {
	if err := review.Tell(ctx, rv.flow.Hub); err != nil {
		rv.flow.Log(map[string]any{"warning": "tell reviewers: " + err.Error()})
	}
}

// paused returns the notice of a pause by the platform or the provider, with its reason. The order's version
// identifies it: every pause is an event of its own.
func (ns notices) paused(o *Order, version int64) notice.Personal {
	return ns.noticeFor(o, "paused."+strconv.FormatInt(version, 10), "paused", map[string]string{"reason": o.Reason})
}

// reviewed returns the notice of a review. An edited order is reviewed anew, and each approval is an event of its
// own.
func (ns notices) reviewed(o *Order, pass bool) notice.Personal {
	switch {
	case pass:
		return ns.noticeFor(o, "approved."+strconv.Itoa(o.Gen), "approved", nil)
	case o.Reason == "":
		return ns.noticeFor(o, "refused", "refused", nil)
	}
	return ns.noticeFor(o, "refused", "refusedFor", map[string]string{"reason": o.Reason})
}

// failed tells why nothing of an order was done.
func (ns notices) failed(o *Order) notice.Personal {
	return ns.noticeFor(o, "failed", "failed", map[string]string{"reason": o.Reason})
}

// placed is the notice to the owner of an order which another user placed at the owner's cost.
func (ns notices) placed(o *Order, by string) notice.Personal {
	if o.Test {
		return ns.noticeFor(o, "placed", "placedTest", map[string]string{"by": by})
	}
	return ns.noticeFor(o, "placed", "placed", map[string]string{"by": by, "cost": o.Cost.String()})
}

// again is the notice to the owner of an order which another user retried at the owner's cost.
func (ns notices) again(o *Order, by string) notice.Personal {
	return ns.noticeFor(o, "again."+strconv.Itoa(o.Gen), "again", map[string]string{"by": by, "cost": o.Cost.String()})
}

// ended tells why nothing of an order, or of its retry, was done.
func (ns notices) ended(o *Order) notice.Personal {
	if o.Retried() {
		return ns.noticeFor(o, "retry."+strconv.Itoa(o.Gen), "retryFailed", map[string]string{"reason": o.Reason})
	}
	return ns.failed(o)
}

// settled tells what became of an order; that of a retry is another event.
func (ns notices) settled(o *Order) notice.Personal {
	args := map[string]string{"total": strconv.Itoa(o.Total), "cost": o.Actual.String()}
	maps.Copy(args, ns.flow.of(o).Kind.OnProgress(o))
	return ns.noticeOf(o, "settled."+strconv.Itoa(o.Gen), ns.flow.of(o).Kind.Spec().Settled, args)
}
