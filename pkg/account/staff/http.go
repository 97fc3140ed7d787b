package staff

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/catalogue"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module (business-domain §7; decisions §2).
func (r *Service) Routes(a *web.API) {
	people, numbers := r.servicers(), r.accounts()
	catalogue.Mount(a, people)
	web.Handle(a, web.Route{Method: "GET", Path: people.Path + "/selector", Perm: people.Perm,
		Summary: "List active customer-service staff for a picker: the newest 200 that match"}, r.selector)
	catalogue.Mount(a, numbers)
	web.Handle(a, web.Route{Method: "PUT", Path: numbers.Path + "/usable", Perm: numbers.Of + ":usable",
		Summary: "Enable or disable a customer-service account, or mark it as invalid"}, r.usable)
	web.Handle(a, web.Route{Method: "GET", Path: numbers.Path + "/selector", Perm: numbers.Perm,
		Summary: "List enabled accounts of active staff for a picker: the newest 200 that match"}, r.numberSelector)
}

// Exports declares the lists as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	export.Listed(a, d, r.servicers().List)
	export.Listed(a, d, r.accounts().List)
}

// mostOptions of a selector.
const mostOptions = 200

// AccountQuery is what a selector is asked.
type AccountQuery struct {
	Name        string `query:"name" doc:"Part of the value."`
	PhoneNumber string `query:"phoneNumber" doc:"Part of the value."`
	CountryCode string `query:"countryCode"`
	CustomerID  string `query:"customerId" doc:"Id of a customer: only its rows."`
}

func newest(filters map[string]string) store.ListQuery {
	for k, v := range filters {
		if v == "" {
			delete(filters, k)
		}
	}
	return store.ListQuery{Current: 1, Size: mostOptions, Filters: filters}
}

// Option is one of the staff in a selector.
type Option struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Phone  string `json:"phone"`
	Gender string `json:"gender"`
}

func (r *Service) selector(ctx context.Context, in *AccountQuery) ([]Option, error) {
	l := r.servicers()
	rows, _, err := l.Page(ctx, r.DB, scopeOf(auth.Must(ctx)),
		newest(map[string]string{"name": in.Name, "phone": in.PhoneNumber, "customerId": in.CustomerID, "status": OnJob}))
	out := make([]Option, len(rows))
	for i, s := range rows {
		out[i] = Option{s.ID, s.Name, s.Phone, s.Gender}
	}
	return out, err
}

// NumberOption is a number in a selector.
type NumberOption struct {
	ID           string `json:"id"`
	PhoneNumber  string `json:"phoneNumber"`
	CountryCode  string `json:"countryCode"`
	ServicerName string `json:"servicerName"`
}

func (r *Service) numberSelector(ctx context.Context, in *AccountQuery) ([]NumberOption, error) {
	l := r.accounts()
	rows, _, err := l.Page(ctx, r.DB, scopeOf(auth.Must(ctx)),
		newest(map[string]string{"phoneNumber": in.PhoneNumber, "countryCode": in.CountryCode, "customerId": in.CustomerID, "status": Enabled}))
	if err == nil {
		err = r.owned(ctx, rows)
	}
	out := []NumberOption{}
	for _, a := range rows {
		if a.OnJob {
			out = append(out, NumberOption{a.ID, a.PhoneNumber, a.CountryCode, a.ServicerName})
		}
	}
	return out, err
}
