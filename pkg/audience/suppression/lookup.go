package suppression

import (
	"context"
	"maps"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/list"
	"herald/pkg/kit/phone"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// mostOfNumber is how many entries one number has in what a caller looks through: a channel and a source make one for a holder.
const mostOfNumber = 100

// ofRecipient prepares the list for a whole number or address, whose entries are found by their keys: a list of 70,000 is longer than what
// a page looks at, and who wants to know about one number must find it however old its entry is. For a part of one, and for
// one that no holder the caller names has, the list is searched.
func (r *Service) ofRecipient(ctx context.Context, _ *web.ListInput, l *list.List[Entry], q *store.ListQuery) error {
	var recipient uint64
	filter := "phoneNumber"
	if q.Filters["email"] != "" {
		filter = "email"
		q.Filters[filter] = strings.ToLower(strings.TrimSpace(q.Filters[filter]))
		address, _, none := email.Read(q.Filters[filter])
		if none != nil {
			return nil
		}
		recipient = email.Code(address)
	} else if number, _, none := phone.ParseReached(q.Filters[filter], ""); q.Filters[filter] == "" || none != nil {
		return nil
	} else {
		recipient = number
	}
	rows, err := r.entriesOf(ctx, recipient, q.Filters)
	if err != nil {
		return err
	}
	rest := maps.Clone(q.Filters)
	delete(rest, filter) // one person's number has several forms
	if rows, err = entries.Select(rows, store.ListQuery{Filters: rest}); err == nil && len(rows) > 0 {
		q.Filters = nil
		l.Rows = func(context.Context) ([]Entry, error) { return rows, nil }
	}
	return err
}

// Of returns the entries of a number, or of an email address where one is given, that the caller sees, of all owners.
func (r *Service) Of(ctx context.Context, number uint64, address string) (found []Entry, err error) {
	p := auth.Must(ctx)
	if p.Type != auth.Admin && p.Type != auth.Agent {
		return r.entriesOf(ctx, number, nil)
	}
	filters := map[string]string{"email": address}
	if address == "" {
		filters = map[string]string{"phoneNumber": phone.Ending(number)}
	}
	rows, _, err := entries.Page(ctx, r.DB, ScopeOf(p), store.ListQuery{Current: 1, Size: mostOfNumber, Filters: filters})
	for _, e := range rows {
		if e.Email == address && e.Normal == phone.Normal(number) {
			found = append(found, e)
		}
	}
	return found, err
}

// entriesOf are the entries of a number that the caller sees, of the holders that it looks through.
func (r *Service) entriesOf(ctx context.Context, number uint64, filters map[string]string) (rows []Entry, err error) {
	p := auth.Must(ctx)
	for _, h := range holdersOf(p, filters) {
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
			seen, ok, err := store.Load[Entry](ctx, r.DB, entries.Key(ScopeOf(p), e.ID), false) // what the caller's own list has
			if err != nil {
				return nil, err
			}
			if ok {
				rows = append(rows, seen)
			}
		}
	}
	return rows, nil
}

// holdersOf returns the holders whose entries a caller looks through; none for all those of an agent's customers or
// of all tenants.
func holdersOf(p *auth.Principal, filters map[string]string) []string {
	switch {
	case filters["customerId"] != "":
		return []string{filters["customerId"]} // the caller's own list tells whether they are in its scope
	case p.Type == auth.First, p.Type == auth.Secondary:
		return []string{p.Tenant}
	case p.Type == auth.Admin && filters["scope"] == Global:
		return []string{platformScope}
	}
	return nil
}
