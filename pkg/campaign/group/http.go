package group

import (
	"context"

	"herald/pkg/campaign/groupbuild"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)

	_ orderkind.Kind    = (*Service)(nil)
	_ orderkind.Builder = (*Service)(nil)
)

// Routes of the module (business-domain §7; decisions §2).
func (r *Service) Routes(a *web.API) {
	s := r.Spec()
	order.Mount[draftChange](a, r.intake, r.detail)
	get := func(path, verb, summary string) web.Route {
		return web.Route{Method: "GET", Path: s.Path + path, Perm: s.Perm + ":" + verb, Summary: summary}
	}
	web.Handle(a, get("/buildGroupScale", "estimate", "Get group sizes, limits and providers"), r.scale)
	web.Handle(a, get("/availabledays", "estimate", "List possible start days with the number of groups that can still be made"),
		r.availableDays)
	web.Handle(a, web.Route{Method: "POST", Path: s.Path + "/check/money", Perm: s.Perm + ":estimate", Asks: true,
		Summary: "Check whether balance and stock are sufficient for an order. Changes nothing"}, r.checkMoney)
	r.Engine.GroupRoutes(a)
}

// Tasks are those of the flow.
func (r *Service) Tasks() map[string]queue.Handler { return r.Engine.Flow.Tasks() }

// Tick does the work of a minute.
func (r *Service) Tick(ctx context.Context) error { return r.Engine.Tick(ctx) }

// Exports declares the list of groups as an export.
func (r *Service) Exports(a *web.API, d *export.Exporter) { r.Engine.Exports(a, d) }

// BuildTasks make groups.
func (r *Service) BuildTasks() map[string]queue.Handler { return r.Engine.BuildTasks() }

// Detail is an order as of now.
type Detail struct {
	order.Detail
	Content Request           `json:"content" doc:"The order as it was submitted."`
	Via     string            `json:"provider" doc:"Provider that makes the groups."`
	Members int               `json:"members" doc:"Members of the order's groups, including customer service and administrators. 0 until the order is planned."`
	People  groupbuild.People `json:"people" doc:"People by state."`
}

func (r *Service) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	b, _, err := store.Load[Body](ctx, r.Engine.Flow.DB, bodyKey(id), false)
	return func(common order.Detail, t *order.Tally) *Detail {
		d := &Detail{Detail: common, Content: b.Request, Via: b.Via}
		d.People, d.Members = groupbuild.PeopleOf(t)
		return d
	}, err
}
