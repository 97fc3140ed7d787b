package dispatch

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/parallel"
)

// Waits is why an order that may send does not send at this moment. It goes on by itself.
type Waits struct {
	Reason string     `json:"reason" enum:"hours,trial,full,rests,off" doc:"the hours of the recipients' country; the sample of two messages was sent, and which one the rest gets is not chosen; the sender's limit of the day; the sender rests because it failed; staff switched the sender off"`
	Until  *time.Time `json:"until,omitempty"`
}

// WaitsOf tells why an order waits; nil when nothing keeps it.
func (r *Engine) WaitsOf(ctx context.Context, d *order.Detail) (*Waits, error) {
	if !slices.Contains([]order.Status{order.Waiting, order.Sending}, d.Status) || d.StartTime != nil && d.StartTime.After(r.Now()) {
		return nil, nil
	}
	if o := d.Of; o != nil && o.Trying() && o.Trial.Sampled != nil {
		return &Waits{"trial", chosenAt(o.Trial)}, nil
	}
	var opens, until time.Time
	var state string
	err := parallel.Do(
		func() (err error) { opens, err = r.Opens(ctx, d.CountryCode); return err },
		func() (err error) { state, until, err = r.waitsBy(ctx, d.Sender); return err })
	switch {
	case err != nil:
		return nil, err
	case !opens.IsZero():
		return &Waits{"hours", &opens}, nil
	case state == sender.Ready:
		return nil, nil
	}
	out := &Waits{Reason: state}
	if !until.IsZero() {
		out.Until = &until
	}
	return out, nil
}

// chosenAt is when the tick chooses; nil where somebody does, for nobody knows when.
func chosenAt(t *order.Trial) *time.Time {
	if t.Hand {
		return nil
	}
	return orNil(t.Due())
}

// Foresee reads what WaitsOf will ask, beside whatever else is read.
func (r *Engine) Foresee(ctx context.Context) error {
	return parallel.Do(
		func() error { _, err := r.Settings.Int(ctx, "halt.least"); return err }, // with it come all
		func() error { _, err := r.Numbers.Of(ctx, ""); return err })
}
