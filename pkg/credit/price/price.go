// Package price knows what a service costs in a country: the customer's own price, else its agent's price list, else the
// platform's default (decisions §4).
package price

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Services that have a price.
const (
	BulkWhatsApp = "bulk.whatsapp"
	BulkSMS      = "bulk.sms"
)

// Services in the order in which forms show them.
var Services = []string{BulkWhatsApp, BulkSMS}

// Anywhere stands for every country without a line of its own; Platform owns the default lines.
const (
	Anywhere = "*"
	Platform = "platform"
)

// Max is the highest unit price (business-domain §5).
const Max = 10_000 * money.Credit

// Line is one price. Keys: table credit, PRICE#<owner> / <service>#<country>.
type Line struct {
	Owner   string       `dynamodbav:"ow" json:"userId"`
	Service string       `dynamodbav:"sv" json:"service"`
	Country string       `dynamodbav:"co" json:"countryCode" doc:"ISO alpha-2, or * for every other country"`
	Price   money.Amount `dynamodbav:"pr" json:"price" doc:"credit for one unit of the service"`
	Updated time.Time    `dynamodbav:"at" json:"updateTime"`
}

func key(owner, service, country string) store.Key {
	return store.Key{Table: "credit", PK: "PRICE#" + owner, SK: service + "#" + country}
}

// Quote is what an owner pays and what its agent pays for one unit. Agent is zero without an agent, or when the agent has no price of its own.
type Quote struct {
	Price money.Amount
	Agent money.Amount
}

// List is the price list.
type List struct {
	DB  store.DB
	Now func() time.Time
}

// Quote looks the price up in one read. Fault price.none (40404) when nobody has set one.
func (l *List) Quote(ctx context.Context, o auth.Owner, service, country string) (Quote, error) {
	owners := []string{o.User, o.Tenant, o.Agent, Platform}
	var keys []store.Key
	for _, owner := range owners {
		keys = append(keys, key(owner, service, country), key(owner, service, Anywhere))
	}
	rows, err := l.DB.GetMany(ctx, keys, false)
	if err != nil {
		return Quote{}, err
	}
	find := func(from, to int) (Line, bool) {
		for i := from; i < to; i++ {
			var line Line
			if ok, err := store.Decode(rows[i], &line); ok && err == nil && line.Owner != "" {
				return line, true
			}
		}
		return Line{}, false
	}
	line, ok := find(0, len(rows))
	if !ok {
		return Quote{}, fault.New(fault.NotFound, 40404, "price.none", "country", country)
	}
	q := Quote{Price: line.Price}
	if o.Agent != "" && o.Agent != o.User {
		if own, ok := find(4, len(rows)); ok {
			q.Agent = own.Price
		}
	}
	return q, nil
}

// Set writes a line. Fault price.range for a price below 0 or above Max.
func (l *List) Set(ctx context.Context, line Line) error {
	if line.Price < 0 || line.Price > Max {
		return fault.Bad("price", "price.range", "max", int64(Max/money.Credit))
	}
	line.Updated = l.Now()
	_, err := l.DB.Write(ctx, store.Op{Verb: store.Put, Key: key(line.Owner, line.Service, line.Country), Item: line})
	return err
}

// Of lists an owner's lines.
func (l *List) Of(ctx context.Context, owner string) ([]Line, error) {
	rows, err := l.DB.Query(ctx, store.Query{Table: "credit", PK: "PRICE#" + owner})
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Line](rows)
}

// Drop removes a line.
func (l *List) Drop(ctx context.Context, owner, service, country string) error {
	_, err := l.DB.Write(ctx, store.Op{Verb: store.Delete, Key: key(owner, service, country), If: store.Exists("pk")})
	if store.ConditionFailed(err) != nil {
		return fault.Missing()
	}
	return err
}
