package customer

import (
	"context"
	"errors"
	"maps"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
	"herald/pkg/kit/money"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/export"
	"herald/pkg/platform/user"
)

var (
	_ module.Module = (*Service)(nil)
	_ export.Lister = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/aty/customerinfo" + path, Perm: "aty:customerinfo:" + verb, Summary: summary}
	}
	change := func(method, path, verb, summary string) web.Route { // not by a locked agent, nor by a locked customer
		line := route(method, path, verb, summary)
		line.Spends = true
		return line
	}
	list.Mount(a, r.list())
	web.Handle(a, route("GET", "/selector", "page", "List customers for a picker: the newest 200 that match"), r.selector)
	list.Serve(a, referredLine, r.list(), referral, referredOf)
	web.Handle(a, route("GET", "/recommend/selector", "page", "List possible referrers for a picker: the newest 200 that match"), r.referrers)
	web.Handle(a, route("GET", "", "page", "Get a customer"), r.get)
	web.Handle(a, route("GET", "/{id}", "page", "Get a customer"), r.getByPath)
	web.Handle(a, change("POST", "", "add",
		"Create a customer. The initial password is the last 6 digits of the phone number, or a random one that is returned only once "+
			"(setting password.initial)"), r.post)
	web.Handle(a, change("POST", "/secondary", "secondary",
		"Create a secondary, as a first-level customer or as staff with parentId"), r.postSecondary)
	web.Handle(a, change("PUT", "", "edit", "Change a customer. Missing fields stay unchanged"), r.put)
	web.Handle(a, change("PUT", "/activation/{id}", "activation", "Activate a customer's account so that it can buy the subscription"),
		r.activate)
	web.Handle(a, route("POST", "/upperbatch", "upperbatch",
		"Set the bulk-send weight (num, 0 to 1000) of customers (ids, repeated, at most 100). Returns a result per customer"), r.setWeights)
	list.Options(a, route("GET", "/sys/proxy", "page", "List agents that a customer can belong to"), r.AgentList(), agentOption)
	web.Handle(a, change("DELETE", "/{id}", "del", "Delete a customer and end its sessions"), r.remove)
	r.ownRoutes(a)
}

// CreateResponse is the id of a new customer, with its initial password.
type CreateResponse struct {
	UserID string `json:"userId"`
	user.Initial
}

// created notifies consoles of a new customer, and gives its creator the initial password.
func (r *Service) created(ctx context.Context, c *Customer) (*CreateResponse, error) {
	told, err := r.Users.TellInitial(ctx, &c.User)
	return &CreateResponse{c.ID, told}, err
}

// snapshotOf is a customer as the audit log stores it.
func snapshotOf(c *Customer) map[string]any {
	all := map[string]any{"name": c.Name, "phone": c.Phone, "email": c.Email, "company": c.CompanyName, "country": c.CountryCode,
		"kind": c.CustomerType, "level": c.CustomerLevel, "nickname": c.Nickname, "language": c.Language, "type": int(c.Type), "agent": c.Agent,
		"tenant": c.Tenant, "recommender": c.RecommendUser}
	terms := map[string]any{"groupSendWeight": c.Weight, "currency": c.Currency, "usdtAuth": c.USDT, "apiCustomer": c.API,
		"coreCustomer":  c.Core,
		"brandCustomer": c.Brand, "brandDiscount": c.Discount, "dailyBatchCount": c.DailyBatch, "maxThroughput": c.MaxThroughput,
		"activated": c.Activated != nil, "verificationRequested": c.requested()}
	maps.DeleteFunc(terms, func(_ string, v any) bool { return v == "" || v == 0 || v == false }) // few have any
	maps.Copy(all, terms)
	return all
}

func (r *Service) post(ctx context.Context, in *struct {
	Body struct {
		Profile
		AgentID string `json:"agentId,omitempty" doc:"Id of the customer's agent. Default for an agent: the agent itself."`
	}
}) (*CreateResponse, error) {
	u, err := r.createCustomer(ctx, auth.Must(ctx), in.Body.Profile, in.Body.AgentID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, snapshotOf(&u))
	return r.created(ctx, &u)
}

func (r *Service) postSecondary(ctx context.Context, in *struct {
	Body struct {
		Profile
		ParentID string `json:"parentId,omitempty" doc:"Id of the first-level customer of a secondary. Required of staff and agents."`
	}
}) (*CreateResponse, error) {
	u, err := r.createSecondary(ctx, auth.Must(ctx), in.Body.Profile, in.Body.ParentID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, snapshotOf(&u))
	return r.created(ctx, &u)
}

// Change of a customer.
type Change struct {
	UserID string `json:"userId" minLength:"1"`
	Profile
}

func (r *Service) put(ctx context.Context, in *struct{ Body web.Patch[Change] }) (*Detail, error) {
	p, userID := auth.Must(ctx), in.Body.Value.UserID
	u, err := r.find(ctx, p.Scope(), userID)
	if err != nil {
		return nil, err
	}
	return r.patch(ctx, p, u, &in.Body)
}

