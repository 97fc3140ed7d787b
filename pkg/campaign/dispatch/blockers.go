package dispatch

import (
	"context"
	"slices"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/sender"
	"herald/pkg/kit/parallel"
)

// Blocker is why an order that may send does not send at this moment. It goes on by itself.
type Blocker struct {
	Reason string     `json:"reason" enum:"hours,trial,full,rests,off" doc:"hours: the recipients' sending hours. trial: the sample was sent and the message for the rest is not chosen. full: the sender's daily limit. rests: the sender is suspended after failures. off: staff switched the sender off."`
	Until  *time.Time `json:"until,omitempty"`
}

// BlockersOf tells why a counted order waits; nil when nothing keeps it.
func (r *Statistics) BlockersOf(ctx context.Context, d *order.Detail, t *order.Tally) (*Blocker, error) {
	var of chunkrow.Groups
	if hours, err := r.Flow.Clearance().Hours(ctx, d.CountryCode); err != nil {
		return nil, err
	} else if now := r.Flow.Now(); hours.Groups() > 1 && hours.Some(now) && !hours.All(now) && d.Status == order.Sending {
		f, _, err := r.Chunks.Feeder(ctx, d.Of)
		if err != nil {
			return nil, err
		}
		of = f.Groups
	}
	return r.blockersOf(ctx, d, t.Parts.([]chunkrow.Chunk), of)
}

// blockersOf is that of an order whose recipients are in some groups.
func (r *Statistics) blockersOf(ctx context.Context, d *order.Detail, chunks []chunkrow.Chunk, of chunkrow.Groups) (*Blocker, error) {
	if !slices.Contains([]order.Status{order.Waiting, order.Sending}, d.Status) || d.StartTime != nil && d.StartTime.After(r.Flow.Now()) {
		return nil, nil
	}
	if o := d.Of; o != nil && o.Trying() && o.Trial.Sampled != nil {
		return &Blocker{"trial", chosenAt(o.Trial)}, nil
	}
	var opens, until time.Time
	var state string
	err := parallel.Do(
		func() (err error) { opens, err = r.opensFor(ctx, d, chunks, of); return err },
		func() (err error) { state, until, err = r.blockersBy(ctx, d.Sender); return err })
	switch {
	case err != nil:
		return nil, err
	case !opens.IsZero():
		return &Blocker{"hours", &opens}, nil
	case state == sender.Ready:
		return nil, nil
	}
	out := &Blocker{Reason: state}
	if !until.IsZero() {
		out.Until = &until
	}
	return out, nil
}

// opensFor returns when the first remaining recipient of an order may be written to; zero when one may now.
func (r *Statistics) opensFor(ctx context.Context, d *order.Detail, chunks []chunkrow.Chunk, of chunkrow.Groups) (time.Time, error) {
	hours, err := r.Flow.Clearance().Hours(ctx, d.CountryCode)
	if err != nil || hours == nil {
		return time.Time{}, err
	}
	now := r.Flow.Now()
	opens := of.Opens(hours, now)
	if d.Status == order.Waiting {
		opens = hours.SomeOpens(now)
	}
	if d.Of != nil {
		if all, only := sleepers(d.Of, chunks, hours, now); only && all.Wakes.After(opens) {
			opens = all.Wakes
		}
	}
	if !opens.After(now) {
		return time.Time{}, nil
	}
	return opens, nil
}

// chosenAt returns when the tick chooses the message; nil where a user chooses, since that time is unknown.
func chosenAt(t *order.Trial) *time.Time {
	if t.Hand {
		return nil
	}
	return orNil(t.Due())
}

// LoadForecast reads the data that BlockersOf needs, in parallel with other reads.
func (r *Statistics) LoadForecast(ctx context.Context) error {
	return parallel.Do(
		func() error { _, err := r.Flow.Settings.Int(ctx, "halt.least"); return err }, // with it come all
		func() error { _, err := r.Numbers.Of(ctx, ""); return err })
}
