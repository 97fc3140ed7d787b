package comment

import (
	"context"
	"errors"
	"maps"

	"herald/pkg/campaign/commentitem"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
	_ module.Worker = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)

	_ orderkind.Kind = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	order.Mount[change](a, r.Intake, r.detail)
	r.Items.OwnerRoutes(a)
	r.Items.StaffRoutes(a)
	r.Items.PartnerRoutes(a)
}

// Tasks are those of the flow and of the items.
func (r *Service) Tasks() map[string]queue.Handler {
	all := r.Flow.Tasks()
	maps.Copy(all, r.Items.Tasks())
	return all
}

// Tick does the work of a minute.
func (r *Service) Tick(ctx context.Context) error {
	return errors.Join(r.Flow.Tick(ctx), r.Items.Tick(ctx))
}

// Exports declares the orders and the items of an order as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	r.Flow.Listing().Exports(a, d, commentitem.Accepted, commentitem.Failed)
	r.Items.Export(a, d)
}

// Detail is an order as of now.
type Detail struct {
	order.Detail
	Content  Request     `json:"content" doc:"The order as it was submitted."`
	Template string      `json:"template" doc:"Name of the template. Empty for an order with instructions."`
	Texts    []string    `json:"texts" nullable:"false" doc:"Texts of the comments, or the instructions."`
	Declared Declaration `json:"declared" doc:"Who declared that the customer owns the page."`
}

func (r *Service) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	b, err := r.body(ctx, id, false)
	if err != nil {
		return nil, err
	}
	return func(common order.Detail, _ *order.Tally) *Detail {
		return &Detail{Detail: common, Content: b.Request, Template: b.Title, Texts: b.Texts, Declared: b.Declared}
	}, nil
}
