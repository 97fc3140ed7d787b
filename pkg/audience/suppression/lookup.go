package suppression

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// mostOfNumber is how many entries one number has in what a caller looks through: a channel and a source make one for a holder.
const mostOfNumber = 100

// ofNumber gives the entries of a whole number, found by their keys: a list of 70,000 is longer than what a page looks at, and
// who wants to know about one number must find it however old its entry is. A part of a number, and a number that no holder
// the caller names has, give none; the list is searched for those.
func (r *Room) ofNumber(ctx context.Context, in *PageQuery) ([]Entry, error) {
	number, _, problem := phone.ParseAny(in.PhoneNumber)
	if in.PhoneNumber == "" || problem != nil {
		return nil, nil
	}
	p := auth.Must(ctx)
	holders, ok := holdersOf(p, in)
	if !ok {
		return nil, nil
	}
	scope := ScopeOf(p)
	var rows []Entry
	for _, h := range holders {
		had, err := r.DB.Query(ctx, store.Query{Table: table, PK: partition(h), Prefix: entriesOf(phone.Normal(number)), Limit: mostOfNumber})
		if err != nil {
			return nil, err
		}
		all, err := store.DecodeAll[row](had)
		if err != nil {
			return nil, err
		}
		for _, e := range all {
			if !e.On {
				continue
			}
			seen, ok, err := store.Load[Entry](ctx, r.DB, entries.Key(scope, e.ID), false) // what the caller's own list has
			if err != nil {
				return nil, err
			}
			if ok {
				rows = append(rows, seen)
			}
		}
	}
	q := web.ListQuery(in)
	delete(q.Filters, "phoneNumber") // one person's number has several forms
	return entries.Select(rows, q)
}

// holdersOf tells whose entries a caller looks through; false for all those of an agent's customers or of everybody's.
func holdersOf(p *auth.Principal, in *PageQuery) (holders []string, ok bool) {
	switch {
	case in.CustomerID != "":
		return []string{in.CustomerID}, true // the caller's own list tells whether they are in its scope
	case p.Type == auth.First, p.Type == auth.Secondary:
		return []string{p.Tenant}, true
	case p.Type == auth.Admin && in.Scope == Global:
		return []string{everybody}, true
	}
	return nil, false
}
