package sysuser

import (
	"cmp"
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/module"
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
		return web.Route{Method: method, Path: path, Perm: "sysuser:" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	chooser := route("GET", "/aty/sysuser/select", "page", "List system users for a picker")
	chooser.Sorts, chooser.Filters = staff.Sorts(),
		[]store.Filter{{Name: "name"}, {Name: "nickname"}, {Name: "phone"}, {Name: "status"}, {Name: "companyName"}}
	web.Handle(a, chooser, r.selector)
	web.Handle(a, route("GET", "/aty/sysuser/{id}", "page", "Get a system user"), r.get)
	web.Handle(a, route("POST", "/sysuser", "add",
		"Create a system user. Without password the initial password is the last 6 digits of the phone number, or a random one that is "+
			"returned only once"), r.post)
	web.Handle(a, route("PUT", "/sysuser", "edit", "Change a system user. A change of roles ends its sessions"), r.put)
	web.Handle(a, route("DELETE", "/sysuser/{id}", "del", "Delete a system user and end its sessions"), r.remove)
	web.Handle(a, route("PUT", "/sysuser/pass/{id}", "pass", "Set a new password of another system user and end its sessions"), r.pass)
	web.Handle(a, route("PUT", "/sysuser/status/{id}", "status", "Lock or unlock a system user. Locking ends its sessions"), r.status)
	web.Handle(a, route("PUT", "/sysuser/status", "status", "Lock or unlock a system user, with the id in the query"), r.statusOf)
	web.Handle(a, route("PUT", "/aty/sysuser/scope/{id}", "scope",
		"Limit the scope of a system user to one agent or one first-level customer"),
		r.putScope)
	web.Handle(a, route("DELETE", "/aty/sysuser/scope/{id}", "scope",
		"Remove the scope of a system user: all customers become visible"), r.dropScope)
}

// Detail is a system user.
type Detail struct {
	UserID     string    `json:"userId"`
	ID         string    `json:"id" doc:"Same as userId."`
	Username   string    `json:"username"`
	Name       string    `json:"name"`
	Nickname   string    `json:"nickname"`
	Phone      string    `json:"phone"`
	Email      string    `json:"email"`
	Company    string    `json:"companyName" doc:"Organization of the user."`
	Roles      []string  `json:"roles"`
	Status     string    `json:"status" doc:"active or locked."`
	ScopeIDs   []string  `json:"userIds" doc:"Ids of the agent or customer that the view is limited to. Empty: all."`
	CreateTime time.Time `json:"createTime"`
	UpdateTime time.Time `json:"updateTime"`
}

func detailOf(u *user.User) *Detail {
	d := &Detail{UserID: u.ID, ID: u.ID, Username: u.Login, Name: u.Name, Nickname: u.Nickname, Phone: u.Phone, Email: u.Email,
		Company: u.Company, Roles: u.Roles, Status: u.Status(),
		ScopeIDs: []string{}, CreateTime: u.Created, UpdateTime: u.Updated}
	if _, id, ok := strings.Cut(string(u.Bound), "#"); ok {
		d.ScopeIDs = append(d.ScopeIDs, id)
	}
	return d
}

// seen is what the audit log keeps of a system user.
func seen(u *user.User) map[string]any {
	return map[string]any{"username": u.Login, "name": u.Name, "nickname": u.Nickname, "phone": u.Phone, "email": u.Email,
		"companyName": u.Company, "roles": u.Roles, "status": u.Status(), "scope": string(u.Bound)}
}

// Option is a system user to choose.
type Option struct {
	UserID           string    `json:"userId"`
	Name             string    `json:"name"`
	Nickname         string    `json:"nickname"`
	OrganizationName string    `json:"organizationName" doc:"Organization of a staff member, company of an agent."`
	Status           string    `json:"status"`
	Phone            string    `json:"phone"`
	CreateTime       time.Time `json:"createTime"`
}

// Selector is the input of the selector.
type Selector struct {
	web.ListInput
	Type string `query:"type" enum:"1,11" doc:"11: agents. Default: system users."`
}

func (r *Service) selector(ctx context.Context, in *Selector) (*web.Page[Option], error) {
	q, scope := in.Query(), auth.Must(ctx).Scope()
	if in.Type == "11" {
		out, total, err := r.Agents(ctx, scope, q)
		page := web.PageOf(in.Paging, total, out)
		return &page, err
	}
	rows, total, err := staff.Page(ctx, r.Users.DB, string(scope), q)
	out := make([]Option, len(rows))
	for i, u := range rows {
		out[i] = Option{UserID: u.UserID, Name: u.Name, Nickname: cmp.Or(u.Nickname, u.Name), OrganizationName: u.CompanyName, Status: u.Status,
			Phone: u.Phone, CreateTime: u.CreateTime}
	}
	page := web.PageOf(in.Paging, total, out)
	return &page, err
}

// ByID names a system user.
type ByID struct {
	ID string `path:"id"`
}

func (r *Service) get(ctx context.Context, in *ByID) (*Detail, error) {
	u, err := r.see(ctx, auth.Must(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return detailOf(&u), nil
}

// CreateResponse is a new system user, with its initial password.
type CreateResponse struct {
	Detail
	user.Initial
}

func (r *Service) post(ctx context.Context, in *struct{ Body Request }) (*CreateResponse, error) {
	u, err := r.create(ctx, auth.Must(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, seen(&u))
	told, err := r.Users.TellInitial(ctx, &u)
	return &CreateResponse{*detailOf(&u), told}, err
}

// changed answers a change with the user as it is now.
func changed(ctx context.Context, before, after user.User, err error) (*Detail, error) {
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, after.ID, seen(&before), seen(&after))
	return detailOf(&after), nil
}

func (r *Service) put(ctx context.Context, in *struct{ Body Request }) (*Detail, error) {
	if in.Body.ID == "" {
		return nil, fault.Bad("id", "web.badRequest")
	}
	before, after, err := r.edit(ctx, auth.Must(ctx), in.Body)
	return changed(ctx, before, after, err)
}

func (r *Service) remove(ctx context.Context, in *ByID) (*web.Done, error) {
	p := auth.Must(ctx)
	u, err := r.find(ctx, p, in.ID)
	if err == nil {
		err = notSelf(p, u.ID)
	}
	if err == nil {
		err = r.Users.Delete(ctx, u)
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, seen(&u), nil)
	return &web.Done{}, nil
}

func (r *Service) pass(ctx context.Context, in *struct {
	ByID
	Body struct {
		Password string `json:"password" maxLength:"1024"`
	}
}) (*web.Done, error) {
	p := auth.Must(ctx)
	u, err := r.find(ctx, p, in.ID)
	if err == nil {
		err = notSelf(p, u.ID) // one's own needs the old one
	}
	if err == nil {
		err = r.checkPassword(ctx, &u, in.Body.Password)
	}
	if err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, map[string]any{"password": "changed"})
	return &web.Done{}, r.Users.SetPassword(ctx, u, in.Body.Password)
}

func (r *Service) status(ctx context.Context, in *struct {
	ByID
	Status string `query:"status" required:"true"`
}) (*Detail, error) {
	return r.setStatus(ctx, in.ID, in.Status)
}

func (r *Service) statusOf(ctx context.Context, in *struct {
	ID     string `query:"id" required:"true" minLength:"1"`
	Status string `query:"status" required:"true"`
}) (*Detail, error) {
	return r.setStatus(ctx, in.ID, in.Status)
}

func (r *Service) setStatus(ctx context.Context, userID, status string) (*Detail, error) {
	p := auth.Must(ctx)
	u, err := r.find(ctx, p, userID)
	if err != nil {
		return nil, err
	}
	before, after, err := r.lock(ctx, p, u, status)
	return changed(ctx, before, after, err)
}

func (r *Service) putScope(ctx context.Context, in *struct {
	ByID
	Body struct {
		UserIDs []string `json:"userIds" doc:"Id of one agent or first-level customer."`
	}
}) (*Detail, error) {
	before, after, err := r.bind(ctx, auth.Must(ctx), in.ID, in.Body.UserIDs)
	return changed(ctx, before, after, err)
}

func (r *Service) dropScope(ctx context.Context, in *ByID) (*Detail, error) {
	before, after, err := r.unbind(ctx, auth.Must(ctx), in.ID)
	return changed(ctx, before, after, err)
}
