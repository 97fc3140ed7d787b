package session

import (
	"context"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/user"
)

// nobody is the key that is read for an unknown name, so that it takes the same steps as a known one.
var nobody = user.Key("00000000000000000000000000")

// verify gives the user with this name and password. Faults: session.wrong (401), the same and after the same work for an
// unknown name; session.backOff (42901). Two reads.
func (r *Room) verify(ctx context.Context, name, password, address string) (user.User, attempt, error) {
	login := user.LoginName(name)
	var u user.User
	rows, seen, err := r.gated(ctx, login, address, user.LoginKey(login))
	if err != nil {
		return u, seen, err
	}
	var pointer user.Pointer
	key := nobody
	if ok, err := store.Decode(rows[0], &pointer); err != nil {
		return u, seen, err
	} else if ok {
		key = user.Key(pointer.User)
	}
	u, _, err = store.Load[user.User](ctx, r.DB, key, true)
	if err != nil {
		return u, seen, err
	}
	return u, seen, r.judge(ctx, &u, password, guess{login, address, seen})
}

// gated reads what decides whether a password is looked at, and other rows with it.
func (r *Room) gated(ctx context.Context, login, address string, others ...store.Key) ([]store.Item, attempt, error) {
	now := r.Now()
	keys := gateKeys(login, address, now)
	rows, err := r.DB.GetMany(ctx, append(keys, others...), true)
	if err != nil {
		return nil, attempt{}, err
	}
	seen, err := gate(rows[:len(keys)], now)
	return rows[len(keys):], seen, err
}

// guess is an attempt that is being judged.
type guess struct {
	login, address string
	seen           attempt
}

// judge compares the password and counts a failure.
func (r *Room) judge(ctx context.Context, u *user.User, password string, g guess) error {
	if auth.CheckPassword(u.Hash, password) && !u.Deleted {
		return nil
	}
	if err := r.failed(ctx, g.login, g.address, g.seen); err != nil {
		return err
	}
	return fault.New(fault.Unauthorized, 0, "session.wrong")
}

// change is the old password and twice the new one.
type change struct{ old, fresh, confirm string }

// changePassword replaces the caller's own password and ends all its sessions. The new one is looked at first: that costs
// nothing. Faults: session.confirm, those of user.Check, session.oldWrong (400), session.backOff (42901).
func (r *Room) changePassword(ctx context.Context, p *auth.Principal, c change, address string) error {
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
	_, seen, err := r.gated(ctx, u.Login, address)
	if err != nil {
		return err
	}
	if err := r.judge(ctx, &u, c.old, guess{u.Login, address, seen}); fault.Is(err, "session.wrong") {
		return fault.Bad("oldPass", "session.oldWrong")
	} else if err != nil {
		return err
	}
	if seen.N > 0 {
		if _, err := r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: attemptKey(u.Login)}); err != nil {
			return err
		}
	}
	return r.Users.SetPassword(ctx, u, c.fresh, false)
}
