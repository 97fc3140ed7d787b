package country

import (
	"context"

	"herald/pkg/kit/web"
)

// Room is the routes of countries.
type Room struct {
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

// Selector is what forms offer (platform-services §3).
type Selector struct {
	CountryList       []Option            `json:"countryList"`
	BlacklistCodeList map[string][]string `json:"blacklistCodeList" doc:"businesses that a country is closed for"`
	Services          []string            `json:"services"`
}

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/conf/country/selector", Perm: web.SignedIn, Summary: "All countries"}, r.selector)
}

func (r *Room) selector(ctx context.Context, _ *struct{}) (*Selector, error) {
	lang := web.LangOf(ctx)
	out := &Selector{BlacklistCodeList: map[string][]string{}, Services: r.Services}
	for _, c := range All() {
		out.CountryList = append(out.CountryList, Option{Code: c.Code, CallingCode: c.CallingCode, InternationalCode: c.CallingCode, Name: c.Name[lang],
			EnName: c.EnName, TimeZone: c.TimeZone, Disabled: c.Disabled})
	}
	return out, nil
}
