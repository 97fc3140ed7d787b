package dispatch

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/order"
)

// Bounds of an order's throughput.
const (
	tempoPoints = 60              // of the chart
	tempoWindow = 5 * time.Minute // that tells how fast it sends now
)

// Throughput is how fast an order is sent.
type Throughput struct {
	Every      int        `json:"every" doc:"Seconds per point: 60, or more so that at most 60 points are returned."`
	Points     []Point    `json:"points" doc:"Points from the first message on, without gaps. For a retried recipient the last attempt counts."`
	PerMinute  int        `json:"perMinute" doc:"Messages a minute in the last 5 minutes of sending."`
	FinishTime *time.Time `json:"finishTime" doc:"Estimated latest end at this throughput and within the recipients' sending hours. Null: unknown, or no messages remain."`
}

// Point is what was sent from a time on.
type Point struct {
	Time time.Time `json:"time"`
	Sent int       `json:"sent"`
}

// called is how many recipients were called at a second.
type called struct {
	at int64
	n  int
}

// calls lists when recipients were called, as exactly as chunks tell it: by sub-batch. Earliest first.
func calls(chunks []chunkrow.Chunk) []called {
	by := map[int64]int{}
	for k := range chunks {
		s := &chunks[k].Sends
		codes := map[int]int{}
		chunkrow.ReadCodes(s.Codes, codes)
		for i := range s.N {
			at := s.SentAt(i)
			if s.Get(i) == chunkrow.ToSend || at.IsZero() || s.Get(i) == chunkrow.Refused && chunkrow.SkipReason(codes[i]) != "" {
				continue
			}
			by[at.Unix()]++
		}
	}
	out := make([]called, 0, len(by))
	for at, n := range by {
		out = append(out, called{at, n})
	}
	slices.SortFunc(out, func(a, b called) int { return cmp.Compare(a.at, b.at) })
	return out
}

// throughput counts calls by minute. The calls are in order of time, earliest first.
func throughput(all []called) *Throughput {
	t := &Throughput{Every: 60, Points: []Point{}}
	if len(all) == 0 {
		return t
	}
	last := all[len(all)-1].at
	first := all[0].at / 60 * 60
	minutes := (last-first)/60 + 1
	t.Every = 60 * int((minutes+tempoPoints-1)/tempoPoints)
	every := int64(t.Every)
	t.Points = make([]Point, (last-first)/every+1)
	for i := range t.Points {
		t.Points[i].Time = time.Unix(first+int64(i)*every, 0).UTC()
	}
	for _, c := range all {
		t.Points[(c.at-first)/every].Sent += c.n
	}
	from := max(all[0].at, last-int64(tempoWindow/time.Second))
	n := 0
	for _, c := range all {
		if c.at >= from {
			n += c.n
		}
	}
	t.PerMinute = n * 60 / int(max(60, last-from+1))
	return t
}

// throughputOf tells how fast an order is sent, and when the rest of its recipients will have been.
func (r *Statistics) throughputOf(ctx context.Context, o *order.Order, chunks []chunkrow.Chunk, of chunkrow.Groups,
	left int) (*Throughput, error) {
	t := throughput(calls(chunks))
	if left == 0 || o.Status != order.Sending && o.Status != order.Waiting {
		return t, nil
	}
	perMinute := t.PerMinute
	pace, wait, err := r.Numbers.Forecast(ctx, r.Senders.Siblings(o.Sender), left)
	if err != nil {
		return nil, err
	}
	if perMinute == 0 {
		perMinute = 60 * max(1, pace/r.partsOf(o)) // as the estimate said
	}
	from := r.Flow.Now().Add(wait)
	if o.StartAt != nil && o.StartAt.After(from) {
		from = *o.StartAt
	}
	waits, err := r.blockersOf(ctx, &order.Detail{Row: order.RowOf(o), Sender: o.Sender, Of: o}, chunks, of)
	hours, failed := r.Flow.Clearance().Hours(ctx, o.Country)
	switch {
	case err != nil || failed != nil:
		return nil, errors.Join(err, failed)
	case waits != nil && waits.Until == nil:
		return t, nil
	case waits != nil && waits.Until.After(from):
		from = *waits.Until
	}
	if ends := hours.Done(from, time.Duration(left)*time.Minute/time.Duration(max(1, perMinute)), of.In(hours)...); perMinute > 0 &&
		!ends.IsZero() {
		ends = ends.UTC().Truncate(time.Second)
		t.FinishTime = &ends
	}
	return t, nil
}
