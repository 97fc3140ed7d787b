package user

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/platform/role"
)

// New has the fields of a new user. The caller has checked them; this package checks only the rules of every user.
type New struct {
	ID       string // an operation id: a repetition finds what was made
	User     User   // name, phone, …; Type decides Tenant, Agent and Roles where they are empty
	Parent   *User  // the first-level customer of a secondary
	Password string // empty: the initial password, which must be changed
}

// Create makes a user. Faults: user.loginTaken (40911) when another user has the login name; 404 when the agent of a customer, or
// the parent of a secondary, was deleted meanwhile.
// A repetition with the same ID gives the user that was made.
func (b *Store) Create(ctx context.Context, n New) (User, error) {
	u, now := n.User, b.Now()
	u.ID, u.Created, u.Updated, u.Version, u.Epoch = n.ID, now, now, 1, 1
	if u.Login == "" {
		u.Login = u.Phone
	}
	u.Login = LoginName(u.Login)
	u.Tenant = u.ID
	switch {
	case u.Type == auth.Agent:
		u.Agent = u.ID // an agent sees its own things in its own scope
	case n.Parent != nil:
		u.Tenant, u.Agent = n.Parent.ID, n.Parent.Agent
	}
	if len(u.Roles) == 0 {
		u.Roles = role.Of(u.Type)
	}
	if n.Password != "" {
		u.Hash = b.Cost.Hash(n.Password)
	} else if err := b.giveInitial(ctx, &u); err != nil {
		return u, err
	}
	var made User
	var refused error // for good
	err := store.Decide(ctx, tries, func() error {
		ops, err := b.creation(ctx, &u)
		if err != nil {
			return err
		}
		if above := u.above(); above != "" {
			ops = append(ops, joins(above))
		}
		err = b.DB.Transact(ctx, ops)
		if failed := store.ConditionFailed(err); failed != nil {
			made, refused = b.settled(ctx, u, ops, failed)
			return nil
		}
		made = u
		return err
	})
	return made, cmp.Or(err, refused)
}

func (b *Store) creation(ctx context.Context, u *User) ([]store.Op, error) {
	ops := []store.Op{
		{Verb: store.Put, Key: Key(u.ID), Item: u, If: store.Missing("pk")},
		{Verb: store.Put, Key: LoginKey(u.Login), Item: Pointer{u.ID}, If: store.Missing("pk")},
	}
	for _, s := range u.Scopes() {
		ops = append(ops, store.Op{Verb: store.Put, Key: seenKey(u.ID, s), Item: map[string]any{}})
	}
	rows, err := b.rows(ctx, nil, u)
	return slices.Concat(ops, counts(&User{}, u), rows), err
}

// above gives the user that a new one belongs to: the customer of a secondary, the agent of a customer; empty for neither.
func (u *User) above() string {
	switch {
	case u.Tenant != u.ID:
		return u.Tenant
	case u.Agent != u.ID:
		return u.Agent
	}
	return ""
}

// joins gives the operation that counts up the version of a user that is not deleted, so that its deletion and the creation of a user
// below it exclude each other.
func joins(parent string) store.Op {
	return store.Op{Verb: store.Update, Key: Key(parent), Add: map[string]int64{"version": 1},
		If: store.And(store.Exists("pk"), store.Missing("deleted"))}
}

func (b *Store) rows(ctx context.Context, was, now *User) ([]store.Op, error) {
	if b.Rows == nil {
		return nil, nil
	}
	return b.Rows(ctx, was, now)
}

// settled decides about a creation that met an existing row: ours from a first try, or another user's with the same
// login name. It also reports a role that does not exist.
func (b *Store) settled(ctx context.Context, u User, ops []store.Op, failed *store.Failed) (User, error) {
	made, ok, err := b.Load(ctx, u.ID)
	if err != nil || ok {
		return made, err
	}
	if err := uncounted(ops[failed.Index].Key); err != nil {
		return u, err
	}
	if ops[failed.Index].Verb == store.Update && ops[failed.Index].Key == Key(u.above()) {
		return u, fault.Missing()
	}
	return u, loginTaken(failed)
}

// counts are the operations that update the numbers of users by role and of administrators, in the transaction that
// makes u of was.
func counts(was, u *User) []store.Op {
	before, after := was.Roles, u.Roles
	if u.Deleted {
		after = nil
	}
	ops := role.Holds(before, after)
	switch had, has := was.administers(), u.administers(); {
	case has && !had:
		ops = append(ops, store.Op{Verb: store.Update, Key: adminKey, Add: map[string]int64{"n": 1}})
	case had && !has:
		ops = append(ops, store.Op{Verb: store.Update, Key: adminKey, Add: map[string]int64{"n": -1}, If: store.Gt("n", 1)})
	}
	return ops
}

// uncounted is what the failed condition of such an operation means; nil for another one.
func uncounted(key store.Key) error {
	if key == adminKey {
		return fault.State("user.lastAdmin")
	}
	if code, ok := role.CodeOf(key); ok {
		return fault.Bad("roles", "user.role", "role", code)
	}
	return nil
}

func loginTaken(cause error) error {
	e := fault.Bad("phone", "user.loginTaken")
	e.Kind, e.Code = fault.Conflict, 40911
	return e.With(cause)
}

// Edit changes a user that was read. change gets the stored user and may refuse; it is called again when another
// writer was faster. Rows, and the pointer when the login name changes, follow in the same transaction. Edit gives
// the user before and after.
func (b *Store) Edit(ctx context.Context, u User, change func(*User) error) (before, after User, err error) {
	return b.edit(ctx, u, change, nil)
}

