package customer

import (
	"context"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/web"
	"herald/pkg/platform/session"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

// Register lets people become customers by themselves (platform-services §2; decisions §2).
type Register struct {
	Service *Service
	Door    *session.Service // counts attempts without a session and refuses an address after too many (session.backOff, 42901)
	// Settings register.open, and register.review: a new account is locked until staff unlock it.
	Settings *setting.Store
	Text     func(ctx context.Context, key string) string
}

// Routes of the module.
func (r *Register) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "POST", Path: "/oauth/register", Perm: web.Public,
		Summary: "Register as a first-level customer. With register.review the account is locked until staff unlock it"}, r.register)
}

// Registration is the form of a new customer. Its rules are those of a customer and of a password.
type Registration struct {
	Username      string `json:"username,omitempty" doc:"Required. The phone number: digits without area code." example:"11987654321"`
	Password      string `json:"password,omitempty" maxLength:"1024" doc:"Required."`
	ConfirmPass   string `json:"confirmPass,omitempty" maxLength:"1024" doc:"Required. Same as password."`
	Name          string `json:"name,omitempty" doc:"Required. At most 50 characters." example:"Ada Lima"`
	Email         string `json:"email,omitempty" doc:"Required." example:"ada@lima.com"`
	CountryCode   string `json:"countryCode,omitempty" doc:"Required. Country code, ISO 3166-1 alpha-2." example:"BR"`
	CompanyName   string `json:"companyName,omitempty" doc:"Company name. When given, the customer is an enterprise." example:"Lima Ltda"`
	RecommendCode string `json:"recommendCode,omitempty" maxLength:"64" doc:"Login name of the referrer. When it is an agent's, the customer belongs to that agent."`
}

// RegisterResponse is the answer of a registration.
type RegisterResponse struct {
	UserID string `json:"userId"`
	Status string `json:"status" doc:"active, or locked until the review."`
}

func (r *Register) register(ctx context.Context, in *struct{ Body Registration }) (*RegisterResponse, error) {
	u, err := r.create(ctx, in.Body, web.Address(ctx))
	if err != nil {
		return nil, err
	}
	auditlog.WithAction(ctx, u.Named(""))
	auditlog.Note(ctx, u.ID, nil, snapshotOf(&u))
	return &RegisterResponse{u.ID, u.Status()}, nil
}

// create creates the customer. It checks the form first and counts the attempt afterwards, so that a badly filled
// form locks no address out. Faults: those of check and of user.Check, customer.confirm, customer.closed (40305),
// session.backOff (42901), customer.recommendCode, user.loginTaken (40911).
func (r *Register) create(ctx context.Context, f Registration, address string) (Customer, error) {
	w := Profile{Name: f.Name, Phone: f.Username, Email: f.Email,
		Partner: Partner{CountryCode: f.CountryCode, CompanyName: f.CompanyName, CustomerType: Person}}
	w.normalize()
	if w.CompanyName != "" {
		w.CustomerType = Enterprise
	}
	u := Customer{User: user.User{Type: auth.First}}
	if err := named(r.Service.check(ctx, &w, true), "phone", "username"); err != nil {
		return u, err
	}
	if err := r.Service.open(ctx, &w); err != nil {
		return u, err
	}
	w.into(&u)
	if err := named(r.Service.Users.Check(ctx, &u.User, f.Password), "newPass", "password"); err != nil {
		return u, err
	}
	if f.Password != f.ConfirmPass {
		return u, fault.Bad("confirmPass", "customer.confirm")
	}
	open, err := r.Settings.Bool(ctx, "register.open")
	if err == nil && !open {
		err = fault.New(fault.Forbidden, 40305, "customer.closed")
	}
	if err == nil {
		err = r.Door.CheckRateLimit(ctx, "register", address)
	}
	if err == nil && f.RecommendCode != "" {
		err = r.refer(ctx, &u, f.RecommendCode)
	}
	if err != nil {
		return u, err
	}
	review, err := r.Settings.Bool(ctx, "register.review")
	if err != nil {
		return u, err
	}
	if review {
		u.LockHold(auth.Admin, r.Text(ctx, "customer.underReview"), r.Service.Users.Now()) // staff's: an agent that brought it cannot lift it
	}
	u, err = r.Service.Create(ctx, user.New{ID: r.Service.NewID(ctx), User: u.User, Password: f.Password}, u.Partner)
	return u, named(err, "phone", "username")
}

// refer sets who referred the customer. A customer that an agent referred belongs to it, so the code of a locked agent is refused.
func (r *Register) refer(ctx context.Context, u *Customer, code string) error {
	by, ok, err := r.Service.Users.ByLogin(ctx, code)
	if err != nil {
		return err
	}
	if !ok || by.Type == auth.Admin || by.Type == auth.Agent && by.Locked {
		return fault.Bad("recommendCode", "customer.recommendCode")
	}
	u.RecommendUser, u.RecommendName = by.ID, by.Name
	if by.Type == auth.Agent {
		u.Agent = by.ID
	}
	return nil
}

// named tells a fault about one field under the name that the form has for it.
func named(err error, from, to string) error {
	e := fault.As(err)
	if e == nil {
		return err
	}
	c := *e
	c.Fields = nil
	for _, f := range e.Fields {
		if f.Name == from {
			f.Name = to
		}
		c.Fields = append(c.Fields, f)
	}
	return &c
}
