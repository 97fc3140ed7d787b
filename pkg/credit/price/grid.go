package price

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
)

// Grid is the prices of an owner by service and country, with the reason of each.
type Grid struct {
	Max   money.Amount `json:"maxPrice" doc:"Highest unit price."`
	Cells []Cell       `json:"cells" doc:"A service in a country for which a price is set anywhere in the order of resolution. Any other country has the price of countryCode *."`
}

// Cell is the price of a service in a country that applies, and the one that would apply without the owner's own line.
type Cell struct {
	Service   string        `json:"service"`
	Country   string        `json:"countryCode" doc:"Country code. *: every other country."`
	Own       *money.Amount `json:"own" doc:"Price of the owner's own line. Null: none."`
	Staff     bool          `json:"byStaff" doc:"The own line was set by staff."`
	Applies   Applied       `json:"applies"`
	Inherited Applied       `json:"inherited" doc:"What applies without the own line."`
	Least     *money.Amount `json:"least" doc:"What the caller pays itself, if it is an agent: it sets no price below. Null: no such bound."`
}

// Applied is a price with its origin.
type Applied struct {
	Price   *money.Amount `json:"price" doc:"Null: no price."`
	Source  string        `json:"source" enum:",own,account,list,agent,platform" doc:"Origin of the price: the own line, the account of the user, the agent's list, the agent's own price or the platform. Empty: no price."`
	Country string        `json:"countryCode" doc:"Country of the line that decides. *: the price of every other country."`
	Raised  bool          `json:"raised" doc:"The line is below what the agent pays, and the agent's price applies."`
}

// FromAccount is the source of a price that a user has from the account it belongs to.
const FromAccount = "account"

func (r *Service) gridRoutes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/customerinfo/price/grid", Perm: "aty:customerinfo:price",
		Summary: "Get the prices of a user by service and country, with their origin. userId platform: the defaults"}, r.grid)
	web.Handle(a, web.Route{Method: "GET", Path: "/proxy/service/price/grid", Perm: "proxy:price",
		Summary: "Get the price list of an agent by service and country, with the origin of the prices. Default: the caller"}, r.listGrid)
}

func (r *Service) grid(ctx context.Context, in *struct {
	UserID string `query:"userId" required:"true" minLength:"1" doc:"Id of a customer or an agent, or platform."`
}) (*Grid, error) {
	if in.UserID == Platform {
		if err := r.may(ctx, Platform); err != nil {
			return nil, err
		}
		return r.gridOf(ctx, Platform, owners{own: []string{Platform}})
	}
	u, err := r.Users.Find(ctx, auth.Must(ctx).Scope(), in.UserID)
	if err == nil && u.Type == auth.Admin { // staff hold no credit
		err = fault.Missing()
	}
	if err != nil {
		return nil, err
	}
	g, err := r.gridOf(ctx, u.ID, ownersOf(u.Owner()))
	if err != nil {
		return nil, err
	}
	if r.may(ctx, Platform) != nil {
		g.hideDefaults()
	}
	if u.ID == auth.Must(ctx).UserID { // what it pays itself: there is no cost beside it
		return g, nil
	}
	return r.bound(ctx, g)
}

func (r *Service) listGrid(ctx context.Context, in *struct {
	UserID string `query:"userId" doc:"Id of the agent. Required of staff."`
}) (*Grid, error) {
	agent, err := r.agent(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	own := ListOf(agent)
	g, err := r.gridOf(ctx, own, owners{agent: agent, own: []string{own}, above: []string{agent, Platform}})
	if err != nil {
		return nil, err
	}
	return r.bound(ctx, g)
}

// bound tells an agent in each cell what it pays itself.
func (r *Service) bound(ctx context.Context, g *Grid) (*Grid, error) {
	p := auth.Must(ctx)
	if p.Type != auth.Agent {
		return g, nil
	}
	floors, err := r.floors(ctx)
	if err != nil {
		return nil, err
	}
	for i := range g.Cells {
		if least, ok := leastOf(floors, seller(p), g.Cells[i].Service, g.Cells[i].Country); ok {
			g.Cells[i].Least = &least
		}
	}
	return g, nil
}

// hideDefaults leaves out the platform's defaults where an own price stands before them: only those who may read the defaults see them.
func (g *Grid) hideDefaults() {
	for i := range g.Cells {
		if c := &g.Cells[i]; c.Own != nil && c.Inherited.Source == FromPlatform {
			c.Inherited = Applied{}
		}
	}
}

// gridOf reads the lines of all owners that count, once each.
func (r *Service) gridOf(ctx context.Context, owner string, of owners) (*Grid, error) {
	all := of.all()
	slices.Sort(all)
	all = slices.Compact(all)
	var most int
	var lines books
	err := parallel.Do(
		func() (err error) { most, err = r.Max(ctx); return err },
		func() (err error) { lines, err = r.books(ctx, all...); return err })
	if err != nil {
		return nil, err
	}
	b := lineIndex{}
	for _, name := range all {
		for _, line := range lines[name] {
			b[key(name, line.Service, line.Country).SK+"@"+name] = line
		}
	}
	g := &Grid{Max: money.Amount(most) * money.Credit, Cells: []Cell{}}
	done := map[string]bool{}
	for _, name := range all {
		for _, line := range lines[name] {
			at := key("", line.Service, line.Country).SK
			if done[at] {
				continue
			}
			done[at] = true
			cell, err := b.cell(owner, of, line.Service, line.Country)
			if err != nil {
				return nil, err
			}
			g.Cells = append(g.Cells, cell)
		}
	}
	slices.SortFunc(g.Cells, func(a, b Cell) int {
		return cmp.Or(strings.Compare(a.Service, b.Service), strings.Compare(a.Country, b.Country))
	})
	return g, nil
}

// lineIndex is the lines of several owners by service, country and owner.
type lineIndex map[string]Line

func (b lineIndex) cell(owner string, of owners, service, country string) (Cell, error) {
	c := Cell{Service: service, Country: country}
	line, ok := b[key("", service, country).SK+"@"+owner]
	if ok {
		c.Own, c.Staff = &line.Price, line.Staff
	}
	var err error
	if c.Applies, err = b.applied(owner, of, service, country, false); err == nil {
		c.Inherited, err = b.applied(owner, of, service, country, true)
	}
	return c, err
}

// applied decides on the price of a service in a country, if wanted without the owner's line for that country.
func (b lineIndex) applied(owner string, of owners, service, country string, without bool) (Applied, error) {
	var found []Line // of the own, the listed and the agent's or platform's lines the first
	next := func(names []string) (Line, bool, error) {
		for _, name := range names {
			for _, where := range []string{country, Anywhere} {
				line, ok := b[key("", service, where).SK+"@"+name]
				if ok && (!without || name != owner || where != country) {
					found = append(found, line)
					return line, true, nil
				}
			}
		}
		found = append(found, Line{})
		return Line{}, false, nil
	}
	q, err := of.quote(next, country)
	if fault.Is(err, "price.none") {
		return Applied{}, nil
	}
	if err != nil {
		return Applied{}, err
	}
	line := found[map[string]int{FromOwn: 0, FromList: 1, FromAgent: 2, FromPlatform: 2}[q.Source]]
	a := Applied{Price: &q.Price, Source: q.Source, Country: line.Country, Raised: q.Price > line.Price}
	if q.Source == FromOwn && line.Owner != owner {
		a.Source = FromAccount
	}
	return a, nil
}
