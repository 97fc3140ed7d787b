// Package price knows what a service costs in a country: the customer's own price, else its agent's price list, else the
// platform's default (decisions §4).
package price

import (
	"context"
	"errors"
	"slices"
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
	Country string       `dynamodbav:"co" json:"countryCode" doc:"Country code, ISO alpha-2. *: every other country."`
	Price   money.Amount `dynamodbav:"pr" json:"price" doc:"Credit for one unit of the service."`
	Staff   bool         `dynamodbav:"sf,omitempty" json:"byStaff" doc:"Set by staff. Agents cannot change it, and at least the agent's own price applies."`
	By      string       `dynamodbav:"by,omitempty" json:"-"`
	ByName  string       `dynamodbav:"bn,omitempty" json:"operator" doc:"Name of the user who set it last."`
	Updated time.Time    `dynamodbav:"at" json:"updateTime"`
}

func key(owner, service, country string) store.Key {
	return store.Key{Table: "credit", PK: "PRICE#" + owner, SK: service + "#" + country}
}

// ListOf owns the price list of an agent: what its customers pay that have no price of their own.
func ListOf(agent string) string { return "list:" + agent }

// Quote is what an owner pays and what its agent pays for one unit. The agent earns the difference, never less than
// nothing. Agent is 0 without an agent, and Price where the agent has no price of its own: then it earns nothing.
// Source is the owner of the price's line: the customer's own, its agent's list, its agent's own, or the platform's.
type Quote struct {
	Price  money.Amount
	Agent  money.Amount
	Source string
}

// Sources of a price.
const (
	FromOwn      = "own"
	FromList     = "list"
	FromAgent    = "agent"
	FromPlatform = "platform"
)

// List is the price list.
type List struct {
	DB  store.DB
	Now func() time.Time
}

// Quote looks the price up in one read (decisions §13): a price set by staff holds; any other price of a customer
// counts as at least its agent's own of the moment, which an admin may have raised since. Fault price.none (40404)
// when none is set, or when an agent has set one and has none itself.
func (l *List) Quote(ctx context.Context, o auth.Owner, service, country string) (Quote, error) {
	of := ownersOf(o)
	rows, err := l.rows(ctx, of.all(), service, country)
	if err != nil {
		return Quote{}, err
	}
	at := 0
	next := func(owners []string) (Line, bool, error) {
		from := at
		at += 2 * len(owners)
		return firstOf(rows[from:at])
	}
	return of.quote(next, country)
}

// owners are the owners whose lines count for a user, in this order: its own, then its agent's list, then its
// agent's own or the platform's.
type owners struct {
	own, list, above []string
	agent            string
}

func ownersOf(o auth.Owner) owners {
	of := owners{own: []string{o.User, o.Tenant}, above: []string{Platform}}
	if o.Agent != "" && o.Agent != o.User {
		of.agent, of.list, of.above = o.Agent, []string{ListOf(o.Agent)}, []string{o.Agent, Platform}
	}
	return of
}

func (of owners) all() []string { return slices.Concat(of.own, of.list, of.above) }

// quote decides between the lines that next gives of each kind of owner, in their order.
func (of owners) quote(next func(owners []string) (Line, bool, error), country string) (Quote, error) {
	none := fault.New(fault.NotFound, 40404, "price.none", "country", country)
	line, set, err := next(of.own)
	listed, onList, err2 := next(of.list)
	above, has, err3 := next(of.above)
	if err := errors.Join(err, err2, err3); err != nil {
		return Quote{}, err
	}
	q := Quote{Source: FromOwn}
	if !set && onList {
		line, set, q.Source = listed, true, FromList
	}
	switch {
	case !set && !has, of.agent != "" && set && !has && !line.Staff:
		return Quote{}, none
	case !set:
		line, q.Source = above, FromPlatform
		if above.Owner != Platform {
			q.Source = FromAgent
		}
	}
	q.Price = line.Price
	switch {
	case of.agent == "":
	case !has:
		q.Agent = q.Price
	default:
		if !line.Staff {
			q.Price = max(q.Price, above.Price)
		}
		q.Agent = above.Price
	}
	return q, nil
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

// Set writes a line, and what it was before into its history; it gives the line that stands. The same again changes nothing. Fault
// price.range for a price below 0 or above Max.
func (l *List) Set(ctx context.Context, line Line) (Line, error) {
	if line.Price < 0 || line.Price > Max {
		return line, fault.Bad("price", "price.range", "max", int64(Max/money.Credit))
	}
	at := key(line.Owner, line.Service, line.Country)
	err := store.Retry(ctx, tries, func() error {
		was, had, err := store.Load[Line](ctx, l.DB, at, true)
		if err != nil {
			return err
		}
		if had && was.Price == line.Price && was.Staff == line.Staff {
			line = was
			return nil
		}
		line.Updated = l.Now()
		cond := store.Missing("pk")
		change := Change{Service: line.Service, Country: line.Country, Price: &line.Price, By: line.By, ByName: line.ByName, At: line.Updated}
		if had {
			cond = store.Eq("at", was.Updated)
			change.Was = &was.Price
		}
		return l.write(ctx, store.Op{Verb: store.Put, Key: at, Item: line, If: cond}, line.Owner, change)
	})
	return line, err
}

// tries bounds how often a change is decided anew after a conflict.
const tries = 8

// write makes a change of a line together with its line in the history.
func (l *List) write(ctx context.Context, op store.Op, owner string, c Change) error {
	err := l.DB.Transact(ctx, []store.Op{op, {Verb: store.Put, Key: changeKey(owner, c), Item: c}})
	if errors.Is(err, store.ErrUnclear) {
		return store.Retryable(err) // the line tells whether it was done
	}
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

// Drop removes a line; the history keeps its value and the remover.
func (l *List) Drop(ctx context.Context, by Line) error {
	at := key(by.Owner, by.Service, by.Country)
	return store.Retry(ctx, tries, func() error {
		was, had, err := store.Load[Line](ctx, l.DB, at, true)
		if err != nil {
			return err
		}
		if !had {
			return fault.Missing()
		}
		c := Change{Service: by.Service, Country: by.Country, Was: &was.Price, By: by.By, ByName: by.ByName, At: l.Now()}
		return l.write(ctx, store.Op{Verb: store.Delete, Key: at, If: store.Eq("at", was.Updated)}, by.Owner, c)
	})
}
