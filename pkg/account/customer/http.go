package customer

import (
	"context"
	"maps"
	"time"

	"herald/pkg/kit/audit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/list"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/user"
)

// Routes of the room.
func (r *Room) Routes(a *web.API) {
	route := func(method, path, verb, summary string) web.Route {
		return web.Route{Method: method, Path: "/aty/customerinfo" + path, Perm: "aty:customerinfo:" + verb, Summary: summary}
	}
	list.Mount(a, r.list())
	web.Handle(a, route("GET", "/selector", "page", "Customers to choose from, the newest 200 that match"), r.selector)
	list.Serve(a, referredLine, r.list(), referred, referredOf)
	web.Handle(a, route("GET", "/recommend/selector", "page", "Who can be named as a referrer, the newest 200 that match"), r.referrers)
	web.Handle(a, route("GET", "", "page", "A customer"), r.get)
	web.Handle(a, route("GET", "/{id}", "page", "A customer"), r.getByPath)
	web.Handle(a, route("POST", "", "add", "Create a customer; its initial password is the last 6 digits of the phone"), r.post)
	web.Handle(a, route("POST", "/secondary", "secondary", "Create a secondary: by a first-level customer for itself, or by staff with parentId"), r.postSecondary)
	web.Handle(a, route("PUT", "", "edit", "Change a customer; what is left out stays"), r.put)
	web.Handle(a, route("DELETE", "/{id}", "del", "Delete a customer; its sessions end"), r.remove)
	web.Handle(a, web.Route{Method: "GET", Path: "/pi/personal/info", Perm: web.SignedIn, Summary: "The caller's own account with its balance"}, r.own)
	web.Handle(a, web.Route{Method: "PUT", Path: "/pi/personal/info", Perm: web.SignedIn, Summary: "Change what is said about the caller; what is left out stays"}, r.putOwn)
}

// Made is the id of a new customer.
type Made struct {
	UserID string `json:"userId"`
}

// seen is what the audit log keeps of a customer.
func seen(u *user.User) map[string]any {
	return map[string]any{"name": u.Name, "phone": u.Phone, "email": u.Email, "company": u.Company, "country": u.Country, "kind": u.Kind,
		"level": u.Level, "nickname": u.Nickname, "language": u.Language, "type": int(u.Type), "agent": u.Agent, "tenant": u.Tenant, "recommender": u.Recommender}
}

func (r *Room) post(ctx context.Context, in *struct {
	Body struct {
		Profile
		AgentID string `json:"agentId,omitempty" doc:"its agent; an agent's customers are its own"`
	}
}) (*Made, error) {
	u, err := r.make(ctx, auth.Must(ctx), in.Body.Profile, in.Body.AgentID)
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, u.ID, nil, seen(&u))
	return &Made{u.ID}, nil
}

func (r *Room) postSecondary(ctx context.Context, in *struct {
	Body struct {
		Profile
		ParentID string `json:"parentId,omitempty" doc:"the first-level customer; required of staff and agents"`
	}
}) (*Made, error) {
	u, err := r.makeSecondary(ctx, auth.Must(ctx), in.Body.Profile, in.Body.ParentID)
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, u.ID, nil, seen(&u))
	return &Made{u.ID}, nil
}

// Change of a customer; null leaves a field as it is.
type Change struct {
	UserID        string  `json:"userId" minLength:"1"`
	Name          *string `json:"name,omitempty"`
	Phone         *string `json:"phone,omitempty" doc:"also the login name"`
	Email         *string `json:"email,omitempty"`
	CompanyName   *string `json:"companyName,omitempty"`
	CountryCode   *string `json:"countryCode,omitempty"`
	CustomerType  *string `json:"customerType,omitempty"`
	CustomerLevel any     `json:"customerLevel,omitempty"`
	RecommendUser *string `json:"recommendUserId,omitempty"`
	Weight        *int    `json:"groupSendWeight,omitempty" minimum:"0" maximum:"1000"`
}

func lay[T any](over *T, value *T) {
	if value != nil {
		*over = *value
	}
}

func (r *Room) put(ctx context.Context, in *struct{ Body Change }) (*Detail, error) {
	p, c := auth.Must(ctx), in.Body
	u, err := r.find(ctx, p.Scope(), c.UserID)
	if err != nil {
		return nil, err
	}
	before, after, err := r.edit(ctx, p, u, func(w *Profile) {
		lay(&w.Name, c.Name)
		lay(&w.Phone, c.Phone)
		lay(&w.Email, c.Email)
		lay(&w.CompanyName, c.CompanyName)
		lay(&w.CountryCode, c.CountryCode)
		lay(&w.CustomerType, c.CustomerType)
		lay(&w.RecommendUser, c.RecommendUser)
		lay(&w.Weight, c.Weight)
		if c.CustomerLevel != nil {
			w.CustomerLevel = c.CustomerLevel
		}
	})
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, u.ID, seen(&before), seen(&after))
	return r.detail(ctx, &after)
}

