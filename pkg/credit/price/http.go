package price

import (
	"context"
	"strings"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/sheet"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/notice"
	"herald/pkg/platform/role"
	"herald/pkg/platform/stafflimit"
	"herald/pkg/platform/upload"
	"herald/pkg/platform/user"
)

// Service is the routes of the charge items (business-domain §7).
type Service struct {
	List  *List
	Users *user.Store
	// Max is the setting price.max: the highest unit price, in whole credits, at most Max.
	Max func(ctx context.Context) (int, error)
	// Country tells whether a code is a country's.
	Country  func(code string) bool
	Services []string // that have a price
	Files    *upload.Service
	Sheets   sheet.Engine
	Text     func(ctx context.Context, key string, args map[string]any) string
	Notices  *notice.Store     // nil: no notice of a raise
	Limits   *stafflimit.Store // of what staff give
	NewID    func(ctx context.Context) string
	// Customers are the first-level customers of an agent.
	Customers func(ctx context.Context, agent string) ([]auth.Owner, error)
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	const perm, path = "aty:customerinfo:price", "/aty/customerinfo/price/"
	list.MountFor(a, r.charges(), r.of)
	web.Handle(a, web.Route{Method: "POST", Path: path + "charge/save", Perm: perm, Spends: true, Summary: "Set a price"}, r.save)
	web.Handle(a, web.Route{Method: "DELETE", Path: path + "charge/del/{id}", Perm: perm, Spends: true, Summary: "Remove a price"}, r.drop)
	web.Handle(a, web.Route{Method: "POST", Path: path + "charge/import", Perm: perm, Spends: true,
		Summary: "Import prices from a file with the columns service, countryCode and price. All rows are imported or none"}, r.imports)
	list.MountFor(a, list.List[Change]{List: changes, Path: path + "charge/history", Perm: perm,
		Summary: "List the price changes of a customer. userId platform: the defaults"}, r.history)
	web.Handle(a, web.Route{Method: "GET", Path: path + "query", Perm: web.SignedIn,
		Summary: "Get the price of a service in a country for a user in the caller's scope. Default: the caller"}, r.query)
	r.agentRoutes(a)
	r.gridRoutes(a)
}

// charges is the list of a user's prices.
func (r *Service) charges() list.List[Row] {
	return list.List[Row]{List: rows, Path: "/aty/customerinfo/price/charge", Perm: "aty:customerinfo:price",
		Summary: "List prices of a customer. userId platform: the defaults",
		File:    list.File{Name: "prices", Summary: "Export prices of a customer as xlsx, in the format of the import"}}
}

// Exports declares the prices as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.ListedFor(a, d, r.charges(), func(ctx context.Context, in *ImportQuery, l *list.List[Row], q *store.ListQuery) error {
		whose := OwnerQuery{in.ListInput, in.UserID}
		if whose.UserID == "" {
			if whose.UserID = auth.Must(ctx).UserID; auth.Must(ctx).Type == auth.Admin {
				whose.UserID = Platform
			}
		}
		return r.of(ctx, &whose, l, q)
	})
}

// ImportQuery is the input of prices as a file.
type ImportQuery struct {
	web.ListInput
	UserID string `query:"userId" doc:"Id of the user. Default: the platform's defaults for staff, the caller for others."`
}

// Row is a line with its id.
type Row struct {
	ID string `json:"id"`
	Line
}

func rowOf(l Line) Row { return Row{l.Owner + "." + l.Service + "." + l.Country, l} }

var rows = store.List[Row]{Columns: []store.Column[Row]{
	{Name: "createTime", Kind: store.Time, Get: func(r *Row) any { return r.Updated }},
	{Name: "service", Kind: store.Exact, Sort: true, Filter: true, Title: "priceService", Get: func(r *Row) any { return r.Service }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Title: "priceCountry", Get: func(r *Row) any { return r.Country }},
	{Name: "price", Kind: store.Number, Sort: true, Title: "priceAmount", Get: func(r *Row) any { return r.Price }},
}}

func (r *Service) may(ctx context.Context, owner string) error {
	p := auth.Must(ctx)
	if owner == Platform {
		if p.Scope() != auth.Everything {
			return fault.Missing()
		}
		return nil
	}
	u, err := r.Users.Find(ctx, p.Scope(), owner)
	if err == nil && u.Type == auth.Admin { // staff hold no credit (decisions §13)
		err = fault.Missing()
	}
	return err
}

// mayChange is may for a price that is set. Only an admin sets its own price. Staff whose view is narrowed to an
// agent set what an agent may, the prices of its customers. Faults: price.own (40303), role.narrowed (40309),
// price.defaults (40316).
func (r *Service) mayChange(ctx context.Context, owner string) error {
	p := auth.Must(ctx)
	if owner == p.UserID && p.Type != auth.Admin {
		return fault.New(fault.Forbidden, 40303, "price.own")
	}
	err := r.may(ctx, owner)
	if err == nil && owner == Platform {
		err = mayDefault(p)
	}
	if err != nil || p.Type != auth.Admin || p.Bound == "" {
		return err
	}
	if agent := seller(p); agent != "" && owner != agent {
		return nil
	}
	return role.Unnarrowed(p)
}

// seller is the agent as which a caller sets prices: itself, or the one that the view of staff is narrowed to.
func seller(p *auth.Principal) string {
	if p.Type != auth.Admin {
		return p.Agent
	}
	agent, _ := strings.CutPrefix(string(p.Bound), string(auth.AgentScope("")))
	if p.Bound != auth.AgentScope(agent) {
		return ""
	}
	return agent
}

