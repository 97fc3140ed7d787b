package user

import (
	"context"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/module"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
)

// Service has the routes that manage the sign-in of another user's account.
type Service struct {
	Users *Store
	// Notify sends a user a notice of a reset password; nil: no notice is sent.
	Notify AccessNotice
}

// AccessNotice prepares the notice that the caller has changed a user's access: the operations that store it, for the transaction of the
// change, and its delivery, for after it. what names the text.
type AccessNotice func(ctx context.Context, userID, what string) (with []store.Op, deliver func())

// Prepare is the notice itself; nothing without one.
func (n AccessNotice) Prepare(ctx context.Context, userID, what string) (with []store.Op, deliver func()) {
	if n == nil {
		return nil, func() {}
	}
	return n(ctx, userID, what)
}

// Tick is the janitor's minute.
func (r *Service) Tick(ctx context.Context) error { return r.Users.Tick(ctx) }

var (
	_ module.Module = (*Service)(nil)
	_ module.Ticker = (*Service)(nil)
)

// Routes of the module.
func (r *Service) Routes(a *web.API) {
	web.Handle(a, web.Route{Method: "PUT", Path: "/aty/customerinfo/resetpw/{id}", Perm: "aty:customerinfo:resetpw", Spends: true,
		Summary: "Reset the password of a customer or agent and end its sessions. A random password is returned only once"}, r.reset)
	web.Handle(a, web.Route{Method: "PUT", Path: "/blacklistuserinfo/lockOrUnlock", Perm: "aty:customerinfo:lock", Spends: true,
		Summary: "Lock or unlock a customer or agent. Locking ends its sessions and pauses its orders. Only staff can undo a lock by staff"},
		r.lock)
	web.Handle(a, web.Route{Method: "GET", Path: "/blacklistuserinfo/getBlacklistuserinfo", Perm: web.SignedIn,
		Summary: "Check whether a user in the caller's scope is locked. Default: the caller"}, r.lockInfo)
}

// below gives a user that the caller may act on: in its scope, not itself, and no staff.
func (r *Service) below(ctx context.Context, userID string) (User, error) {
	p := auth.Must(ctx)
	u, err := r.Users.Find(ctx, p.Scope(), userID)
	switch {
	case err != nil:
		return u, err
	case u.ID == p.UserID:
		return u, fault.New(fault.Forbidden, 40303, "user.self")
	case u.Type == auth.Admin:
		return u, fault.New(fault.Forbidden, 40304, "user.staff")
	}
	return u, nil
}

func (r *Service) reset(ctx context.Context, in *struct {
	ID string `path:"id"`
}) (*Initial, error) {
	u, err := r.below(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	with, deliver := r.Notify.Prepare(ctx, u.ID, "user.tell.reset")
	if u, err = r.Users.ResetPassword(ctx, u, with...); err != nil {
		return nil, err
	}
	auditlog.Note(ctx, u.ID, nil, map[string]any{"password": "initial"})
	deliver()
	told, err := r.Users.TellInitial(ctx, &u)
	return &told, err
}

// Initial is the initial password of a user, as shown to the user who gave it.
type Initial struct {
	Password string     `json:"password,omitempty" doc:"Random initial password, shown only once. Missing when it is the last 6 digits of the phone number."`
	Until    *time.Time `json:"passwordUntil,omitempty" doc:"Expiry of the initial password."`
}

// TellInitial gives the response about the initial password that a user was given in this call. The response is then
// stored nowhere.
func (b *Store) TellInitial(ctx context.Context, u *User) (Initial, error) {
	if !u.Initial || u.InitialAt == nil {
		return Initial{}, nil
	}
	if u.GeneratedPassword != "" {
		web.TellOnce(ctx)
	}
	rule, err := b.initialRule(ctx)
	until := u.InitialAt.Add(rule.Life)
	return Initial{u.GeneratedPassword, &until}, err
}

// LockInfo tells about a lock.
type LockInfo struct {
	UserID   string     `json:"userId"`
	Name     string     `json:"name"`
	Locked   bool       `json:"locked"`
	ByStaff  bool       `json:"byStaff" doc:"Locked by staff: only staff can unlock the account."`
	Reason   string     `json:"reason"`
	LockTime *time.Time `json:"lockTime"`
}

func lockInfo(u *User) *LockInfo {
	u.known()
	i := &LockInfo{UserID: u.ID, Name: u.Name, Locked: u.Locked, ByStaff: u.StaffLock != nil}
	if u.Locked {
		i.Reason, i.LockTime = u.LockReason, u.LockedAt
	}
	return i
}

func (r *Service) lock(ctx context.Context, in *struct {
	Body struct {
		UserID string `json:"userId" minLength:"1" example:"01JD0000000000000000000000"`
		Lock   bool   `json:"lock"`
		Reason string `json:"reason,omitempty" maxLength:"255"`
	}
}) (*LockInfo, error) {
	u, err := r.below(ctx, in.Body.UserID)
	if err != nil {
		return nil, err
	}
	before, after, err := r.Users.LockBy(ctx, u, auth.Must(ctx).Type, in.Body.Lock, in.Body.Reason)
	if err != nil {
		return nil, err
	}
	state := func(u *User) map[string]any {
		return map[string]any{"locked": u.Locked, "byStaff": u.StaffLock != nil, "byAgent": u.AgentLock != nil, "reason": u.LockReason}
	}
	auditlog.Note(ctx, u.ID, state(&before), state(&after))
	return lockInfo(&after), nil
}

func (r *Service) lockInfo(ctx context.Context, in *struct {
	UserID string `query:"userId"`
}) (*LockInfo, error) {
	p := auth.Must(ctx)
	find := func() (User, error) { return r.Users.Find(ctx, p.Scope(), in.UserID) }
	if in.UserID == "" || in.UserID == p.UserID {
		find = func() (User, error) { return r.Users.Self(ctx, p) }
	}
	u, err := find()
	if err != nil {
		return nil, err
	}
	return lockInfo(&u), nil
}
