package stock

import (
	"context"
	"strings"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/country"
)

// Service is the routes of stock.
type Service struct {
	Store     *Store
	Countries *country.Store
	// Numbers counts the numbers of card dealers by day and country: of one country, or of all when it is empty. nil: there are none.
	Numbers func(ctx context.Context, country string, days []string) (map[string]map[string]Numbers, error)
}

// name gives a country's name in a language.
func (r *Service) name(ctx context.Context, code string, lang i18n.Lang) (string, error) {
	c, _, err := r.Countries.Find(ctx, code)
	return c.Name[lang], err
}

var _ module.Module = (*Service)(nil)

// Routes of the module, of three groups.
func (r *Service) Routes(a *web.API) {
	r.send(a)
	r.sms(a)
	r.buildGroups(a)
}

// send mounts the stock of bulk sends (group gc).
func (r *Service) send(a *web.API) {
	line := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/gc/bulksendstock" + path, Perm: "gc:bulksendstock:" + verb, Summary: summary}
	}
	list.Mount(a, list.List[Country]{List: countries, Path: "/gc/bulksendstock", Perm: "gc:bulksendstock:page",
		Summary: "List countries with a limit", Rows: r.named})
	web.Handle(a, line("GET", "/default", "page", "Get the default for countries without a limit of their own"), r.unlisted)
	web.Handle(a, line("POST", "", "add", "Add a limit for a country"), r.add)
	web.Handle(a, line("PUT", "", "edit", "Change the number of messages that can still be sent to a country"), r.edit)
	web.Handle(a, line("DELETE", "/{id}", "del", "Remove the limit of a country"), r.drop)
	web.Handle(a, web.Route{Method: "POST", Path: "/gc/groupsendorder/countrys", Perm: "gc:groupsendorder:countrys", Asks: true,
		Summary: "List the messages that can still be sent by country. Countries not listed have no limit"}, r.remaining)
}

// sms mounts the stock of card-dealer SMS (group kfsms).
func (r *Service) sms(a *web.API) {
	c := r.cards()
	list.MountFor(a, c.List, r.cardsOn)
	web.Handle(a, web.Route{Method: "GET", Path: "/kfsms/repertory/days", Perm: "kfsms:repertory:read",
		Summary: "Count the numbers of card dealers by day, from today or a later day on"}, r.days)
	catalogue.Form(a, c)
}

var countries = store.List[Country]{Columns: []store.Column[Country]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(c *Country) any { return c.Created }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Get: func(c *Country) any { return c.Updated }},
	{Name: "countryCode", Kind: store.Exact, Sort: true, Filter: true, Get: func(c *Country) any { return c.Code }},
	{Name: "country", Kind: store.Text, Sort: true, Filter: true, Get: func(c *Country) any { return c.Name }},
	{Name: "sendTotal", Kind: store.Number, Sort: true, Get: func(c *Country) any { return c.SendTotal }},
	{Name: "remark", Kind: store.Text, Filter: true, Get: func(c *Country) any { return c.Remark }},
}}

func (r *Service) named(ctx context.Context) ([]Country, error) {
	all, err := r.Store.Countries(ctx)
	for i := range all {
		if err == nil {
			all[i].Name, err = r.name(ctx, all[i].Code, web.LangOf(ctx))
		}
	}
	return all, err
}

// Default is what a country without a figure gets with its first order (setting stock.default).
type Default struct {
	SendTotal *int64 `json:"sendTotal" doc:"Null: no limit."`
}

func (r *Service) unlisted(ctx context.Context, _ *struct{}) (*Default, error) {
	out := &Default{}
	n, err := r.Store.unlisted(ctx)
	if total := int64(n); total > 0 {
		out.SendTotal = &total
	}
	return out, err
}

// Request is what an admin says about a country.
type Request struct {
	ID        string `json:"id,omitempty" doc:"Country code of the limit to change." example:"BR"`
	Code      string `json:"countryCode,omitempty" doc:"Country code of a new limit." example:"BR"`
	SendTotal int64  `json:"sendTotal" minimum:"0" maximum:"1000000000" example:"200000"`
	Remark    string `json:"remark,omitempty" maxLength:"255"`
}

func (w Request) country(ctx context.Context, code string) Country {
	return Country{ID: code, Code: code, SendTotal: w.SendTotal, Remark: w.Remark, Operator: auth.Must(ctx).Name, Op: web.Operation(ctx)}
}

func (r *Service) answer(ctx context.Context, c Country, before any) (*Country, error) {
	auditlog.Note(ctx, c.ID, before, map[string]any{"countryCode": c.ID, "sendTotal": c.SendTotal, "remark": c.Remark})
	c.Code = c.ID
	name, err := r.name(ctx, c.ID, web.LangOf(ctx))
	c.Name = name
	return &c, err
}

func (r *Service) add(ctx context.Context, in *struct{ Body Request }) (*Country, error) {
	code := strings.ToUpper(strings.TrimSpace(in.Body.Code))
	if !country.Known(code) {
		return nil, fault.Bad("countryCode", "stock.country")
	}
	c, err := r.Store.add(ctx, in.Body.country(ctx, code))
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, c, nil)
}

func (r *Service) edit(ctx context.Context, in *struct{ Body Request }) (*Country, error) {
	if in.Body.ID == "" {
		return nil, fault.Bad("id", "web.valid.missing")
	}
	before, err := r.Store.Remaining(ctx, in.Body.ID)
	if err != nil {
		return nil, err
	}
	c, err := r.Store.set(ctx, in.Body.country(ctx, in.Body.ID))
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, c, map[string]any{"sendTotal": before})
}

type byID struct {
	ID string `path:"id"`
}

func (r *Service) drop(ctx context.Context, in *byID) (*web.Done, error) {
	auditlog.Note(ctx, in.ID, map[string]any{"countryCode": in.ID}, nil)
	return &web.Done{}, r.Store.drop(ctx, in.ID)
}

// Remaining is what a customer sees of a country's stock.
type Remaining struct {
	Code      string `json:"countryCode"`
	Country   string `json:"country"`
	SendTotal int64  `json:"sendTotal"`
}

func (r *Service) remaining(ctx context.Context, in *struct {
	Body *struct {
		CountryCode string `json:"countryCode,omitempty"`
	} `required:"false"`
}) ([]Remaining, error) {
	all, err := r.named(ctx)
	out := []Remaining{}
	for _, c := range all {
		if in.Body == nil || in.Body.CountryCode == "" || in.Body.CountryCode == c.Code {
			out = append(out, Remaining{c.Code, c.Name, max(0, c.SendTotal)})
		}
	}
	return out, err
}
