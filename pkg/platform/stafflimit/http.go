package stafflimit

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
)

// Service is the route of the limits.
type Service struct{ Store *Store }

var _ module.Module = (*Service)(nil)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "GET", Path: "/aty/staff/limits", Perm: web.SignedIn,
		Summary: "What the caller may give away of the platform's money today, and what it gave"}, r.limits)
}

// Limits are those of the caller.
type Limits struct {
	Bounded      bool         `json:"bounded" doc:"whether limits hold for the caller; false for who may change the settings, and for agents and customers, who give of their own"`
	CreditDaily  money.Amount `json:"creditDaily" doc:"credit that it may move by hand a day; 0: no limit"`
	CreditUsed   money.Amount `json:"creditUsed" doc:"of it today"`
	YearsDaily   int          `json:"yearsDaily" doc:"years of the service that it may give a day"`
	YearsUsed    int          `json:"yearsUsed" doc:"of them today"`
	DiscountMax  int          `json:"discountMax" doc:"highest brand discount, percent"`
	WeightMax    int          `json:"weightMax" doc:"highest bulk-send weight"`
	PricePercent int          `json:"pricePercent" doc:"lowest price, in percent of the platform's default"`
}

func (r *Service) limits(ctx context.Context, _ *struct{}) (*Limits, error) {
	p, b := auth.Must(ctx), r.Store
	out := &Limits{Bounded: Bounded(p)}
	if !out.Bounded {
		return out, nil
	}
	var credit int
	number := func(into *int, key string) func() error {
		return func() (err error) { *into, err = b.Settings.Int(ctx, key); return err }
	}
	var was used
	err := parallel.Do(number(&credit, creditDaily), number(&out.YearsDaily, yearsDaily), number(&out.DiscountMax, discountMost),
		number(&out.WeightMax, weightMost),
		number(&out.PricePercent, pricePercent), func() (err error) { was, err = b.of(ctx, p.UserID); return err })
	out.CreditDaily, out.CreditUsed, out.YearsUsed = money.Amount(credit)*money.Credit, was.Credit, was.Years
	return out, err
}
