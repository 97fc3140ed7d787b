package bulk

import (
	"context"
	"strconv"

	"herald/pkg/campaign/order"
	"herald/pkg/platform/notice"
)

// tell tells an order's owner what happened to it when nobody of its own did it: once for each event, whose text is a key of
// messages and <text>Title that of the title. It is called after the change was written. A notice that fails is no failure of
// the order: its state and its reason stand in the console, and a repetition would not know what to repeat.
func (r *Room) tell(ctx context.Context, o *order.Order, event, text string, args map[string]string) {
	all := map[string]string{"no": o.No, "name": o.Name}
	for k, v := range args {
		all[k] = v
	}
	text = "bulk.tell." + text
	err := r.Notices.Tell(ctx, notice.Personal{UserID: o.Owner.User, Key: "order." + o.ID + "." + event, Title: text + "Title", Body: text, Args: all, Link: "/send/order?id=" + o.ID})
	if err != nil {
		r.Log(map[string]any{"warning": "tell: " + err.Error(), "order": o.ID, "event": event})
	}
}

// tellPaused tells why the house or the provider paused an order; every pause is an event of its own.
func (r *Room) tellPaused(ctx context.Context, o *order.Order) {
	r.tell(ctx, o, "paused."+strconv.FormatInt(o.Version, 10), "paused", map[string]string{"reason": o.Reason})
}

// tellJudged tells what the review said.
func (r *Room) tellJudged(ctx context.Context, o *order.Order, pass bool) {
	switch {
	case pass:
		r.tell(ctx, o, "approved", "approved", nil)
	case o.Reason == "":
		r.tell(ctx, o, "refused", "refused", nil)
	default:
		r.tell(ctx, o, "refused", "refusedFor", map[string]string{"reason": o.Reason})
	}
}

// tellSettled tells what became of an order; that of a retry is another event.
func (r *Room) tellSettled(ctx context.Context, o *order.Order) {
	c := o.Counts
	r.tell(ctx, o, "settled."+strconv.Itoa(o.Gen), "settled", map[string]string{
		"total": strconv.Itoa(o.Total), "arrived": strconv.Itoa(c[string(StateArrived)] + c[string(StateRead)]), "failed": strconv.Itoa(c[string(StateFailed)]), "cost": o.Actual.String()})
}
