package linkactivity

import (
	"context"
	"time"

	"herald/pkg/campaign/dispatch/chunkrow"
	"herald/pkg/campaign/emaillink"
	"herald/pkg/campaign/webhook"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/useragent"
	"herald/pkg/provider"
)

// Receiver queues what a provider's own tracking reports (provider.Events.Actions), as our links do.
type Receiver struct {
	Queues queue.Queues
	// Window is how many seconds events wait for others of their chunk.
	Window func(ctx context.Context) (int, error)
	Now    func() time.Time
}

var _ webhook.Receiver = Receiver{}

// Kinds are actions alone.
func (Receiver) Kinds() []webhook.Kind { return []webhook.Kind{webhook.Actions} }

// Receive queues the actions with emails of orders. Those of another system's emails are left out.
func (r Receiver) Receive(ctx context.Context, _ *provider.Account, events *provider.Events) error {
	first, err := r.Window(ctx)
	if err != nil {
		return err
	}
	var all []emaillink.Event
	for _, a := range events.Actions {
		ref, err := chunkrow.ParseReference(a.Reference)
		if err != nil {
			continue
		}
		spot := emaillink.Spot{Order: ref.Order, Gen: ref.Gen, Chunk: ref.Chunk, Index: ref.Index, Sent: ref.Sent}
		link := emaillink.Loaded
		if a.Link != "" {
			link = emaillink.ElsewhereLink // until its number is known
		}
		e := emaillink.NewEvent(spot, link, a.At, useragent.OfAgent(a.UserAgent))
		e.URL = a.Link
		all = append(all, e)
	}
	return emaillink.Post(ctx, r.Queues, r.Now(), time.Duration(first)*time.Second, all...)
}
