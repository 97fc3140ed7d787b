package awssms

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"herald/pkg/kit/sns"
	"herald/pkg/provider"
)

// states of the events; one that is not here is a failure when it is final, and nothing otherwise. Some countries tell of the carrier's
// taking over what others tell of the arrival: both are the end of the way.
var states = map[string]provider.ReceiptState{
	"TEXT_SENT": provider.ReceiptSent, "TEXT_SUCCESSFUL": provider.ReceiptArrived, "TEXT_DELIVERED": provider.ReceiptArrived,
	"TEXT_UNKNOWN": provider.ReceiptSent, // no report within 72 h: the status stays
}

// passing events are on the way, and of no interest.
var passing = map[string]bool{"TEXT_PENDING": true, "TEXT_QUEUED": true}

// event is a delivery event.
type event struct {
	Type      string            `json:"eventType"`
	At        int64             `json:"eventTimestamp"` // unix ms
	MessageID string            `json:"messageId"`
	Status    string            `json:"messageStatus"`
	Context   map[string]string `json:"context"`
}

// inbound is a message of a recipient.
type inbound struct {
	From string `json:"originationNumber"`
	To   string `json:"destinationNumber"`
	Body string `json:"messageBody"`
	ID   string `json:"inboundMessageId"`
}

// Challenge: the service asks by a signed call (see Parse).
func (a *Adapter) Challenge(func(string) string) (string, bool) { return "", false }

// Wellformed reports a notification of SNS.
func (a *Adapter) Wellformed(c *provider.Callback) bool { return sns.Wellformed(c.Body) }

// Verify checks that SNS signed the notification and that it comes from a topic of ours.
func (a *Adapter) Verify(ctx context.Context, c *provider.Callback) bool {
	return a.topics.Verify(ctx, c.Body)
}

// Parse reads a verified notification: a delivery event, a recipient's words, or the question whether the topic may send.
func (a *Adapter) Parse(ctx context.Context, c *provider.Callback) (ev provider.Events, err error) {
	n, ok, err := a.topics.Read(ctx, c.Body)
	if err != nil || n.Type == sns.Subscription {
		return ev, err
	}
	if !ok {
		ev.Unknown++
		return ev, nil
	}
	var both struct {
		event
		inbound
	}
	switch {
	case json.Unmarshal([]byte(n.Message), &both) != nil:
		ev.Unknown++
	case both.Type != "":
		a.event(&ev, &both.event)
	case both.From != "":
		from := strings.TrimPrefix(both.From, "+")
		if len(from) > 15 || strings.Trim(from, "0123456789") != "" {
			ev.Unknown++
			break
		}
		ev.Inbound = append(ev.Inbound, provider.Inbound{From: from, To: both.To, Kind: "text", Text: both.Body, ID: both.ID,
			At: a.topics.Time(n.At)})
	default:
		ev.Unknown++
	}
	return ev, nil
}

func (a *Adapter) event(ev *provider.Events, e *event) {
	r := provider.Receipt{Reference: e.Context[ReferenceKey], ProviderID: e.MessageID, At: a.time(e.At)}
	class, code := find(e.Status, e.Type)
	switch state, known := states[e.Type]; {
	case passing[e.Type]:
		return
	case known:
		r.State = state
	case class != nil:
		r.State, r.Code, r.Stop, r.Suppress = provider.ReceiptFailed, code, class.out.Stop, class.out.Suppress
	default:
		ev.Unknown++
		return
	}
	ev.Receipts = append(ev.Receipts, r)
}

func (a *Adapter) time(ms int64) time.Time {
	if ms <= 0 {
		return a.topics.Time(time.Time{})
	}
	return a.topics.Time(time.UnixMilli(ms))
}
