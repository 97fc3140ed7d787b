package emaillink

import (
	"context"
	"time"

	"herald/pkg/kit/queue"
	"herald/pkg/kit/useragent"
)

// The queue of events and the kind of its messages. It is the queue of receipts, since both are written by chunk.
const (
	Queue        = "receipt"
	TaskActivity = "emaillink.activity"
)

// Numbers beside those of links, for what else is counted of a recipient. They are stored.
const (
	Unsubscribed = Honeypot - 1
	Resubscribed = Honeypot - 2
	Loaded       = Honeypot - 3
	// ElsewhereLink is a click that a provider's own tracking reports, on an address that the order's list lacks.
	ElsewhereLink = Honeypot - 4
)

// Event is one thing that a recipient, or a machine in front of it, did with an email.
type Event struct {
	Order string         `json:"o"`
	Gen   int            `json:"g"`
	Chunk int            `json:"c"`
	Index int            `json:"i"`
	Link  int            `json:"l"` // number of a link, or one of the numbers above
	At    int64          `json:"t"` // unix s
	Kind  useragent.Kind `json:"k"`
	Early bool           `json:"e,omitempty"` // too soon after the sending for a person
	URL   string         `json:"u,omitempty"` // of a provider's own tracking, which knows no numbers
}

// Times after the sending within which no person reacts. A gateway's own page may lead a person here later.
const (
	earliestClick   = 10 * time.Second
	earliestScanned = time.Minute
	earliestProxied = time.Minute
)

// NewEvent makes the event of a request for a spot. link is Loaded for a load.
func NewEvent(spot Spot, link int, at time.Time, kind useragent.Kind) Event {
	e := Event{Order: spot.Order, Gen: spot.Gen, Chunk: spot.Chunk, Index: spot.Index, Link: link, At: at.Unix(), Kind: kind}
	if spot.Sent == 0 {
		return e
	}
	late := at.Sub(time.Unix(spot.Sent, 0))
	switch {
	case kind == useragent.Gateway:
		e.Early = late < earliestScanned
	case kind.Proxy():
		e.Early = late < earliestProxied
	default:
		e.Early = link != Loaded && late < earliestClick
	}
	return e
}

// Post queues events. They wait for others of their chunk: those right after the sending for the shortest window, later ones longer.
// Without a window they do not wait.
func Post(ctx context.Context, q queue.Queues, now time.Time, window time.Duration, events ...Event) error {
	var messages []queue.Message
	for start := 0; start < len(events); start += perMessage {
		some := events[start:min(start+perMessage, len(events))]
		messages = append(messages, queue.New(TaskActivity, "", some).Later(wait(now, window)))
	}
	if len(messages) == 0 {
		return nil
	}
	return q.Send(ctx, Queue, messages...)
}

const perMessage = 500

// wait is the time to the end of the window, so that the events of a window come together.
func wait(now time.Time, window time.Duration) time.Duration {
	if window <= 0 {
		return 0
	}
	return now.Truncate(window).Add(window).Sub(now) + time.Second - 1
}