// edit carries with out in the same transaction; a condition of those that does not hold is a *store.Failed with its index there.
func (b *Store) edit(ctx context.Context, u User, change func(*User) error, with []store.Op) (before, after User, err error) {
	e := edit{user: u, change: change, with: with}
	again := false
	err = store.Retry(ctx, tries, func() (err error) {
		if again {
			if e.user, err = b.fresh(ctx, u.ID); err != nil {
				return err
			}
		}
		again = true
		return b.try(ctx, &e)
	})
	if err = cmp.Or(err, e.refused); err == nil && e.was.Epoch != e.user.Epoch && b.Ended != nil {
		b.Ended(ctx, u.ID)
	}
	return e.was, e.user, err
}

// edit is a change of a user: as it was, and as it is by the change.
type edit struct {
	was, user User
	change    func(*User) error
	with      []store.Op
	refused   error // for good, also when the stored user changes
}

// try writes the change of the user that was read. An error that another try cannot mend is e.refused. So is an
// unknown outcome: decided anew, our own change would be refused as another writer's.
func (b *Store) try(ctx context.Context, e *edit) error {
	e.was = e.user
	e.was.Roles = slices.Clone(e.user.Roles)
	if e.refused = e.change(&e.user); e.refused != nil {
		return nil
	}
	e.user.Version, e.user.Updated, e.user.Login = e.was.Version+1, b.Now(), LoginName(e.user.Login)
	if e.user.Email != e.was.Email {
		e.user.EmailAt = &e.user.Updated
	}
	rows, err := b.rows(ctx, &e.was, &e.user)
	if err != nil {
		return err
	}
	ops := slices.Concat(edition(&e.was, &e.user), counts(&e.was, &e.user), rows)
	err = b.DB.Transact(ctx, slices.Concat(ops, e.with))
	if errors.Is(err, store.ErrUnclear) {
		return b.learn(ctx, &e.was, &e.user, err)
	}
	if failed := store.ConditionFailed(err); failed != nil {
		switch {
		case failed.Index >= len(ops):
			e.refused = &store.Failed{Index: failed.Index - len(ops), Old: failed.Old}
		case failed.Index == 1 && e.was.Login != e.user.Login:
			e.refused = loginTaken(err)
		default:
			e.refused = uncounted(ops[failed.Index].Key)
		}
		if e.refused != nil {
			return nil
		}
	}
	return err
}

// learn reads the result of an edit of unknown outcome. It returns nil when the edit stands, and ErrConflict when
// nothing was changed, so that it is decided anew. It returns the error itself when another edit stands, which may
// have come before ours or after it.
func (b *Store) learn(ctx context.Context, was, u *User, unclear error) error {
	stands, _, err := store.Load[User](ctx, b.DB, Key(u.ID), true)
	switch {
	case err != nil:
		return errors.Join(unclear, err)
	case stands.Version == u.Version && stands.Updated.Equal(u.Updated):
		return nil
	case stands.Version == was.Version:
		return store.ErrConflict
	}
	return unclear
}

func (b *Store) fresh(ctx context.Context, userID string) (User, error) {
	u, ok, err := b.Load(ctx, userID)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return u, err
}

func edition(was, u *User) []store.Op {
	ops := []store.Op{{Verb: store.Put, Key: Key(u.ID), Item: u, If: store.Eq("version", was.Version)}}
	switch {
	case u.Deleted:
		ops = append(ops, store.Op{Verb: store.Delete, Key: LoginKey(was.Login)})
		for _, s := range u.Scopes() {
			ops = append(ops, store.Op{Verb: store.Delete, Key: seenKey(u.ID, s)})
		}
	case was.Login != u.Login:
		ops = append(ops, store.Op{Verb: store.Put, Key: LoginKey(u.Login), Item: Pointer{u.ID}, If: store.Missing("pk")},
			store.Op{Verb: store.Delete, Key: LoginKey(was.Login)})
	}
	return ops
}

// SetRoles changes a user's roles and ends its sessions. Faults: user.role for one that does not exist;
// user.lastAdmin (409) when no user could administer any more.
func (b *Store) SetRoles(ctx context.Context, u User, roles []string) error {
	_, _, err := b.Edit(ctx, u, func(u *User) error {
		u.Roles = roles
		u.Epoch++
		return nil
	})
	return err
}

// Delete deletes a user: it cannot sign in, is in no list, and its login name is free. References to it stay.
// Faults: user.lastAdmin (409), and a *store.Failed of with, which is written in the same transaction.
func (b *Store) Delete(ctx context.Context, u User, with ...store.Op) error {
	return b.DeleteIf(ctx, u, func() error { return nil }, with...)
}

// DeleteIf is Delete while may allows it. may is asked again whenever the user was changed meanwhile, as by the creation of a secondary.
// Faults: those of Delete and of may.
func (b *Store) DeleteIf(ctx context.Context, u User, may func() error, with ...store.Op) error {
	owed, pay := b.outboxOps(u.ID)
	_, _, err := b.edit(ctx, u, func(u *User) error {
		if err := may(); err != nil {
			return err
		}
		u.Deleted = true
		u.Epoch++
		return nil
	}, append(append(slices.Clone(with), owed...), store.Op{Verb: store.Put, Key: deletedKey(u.ID), Item: Pointer{u.ID}}))
	if err == nil {
		err = pay(ctx, true)
	}
	return err
}
