package order

import (
	"context"
	"maps"
	"strconv"

	"herald/pkg/platform/notice"
)

// tell tells an order's owner what happened to it when nobody of its own did it: once for each event. It is called after the
// change was written. A notice that fails is no failure of the order: its state and its reason stand in the console, and a
// repetition would not know what to repeat.
func (f *Flow) tell(ctx context.Context, o *Order, event, text string, args map[string]string) {
	f.tellAs(ctx, o, event, "order.tell."+text, args)
}

// tellAs takes a key of messages; <text>Title is that of the title.
func (f *Flow) tellAs(ctx context.Context, o *Order, event, text string, args map[string]string) {
	all := map[string]string{"no": o.No, "name": o.Name}
	for k, v := range args {
		all[k] = v
	}
	err := f.Notices.Tell(ctx, notice.Personal{UserID: o.Owner.User, Key: "order." + o.ID + "." + event, Title: text + "Title", Body: text, Args: all, Link: f.of(o).Kind.Spec().Page + "?id=" + o.ID})
	if err != nil {
		f.Log(map[string]any{"warning": "tell: " + err.Error(), "order": o.ID, "event": event})
	}
}

// tellPaused tells why the house or the provider paused an order; every pause is an event of its own.
func (f *Flow) tellPaused(ctx context.Context, o *Order) {
	f.tell(ctx, o, "paused."+strconv.FormatInt(o.Version, 10), "paused", map[string]string{"reason": o.Reason})
}

// tellReviewed tells what the review said.
func (f *Flow) tellReviewed(ctx context.Context, o *Order, pass bool) {
	switch {
	case pass:
		f.tell(ctx, o, "approved", "approved", nil)
	case o.Reason == "":
		f.tell(ctx, o, "refused", "refused", nil)
	default:
		f.tell(ctx, o, "refused", "refusedFor", map[string]string{"reason": o.Reason})
	}
}

// tellSettled tells what became of an order; that of a retry is another event.
func (f *Flow) tellSettled(ctx context.Context, o *Order) {
	args := map[string]string{"total": strconv.Itoa(o.Total), "cost": o.Actual.String()}
	maps.Copy(args, f.Kind.Told(o))
	f.tellAs(ctx, o, "settled."+strconv.Itoa(o.Gen), f.Kind.Spec().Settled, args)
}
