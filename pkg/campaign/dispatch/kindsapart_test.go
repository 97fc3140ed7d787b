package dispatch_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"herald/internal/ordertest"
	"herald/pkg/campaign/dispatch/inbound"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/money"
	"herald/pkg/kit/queue"
	"herald/pkg/platform/export"
	"herald/pkg/provider"
)

// Every kind has its list as a file, and each of them is another task: kinds stand beside each other in one function.
func TestKindsHaveFilesOfTheirOwn(t *testing.T) {
	ordertest.RunModules(t, 0, func(j *ordertest.Modules) {
		desk := &export.Exporter{}
		j.Service.Engine.Statistics().Exports(nil, desk)
		ordertest.OtherKinds(j.Service, func(e *ordertest.ErrandKind, p *ordertest.PageKind) {
			e.Listing().Exports(nil, desk, "done")
			p.Engine.Statistics().Exports(nil, desk)
		})
	})
}

// A recipient that opts out at the provider of one channel is suppressed on that channel only, also when another
// channel shares its webhook.
func TestAnOptOutHoldsForTheChannelOfTheMessage(t *testing.T) {
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		first := j.Service.Engine.Senders.For("whatsapp")
		second := *first
		second.Messenger = ordertest.SecondChannel{Messenger: first.Messenger}
		j.Service.Engine.Senders = provider.NewRegistry(first, &second)
		if _, err := j.Service.Engine.Flow.Credit.Prices.Set(j.Context,
			price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
			t.Fatal(err)
		}
		j.Control("script", `{"rules":[{"suffix":"","outcome":"refuse","code":131050}]}`)
		to := ordertest.Numbers(0, 1)
		body := ordertest.OrderBody("groupId", j.Collection(to))
		body["channel"] = "sms"
		_, plan := j.Submit(body)
		j.Plan(plan)
		j.Send()
		for _, m := range j.Queue.Take(inbound.InboundQueue) {
			if err := j.Service.Engine.Inbound().HandleInbound(j.Context, m); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		g := j.Service.Engine.Suppressed.Guard(ordertest.CustomerID)
		if _, err := g.Check(j.Context); err != nil {
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
	ordertest.RunModules(t, 100*money.Credit, func(j *ordertest.Modules) {
		first := j.Service.Engine.Senders.For("whatsapp")
		second := *first
		second.Messenger, second.Hook = ordertest.SecondChannel{Messenger: first.Messenger}, "texts"
		j.Service.Engine.Senders = provider.NewRegistry(first, &second)
		if _, err := j.Service.Engine.Flow.Credit.Prices.Set(j.Context,
			price.Line{Owner: price.Platform, Service: "bulk.sms", Country: "*", Price: 100}); err != nil {
			t.Fatal(err)
		}
		all := ordertest.Numbers(0, 2) // a stop word for all channels holds: no further message
		for i, channel := range []string{"sms", "whatsapp"} {
			to := all[i : i+1]
			body := ordertest.OrderBody("groupId", j.Collection(to))
			body["channel"] = channel
			_, plan := j.Submit(body)
			j.Plan(plan)
			j.Send()
			words := []map[string]any{{"f": strconv.FormatUint(to[0], 10), "s": "stop", "t": time.Now().UnixMilli(), "v": "whatsapp"}}
			if err := j.Service.Engine.Inbound().HandleInbound(j.Context, queue.New(inbound.TaskInbound, "", words)); err != nil {
				t.Fatal(err)
			}
			owners, err := j.Service.Engine.Suppressed.Owner(j.Context, to[0])
			if err != nil {
				t.Fatal(err)
			}
			if own := slices.ContainsFunc(owners, func(o auth.Owner) bool { return o.Tenant != "" }); own != (i == 1) {
				t.Errorf("after an order by %s: %+v", channel, owners)
			}
		}
	})
}