func (r *Room) remove(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*web.Done, error) {
	u, err := r.drop(ctx, auth.Must(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, u.ID, seen(&u), nil)
	return &web.Done{}, nil
}

// Option is a customer to choose.
type Option struct {
	UserID      string    `json:"userId"`
	Name        string    `json:"name"`
	Phone       string    `json:"phone"`
	PhoneNumber string    `json:"phoneNumber" doc:"the same as phone"`
	CountryCode string    `json:"countryCode"`
	Type        auth.Type `json:"type" doc:"2 first-level, 3 secondary"`
}

const maxOptions = 200

// newest asks for the newest that match; an empty filter is none.
func newest(filters map[string]string) store.ListQuery {
	maps.DeleteFunc(filters, func(_, value string) bool { return value == "" })
	return store.ListQuery{Current: 1, Size: maxOptions, Filters: filters}
}

func (r *Room) selector(ctx context.Context, in *struct {
	Name  string `query:"name"`
	Phone string `query:"phone"`
	Type  string `query:"type"`
}) ([]Option, error) {
	q := newest(map[string]string{"name": in.Name, "phone": in.Phone, "type": in.Type})
	rows, _, err := user.Customers.Page(ctx, r.Users.DB, string(auth.Must(ctx).Scope()), q)
	out := make([]Option, len(rows))
	for i, row := range rows {
		out[i] = Option{row.UserID, row.Name, row.Phone, row.Phone, row.CountryCode, row.Type}
	}
	return out, err
}

// Detail is a customer with what its account holds.
type Detail struct {
	user.Row
	Avatar     string       `json:"avatar"`
	Language   string       `json:"language"`
	Balance    money.Amount `json:"balance" doc:"available credit"`
	Reserved   money.Amount `json:"reserved" doc:"credit that running orders hold"`
	LockReason string       `json:"lockReason,omitempty"`
	UpdateTime time.Time    `json:"updateTime"`
}

func (r *Room) detail(ctx context.Context, u *user.User) (*Detail, error) {
	d := &Detail{Row: user.RowOf(u), Avatar: u.Avatar, Language: u.Language, UpdateTime: u.Updated}
	if u.Locked {
		d.LockReason = u.LockReason
	}
	var err error
	d.Balance, d.Reserved, err = r.Balances.Balance(ctx, u.ID)
	return d, err
}

func (r *Room) get(ctx context.Context, in *struct {
	UserID string `query:"userId" required:"true" minLength:"1"`
}) (*Detail, error) {
	u, err := r.find(ctx, auth.Must(ctx).Scope(), in.UserID)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, &u)
}

func (r *Room) getByPath(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Detail, error) {
	u, err := r.find(ctx, auth.Must(ctx).Scope(), in.ID)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, &u)
}

func (r *Room) own(ctx context.Context, _ *struct{}) (*Detail, error) {
	p := auth.Must(ctx)
	u, err := r.Users.Self(ctx, p)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, &u)
}

// Personal is what a user says about itself; null leaves a field as it is.
type Personal struct {
	Name        *string `json:"name,omitempty"`
	Nickname    *string `json:"nickname,omitempty" maxLength:"50"`
	Email       *string `json:"email,omitempty"`
	CompanyName *string `json:"companyName,omitempty"`
	Avatar      *string `json:"avatar,omitempty" maxLength:"26" pattern:"^([0-9A-HJKMNP-TV-Z]{26})?$" doc:"id of an uploaded picture"`
	Language    *string `json:"language,omitempty" enum:"zh_CN,en_US,pt_BR,zh_TW"`
}

func (r *Room) putOwn(ctx context.Context, in *struct{ Body Personal }) (*Detail, error) {
	p := auth.Must(ctx)
	u, err := r.Users.Self(ctx, p)
	if err != nil {
		return nil, err
	}
	if a := in.Body.Avatar; a != nil && *a != "" && *a != u.Avatar {
		if err := r.keepAvatar(ctx, p, *a); err != nil {
			return nil, err
		}
	}
	before, after, err := r.Users.Edit(ctx, u, func(u *user.User) error { return r.personal(u, in.Body) })
	if err != nil {
		return nil, err
	}
	audit.Note(ctx, u.ID, seen(&before), seen(&after))
	return r.detail(ctx, &after)
}

// personal lays a change over a user; staff have no country and no phone, so only what changes is checked.
func (r *Room) personal(u *user.User, c Personal) error {
	w := profileOf(u)
	lay(&w.Name, c.Name)
	lay(&w.Email, c.Email)
	lay(&w.CompanyName, c.CompanyName)
	w.tidy()
	if err := only(r.check(&w, u.Email != ""), c); err != nil {
		return err
	}
	u.Name, u.Email, u.Company = w.Name, w.Email, w.CompanyName
	lay(&u.Nickname, c.Nickname)
	lay(&u.Avatar, c.Avatar)
	lay(&u.Language, c.Language)
	return nil
}

// only keeps the problems of the fields that change.
func only(err error, c Personal) error {
	e := fault.As(err)
	if e == nil {
		return err
	}
	changed := map[string]bool{"name": c.Name != nil, "email": c.Email != nil, "companyName": c.CompanyName != nil}
	var bad problems
	for _, f := range e.Fields {
		if changed[f.Name] {
			bad = append(bad, f)
		}
	}
	return bad.err()
}
