package agent

import (
	"context"

	"herald/pkg/account/customer"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

// list declares the list of agents: of all that staff see, and of an agent itself.
func (r *Service) list() list.List[customer.Row] {
	l := r.Customers.AgentList()
	l.Path, l.Perm, l.Summary = "/proxy", "proxy:page", "List agents in the caller's scope. An agent sees itself"
	l.File = list.File{Name: "agents", Summary: "Export the matching agents as xlsx or CSV"}
	return l
}

// Exports declares the list as a file.
func (r *Service) Exports(a *web.API, d *export.Exporter) { export.Listed(a, d, r.list()) }

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/proxy" + path, Perm: "proxy:" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	add := route("POST", "", "add",
		"Create an agent. The initial password is the last 6 digits of the phone number, or a random one that is returned only once. "+
			"There is one level of agents")
	add.Denied = "customer.secondLevel"
	web.Handle(a, add, r.post)
	web.Handle(a, route("PUT", "", "edit", "Change an agent. Missing fields stay unchanged"), r.put)
	web.Handle(a, route("GET", "/info/selector", "page", "List agents for a picker: the newest 200 that match"), r.selector)
	web.Handle(a, route("GET", "/info/{id}", "page", "Get an agent"), r.get)
	activation := route("PUT", "/activation/{id}", "activation",
		"Activate the account of an agent or of an agent's customer so that it can buy the subscription")
	activation.Spends = true
	web.Handle(a, activation, r.activate)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete an agent without customers and credit"), r.remove)
	web.Handle(a, route("GET", "/home", "statement",
		"Get the overview of an agent: customers, this month's margin by day and customers with a low balance. Staff give agentId"),
		r.figures)
}

func (r *Service) post(ctx context.Context, in *struct {
	Body struct {
		customer.Profile
		AgentID  string `json:"agentId,omitempty" doc:"Refused: an agent has no agent above it."`
		ParentID string `json:"parentId,omitempty" doc:"Refused."`
	}
}) (*customer.CreateResponse, error) {
	b := &in.Body
	for field, above := range map[string]string{"agentId": b.AgentID, "parentId": b.ParentID} {
		if above != "" {
			return nil, fault.Bad(field, "customer.secondLevel")
		}
	}
	c, err := r.Customers.CreateAgent(ctx, auth.Must(ctx), b.Profile)
	if err != nil {
		return nil, err
	}
	return r.Customers.OnAgentCreated(ctx, &c)
}

func (r *Service) remove(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	return &web.Done{}, r.Customers.DropAgent(ctx, auth.Must(ctx), in.ID)
}

func (r *Service) put(ctx context.Context, in *struct{ Body web.Patch[customer.Change] }) (*customer.Detail, error) {
	return r.Customers.EditAgent(ctx, auth.Must(ctx), &in.Body)
}

func (r *Service) selector(ctx context.Context, in *struct {
	Name  string `query:"name"`
	Phone string `query:"phone"`
}) ([]customer.Option, error) {
	q := store.ListQuery{Current: 1, Size: options, Filters: map[string]string{}}
	for name, part := range map[string]string{"name": in.Name, "phone": in.Phone} {
		if part != "" {
			q.Filters[name] = part
		}
	}
	rows, _, err := customer.Agents.Page(ctx, r.Customers.Users.DB, string(auth.Must(ctx).Scope()), q)
	out := make([]customer.Option, len(rows))
	for i, a := range rows {
		out[i] = customer.Option{UserID: a.UserID, Name: a.Name, Phone: a.Phone, PhoneNumber: a.Phone, CountryCode: a.CountryCode, Type: a.Type}
	}
	return out, err
}

// options is how many a selector chooses from.
const options = 200

// ByID names an agent.
type ByID struct {
	ID string `path:"id"`
}

func (r *Service) get(ctx context.Context, in *ByID) (*customer.Detail, error) {
	u, err := r.Customers.FindAgent(ctx, auth.Must(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return r.Customers.Shown(ctx, u)
}

// activate is staff's for an agent and for all users below one, and an agent's for its customers; no user activates
// itself.
func (r *Service) activate(ctx context.Context, in *ByID) (*customer.Detail, error) {
	p := auth.Must(ctx)
	u, err := r.Customers.Users.Find(ctx, p.Scope(), in.ID)
	switch {
	case err != nil:
		return nil, err
	case u.Type == auth.Admin:
		return nil, fault.Missing()
	case u.ID == p.UserID:
		return nil, fault.New(fault.Forbidden, 40303, "user.self")
	}
	return r.Customers.Activate(ctx, u)
}

func (r *Service) figures(ctx context.Context, in *struct {
	AgentID string `query:"agentId" doc:"Id of the agent. Required of staff."`
}) (*Dashboard, error) {
	p := auth.Must(ctx)
	if p.Type == auth.Agent && (in.AgentID == "" || in.AgentID == p.UserID) {
		return r.home(ctx, p.UserID)
	}
	if in.AgentID == "" {
		return nil, fault.Bad("agentId", "agent.choose")
	}
	var u user.User
	u, err := r.Customers.FindAgent(ctx, p, in.AgentID)
	if err != nil {
		return nil, err
	}
	return r.home(ctx, u.ID)
}
