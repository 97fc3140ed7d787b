package channelorder

import (
	"context"
	"errors"
	"maps"
	"time"

	"herald/pkg/account/staff"
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/orderkind"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/job"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
)

var (
	_ module.Module  = (*Service)(nil)
	_ module.Worker  = (*Service)(nil)
	_ module.Ticker  = (*Service)(nil)
	_ export.Lister  = (*Service)(nil)
	_ orderkind.Kind = (*Service)(nil)
)

// Routes of the module (decisions §2).
func (r *Service) Routes(a *web.API) {
	order.Mount[change](a, r.intake(), r.detail)
	list.Mount(a, r.list())
	web.Handle(a, web.Route{Method: "PUT", Path: numberBase + "/return", Perm: numberPerm + ":return",
		Summary: "Return numbers within channel.return.hours and get their price back. Returns 200 with a result per id"}, r.returning)
	web.Handle(a, web.Route{Method: "PUT", Path: numberBase + "/replace", Perm: numberPerm + ":replace",
		Summary: "Replace broken numbers by others of the same kind, free of charge. Returns 200 with a result per id"}, r.replacing)
}

// Exports declares the lists as files.
func (r *Service) Exports(a *web.API, d *export.Exporter) {
	r.Flow.Listing().Exports(a, d, assigned, returned)
	export.Listed(a, d, r.list())
}

// Tasks are those of the life cycle.
func (r *Service) Tasks() map[string]queue.Handler { return maps.Clone(r.Flow.Tasks()) }

// Tick does the work of a minute: that of the life cycle, and frees the numbers of orders that are over.
func (r *Service) Tick(ctx context.Context) error {
	return errors.Join(r.Flow.Tick(ctx), r.releases().Tick(ctx, r.Flow.Now(), func(ctx context.Context, d job.Due) (time.Time, error) {
		return time.Time{}, r.releaseThrough(ctx, d.ID)
	}))
}

// Detail is an order as of now.
type Detail struct {
	order.Detail
	Type    string   `json:"type"`
	Quality string   `json:"quality"`
	Age     string   `json:"age"`
	BatchNo string   `json:"batchNo,omitempty"`
	Pick    string   `json:"pick"`
	Segment string   `json:"segment,omitempty"`
	Amount  int      `json:"amount"`
	Admins  []string `json:"admins" nullable:"false" doc:"Ids of customer-service numbers."`

	Administrators []staff.NumberOption `json:"administrators" nullable:"false" doc:"The same with their numbers, in the order of admins. The phoneNumber of a deleted one is empty."`
}

func (r *Service) detail(ctx context.Context, id string) (func(order.Detail, *order.Tally) *Detail, error) {
	b, _, err := store.Load[body](ctx, r.Flow.DB, bodyKey(id), false)
	named := []staff.NumberOption{}
	if err == nil && len(b.Request.Admins) > 0 {
		named, err = r.Staff.Named(ctx, auth.Must(ctx), b.Request.Admins)
	}
	return func(common order.Detail, _ *order.Tally) *Detail {
		w := &b.Request
		d := &Detail{Detail: common, Type: w.Type, Quality: w.Quality, Age: w.Age, BatchNo: w.BatchNo, Pick: w.Pick, Segment: w.Segment,
			Amount: w.Amount, Admins: w.Admins, Administrators: named}
		if d.Admins == nil {
			d.Admins = []string{}
		}
		return d
	}, err
}
