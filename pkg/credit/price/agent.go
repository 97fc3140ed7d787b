package price

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// The price list of an agent has the prices of its customers without their own. A price is never below what the
// agent pays, regardless of its writer.

func (r *Service) agentRoutes(a *web.API) {
	const perm, path = "proxy:price", "/proxy/service/price"
	line := func(method, below, summary string) web.Route {
		return web.Route{Method: method, Path: path + below, Perm: perm, Summary: summary, Spends: true}
	}
	list.MountFor(a, list.List[PriceList]{List: listed, Path: path, Perm: perm,
		Summary: "Get the price list of an agent. Default: the caller"}, r.listOf)
	web.Handle(a, line("POST", "", "Set a price in an agent's list, at least the agent's own price"), r.postList)
	web.Handle(a, line("PUT", "", "Change a price of an agent's list"), r.putList)
	web.Handle(a, line("DELETE", "/{id}", "Remove a price from an agent's list"), r.dropList)
	list.MountFor(a, list.List[Change]{List: changes, Path: path + "/history", Perm: perm,
		Summary: "List the price changes of an agent's list"}, r.listHistory)
	web.Handle(a, web.Route{Method: "GET", Path: "/proxy/service/list", Perm: perm,
		Summary: "List the prices that an agent or a customer pays by service and country, with their origin"}, r.services)
}

// PriceList is a price of an agent's list beside what the agent pays.
type PriceList struct {
	Row
	Own    *money.Amount `json:"ownPrice" doc:"Price that the agent pays. Null: none."`
	Margin *money.Amount `json:"margin" doc:"Margin of a unit."`
}

var listed = store.List[PriceList]{Columns: []store.Column[PriceList]{
	{Name: "createTime", Kind: store.Time, Get: func(r *PriceList) any { return r.Updated }},
	{Name: "service", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *PriceList) any { return r.Service }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *PriceList) any { return r.Country }},
	{Name: "price", Kind: store.Number, Sort: true, Get: func(r *PriceList) any { return r.Price }},
}}

// OfAgent is the input of the list of an agent.
type OfAgent struct {
	web.ListInput
	UserID string `query:"userId" doc:"Id of the agent. Required of staff."`
}

// agent gives the agent that a call is about: an agent itself, or one that staff see. The 404 fault for any other.
func (r *Service) agent(ctx context.Context, userID string) (string, error) {
	p := auth.Must(ctx)
	if p.Type == auth.Agent {
		if userID != "" && userID != p.UserID {
			return "", fault.Missing()
		}
		return p.UserID, nil
	}
	if userID == "" {
		return "", fault.Bad("userId", "price.agent")
	}
	u, err := r.Users.Find(ctx, p.Scope(), userID)
	if err == nil && u.Type != auth.Agent {
		err = fault.Missing()
	}
	return u.ID, err
}

func (r *Service) listOf(ctx context.Context, in *OfAgent, l *list.List[PriceList], _ *store.ListQuery) error {
	agent, err := r.agent(ctx, in.UserID)
	l.Rows = func(ctx context.Context) ([]PriceList, error) { return r.listed(ctx, agent) }
	return err
}

func (r *Service) listed(ctx context.Context, agent string) ([]PriceList, error) {
	books, err := r.books(ctx, ListOf(agent), agent, Platform)
	if err != nil {
		return nil, err
	}
	out := make([]PriceList, 0, len(books[ListOf(agent)]))
	for _, line := range books[ListOf(agent)] {
		line.Owner = agent
		row := PriceList{Row: rowOf(line)}
		if own, ok := books.first([]string{agent, Platform}, line.Service, line.Country); ok {
			margin := max(0, line.Price-own.Price)
			row.Own, row.Margin = &own.Price, &margin
		}
		out = append(out, row)
	}
	return out, nil
}

func (r *Service) listHistory(ctx context.Context, in *OfAgent, l *list.List[Change], _ *store.ListQuery) error {
	agent, err := r.agent(ctx, in.UserID)
	l.Rows = func(ctx context.Context) ([]Change, error) { return r.List.History(ctx, ListOf(agent)) }
	return err
}

func (r *Service) postList(ctx context.Context, in *struct {
	Body struct {
		UserID  string       `json:"userId,omitempty" doc:"Id of the agent. Required of staff."`
		Service string       `json:"service" enum:"@service"`
		Country string       `json:"countryCode"`
		Price   money.Amount `json:"price"`
	}
}) (*Row, error) {
	b := in.Body
	agent, err := r.agent(ctx, b.UserID)
	if err != nil {
		return nil, err
	}
	if b.Country != Anywhere && !r.Country(b.Country) {
		return nil, fault.Bad("countryCode", "price.country")
	}
	return r.setListed(ctx, agent, b.Service, b.Country, b.Price)
}

