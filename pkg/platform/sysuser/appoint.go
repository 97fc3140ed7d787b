package sysuser

import (
	"context"
	"errors"
	"fmt"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/user"
)

// Operator appoints administrators from outside of the API: the first one of an installation, or one that lost its access. It stands for
// the person who runs the process and holds its secrets.
type Operator struct {
	Users *user.Store
	Audit auditlog.Log
	NewID func() string
	Now   func() time.Time
}

// action is what the audit log calls an appointment.
const action = "herald admin"

// Appoint gives the administrator with this login a random initial password, which must be changed at the first sign-in. It makes the
// administrator where there is none; of one that is there it ends all sessions and lifts the lock. made tells which. A login of
// another kind of user is refused.
func (o Operator) Appoint(ctx context.Context, login string) (password string, made bool, err error) {
	if login = user.LoginName(login); login == "" {
		return "", false, errors.New("the login is empty: give one with -login")
	}
	users := *o.Users
	rule := users.InitialRule
	users.InitialRule = func(ctx context.Context) (r user.InitialRule, err error) {
		if rule != nil {
			r, err = rule(ctx)
		}
		r.Random = true // there is no phone, and a known password would be one of all
		return r, err
	}
	u, there, err := users.ByLogin(ctx, login)
	switch {
	case err != nil:
		return "", false, err
	case there && u.Type != auth.Admin:
		return "", false, fmt.Errorf("the login %q is that of a user of another kind: choose one with -login", login)
	case there && u.Locked:
		if _, u, err = users.Lock(ctx, u, false, ""); err != nil {
			return "", false, err
		}
	}
	if there {
		u, err = users.ResetPassword(ctx, u)
	} else {
		u, err = users.Create(ctx, user.New{ID: o.NewID(), User: user.User{Type: auth.Admin, Login: login, Name: login}})
	}
	if err != nil {
		return "", false, err
	}
	return u.GeneratedPassword, !there, o.Audit.Write(ctx, &auditlog.Record{ID: o.NewID(), At: o.Now(), Name: action, Tenant: u.Tenant,
		Action: action, Object: u.ID, Subject: u.Login, Status: 200})
}
