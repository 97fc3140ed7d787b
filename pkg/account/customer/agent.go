package customer

import (
	"cmp"
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/sysuser"
	"herald/pkg/platform/user"
)

// CreateAgent makes an agent. Only unbound staff do: an agent has none below it. Faults: customer.secondLevel (40313), customer.bound
// (40309), those of check, 404 for a foreign referrer, user.loginTaken (40911).
func (r *Service) CreateAgent(ctx context.Context, p *auth.Principal, w Profile) (Customer, error) {
	w.normalize()
	c := Customer{User: user.User{Type: auth.Agent}}
	switch {
	case p.Type != auth.Admin:
		return c, fault.New(fault.Forbidden, 40313, "customer.secondLevel")
	case p.Bound != "":
		return c, fault.New(fault.Forbidden, 40309, "customer.bound")
	}
	err := r.check(ctx, &w, true)
	if err == nil {
		err = r.limited(ctx, &Partner{}, &w.Partner)
	}
	if err == nil {
		err = r.open(ctx, &w)
	}
	if err == nil {
		err = r.recommend(ctx, p.Scope(), &w.Partner, "", "")
	}
	if err != nil {
		return c, err
	}
	w.into(&c)
	if c, err = r.Create(ctx, user.New{ID: r.NewID(ctx), User: c.User}, c.Partner); err == nil {
		auditlog.Note(ctx, c.ID, nil, snapshotOf(&c))
	}
	return c, err
}

// OnAgentCreated tells of an agent that was made just now, and its giver of the initial password.
func (r *Service) OnAgentCreated(ctx context.Context, c *Customer) (*CreateResponse, error) {
	return r.created(ctx, c)
}

// EditAgent changes an agent in the caller's scope; absent fields stay.
func (r *Service) EditAgent(ctx context.Context, p *auth.Principal, change *web.Patch[Change]) (*Detail, error) {
	u, err := r.FindAgent(ctx, p, change.Value.UserID)
	if err != nil {
		return nil, err
	}
	return r.patch(ctx, p, u, change)
}

// FindAgent gives an agent in the caller's scope; the 404 fault for any other user.
func (r *Service) FindAgent(ctx context.Context, p *auth.Principal, userID string) (user.User, error) {
	u, err := r.Users.Find(ctx, p.Scope(), userID)
	if err == nil && u.Type != auth.Agent {
		err = fault.Missing()
	}
	return u, err
}

// Shown is a user that was read, with what its account holds.
func (r *Service) Shown(ctx context.Context, u user.User) (*Detail, error) {
	return r.shown(ctx, u, nil)
}

// DropAgent deletes an agent in the caller's scope. Faults: user.self (40303), customer.hasCustomers, customer.hasReserved,
// customer.hasCredit (409).
func (r *Service) DropAgent(ctx context.Context, p *auth.Principal, userID string) error {
	u, err := r.FindAgent(ctx, p, userID)
	if err != nil {
		return err
	}
	if u.ID == p.UserID {
		return fault.New(fault.Forbidden, 40303, "user.self")
	}
	auditlog.Note(ctx, u.ID, map[string]any{"name": u.Name, "phone": u.Phone}, nil)
	return r.close(ctx, u)
}

// AgentOptions are the agents in a scope to choose from, beside staff (sysuser.Service.Agents).
func (r *Service) AgentOptions(ctx context.Context, scope auth.Scope, q store.ListQuery) ([]sysuser.Option, store.Total, error) {
	rows, total, err := Agents.Page(ctx, r.Users.DB, string(scope), q)
	out := make([]sysuser.Option, len(rows))
	for i := range rows {
		out[i] = agentOption(&rows[i])
	}
	return out, total, err
}

func agentOption(a *Row) sysuser.Option {
	return sysuser.Option{UserID: a.UserID, Name: a.Name, Nickname: cmp.Or(a.Nickname, a.Name), OrganizationName: a.CompanyName,
		Status: a.Status, Phone: a.Phone, CreateTime: a.CreateTime}
}

// AgentList is the list of agents.
func (r *Service) AgentList() list.List[Row] { return list.List[Row]{List: Agents, DB: r.Users.DB} }
