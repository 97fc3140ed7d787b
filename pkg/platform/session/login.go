package session

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// unknownUser is the id that is read for an unknown name, so that it takes the same steps as a known one.
const unknownUser = "00000000000000000000000000"

// account is a user with its second factor.
type account struct {
	user   user.User
	factor factor
}

// account reads the user of a key, and its factor; an empty one for an unknown user.
func (r *Service) account(ctx context.Context, key store.Key, userID string) (account, error) {
	var a account
	rows, err := r.DB.GetMany(ctx, []store.Key{key, factorKey(userID)}, true)
	if err != nil {
		return a, err
	}
	_, err1 := store.Decode(rows[0], &a.user)
	_, err2 := store.Decode(rows[1], &a.factor)
	return a, firstError(err1, err2)
}

// verify gives the user with this name and password. Faults: session.wrong (401), the same and after the same work for an
// unknown name; session.initialExpired (40102); session.backOff (42901). The caller tells passed when it is done.
func (r *Service) verify(ctx context.Context, name, password, address string) (account, guess, error) {
	login := user.LoginName(name)
	var a account
	g, err := r.take(ctx, login, address, user.LoginKey(login), func(row store.Item) error {
		var pointer user.Pointer
		ok, err := store.Decode(row, &pointer)
		if !ok {
			pointer.User = unknownUser
		}
		if err == nil {
			a, err = r.account(ctx, user.Key(pointer.User), pointer.User)
		}
		return err
	})
	if err != nil {
		return a, g, err
	}
	if err := right(&a.user, password); err != nil {
		return a, g, err
	}
	return a, g, r.unexpired(ctx, &a.user)
}

// unexpired refuses an expired initial password. Only its owner is shown that. Fault: session.initialExpired
// (40102).
func (r *Service) unexpired(ctx context.Context, u *user.User) error {
	expired, err := r.Users.InitialExpired(ctx, u)
	if err == nil && expired {
		err = fault.New(fault.Unauthorized, 40102, "session.initialExpired")
	}
	return err
}

// right compares the password.
func right(u *user.User, password string) error {
	if auth.CheckPassword(u.Hash, password) && !u.Deleted {
		return nil
	}
	return fault.New(fault.Unauthorized, 0, "session.wrong")
}

// change is the old password and twice the new one.
type change struct{ old, fresh, confirm string }

// changePassword replaces the caller's own password and ends all its sessions. The new one is looked at first: that costs
// nothing. Faults: session.confirm, those of user.Check, session.oldWrong (400), session.backOff (42901).
func (r *Service) changePassword(ctx context.Context, p *auth.Principal, c change, address string) error {
	u, ok, err := r.Users.Load(ctx, p.UserID)
	if err == nil && !ok {
		err = ended()
	}
	if err != nil {
		return err
	}
	if err := r.Users.Check(ctx, &u, c.fresh); err != nil {
		return err
	}
	if c.fresh != c.confirm {
		return fault.Bad("confirmPass", "session.confirm")
	}
	g, err := r.take(ctx, u.Login, address, attemptKey(u.Login), func(store.Item) error { return nil })
	if err != nil {
		return err
	}
	if right(&u, c.old) != nil {
		return fault.Bad("oldPass", "session.oldWrong")
	}
	if err := r.passed(ctx, g, true); err != nil {
		return err
	}
	return r.Users.SetPassword(ctx, u, c.fresh)
}
