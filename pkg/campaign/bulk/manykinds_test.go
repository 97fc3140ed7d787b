package bulk_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/campaign/order"
	"herald/pkg/credit/price"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// Every kind has its list as a file, and each of them is another task: kinds stand beside each other in one function.
func TestKindsHaveFilesOfTheirOwn(t *testing.T) {
	together(t, 0, func(j *joined) {
		desk := &export.Exporter{}
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
		if _, err := j.room.Prices.Set(j.ctx, price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
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

// asked notes whose rows are read.
type asked struct {
	store.DB
	pks map[string]bool
}

func (a *asked) Query(ctx context.Context, q store.Query) ([]store.Item, error) {
	a.pks[q.PK] = true
	return a.DB.Query(ctx, q)
}

// Who writes STOP on one channel is looked for among the orders of that channel alone: however much another sends, it takes none of
// the room that the search has, beyond which the word would hold for everybody.
func TestAStopIsLookedForOnItsOwnChannel(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		first := j.room.Senders.For("whatsapp")
		second := *first
		second.Messenger, second.Hook = texter{first.Messenger}, "texts"
		j.room.Senders = provider.NewRegistry(first, &second)
		if _, err := j.room.Prices.Set(j.ctx, price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
			t.Fatal(err)
		}
		to := numbers(0, 1)
		sent := map[string]string{}
		for _, channel := range []string{"whatsapp", "sms"} {
			body := wish("groupId", j.collection(to))
			body["channel"] = channel
			id, plan := j.order(body)
			j.plan(plan)
			j.send()
			sent[channel] = id
		}
		db := &asked{j.room.DB, map[string]bool{}}
		j.room.DB = db
		words := []map[string]any{{"f": strconv.FormatUint(to[0], 10), "s": "stop", "t": time.Now().UnixMilli(), "v": "whatsapp"}}
		if err := j.room.Inbound(j.ctx, queue.New(dispatch.TaskInbound, "", words)); err != nil {
			t.Fatal(err)
		}
		if own, other := db.pks[order.Key(sent["whatsapp"]).PK], db.pks[order.Key(sent["sms"]).PK]; !own || other {
			t.Errorf("read of the channel: %v, of the other: %v", own, other)
		}
	})
}
