// Package sysuser is the staff: the platform's own users, their roles, and the customers they see (business-domain
// §7). Their sign-in and their rows are platform/user's.
package sysuser

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/email"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/plain"
	"herald/pkg/kit/store"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

// Service keeps system users.
type Service struct {
	Users *user.Store
	Roles *role.Store
	NewID func(ctx context.Context) string
	// EmailEnding is the setting email.tld.max; nil: the longest that there can be.
	EmailEnding func(ctx context.Context) (int, error)
	// Agents are the agents in a scope to choose from: a module of their own shows them.
	Agents func(ctx context.Context, scope auth.Scope, q store.ListQuery) ([]Option, store.Total, error)
}

// Request is what is said about a system user; null leaves a field as it is.
type Request struct {
	ID       string    `json:"id,omitempty" doc:"Required for PUT."`
	Username *string   `json:"username,omitempty" doc:"Required. The login name: 3 to 32 lowercase letters, digits or . _ -" example:"li.wei"`
	Name     *string   `json:"name,omitempty" doc:"Required. At most 50 characters." example:"Li Wei"`
	Nickname *string   `json:"nickname,omitempty"`
	Phone    *string   `json:"phone,omitempty" doc:"Digits without area code. The last 6 are the initial password when none is given."`
	Email    *string   `json:"email,omitempty"`
	Company  *string   `json:"companyName,omitempty" doc:"Organization of the user, at most 128 characters." example:"Herald Brasil"`
	Password *string   `json:"password,omitempty" doc:"For POST."`
	Roles    *[]string `json:"roles,omitempty" doc:"Required." example:"[\"service\"]"`
	Status   *string   `json:"status,omitempty" doc:"active or locked."`
}

var (
	nameForm  = lazyregexp.New(`^[a-z][a-z0-9._-]{2,31}$`)
	phoneForm = lazyregexp.New(`^[1-9][0-9]{5,13}$`)
)

const (
	maxText    = 50
	maxCompany = 128
)

const active, locked = "active", "locked"

func setIfGiven(over *string, value *string) {
	if value != nil {
		*over = strings.TrimSpace(*value)
	}
}

// into lays a request over a user and checks the result. Keys: sysuser.username, sysuser.name, sysuser.textLong,
// sysuser.phone, sysuser.email, sysuser.status.
func (w *Request) into(u *user.User, ending int) error {
	setIfGiven(&u.Login, w.Username)
	setIfGiven(&u.Name, w.Name)
	setIfGiven(&u.Nickname, w.Nickname)
	setIfGiven(&u.Phone, w.Phone)
	setIfGiven(&u.Email, w.Email)
	setIfGiven(&u.Company, w.Company)
	u.Phone = strings.TrimPrefix(plain.Pasted(u.Phone), "+")
	u.Email = plain.Pasted(u.Email)
	if w.Roles != nil {
		u.Roles = slices.Clone(*w.Roles)
		slices.Sort(u.Roles)
		u.Roles = slices.Compact(u.Roles)
	}
	switch {
	case w.Username != nil && !nameForm.MatchString(user.LoginName(u.Login)):
		return fault.Bad("username", "sysuser.username")
	case u.Name == "":
		return fault.Bad("name", "sysuser.name")
	case utf8.RuneCountInString(u.Name) > maxText:
		return fault.Bad("name", "sysuser.textLong", "n", maxText)
	case utf8.RuneCountInString(u.Nickname) > maxText:
		return fault.Bad("nickname", "sysuser.textLong", "n", maxText)
	case utf8.RuneCountInString(u.Company) > maxCompany:
		return fault.Bad("companyName", "sysuser.textLong", "n", maxCompany)
	case u.Phone != "" && !phoneForm.MatchString(u.Phone):
		return fault.Bad("phone", "sysuser.phone")
	case u.Email != "" && !email.Valid(u.Email, ending):
		return fault.Bad("email", "sysuser.email")
	case w.Status != nil && *w.Status != active && *w.Status != locked:
		return fault.Bad("status", "sysuser.status")
	}
	return nil
}

// create makes a system user. Faults: those of into, of user.Check about the password, of role.Give; sysuser.password;
// sysuser.usernameTaken (40911); sysuser.bound (403).
func (r *Service) create(ctx context.Context, p *auth.Principal, w Request) (user.User, error) {
	u := user.User{Type: auth.Admin}
	if w.Username == nil {
		w.Username = new(string)
	}
	ending, err := r.ending(ctx)
	if err != nil {
		return u, err
	}
	if err := firstError(unbound(p), w.into(&u, ending)); err != nil {
		return u, err
	}
	password := ""
	if w.Password != nil && *w.Password != "" {
		password = *w.Password
		if err := r.checkPassword(ctx, &u, password); err != nil {
			return u, err
		}
	} else if u.Phone == "" {
		return u, fault.Bad("password", "sysuser.password")
	}
	if err := r.Roles.Give(ctx, p, auth.Admin, u.Roles); err != nil {
		return u, err
	}
	if w.Status != nil && *w.Status == locked {
		u.LockHold(auth.Admin, "", r.Users.Now())
	}
	made, err := r.Users.Create(ctx, user.New{ID: r.NewID(ctx), User: u, Password: password})
	return made, taken(err, u.Login)
}

