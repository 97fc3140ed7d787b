package price

import (
	"context"
	"strings"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Room is the routes of the charge items (business-domain §7).
type Room struct {
	List  *List
	Users *user.Store
	// Max is the setting price.max: the highest unit price, in whole credits, at most Max.
	Max func(ctx context.Context) (int, error)
	// Country tells whether a code is a country's.
	Country func(code string) bool
}

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	const perm = "aty:customerinfo:price"
	list.MountFor(a, list.List[Row]{List: rows, Path: "/aty/customerinfo/price/charge", Perm: perm, Summary: "Prices of a customer; userId platform for the defaults"}, r.of)
	web.Handle(a, web.Route{Method: "POST", Path: "/aty/customerinfo/price/charge/save", Perm: perm, Summary: "Set a price"}, r.save)
	web.Handle(a, web.Route{Method: "DELETE", Path: "/aty/customerinfo/price/charge/del/{id}", Perm: perm, Summary: "Remove a price"}, r.drop)
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/customerinfo/price/query", Perm: web.SignedIn, Summary: "What the caller pays for a service in a country"}, r.query)
}

// Row is a line with its id.
type Row struct {
	ID string `json:"id"`
	Line
}

func rowOf(l Line) Row { return Row{l.Owner + "." + l.Service + "." + l.Country, l} }

var rows = store.List[Row]{Columns: []store.Column[Row]{
	{Name: "createTime", Kind: store.Time, Get: func(r *Row) any { return r.Updated }},
	{Name: "service", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *Row) any { return r.Service }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Get: func(r *Row) any { return r.Country }},
	{Name: "price", Kind: store.Number, Sort: true, Get: func(r *Row) any { return r.Price }},
}}

func (r *Room) may(ctx context.Context, owner string) error {
	p := auth.Must(ctx)
	if owner == Platform {
		if p.Scope() != auth.Everything {
			return fault.Missing()
		}
		return nil
	}
	_, err := r.Users.Find(ctx, p.Scope(), owner)
	return err
}

// mayChange is may for a price that is set: nobody but an admin sets what it pays itself.
func (r *Room) mayChange(ctx context.Context, owner string) error {
	if p := auth.Must(ctx); owner == p.UserID && p.Type != auth.Admin {
		return fault.New(fault.Forbidden, 40303, "price.own")
	}
	return r.may(ctx, owner)
}

// Whose is the input of the list of somebody's prices.
type Whose struct {
	web.ListInput
	UserID string `query:"userId" required:"true" minLength:"1"`
}

func (r *Room) of(ctx context.Context, in *Whose, l *list.List[Row], _ *store.ListQuery) error {
	l.Rows = func(ctx context.Context) ([]Row, error) {
		lines, err := r.List.Of(ctx, in.UserID)
		all := make([]Row, len(lines))
		for i, line := range lines {
			all[i] = rowOf(line)
		}
		return all, err
	}
	return r.may(ctx, in.UserID)
}

func (r *Room) save(ctx context.Context, in *struct {
	Body struct {
		UserID  string       `json:"userId" minLength:"1" doc:"a customer, an agent, or platform"`
		Service string       `json:"service" enum:"@service"`
		Country string       `json:"countryCode"`
		Price   money.Amount `json:"price"`
	}
}) (*Row, error) {
	b := in.Body
	if b.Country != Anywhere && !r.Country(b.Country) {
		return nil, fault.Bad("countryCode", "price.country")
	}
	if err := r.mayChange(ctx, b.UserID); err != nil {
		return nil, err
	}
	most, err := r.Max(ctx)
	if err != nil {
		return nil, err
	}
	if b.Price > money.Amount(most)*money.Credit {
		return nil, fault.Bad("price", "price.range", "max", most)
	}
	line := Line{Owner: b.UserID, Service: b.Service, Country: b.Country, Price: b.Price, Staff: auth.Must(ctx).Type == auth.Admin}
	if err := r.floor(ctx, line); err != nil {
		return nil, err
	}
	if err := r.List.Set(ctx, line); err != nil {
		return nil, err
	}
	audit.Note(ctx, b.UserID, nil, map[string]any{"service": b.Service, "country": b.Country, "price": b.Price.String()})
	row := rowOf(line)
	return &row, nil
}

// floor refuses what only staff may set (decisions §13): 0, and less than the agent that sets it pays itself.
// Faults: price.zero, price.floor; price.none (40404) where the agent has no price.
func (r *Room) floor(ctx context.Context, line Line) error {
	p := auth.Must(ctx)
	if line.Staff {
		return nil
	}
	if line.Price == 0 {
		return fault.Bad("price", "price.zero")
	}
	least, ok, err := r.List.Floor(ctx, p.Agent, line.Service, line.Country)
	switch {
	case err != nil:
		return err
	case !ok && line.Country != Anywhere: // for anywhere it says nothing yet: each country's own floor is looked up when it counts
		return fault.New(fault.NotFound, 40404, "price.none", "country", line.Country)
	case line.Price < least:
		return fault.Bad("price", "price.floor", "min", least.String())
	}
	return nil
}

func (r *Room) drop(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	owner, rest, _ := strings.Cut(in.ID, ".")
	cut := strings.LastIndex(rest, ".")
	if cut < 0 {
		return nil, fault.Missing()
	}
	if err := r.mayChange(ctx, owner); err != nil {
		return nil, err
	}
	audit.Note(ctx, owner, map[string]any{"price": rest}, nil)
	return &web.Done{}, r.List.Drop(ctx, owner, rest[:cut], rest[cut+1:])
}

// Asked is what one unit of a service costs the caller.
type Asked struct {
	Price money.Amount `json:"price"`
}

func (r *Room) query(ctx context.Context, in *struct {
	Service string `query:"service" enum:"@service" required:"true"`
	Country string `query:"countryCode" required:"true"`
}) (*Asked, error) {
	q, err := r.List.Quote(ctx, auth.Must(ctx).Owner(), in.Service, in.Country)
	if err != nil {
		return nil, err
	}
	return &Asked{q.Price}, nil
}
