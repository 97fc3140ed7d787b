package report

import (
	"context"
	"strconv"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/module"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/dmp/overview", Perm: web.SignedIn,
		Summary: "Get figures of the last days in the caller's scope"}, r.overview)
	web.Handle(a, web.Route{Method: "GET", Path: "/dmp/sending", Perm: sendingPerm,
		Summary: "Get messages sent by day, customer, channel, country and template. Figures are minutes old while orders run"}, r.sending)
	web.Handle(a, web.Route{Method: "GET", Path: "/dmp/sending/customer/{id}", Perm: sendingPerm,
		Summary: "Get messages and cost of a customer, with its secondary users, by day. Figures are minutes old while orders run"},
		r.customerDays)
	web.Handle(a, web.Route{Method: "GET", Path: "/dmp/customers", Perm: "dmp:customers:page",
		Summary: "List the caller's customers with the most orders, and inactive customers"}, r.customers)
}

func (r *Service) customers(ctx context.Context, in *struct {
	Days string `query:"days" enum:"7,14,30" default:"14" doc:"Number of days, today included."`
}) (*Customers, error) {
	days, err := strconv.Atoi(in.Days)
	if err != nil {
		return nil, err
	}
	return r.Customers(ctx, auth.Must(ctx), days)
}

func (r *Service) overview(ctx context.Context, in *struct {
	// Text: an enum of numbers is compared with their texts, and refuses all.
	Days string `query:"days" enum:"7,14,30" default:"7" doc:"Number of days, today included."`
}) (*Overview, error) {
	days, err := strconv.Atoi(in.Days)
	if err != nil {
		return nil, err
	}
	return r.Overview(ctx, auth.Must(ctx), days)
}
