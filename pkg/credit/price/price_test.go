package price_test

import (
	"context"
	"testing"

	"herald/internal/clocktest"
	"herald/pkg/credit/price"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Quotes use the prices of a customer and of its agent, depending on their author (decisions §13).
func TestQuoteFloor(t *testing.T) {
	type line struct {
		owner, country string
		price          money.Amount
		staff          bool
	}
	platform := line{price.Platform, "*", 350, true}
	agent := line{"agent", "*", 300, true}
	for _, c := range []struct {
		name    string
		lines   []line
		owner   auth.Owner
		want    price.Quote
		noQuote bool
	}{
		{name: "nobody", noQuote: true},
		{name: "the platform's", lines: []line{platform}, want: price.Quote{Price: 350, Agent: 350}},
		{name: "the agent's list", lines: []line{platform, agent}, want: price.Quote{Price: 300, Agent: 300}},
		{name: "an agent's price above its own", lines: []line{agent, {"customer", "BR", 400, false}}, want: price.Quote{Price: 400, Agent: 300}},
		{name: "an agent's price below its own", lines: []line{agent, {"customer", "BR", 1, false}}, want: price.Quote{Price: 300, Agent: 300}},
		{name: "an agent's 0", lines: []line{agent, {"customer", "*", 0, false}}, want: price.Quote{Price: 300, Agent: 300}},
		{name: "the agent's own price was raised for the country",
			lines: []line{agent, {"agent", "BR", 500, true}, {"customer", "*", 400, false}}, want: price.Quote{Price: 500, Agent: 500}},
		{name: "an agent's price, and the agent has none", lines: []line{{"customer", "BR", 400, false}}, noQuote: true},
		{name: "staff's 0", lines: []line{agent, {"customer", "BR", 0, true}}, want: price.Quote{Price: 0, Agent: 300}},
		{name: "staff's below the agent's", lines: []line{agent, {"customer", "BR", 120, true}}, want: price.Quote{Price: 120, Agent: 300}},
		{name: "staff's, and the agent has none", lines: []line{{"customer", "BR", 400, true}}, want: price.Quote{Price: 400, Agent: 400}},
		{name: "the agent's own is 0", lines: []line{{"agent", "*", 0, true}, {"customer", "BR", 400, false}}, want: price.Quote{Price: 400}},
		{name: "a secondary's own before its parent's", lines: []line{agent, {"secondary", "*", 310, false}, {"customer", "BR", 400, false}},
			owner: auth.Owner{User: "secondary", Tenant: "customer", Agent: "agent"}, want: price.Quote{Price: 310, Agent: 300}},
		{name: "the agent itself", lines: []line{platform, agent}, owner: auth.Owner{User: "agent", Tenant: "agent", Agent: "agent"},
			want: price.Quote{Price: 300}},
		{name: "a customer of the house", lines: []line{platform, agent, {"direct", "BR", 5, true}},
			owner: auth.Owner{User: "direct", Tenant: "direct"}, want: price.Quote{Price: 5}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			l := &price.List{DB: store.NewMemory(nil), Now: clocktest.Running()}
			for _, x := range c.lines {
				if _, err := l.Set(ctx, price.Line{Owner: x.owner, Service: "bulk.whatsapp", Country: x.country, Price: x.price,
					Staff: x.staff}); err != nil {
					t.Fatal(err)
				}
			}
			if c.owner.User == "" {
				c.owner = auth.Owner{User: "customer", Tenant: "customer", Agent: "agent"}
			}
			got, err := l.Quote(ctx, c.owner, "bulk.whatsapp", "BR")
			got.Source = "" // whose price it is, TestPriceListOfAnAgent asks
			if fault.Is(err, "price.none") != c.noQuote || err != nil && !c.noQuote || got != c.want {
				t.Errorf("%+v, %v; want %+v", got, err, c.want)
			}
		})
	}
}
