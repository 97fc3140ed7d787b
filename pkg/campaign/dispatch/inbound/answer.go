package inbound

import (
	"context"
	"time"

	"herald/pkg/audience/suppression"
	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/dispatch/recipientindex"
	"herald/pkg/campaign/order"
	"herald/pkg/provider"
)

// Reply is a recipient's message and the order that it answers: the newest order that had written to the recipient by
// then, by a sender of the webhook.
type Reply struct {
	Order          *order.Order // nil: none that is known
	Sent           time.Time    // when that order wrote
	Sender         string       // the sender that was written to, if known; else the order's sender, or one of the webhook
	Number         uint64
	To             string // the sender that was written to; empty: unknown
	ID, Kind, Text string
	Quotes         string // the provider's id of the message that it answers
	Name           string // of the writer's profile; empty: unknown
	Media          *provider.InboundMedia
	Word           suppression.Word
	At             time.Time

	ref chunkrow.Reference // of the message that it answers, of a known order
}

// ReplyReceiver takes recipients' replies with the orders that they answer. It may be repeated.
type ReplyReceiver interface {
	ReceiveReplies(ctx context.Context, replies []Reply) error
}

func (r *Service) answer(number uint64, h Event, wrote []recipientindex.SentMessage) Reply {
	a := Reply{Number: number, To: h.To, ID: h.ID, Kind: h.Kind, Text: h.Text, Quotes: h.Quotes, Name: h.Name, Media: h.Media,
		At: time.UnixMilli(h.At).UTC()}
	switch {
	case h.Source == suppression.Stop && h.Off:
		a.Word = suppression.StartWord
	case h.Source == suppression.Stop:
		a.Word = suppression.StopWord
	}
	if s := r.Senders.Webhook(h.Via); s != nil {
		a.Sender = s.Profile().Sender
	}
	if s := r.Senders.Sender(h.By); s != nil && s.Hook == h.Via {
		a.Sender = h.By
	}
	if len(wrote) == 0 {
		return a
	}
	by := wrote[0]
	for _, l := range wrote {
		if l.Ref.Sent <= h.At/1000+1 { // the clocks of both are in seconds
			by = l
			break
		}
	}
	a.Order, a.Sent, a.ref = by.Order, time.Unix(by.Ref.Sent, 0).UTC(), by.Ref
	if a.Sender != h.By {
		a.Sender = by.Order.Sender
	}
	return a
}