// find gives a system user that the caller may change: one who may do nothing that the caller may not.
// Faults: 404; sysuser.bound (403), role.beyond (40306).
func (r *Service) find(ctx context.Context, p *auth.Principal, userID string) (user.User, error) {
	u, err := r.see(ctx, p, userID)
	if err != nil {
		return u, err
	}
	kept, err := r.Roles.Load(ctx, role.Custom(u.Roles))
	if err != nil {
		return u, err
	}
	return u, firstError(unbound(p), role.Within(p, role.List(r.Roles.Grants.Effective(u.Type, u.Roles, kept))))
}

// see gives a system user in the caller's scope.
func (r *Service) see(ctx context.Context, p *auth.Principal, userID string) (user.User, error) {
	u, err := r.Users.Find(ctx, p.Scope(), userID)
	if err == nil && u.Type != auth.Admin {
		err = fault.Missing()
	}
	return u, err
}

// ending is how long a top-level domain may be.
func (r *Service) ending(ctx context.Context) (int, error) {
	if r.EmailEnding == nil {
		return email.LongestEnding, nil
	}
	return r.EmailEnding(ctx)
}

// unbound refuses staff whose own view is narrowed: by making others it would widen it.
func unbound(p *auth.Principal) error {
	if p.Scope() != auth.Everything {
		return fault.New(fault.Forbidden, 40307, "sysuser.bound")
	}
	return nil
}

// edit changes a system user. Other roles end its sessions. Faults: those of find, into and role.Give; user.self (40303) for
// the caller's own roles and status; user.lastAdmin (409); sysuser.usernameTaken (40911).
func (r *Service) edit(ctx context.Context, p *auth.Principal, w Request) (before, after user.User, err error) {
	u, err := r.find(ctx, p, w.ID)
	if err != nil {
		return u, u, err
	}
	if w.Roles != nil && !slices.Equal(slices.Sorted(slices.Values(*w.Roles)), slices.Sorted(slices.Values(u.Roles))) {
		if err := firstError(notSelf(p, u.ID), r.Roles.Give(ctx, p, auth.Admin, *w.Roles)); err != nil {
			return u, u, err
		}
	}
	ending, err := r.ending(ctx)
	if err != nil {
		return u, u, err
	}
	before, after, err = r.Users.Edit(ctx, u, func(u *user.User) error {
		had := u.Roles
		if err := w.into(u, ending); err != nil {
			return err
		}
		if !slices.Equal(had, u.Roles) {
			u.Epoch++
		}
		return nil
	})
	if err == nil && w.Status != nil && *w.Status != after.Status() {
		_, after, err = r.lock(ctx, p, after, *w.Status)
	}
	return before, after, taken(err, user.LoginName(after.Login))
}

// lock sets the status of a user that find gave. Faults: sysuser.status, user.self (40303), user.lastAdmin (409).
func (r *Service) lock(ctx context.Context, p *auth.Principal, u user.User, status string) (before, after user.User, err error) {
	if status != active && status != locked {
		return u, u, fault.Bad("status", "sysuser.status")
	}
	if err := notSelf(p, u.ID); err != nil {
		return u, u, err
	}
	return r.Users.Lock(ctx, u, status == locked, "")
}

// bind narrows a user's view to one agent with its customers, or to one first-level customer with its secondaries.
// That one's scope becomes its own, so that it is the key of its reads (decisions §3). Faults: sysuser.scope, 404
// for a foreign id, sysuser.scopeAdmin (409), user.self (40303).
func (r *Service) bind(ctx context.Context, p *auth.Principal, userID string, to []string) (before, after user.User, err error) {
	u, err := r.find(ctx, p, userID)
	if err == nil {
		err = notSelf(p, u.ID)
	}
	if err != nil {
		return u, u, err
	}
	if len(to) != 1 {
		return u, u, fault.Bad("userIds", "sysuser.scope")
	}
	target, err := r.Users.Find(ctx, p.Scope(), to[0])
	if err != nil {
		return u, u, err
	}
	var scope auth.Scope
	switch target.Type {
	case auth.Agent:
		scope = auth.AgentScope(target.ID)
	case auth.First:
		scope = auth.UserScope(target.ID)
	default:
		return u, u, fault.Bad("userIds", "sysuser.scope")
	}
	return r.Users.Edit(ctx, u, func(u *user.User) error {
		if slices.Contains(u.Roles, role.Admin) {
			return fault.State("sysuser.scopeAdmin")
		}
		u.Bound = scope
		return nil
	})
}

// unbind lets a user see all customers again.
func (r *Service) unbind(ctx context.Context, p *auth.Principal, userID string) (before, after user.User, err error) {
	u, err := r.find(ctx, p, userID)
	if err != nil {
		return u, u, err
	}
	return r.Users.Edit(ctx, u, func(u *user.User) error {
		u.Bound = ""
		return nil
	})
}

func (r *Service) checkPassword(ctx context.Context, u *user.User, password string) error {
	err := r.Users.Check(ctx, u, password)
	if e := fault.As(err); e != nil {
		return fault.Bad("password", e.Key).WithArgs(e.Args)
	}
	return err
}

func notSelf(p *auth.Principal, userID string) error {
	if p.UserID == userID {
		return fault.New(fault.Forbidden, 40303, "user.self")
	}
	return nil
}

// taken tells about the name of staff, which is no phone.
func taken(err error, login string) error {
	if !fault.Is(err, "user.loginTaken") {
		return err
	}
	e := fault.Bad("username", "sysuser.usernameTaken", "name", login)
	e.Kind, e.Code = fault.Conflict, 40911
	return e
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
