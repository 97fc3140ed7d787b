package session

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/parallel"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	open := func(method, path, summary string) web.Route {
		return web.Route{Method: method, Path: path, Perm: web.Public, Asks: true, Summary: summary}
	}
	initial := func(method, path, summary string) web.Route {
		return web.Route{Method: method, Path: path, Perm: web.SignedIn, Initial: true, Summary: summary}
	}
	signedIn := func(method, path, summary string) web.Route {
		return web.Route{Method: method, Path: path, Perm: web.SignedIn, Summary: summary}
	}
	web.Handle(a, open("POST", "/oauth/login", "Sign in"), r.login)
	web.Handle(a, open("POST", "/oauth/subUser", "Get the type of a user, with the payload of the sign-in"), r.subUser)
	web.Handle(a, open("POST", "/oauth/refresh", "Exchange a refresh token for new tokens. A reused token ends the session"), r.renew)
	web.Handle(a, open("POST", "/oauth/check_token", "Check a token: the one in the body, in the query, or the bearer"), r.checkBody)
	web.Handle(a, open("GET", "/oauth/check_token", "Check a token: the one in the query, or the bearer"), r.check)
	web.Handle(a, initial("DELETE", "/oauth/logout", "Sign out"), r.logout)
	web.Handle(a, initial("GET", "/oauth/getUser", "Get the caller with roles and permissions"), r.getUser)
	web.Handle(a, signedIn("GET", "/oauth/serviceCheck", "Check whether the caller's account can use paid services, with the reason if not"),
		r.serviceCheck)
	web.Handle(a, web.Route{Method: "POST", Path: "/oauth/ticket", Perm: web.SignedIn, Asks: true,
		Summary: "Get a one-time ticket for the websocket, valid for 30 seconds"}, r.ticket)
	web.Handle(a, signedIn("GET", "/oauth/session/page", "List sessions of the caller or of another user, last used first"), r.sessionPage)
	web.Handle(a, signedIn("DELETE", "/oauth/session/{id}", "End a session of the caller or of another user"), r.endSession)
	r.factorRoutes(a)
	r.resetRoutes(a)
	web.Handle(a, initial("PUT", "/pi/personal/info/pass", "Change the caller's password and end its sessions"), r.pass)
}

// Credentials of a sign-in.
type Credentials struct {
	Username string `json:"username" minLength:"1" maxLength:"64" example:"13800000000"`
	Password string `json:"password" minLength:"1" maxLength:"128"`
}

// Info is what a page shows of its user.
type Info struct {
	UserID             string `json:"userId"`
	Avatar             string `json:"avatar"`
	Nickname           string `json:"nickname"`
	MustChangePassword bool   `json:"mustChangePassword"`
}

// Attributes tell what the console decides by.
type Attributes struct {
	Type     auth.Type `json:"type" doc:"User type: 1 admin, 2 first-level, 3 secondary, 11 agent."`
	Name     string    `json:"name"`
	TenantID string    `json:"tenantId" doc:"Id of the first-level customer whose data is used. For all users except secondaries: the user itself."`
	Locked   bool      `json:"locked"`
	Language string    `json:"language"`
	Ping     int       `json:"pingSeconds" doc:"Seconds between two pings of the websocket."`
	PingKey  int       `json:"ws.ping.seconds" doc:"Same as pingSeconds, named as the setting."`
	Saas
}

// Saas is the service subscription of the tenant; staff have none.
type Saas struct {
	SaasStatus     int        `json:"saasStatus,omitempty" doc:"1 not purchased, 2 active, 3 expired."`
	SaasExpireTime *time.Time `json:"saasExpireTime,omitempty" doc:"Missing: never bought."`
	SaasRequired   bool       `json:"saasRequired,omitempty" doc:"The user's orders require an active subscription (setting saas.required)."`
}

// Session is the answer of login and refresh (decisions §10).
type Session struct {
	ExpiresIn    int        `json:"expires_in" doc:"Lifetime in seconds."`
	Token        string     `json:"token"`
	RefreshToken string     `json:"refresh_token"`
	Exp          int64      `json:"exp,omitempty" doc:"Expiry in Unix seconds. Only for refresh."`
	Info         Info       `json:"info"`
	Attributes   Attributes `json:"attributes"`
	Permissions  []string   `json:"permissions"`
	Roles        []string   `json:"roles"`
}