// patch lays a change over a user that was read.
func (r *Service) patch(ctx context.Context, p *auth.Principal, u user.User, change *web.Patch[Change]) (*Detail, error) {
	before, after, err := r.edit(ctx, p, u, func(w *Profile) error {
		c := Change{u.ID, *w}
		err := change.Into(&c)
		*w = c.Profile
		return err
	})
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, snapshotOf(&before), snapshotOf(&after))
	return r.detail(ctx, &after)
}

func (r *Service) remove(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	u, err := r.drop(ctx, auth.Must(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, snapshotOf(&u), nil)
	return &web.Done{}, nil
}

// Option is a customer to choose.
type Option struct {
	UserID      string    `json:"userId"`
	Name        string    `json:"name"`
	Phone       string    `json:"phone"`
	PhoneNumber string    `json:"phoneNumber" doc:"Same as phone."`
	CountryCode string    `json:"countryCode"`
	Type        auth.Type `json:"type" doc:"User type: 2 first-level, 3 secondary."`
}

const maxOptions = 200

// newest asks for the newest that match; an empty filter is none.
func newest(filters map[string]string) store.ListQuery {
	maps.DeleteFunc(filters, func(_, value string) bool { return value == "" })
	return store.ListQuery{Current: 1, Size: maxOptions, Filters: filters}
}

// selector lists customers of the caller's scope. With a first-level customer it lists only those who share its
// credit. Fault: 404 for a customer that the caller does not see.
func (r *Service) selector(ctx context.Context, in *struct {
	Name     string `query:"name"`
	Phone    string `query:"phone"`
	Type     string `query:"type"`
	TenantID string `query:"houseId" doc:"Id of a first-level customer: only this customer and its secondaries."`
}) ([]Option, error) {
	scope := auth.Must(ctx).Scope()
	if in.TenantID != "" {
		if seen, err := r.Users.Visible(ctx, scope, []string{in.TenantID}); err != nil {
			return nil, err
		} else if len(seen) == 0 {
			return nil, fault.Missing()
		}
		scope = auth.UserScope(in.TenantID)
	}
	q := newest(map[string]string{"name": in.Name, "phone": in.Phone, "type": in.Type})
	rows, _, err := Customers.Page(ctx, r.Users.DB, string(scope), q)
	out := make([]Option, 0, len(rows))
	for _, row := range rows {
		if in.TenantID == "" || row.UserID == in.TenantID || row.ParentID == in.TenantID {
			out = append(out, Option{row.UserID, row.Name, row.Phone, row.Phone, row.CountryCode, row.Type})
		}
	}
	return out, err
}

// Detail is a customer with what its account holds.
type Detail struct {
	Row
	Avatar     string       `json:"avatar"`
	Language   string       `json:"language"`
	Balance    money.Amount `json:"balance" doc:"Available credit."`
	Reserved   money.Amount `json:"reserved" doc:"Credit reserved by running orders."`
	Frozen     bool         `json:"frozen,omitempty" doc:"True while the account may not spend."`
	AlertBelow money.Amount `json:"alertBelow,omitempty" doc:"Threshold of the low-balance alert that the customer set. 0: none."`
	LockReason string       `json:"lockReason,omitempty"`
	Segment    string       `json:"segment,omitempty" doc:"The user's own number segments. The console offers them as filters of recipients."`
	ActiveTime *time.Time   `json:"activationTime,omitempty" doc:"Time when the account was activated."`
	Verified   bool         `json:"verified" doc:"True when staff verified the account. Activation by an agent does not count."`
	UpdateTime time.Time    `json:"updateTime"`
}

func (r *Service) detail(ctx context.Context, c *Customer) (*Detail, error) {
	d := &Detail{Row: rowOf(c), Avatar: c.Avatar, Language: c.Language, Segment: c.Segment, ActiveTime: c.Activated,
		Verified: c.ByStaff != nil, UpdateTime: c.Updated}
	if c.Locked {
		d.LockReason = c.LockReason
	}
	a, err := r.Balances.Account(ctx, c.ID)
	d.Balance, d.Reserved, d.Frozen, d.AlertBelow = a.Available, a.Reserved, a.Frozen, a.Low
	return d, err
}

// shown is detail of a user that was read; the partner and the account are read side by side.
func (r *Service) shown(ctx context.Context, u user.User, err error) (*Detail, error) {
	if err != nil {
		return nil, err
	}
	var d *Detail
	var p Partner
	both := []func() error{
		func() (err error) { p, err = partner(ctx, r.Users.DB, u.ID); return err },
		func() (err error) { d, err = r.detail(ctx, &Customer{User: u}); return err },
	}
	if err := errors.Join(parallel.Each(2, 2, func(i int) error { return both[i]() })...); err != nil {
		return nil, err
	}
	d.Row, d.ActiveTime, d.Verified, d.Segment = rowOf(&Customer{u, p}), p.Activated, p.ByStaff != nil, p.Segment
	return d, nil
}

func (r *Service) get(ctx context.Context, in *struct {
	UserID string `query:"userId" required:"true" minLength:"1"`
}) (*Detail, error) {
	u, err := r.find(ctx, auth.Must(ctx).Scope(), in.UserID)
	return r.shown(ctx, u, err)
}

func (r *Service) getByPath(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Detail, error) {
	u, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	return r.shown(ctx, u, err)
}
