package bulk_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"herald/pkg/campaign/dispatch"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
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

// A recipient that opts out at the provider of one channel is suppressed on that channel only, also when another
// channel shares its webhook.
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
			if err := j.room.HandleInbound(j.ctx, m); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		g := j.room.Suppressed.Guard(customer)
		if _, err := g.Check(j.ctx); err != nil {
			t.Fatal(err)
		}
		_, sms := g.Blocked(to[0], "sms")
		_, whatsapp := g.Blocked(to[0], "whatsapp")
		if !sms || whatsapp {
			t.Errorf("held back on sms: %v, on whatsapp: %v", sms, whatsapp)
		}
	})
}

// TestAStopIsLookedForOnItsOwnChannel holds that a word on one channel answers the orders of that channel alone. When
// only another channel wrote to the number, the word applies to all tenants; else to the tenant.
func TestAStopIsLookedForOnItsOwnChannel(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		first := j.room.Senders.For("whatsapp")
		second := *first
		second.Messenger, second.Hook = texter{first.Messenger}, "texts"
		j.room.Senders = provider.NewRegistry(first, &second)
		if _, err := j.room.Prices.Set(j.ctx, price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
			t.Fatal(err)
		}
		all := numbers(0, 2) // a number that is suppressed for all tenants is not written to again
		for i, channel := range []string{"sms", "whatsapp"} {
			to := all[i : i+1]
			body := wish("groupId", j.collection(to))
			body["channel"] = channel
			_, plan := j.order(body)
			j.plan(plan)
			j.send()
			words := []map[string]any{{"f": strconv.FormatUint(to[0], 10), "s": "stop", "t": time.Now().UnixMilli(), "v": "whatsapp"}}
			if err := j.room.HandleInbound(j.ctx, queue.New(dispatch.TaskInbound, "", words)); err != nil {
				t.Fatal(err)
			}
			owners, err := j.room.Suppressed.Owner(j.ctx, to[0])
			if err != nil {
				t.Fatal(err)
			}
			if own := slices.ContainsFunc(owners, func(o auth.Owner) bool { return o.Tenant != "" }); own != (i == 1) {
				t.Errorf("after an order by %s: %+v", channel, owners)
			}
		}
	})
}