func infoOf(u *user.User) Info {
	i := Info{UserID: u.ID, Avatar: u.Avatar, Nickname: u.Nickname, MustChangePassword: u.Initial}
	if i.Nickname == "" {
		i.Nickname = u.Name
	}
	return i
}

const defaultPing = 25 // seconds

func (r *Service) attributes(ctx context.Context, u *user.User) (Attributes, error) {
	ping := defaultPing
	var s Saas
	err := parallel.Do(
		func() (err error) {
			if r.PingSeconds != nil {
				ping, err = r.PingSeconds(ctx)
			}
			return err
		},
		func() (err error) { s, err = r.subscribed(ctx, u.Type, u.Tenant); return err })
	return Attributes{Type: u.Type, Name: u.Name, TenantID: u.Tenant, Locked: u.Locked, Language: u.Language, Ping: ping, PingKey: ping,
		Saas: s}, err
}

// subscribed is the subscription that a user has the service by; staff have none, and agents order without one.
func (r *Service) subscribed(ctx context.Context, kind auth.Type, tenant string) (Saas, error) {
	if r.Subscribed == nil || kind == auth.Admin {
		return Saas{}, nil
	}
	s, err := r.Subscribed(ctx, tenant)
	return Saas{s.Status, s.Expire, s.Required && kind != auth.Agent}, err
}

// answer reads what a session's answer tells of its user, while the tokens are made.
func (r *Service) answer(ctx context.Context, u *user.User, open func() (tokens, error)) (*Session, error) {
	var t tokens
	var attributes Attributes
	var kept []role.Role
	err := parallel.Do(
		func() (err error) { t, err = open(); return err },
		func() (err error) { attributes, err = r.attributes(ctx, u); return err },
		func() (err error) { kept, err = r.Roles.Load(ctx, role.Custom(u.Roles)); return err })
	return &Session{ExpiresIn: int(auth.AccessLife.Seconds()), Token: t.access, RefreshToken: t.refresh,
		Info: infoOf(u), Attributes: attributes, Permissions: role.List(u.Principal("", nil, r.Roles.Grants, kept).Perms), Roles: u.Roles}, err
}

func (r *Service) login(ctx context.Context, in *struct{ Body Credentials }) (*Session, error) {
	address := web.Address(ctx)
	a, g, err := r.verify(ctx, in.Body.Username, in.Body.Password, address)
	if err != nil {
		return nil, err
	}
	second, err := r.secondStep(ctx, &a)
	if err == nil && second != "" {
		err = r.ask(ctx, &a.user, g, second)
	}
	if err != nil {
		return nil, err
	}
	return r.answer(ctx, &a.user, func() (tokens, error) {
		t, err := r.open(ctx, &a.user, opening{address, "POST /api/oauth/login"})
		if err == nil {
			err = r.passed(ctx, g, false) // the session's transaction has ended the failures in a row
		}
		return t, err
	})
}

// SubUser is the type of a user.
type SubUser struct {
	UserID string    `json:"userId"`
	Type   auth.Type `json:"type" doc:"User type: 1 admin, 2 first-level, 3 secondary, 11 agent."`
}

func (r *Service) subUser(ctx context.Context, in *struct{ Body Credentials }) (*SubUser, error) {
	a, g, err := r.verify(ctx, in.Body.Username, in.Body.Password, web.Address(ctx))
	switch {
	case err != nil:
		return nil, err
	case a.factor.on(): // a password alone does not end the failures in a row
		err = r.uncount(ctx, g)
	default:
		err = r.passed(ctx, g, true)
	}
	if err != nil {
		return nil, err
	}
	return &SubUser{a.user.ID, a.user.Type}, nil
}

func (r *Service) renew(ctx context.Context, in *struct {
	Body struct {
		RefreshToken string `json:"refresh_token" minLength:"1" maxLength:"512"`
	}
}) (*Session, error) {
	k, t, err := r.refresh(ctx, in.Body.RefreshToken)
	if err != nil {
		return nil, err
	}
	s, err := r.answer(ctx, &k.user, func() (tokens, error) { return t, nil })
	if err == nil {
		s.Exp = t.exp
	}
	return s, err
}

// CheckResponse tells whether a token is valid.
type CheckResponse struct {
	Active bool   `json:"active"`
	UserID string `json:"userId,omitempty"`
	Exp    int64  `json:"exp,omitempty" doc:"Expiry in Unix seconds."`
}

