package country

import (
	"context"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

// Service is the routes of countries.
type Service struct {
	Store *Store
	// Services that are sold by country, for the selector.
	Services []string
}

// Option is a country in a form.
type Option struct {
	Code              string `json:"code" example:"BR"`
	CallingCode       string `json:"callingCode" example:"55"`
	InternationalCode string `json:"internationalCode" doc:"Calling code, named as in platform-services."`
	Name              string `json:"name" doc:"Text in the caller's language."`
	EnName            string `json:"enName"`
	TimeZone          string `json:"timeZone"`
	Disabled          bool   `json:"disabled"`
}

func optionOf(c Country, lang i18n.Lang) Option {
	return Option{Code: c.Code, CallingCode: c.CallingCode, InternationalCode: c.CallingCode, Name: c.Name[lang], EnName: c.EnName,
		TimeZone: c.TimeZone, Disabled: c.Disabled}
}

// Selector is what forms offer (platform-services §3).
type Selector struct {
	CountryList       []Option            `json:"countryList"`
	BlacklistCodeList map[string][]string `json:"blacklistCodeList" doc:"Businesses that are not offered in the country."`
	Services          []string            `json:"services"`
}

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/conf/country/selector", Perm: web.SignedIn, Summary: "List all countries"}, r.selector)
	list.Serve(a, web.Route{Method: "GET", Path: "/conf/country/lovPage", Perm: web.SignedIn,
		Summary: "List enabled countries for a picker"}, r.list(),
		func(_ context.Context, _ *web.ListInput, _ *list.List[Row], q *store.ListQuery) error {
			q.Filters["disabled"] = "false"
			return nil
		}, func(row *Row) Option { return row.Option })
	list.Mount(a, r.list())
	web.Handle(a, web.Route{Method: "PUT", Path: "/conf/country", Perm: "conf:country:edit",
		Summary: "Change name, status, blocked businesses or time zone of a country. Missing fields stay unchanged"}, r.put)
}

func (r *Service) selector(ctx context.Context, _ *struct{}) (*Selector, error) {
	lang := web.LangOf(ctx)
	out := &Selector{BlacklistCodeList: map[string][]string{}, Services: r.Services}
	list, err := r.Store.All(ctx)
	for _, c := range list {
		out.CountryList = append(out.CountryList, optionOf(c, lang))
		if len(c.Blacklist) > 0 {
			out.BlacklistCodeList[c.Code] = c.Blacklist
		}
	}
	return out, err
}

// Row is a country as admins see it.
type Row struct {
	Option
	Languages  map[i18n.Lang]string `json:"languages" doc:"Name by language."`
	TimeZones  []string             `json:"timeZones" doc:"All time zones of the country."`
	Blacklist  []string             `json:"blacklist" doc:"Businesses that are not offered in the country."`
	Shipped    map[i18n.Lang]string `json:"shipped" doc:"The shipped name."`
	UpdateTime *time.Time           `json:"updateTime" doc:"Null: not changed since shipping."`
	Operator   string               `json:"operator"`
}

func rowOf(c Country, o Override, lang i18n.Lang) Row {
	laid := c.merge(o)
	row := Row{Option: optionOf(laid, lang), Languages: laid.Name, TimeZones: c.TimeZones, Blacklist: laid.Blacklist, Shipped: c.Name,
		Operator: o.By}
	if row.Blacklist == nil {
		row.Blacklist = []string{}
	}
	if !o.At.IsZero() {
		row.UpdateTime = &o.At
	}
	return row
}

// list declares the list of countries, by code unless asked otherwise.
func (r *Service) list() list.List[Row] {
	return list.List[Row]{List: rows, Path: "/conf/country", Perm: "conf:country:page",
		Summary: "List all countries with the admin's changes", Rows: r.all,
		By: []string{"code"}, File: list.File{Name: "countries", Summary: "Export the matching countries as xlsx or CSV"}}
}

var rows = store.List[Row]{Columns: []store.Column[Row]{
	{Name: "createTime", Kind: store.Time, Get: func(*Row) any { return nil }},
	{Name: "code", Kind: store.Exact, Sort: true, Filter: true, Title: "code", Get: func(r *Row) any { return r.Code }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Doc: "Part of the text in the caller's language.", Title: "name",
		Get: func(r *Row) any { return r.Name }},
	{Name: "enName", Kind: store.Text, Sort: true, Filter: true, Doc: "Substring.", Title: "english",
		Get: func(r *Row) any { return r.EnName }},
	{Name: "callingCode", Kind: store.Exact, Sort: true, Filter: true, Title: "callingCode", Get: func(r *Row) any { return r.CallingCode }},
	{Title: "timeZone", Get: func(r *Row) any { return r.TimeZone }},
	{Name: "disabled", Kind: store.Exact, Sort: true, Filter: true, OneOf: []string{"true", "false"}, Title: "disabled", Dict: "yes_no",
		Get: func(r *Row) any { return r.Disabled }},
	{Title: "blacklist", Get: func(r *Row) any { return r.Blacklist }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Title: "updated", Get: func(r *Row) any { return r.UpdateTime }},
	{Title: "operator", Get: func(r *Row) any { return r.Operator }},
}}

// all gives every country.
func (r *Service) all(ctx context.Context) ([]Row, error) {
	r.Store.Overrides.Renew()
	over, err := r.Store.Overrides.All(ctx)
	list := make([]Row, 0, len(all()))
	for _, c := range all() {
		list = append(list, rowOf(c, over[c.Code], web.LangOf(ctx)))
	}
	return list, err
}

func (r *Service) put(ctx context.Context, in *struct{ Body Change }) (*Row, error) {
	before, after, err := r.Store.Change(ctx, in.Body, auth.Must(ctx).Name)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, after.Code, audited(before), audited(after))
	over, err := r.Store.Overrides.Get(ctx, after.Code)
	c, _ := Find(after.Code) // it was found to be changed
	row := rowOf(c, over[after.Code], web.LangOf(ctx))
	return &row, err
}

// audited is what the audit log keeps of a country.
func audited(c Country) any {
	return map[string]any{"names": c.Name, "timeZone": c.TimeZone, "disabled": c.Disabled, "blacklist": c.Blacklist}
}
