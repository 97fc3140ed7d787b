package app

import (
	"context"

	"herald/pkg/account/customer"
	"herald/pkg/credit/saas"
	"herald/pkg/kit/parallel"
	"herald/pkg/platform/session"
)

// Subscriptions are the yearly subscriptions.
func (e *Env) Subscriptions() *saas.Store {
	return e.singletons.services.get(func() *saas.Store {
		return &saas.Store{DB: e.DB, Now: e.Now, Required: e.Settings().Flag("saas.required")}
	})
}

func (e *Env) saas() *saas.Service {
	return &saas.Service{Store: e.Subscriptions(), Ledger: e.Ledger(), Users: e.Users(), Notices: e.Notifier(), NewID: e.NewID,
		Limits: e.staffLimits(),
		Price:  e.setting("saas.price"), Warn: e.setting("saas.warn.days"),
		AgentsGiveFree: func(ctx context.Context) (bool, error) {
			how, err := e.Settings().String(ctx, "saas.agent.give")
			return how == "free", err
		},
		Activated: func(ctx context.Context, userID string) (bool, error) { return customer.Activated(ctx, e.DB, userID) }}
}

// subscribed is what sessions tell of a subscription.
func (e *Env) subscribed(ctx context.Context, tenant string) (s session.Subscription, err error) {
	err = parallel.Do(
		func() error {
			has, err := e.Subscriptions().Of(ctx, tenant)
			s.Status, s.Expire = int(has.At(e.Now())), has.Expiry()
			return err
		},
		func() (err error) { s.Required, err = e.Subscriptions().Required(ctx); return err })
	return s, err
}