// CheckQuery names the token that is asked about.
type CheckQuery struct {
	Authorization string `header:"Authorization"`
	Token         string `query:"token"`
}

func (r *Service) checkBody(ctx context.Context, in *struct {
	CheckQuery
	Body *struct {
		Token string `json:"token,omitempty"`
	} `required:"false"`
}) (*CheckResponse, error) {
	if in.Body != nil && in.Body.Token != "" {
		in.CheckQuery.Token = in.Body.Token
	}
	return r.check(ctx, &in.CheckQuery)
}

func (r *Service) check(ctx context.Context, in *CheckQuery) (*CheckResponse, error) {
	token := in.Token
	if token == "" {
		token = strings.TrimPrefix(in.Authorization, "Bearer ")
	}
	c, err := r.Signer.Parse(token)
	if err != nil {
		return &CheckResponse{}, nil // an invalid token is an answer here, not an error
	}
	_, err = r.load(ctx, c.UserID, c.SessionID)
	switch {
	case fault.As(err) != nil:
		return &CheckResponse{}, nil
	case err != nil:
		return nil, err
	}
	return &CheckResponse{Active: true, UserID: c.UserID, Exp: c.Expires}, nil
}

// Me is the caller.
type Me struct {
	Info
	UserName    string     `json:"username"`
	Name        string     `json:"name"`
	Phone       string     `json:"phone"`
	Type        auth.Type  `json:"type"`
	Details     Info       `json:"info"`
	Attributes  Attributes `json:"attributes"`
	Permissions []string   `json:"permissions"`
	Roles       []string   `json:"roles"`
}

func (r *Service) getUser(ctx context.Context, _ *struct{}) (*Me, error) {
	p := auth.Must(ctx)
	u, read := p.Row.(*user.User)
	if !read {
		return nil, ended() // without a session there is no such page
	}
	attributes, err := r.attributes(ctx, u)
	return &Me{Info: infoOf(u), UserName: u.Login, Name: u.Name, Phone: u.Phone, Type: u.Type, Details: infoOf(u),
		Attributes: attributes, Permissions: role.List(p.Perms), Roles: u.Roles}, err
}

func (r *Service) logout(ctx context.Context, _ *struct{}) (*web.Done, error) {
	p := auth.Must(ctx)
	auditlog.Note(ctx, p.SessionID, nil, nil)
	return &web.Done{}, r.end(ctx, p.UserID, p.SessionID)
}

// active is the status of a subscription that runs.
const active = 2

// ServiceState tells whether the account may use what costs credit.
type ServiceState struct {
	Active bool `json:"active" doc:"Not locked, and with an active subscription if one is required."`
	Locked bool `json:"locked"`
	Saas
}

func (r *Service) serviceCheck(ctx context.Context, _ *struct{}) (*ServiceState, error) {
	p := auth.Must(ctx)
	s, err := r.subscribed(ctx, p.Type, p.Tenant)
	return &ServiceState{!p.Locked && (!s.SaasRequired || s.SaasStatus == active), p.Locked, s}, err
}

// Ticket opens one websocket.
type Ticket struct {
	Ticket    string `json:"ticket" doc:"Opens /ws?access_token=TICKET&locale=en-US once. Send {\"type\":\"ping\"} every 3 s: silence for 30 s is its end."`
	ExpiresIn int    `json:"expires_in" doc:"Lifetime in seconds."`
}

func (r *Service) ticket(ctx context.Context, _ *struct{}) (*Ticket, error) {
	t, err := r.newTicket(ctx, auth.Must(ctx))
	return &Ticket{t, int(auth.TicketLife.Seconds())}, err
}

func (r *Service) pass(ctx context.Context, in *struct {
	Body struct {
		OldPass     string `json:"oldPass" maxLength:"128"`
		NewPass     string `json:"newPass" maxLength:"1024"`
		ConfirmPass string `json:"confirmPass" maxLength:"1024"`
	}
}) (*web.Done, error) {
	p, b := auth.Must(ctx), in.Body
	auditlog.Note(ctx, p.UserID, nil, map[string]any{"password": "changed"})
	return &web.Done{}, r.changePassword(ctx, p, change{b.OldPass, b.NewPass, b.ConfirmPass}, web.Address(ctx))
}
