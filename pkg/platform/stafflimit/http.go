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
		Summary: "Get the caller's daily limits for giving credit and service years, and their use today"}, r.limits)
}

// Limits are those of the caller.
type Limits struct {
	Bounded      bool         `json:"bounded" doc:"True when limits apply to the caller. False for users who can change the settings, for agents and for customers."`
	CreditDaily  money.Amount `json:"creditDaily" doc:"Credit that the caller can give manually a day. 0: no limit."`
	CreditUsed   money.Amount `json:"creditUsed" doc:"Credit given today."`
	YearsDaily   int          `json:"yearsDaily" doc:"Years of the service that the caller can give a day."`
	YearsUsed    int          `json:"yearsUsed" doc:"Years given today."`
	DiscountMax  int          `json:"discountMax" doc:"Highest brand discount in percent."`
	WeightMax    int          `json:"weightMax" doc:"Highest bulk-send weight."`
	PricePercent int          `json:"pricePercent" doc:"Lowest price in percent of the platform's default."`
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
