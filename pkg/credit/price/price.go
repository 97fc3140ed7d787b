// Package price knows what a service costs in a country: the customer's own price, else its agent's price list, else the
// platform's default (decisions §4).
package price

import (
	"context"
	"errors"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

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
	Staff   bool         `dynamodbav:"sf,omitempty" json:"byStaff" doc:"staff set it, so that it stands; an agent's counts as at least the agent's own price"`
	Updated time.Time    `dynamodbav:"at" json:"updateTime"`
}

func key(owner, service, country string) store.Key {
	return store.Key{Table: "credit", PK: "PRICE#" + owner, SK: service + "#" + country}
}

// Quote is what an owner pays and what its agent pays for one unit. The agent earns the difference, never less than nothing.
// Agent is 0 without an agent, and Price where the agent has no price of its own: then it earns nothing.
type Quote struct {
	Price money.Amount
	Agent money.Amount
}

// List is the price list.
type List struct {
	DB  store.DB
	Now func() time.Time
}

// Quote looks the price up in one read (decisions §13): what staff have set stands; any other price of a customer counts as
// at least its agent's own of the moment, which an admin may have raised since. Fault price.none (40404) when nobody has set
// one, or when an agent has and has none itself.
func (l *List) Quote(ctx context.Context, o auth.Owner, service, country string) (Quote, error) {
	none := fault.New(fault.NotFound, 40404, "price.none", "country", country)
	own, byAgent := []string{o.User, o.Tenant}, o.Agent != "" && o.Agent != o.User
	if !byAgent {
		own = append(own, Platform)
		line, ok, err := l.first(ctx, own, service, country)
		if err == nil && !ok {
			err = none
		}
		return Quote{Price: line.Price}, err
	}
	rows, err := l.rows(ctx, append(own, o.Agent, Platform), service, country)
	if err != nil {
		return Quote{}, err
	}
	at := 2 * len(own)
	line, set, err := firstOf(rows[:at])
	agent, has, err2 := firstOf(rows[at:])
	switch {
	case err != nil || err2 != nil:
		return Quote{}, errors.Join(err, err2)
	case !set && !has, set && !has && !line.Staff:
		return Quote{}, none
	case !set:
		return Quote{agent.Price, agent.Price}, nil
	case !has:
		return Quote{line.Price, line.Price}, nil
	case !line.Staff:
		line.Price = max(line.Price, agent.Price)
	}
	return Quote{line.Price, agent.Price}, nil
}

// Floor is the least that an agent may ask for a service in a country: its own price. False when it has none.
func (l *List) Floor(ctx context.Context, agent, service, country string) (money.Amount, bool, error) {
	line, ok, err := l.first(ctx, []string{agent, Platform}, service, country)
	return line.Price, ok, err
}

func (l *List) first(ctx context.Context, owners []string, service, country string) (Line, bool, error) {
	rows, err := l.rows(ctx, owners, service, country)
	if err != nil {
		return Line{}, false, err
	}
	return firstOf(rows)
}

// rows are the lines of some owners in the order in which they count: each owner's for the country, then for anywhere.
func (l *List) rows(ctx context.Context, owners []string, service, country string) ([]store.Item, error) {
	var keys []store.Key
	for _, owner := range owners {
		keys = append(keys, key(owner, service, country), key(owner, service, Anywhere))
	}
	return l.DB.GetMany(ctx, keys, false)
}

func firstOf(rows []store.Item) (line Line, ok bool, err error) {
	for _, row := range rows {
		if ok, err = store.Decode(row, &line); ok || err != nil {
			return line, ok, err
		}
	}
	return line, false, nil
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
	rows, err := store.Collect(store.Rows(ctx, l.DB, store.Query{Table: "credit", PK: "PRICE#" + owner}))
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
