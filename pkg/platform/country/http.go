package country

import (
	"context"
	"time"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Room is the routes of countries.
type Room struct {
	Book *Book
	// Services that are sold by country, for the selector.
	Services []string
}

// Option is a country in a form.
type Option struct {
	Code              string `json:"code" example:"BR"`
	CallingCode       string `json:"callingCode" example:"55"`
	InternationalCode string `json:"internationalCode" doc:"the calling code, as platform-services names it"`
	Name              string `json:"name" doc:"in the caller's language"`
	EnName            string `json:"enName"`
	TimeZone          string `json:"timeZone"`
	Disabled          bool   `json:"disabled"`
}

func optionOf(c Country, lang i18n.Lang) Option {
	return Option{Code: c.Code, CallingCode: c.CallingCode, InternationalCode: c.CallingCode, Name: c.Name[lang], EnName: c.EnName, TimeZone: c.TimeZone, Disabled: c.Disabled}
}

// Selector is what forms offer (platform-services §3).
type Selector struct {
	CountryList       []Option            `json:"countryList"`
	BlacklistCodeList map[string][]string `json:"blacklistCodeList" doc:"businesses that a country is closed for"`
	Services          []string            `json:"services"`
}

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/conf/country/selector", Perm: web.SignedIn, Summary: "All countries"}, r.selector)
	web.Handle(a, web.Route{Method: "GET", Path: "/conf/country/lovPage", Perm: web.SignedIn, Summary: "Countries to choose from: those that are not disabled", Sorts: rows.Sorts()}, r.lovPage)
	web.Handle(a, web.Route{Method: "GET", Path: "/conf/country/page", Perm: "conf:country:page", Summary: "All countries with what an admin laid over them", Sorts: rows.Sorts()}, r.page)
	web.Handle(a, web.Route{Method: "PUT", Path: "/conf/country", Perm: "conf:country:edit", Summary: "Rename, disable or close a country, or change its time zone; what is left out stays"}, r.put)
}

func (r *Room) selector(ctx context.Context, _ *struct{}) (*Selector, error) {
	lang := web.LangOf(ctx)
	out := &Selector{BlacklistCodeList: map[string][]string{}, Services: r.Services}
	list, err := r.Book.All(ctx)
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
	Languages  map[i18n.Lang]string `json:"languages" doc:"the name by language"`
	TimeZones  []string             `json:"timeZones" doc:"all that it has"`
	Blacklist  []string             `json:"blacklist" doc:"businesses that it is closed for"`
	Shipped    map[i18n.Lang]string `json:"shipped" doc:"the name as shipped"`
	UpdateTime *time.Time           `json:"updateTime" doc:"null: as shipped"`
	Operator   string               `json:"operator"`
}

func rowOf(c Country, o Override, lang i18n.Lang) Row {
	laid := c.lay(o)
	row := Row{Option: optionOf(laid, lang), Languages: laid.Name, TimeZones: c.TimeZones, Blacklist: laid.Blacklist, Shipped: c.Name, Operator: o.By}
	if row.Blacklist == nil {
		row.Blacklist = []string{}
	}
	if !o.At.IsZero() {
		row.UpdateTime = &o.At
	}
	return row
}

// rows declares the list of countries.
var rows = store.List[Row]{Entity: "country", Columns: []store.Column[Row]{
	{Name: "createTime", Kind: store.Time, Get: func(*Row) any { return time.Time{} }},
	{Name: "updateTime", Kind: store.Time, Sort: true, Get: func(r *Row) any {
		if r.UpdateTime == nil {
			return time.Time{}
		}
		return *r.UpdateTime
	}},
	{Name: "code", Kind: store.Exact, Sort: true, Get: func(r *Row) any { return r.Code }},
	{Name: "name", Kind: store.Text, Sort: true, Get: func(r *Row) any { return r.Name }},
	{Name: "enName", Kind: store.Text, Sort: true, Get: func(r *Row) any { return r.EnName }},
	{Name: "callingCode", Kind: store.Exact, Sort: true, Get: func(r *Row) any { return r.CallingCode }},
	{Name: "disabled", Kind: store.Exact, Sort: true, Words: []string{"true", "false"}, Get: func(r *Row) any { return map[bool]string{true: "true", false: "false"}[r.Disabled] }},
}}

// Query are the filters of the list.
type Query struct {
	web.ListParams
	Code        string `query:"code"`
	Name        string `query:"name" doc:"contains; in the caller's language"`
	EnName      string `query:"enName" doc:"contains"`
	CallingCode string `query:"callingCode"`
	Disabled    string `query:"disabled" enum:"true,false,"`
}

// all gives every country that matches, by code unless asked otherwise.
func (r *Room) all(ctx context.Context, q store.ListQuery) ([]Row, error) {
	if _, err := rows.Plain(q); err != nil {
		return nil, err
	}
	over, err := r.Book.Shelf.All(ctx)
	if err != nil {
		return nil, err
	}
	lang := web.LangOf(ctx)
	list := make([]Row, 0, len(all()))
	for _, c := range all() {
		list = append(list, rowOf(c, over[c.Code], lang))
	}
	if len(q.SortFields) == 0 {
		q.SortFields, q.SortOrders = []string{"code"}, []string{"ascend"}
	}
	return rows.Select(list, q)
}

func (r *Room) page(ctx context.Context, in *Query) (web.Page[Row], error) {
	r.Book.Shelf.Renew()
	list, err := r.all(ctx, web.ListQuery(in))
	from := min((in.Current-1)*in.Size, len(list))
	return web.PageOf(in.ListParams, len(list), list[from:min(from+in.Size, len(list))]), err
}

func (r *Room) lovPage(ctx context.Context, in *Query) (web.Page[Option], error) {
	q := web.ListQuery(in)
	q.Filters["disabled"] = "false"
	list, err := r.all(ctx, q)
	from := min((in.Current-1)*in.Size, len(list))
	var out []Option
	for _, row := range list[from:min(from+in.Size, len(list))] {
		out = append(out, row.Option)
	}
	return web.PageOf(in.ListParams, len(list), out), err
}

func (r *Room) put(ctx context.Context, in *struct{ Body Change }) (*Row, error) {
	before, after, err := r.Book.Change(ctx, in.Body, auth.Must(ctx).Name)
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, after.Code, audited(before), audited(after))
	over, err := r.Book.Shelf.Get(ctx, after.Code)
	c, _ := Find(after.Code) // it was found to be changed
	row := rowOf(c, over[after.Code], web.LangOf(ctx))
	return &row, err
}

// audited is what the audit log keeps of a country.
func audited(c Country) any {
	return map[string]any{"names": c.Name, "timeZone": c.TimeZone, "disabled": c.Disabled, "blacklist": c.Blacklist}
}