func (r *Service) putList(ctx context.Context, in *struct {
	Body struct {
		ID    string       `json:"id" minLength:"1" doc:"Id of the line or the price."`
		Price money.Amount `json:"price"`
	}
}) (*Row, error) {
	agent, service, country, err := r.lineOf(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	return r.setListed(ctx, agent, service, country, in.Body.Price)
}

// lineOf reads the id of a line that there is, of an agent that the caller sees.
func (r *Service) lineOf(ctx context.Context, id string) (agent, service, country string, err error) {
	owner, service, country, ok := named(id)
	if !ok {
		return "", "", "", fault.Missing()
	}
	agent, err = r.agent(ctx, owner)
	if err == nil {
		_, ok, err = store.Load[Line](ctx, r.List.DB, key(ListOf(agent), service, country), false)
	}
	if err == nil && !ok {
		err = fault.Missing()
	}
	return agent, service, country, err
}

// setListed sets a price of an agent's list. Faults: price.range, and those of bounded.
func (r *Service) setListed(ctx context.Context, agent, service, country string, price money.Amount) (*Row, error) {
	line := r.line(ctx, ListOf(agent), service, country, price)
	line.Staff = false // it counts as at least the agent's own, also when that rises
	var most int
	var least money.Amount
	var ok bool
	err := parallel.Do(
		func() (err error) { most, err = r.Max(ctx); return err },
		func() (err error) { least, ok, err = r.List.Floor(ctx, agent, service, country); return err })
	if err == nil && (price < 0 || price > money.Amount(most)*money.Credit) {
		err = fault.Bad("price", "price.range", "max", most)
	}
	if err == nil {
		err = bounded(line, least, ok)
	}
	if err == nil {
		err = r.changing(ctx, line.Owner, func() (err error) { line, err = r.List.Set(ctx, line); return err })
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, agent, nil, map[string]any{"service": service, "country": country, "price": price.String()})
	line.Owner = agent
	row := rowOf(line)
	return &row, nil
}

func (r *Service) dropList(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	agent, service, country, err := r.lineOf(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, agent, map[string]any{"service": service, "country": country}, nil)
	return &web.Done{}, r.changing(ctx, ListOf(agent),
		func() error { return r.List.Drop(ctx, r.line(ctx, ListOf(agent), service, country, 0)) })
}

// books are the lines of several owners.
type books map[string][]Line

func (r *Service) books(ctx context.Context, owners ...string) (books, error) {
	all := make([][]Line, len(owners))
	reads := make([]func() error, len(owners))
	for i, owner := range owners {
		reads[i] = func() (err error) { all[i], err = r.List.Of(ctx, owner); return err }
	}
	if err := parallel.Do(reads...); err != nil {
		return nil, err
	}
	out := books{}
	for i, owner := range owners {
		out[owner] = all[i]
	}
	return out, nil
}

// first is the line that counts among those of some owners, in their order.
func (b books) first(owners []string, service, country string) (Line, bool) {
	for _, owner := range owners {
		for _, where := range []string{country, Anywhere} {
			for _, line := range b[owner] {
				if line.Service == service && line.Country == where {
					return line, true
				}
			}
		}
	}
	return Line{}, false
}

// ServicePrice is the price of a unit of a service for a user in a country.
type ServicePrice struct {
	Service string       `json:"service"`
	Country string       `json:"countryCode" doc:"Country code. *: every other country."`
	Price   money.Amount `json:"price"`
	Agent   money.Amount `json:"agentPrice" doc:"Price that the agent pays. 0: no agent."`
	Margin  money.Amount `json:"margin"`
	Source  string       `json:"source" enum:"own,list,agent,platform"`
}

func (r *Service) services(ctx context.Context, in *struct {
	UserID string `query:"userId" doc:"Id of an agent or a customer in the caller's scope. Default for an agent: the agent itself."`
}) ([]ServicePrice, error) {
	p := auth.Must(ctx)
	if in.UserID == "" && p.Type == auth.Admin {
		return nil, fault.Bad("userId", "price.agent")
	}
	of := p.Owner()
	if in.UserID != "" && in.UserID != p.UserID || p.Type == auth.Admin {
		var u user.User
		u, err := r.Users.Find(ctx, p.Scope(), in.UserID)
		if err == nil && u.Type == auth.Admin {
			err = fault.Missing()
		}
		if err != nil {
			return nil, err
		}
		of = u.Owner()
	}
	return r.pays(ctx, ownersOf(of))
}

// pays quotes every service and country that any of the owners has a line for.
func (r *Service) pays(ctx context.Context, of owners) ([]ServicePrice, error) {
	all := of.all()
	slices.Sort(all)
	lines, err := r.books(ctx, slices.Compact(all)...)
	if err != nil {
		return nil, err
	}
	out := []ServicePrice{}
	seen := map[string]bool{}
	for _, owner := range all {
		for _, line := range lines[owner] {
			at := line.Service + "#" + line.Country
			if seen[at] {
				continue
			}
			seen[at] = true
			next := func(owners []string) (Line, bool, error) {
				l, ok := lines.first(owners, line.Service, line.Country)
				return l, ok, nil
			}
			q, err := of.quote(next, line.Country)
			if fault.Is(err, "price.none") {
				continue
			}
			if err != nil {
				return nil, err
			}
			s := ServicePrice{Service: line.Service, Country: line.Country, Price: q.Price, Agent: q.Agent, Source: q.Source}
			if of.agent != "" {
				s.Margin = max(0, q.Price-q.Agent)
			}
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b ServicePrice) int {
		return cmp.Or(strings.Compare(a.Service, b.Service), strings.Compare(a.Country, b.Country))
	})
	return out, nil
}
