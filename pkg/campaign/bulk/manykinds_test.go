package bulk_test

import (
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// Every kind has its list as a file, and each of them is another task: kinds stand beside each other in one function.
func TestKindsHaveFilesOfTheirOwn(t *testing.T) {
	together(t, 0, func(j *joined) {
		desk := &export.Desk{}
		j.room.Exports(nil, desk)
		toys(j.room, func(e *errands, p *pager) {
			e.Exports(nil, desk, "done")
			p.Exports(nil, desk)
		})
	})
}

// texter is a second channel of the provider, on the same webhook.
type texter struct{ provider.Messenger }

func (t texter) Profile() provider.Profile {
	p := t.Messenger.Profile()
	p.Channel, p.Sender = "sms", "short"
	return p
}

// Who opts out at the provider of one channel is held back on that channel, whichever other shares its webhook, and on no other.
func TestAnOptOutHoldsForTheChannelOfTheMessage(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		first := j.room.Senders.For("whatsapp")
		second := *first
		second.Messenger = texter{first.Messenger}
		j.room.Senders = provider.NewRegistry(first, &second)
		if err := j.room.Prices.Set(j.ctx, price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
			t.Fatal(err)
		}
		j.control("script", `{"rules":[{"suffix":"","outcome":"refuse","code":131050}]}`)
		to := numbers(0, 1)
		body := wish("groupId", j.collection(to))
		body["channel"] = "sms"
		_, plan := j.order(body)
		j.plan(plan)
		j.send()
		for _, m := range j.q.take(dispatch.InboundQueue) {
			if err := j.room.Inbound(j.ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		g := j.room.Suppressed.Guard(customer)
		if _, err := g.Look(j.ctx); err != nil {
			t.Fatal(err)
		}
		_, sms := g.Held(to[0], "sms")
		_, whatsapp := g.Held(to[0], "whatsapp")
		if !sms || whatsapp {
			t.Errorf("held back on sms: %v, on whatsapp: %v", sms, whatsapp)
		}
	})
}
