package app

import (
	"context"

	"herald/pkg/audience/consent"
	"herald/pkg/audience/riskgroup"
	"herald/pkg/audience/suppression"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/country"
)

// suppressed is one in a process: it keeps the sets that workers met last.
func (e *Env) suppressed() *suppression.Store {
	return e.singletons.suppressed.get(func() *suppression.Store {
		return &suppression.Store{DB: e.DB, Now: e.Now, NewID: e.NewID, Cache: &suppression.Cache{}, Log: e.Log,
			Risks: &riskgroup.Store{DB: e.DB, Cache: &riskgroup.Cache{}}}
	})
}

func (e *Env) suppression() *suppression.Service {
	return &suppression.Service{Store: e.suppressed(), Contacts: e.Contacts(), Queues: e.Queues, Texts: e.ownParts().texts(),
		Customer: e.tenant}
}

func (e *Env) riskgroup() *riskgroup.Service {
	return &riskgroup.Service{DB: e.DB, Contacts: e.Contacts(), Settings: e.Settings(), Texts: e.ownParts().texts(), Country: country.Known,
		Customer: e.tenant, Now: e.Now, NewID: e.NewID,
		OnChanged: suppression.AnnounceRisks}
}

func (e *Env) consent() *consent.Service {
	return &consent.Service{Suppression: e.suppression(), Keep: e.Uploader().Keep}
}

// orderer is a user in a scope who orders, and its name: staff make nothing for each other.
func (e *Env) orderer(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error) {
	u, err := e.Users().Find(ctx, scope, userID)
	if err == nil && u.Type == auth.Admin {
		err = fault.Missing()
	}
	if err != nil {
		return auth.Owner{}, "", err
	}
	return u.Owner(), u.Name, nil
}

// tenant is the first-level customer, or the agent, of a user in a scope, and its name.
func (e *Env) tenant(ctx context.Context, scope auth.Scope, userID string) (auth.Owner, string, error) {
	u, err := e.Users().Find(ctx, scope, userID)
	if err != nil {
		return auth.Owner{}, "", err
	}
	name := u.Name
	if u.Tenant != u.ID {
		above, ok, err := e.Users().Load(ctx, u.Tenant)
		if err != nil {
			return auth.Owner{}, "", err
		}
		if ok {
			name = above.Name
		}
	}
	return auth.Owner{User: u.Tenant, Tenant: u.Tenant, Agent: u.Agent}, name, nil
}