// OwnerQuery is the input of the list of a user's prices.
type OwnerQuery struct {
	web.ListInput
	UserID string `query:"userId" required:"true" minLength:"1"`
}

func (r *Service) of(ctx context.Context, in *OwnerQuery, l *list.List[Row], _ *store.ListQuery) error {
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

func (r *Service) save(ctx context.Context, in *struct {
	Body struct {
		UserID  string       `json:"userId" minLength:"1" doc:"Id of a customer or an agent, or platform."`
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
	line := r.line(ctx, b.UserID, b.Service, b.Country, b.Price)
	if err := r.floor(ctx, line); err != nil {
		return nil, err
	}
	err = r.changing(ctx, b.UserID, func() error { line, err = r.List.Set(ctx, line); return err })
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, b.UserID, nil, map[string]any{"service": b.Service, "country": b.Country, "price": b.Price.String()})
	row := rowOf(line)
	return &row, nil
}

// floor refuses what only staff may set (decisions §13): 0, and less than the agent that sets it pays itself.
// Faults: price.zero, price.floor; price.none (40404) where the agent has no price; those of staffFloor.
func (r *Service) floor(ctx context.Context, line Line) error {
	if line.Staff {
		return r.staffFloor(ctx, line)
	}
	least, ok, err := r.List.Floor(ctx, seller(auth.Must(ctx)), line.Service, line.Country)
	if err != nil {
		return err
	}
	return bounded(line, least, ok)
}

// bounded is the rule of a price that staff did not set; least is what the agent pays, if anything.
func bounded(line Line, least money.Amount, ok bool) error {
	switch {
	case line.Price == 0:
		return fault.Bad("price", "price.zero")
	case !ok && line.Country != Anywhere: // for anywhere it says nothing yet: each country's own floor is looked up when it counts
		return fault.New(fault.NotFound, 40404, "price.none", "country", line.Country)
	case line.Price < least:
		return fault.Bad("price", "price.floor", "min", least.String())
	}
	return nil
}

// line is a price as the caller sets it.
func (r *Service) line(ctx context.Context, owner, service, country string, price money.Amount) Line {
	p := auth.Must(ctx)
	return Line{Owner: owner, Service: service, Country: country, Price: price, Staff: p.Type == auth.Admin && p.Bound == "", By: p.UserID,
		ByName: p.Name}
}

// named takes the id of a line apart.
func named(id string) (owner, service, country string, ok bool) {
	owner, rest, _ := strings.Cut(id, ".")
	cut := strings.LastIndex(rest, ".")
	if cut < 0 {
		return "", "", "", false
	}
	return owner, rest[:cut], rest[cut+1:], true
}

func (r *Service) drop(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	owner, service, country, ok := named(in.ID)
	if !ok {
		return nil, fault.Missing()
	}
	if err := r.mayChange(ctx, owner); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, owner, map[string]any{"service": service, "country": country}, nil)
	return &web.Done{}, r.changing(ctx, owner, func() error { return r.List.Drop(ctx, r.line(ctx, owner, service, country, 0)) })
}

var changes = store.List[Change]{Columns: []store.Column[Change]{
	{Name: "createTime", Kind: store.Time, Sort: true, Filter: true, Get: func(c *Change) any { return c.At }},
	{Name: "service", Kind: store.Exact, Sort: true, Filter: true, Get: func(c *Change) any { return c.Service }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Get: func(c *Change) any { return c.Country }},
	{Name: "operator", Kind: store.Text, Sort: true, Filter: true, Get: func(c *Change) any { return c.ByName }},
}}

func (r *Service) history(ctx context.Context, in *OwnerQuery, l *list.List[Change], _ *store.ListQuery) error {
	l.Rows = func(ctx context.Context) ([]Change, error) { return r.List.History(ctx, in.UserID) }
	return r.may(ctx, in.UserID)
}

// QuoteResponse is what one unit of a service costs.
type QuoteResponse struct {
	Price   money.Amount  `json:"price"`
	Service string        `json:"service"`
	Country string        `json:"countryCode"`
	Source  string        `json:"source" enum:"own,list,agent,platform" doc:"Origin of the price: the customer, its agent's list, its agent's own price or the platform."`
	Agent   *money.Amount `json:"agentPrice,omitempty" doc:"Price that the agent pays. Only for staff and agents."`
}

func (r *Service) query(ctx context.Context, in *struct {
	Service string `query:"service" enum:"@service" required:"true"`
	Country string `query:"countryCode" required:"true"`
	UserID  string `query:"userId" doc:"Id of a user in the caller's scope."`
}) (*QuoteResponse, error) {
	if in.Country != Anywhere && !r.Country(in.Country) {
		return nil, fault.Bad("countryCode", "price.country")
	}
	p := auth.Must(ctx)
	owner := p.Owner()
	if in.UserID != "" && in.UserID != p.UserID {
		u, err := r.Users.Find(ctx, p.Scope(), in.UserID)
		if err != nil {
			return nil, err
		}
		owner = u.Owner()
	}
	q, err := r.List.Quote(ctx, owner, in.Service, in.Country)
	if err != nil {
		return nil, err
	}
	out := &QuoteResponse{Price: q.Price, Service: in.Service, Country: in.Country, Source: q.Source}
	if owner.Agent != "" && (p.Type == auth.Admin || p.Type == auth.Agent) {
		out.Agent = &q.Agent
	}
	return out, nil
}
