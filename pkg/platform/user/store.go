package user

import (
	"context"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// Keys, all in table platform:
//
//	U#<user> / U                          the user
//	U#<user> / S#<scope>                  the scope sees the user
//	LOGIN#<name> / LOGIN                  the user of a login name
//	DELETED#<user> / D                    the user was deleted, for functions that read no users
//	ADMINS / N                            the number of administrators, so that the last one stays
//	JOB#0 / …                             locks, unlocks and deletions whose rest is to be done (kit/job): a few, for a moment
//
// The lists of users are the modules' that show them (see Rows).
const table = "platform"

// Key of a user.
func Key(id string) store.Key { return store.Key{Table: table, PK: "U#" + id, SK: "U"} }

// seenKey is there while the scope sees the user, so that the scope is in the key of every read for a caller.
func seenKey(id, scope string) store.Key {
	return store.Key{Table: table, PK: Key(id).PK, SK: "S#" + scope}
}

// LoginKey of a login name in the form of LoginName.
func LoginKey(name string) store.Key {
	return store.Key{Table: table, PK: "LOGIN#" + name, SK: "LOGIN"}
}

// deletedKey is there once a user was deleted.
func deletedKey(id string) store.Key {
	return store.Key{Table: table, PK: "DELETED#" + id, SK: "D"}
}

// WasDeleted reports a user that was deleted. It reads nothing else of the user.
func WasDeleted(ctx context.Context, db store.DB, id string) (bool, error) {
	it, err := db.Get(ctx, deletedKey(id), false)
	return it != nil, err
}

var adminKey = store.Key{Table: table, PK: "ADMINS", SK: "N"}

// Pointer is the row of a login name.
type Pointer struct {
	User string `dynamodbav:"user"`
}

// Rows are rows that modules above keep of a user (the lists that show it). The function gives the operations for
// the transaction in which a user becomes now. was is nil for a new one; a deleted one is Deleted. It is called
// again at every try, after the read of the user. The operations have no conditions: rows that are only written
// together with their user are guarded by its version.
type Rows func(ctx context.Context, was, now *User) ([]store.Op, error)

// Together are the rows of several modules.
func Together(rooms ...Rows) Rows {
	return func(ctx context.Context, was, now *User) (all []store.Op, err error) {
		for _, rows := range rooms {
			ops, err := rows(ctx, was, now)
			if err != nil {
				return nil, err
			}
			all = append(all, ops...)
		}
		return all, nil
	}
}

// Store is the users.
type Store struct {
	DB     store.DB
	Now    func() time.Time
	Rows   Rows   // nil: of who only reads
	OnLock OnLock // nil: nothing runs
	// Ended is called when all sessions of a user have ended; it may be nil.
	Ended func(ctx context.Context, userID string)
	// MinLength is the setting password.min.length; nil: 6.
	MinLength func(ctx context.Context) (int, error)
	// InitialRule reads the settings password.initial and password.initial.hours; nil: the last six digits of the phone, for 72 hours.
	InitialRule func(ctx context.Context) (InitialRule, error)
	// Cost of new passwords; zero: the product's.
	Cost auth.Cost
}

// With gives the users with other rows: of a module that changes what it keeps itself in the same transaction.
func (b *Store) With(rows Rows) *Store {
	c := *b
	c.Rows = rows
	return &c
}

// Load reads a user by id for the platform itself; use Find to answer a caller. It is false for an unknown or
// deleted user.
func (b *Store) Load(ctx context.Context, userID string) (User, bool, error) {
	u, ok, err := store.Load[User](ctx, b.DB, Key(userID), true)
	return u, ok && !u.Deleted, err
}

// Admins is the number of those who can administer.
func (b *Store) Admins(ctx context.Context) (int, error) {
	n, _, err := store.Load[struct {
		N int `dynamodbav:"n"`
	}](ctx, b.DB, adminKey, true)
	return n.N, err
}

// Self reads the caller, regardless of its scope; the 404 fault for a deleted one.
func (b *Store) Self(ctx context.Context, p *auth.Principal) (User, error) {
	u, ok, err := b.Load(ctx, p.UserID)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return u, err
}

// ByLogin reads a user by its login name, as typed; false when no user has it. Two reads.
func (b *Store) ByLogin(ctx context.Context, name string) (User, bool, error) {
	p, ok, err := store.Load[Pointer](ctx, b.DB, LoginKey(LoginName(name)), true)
	if err != nil || !ok {
		return User{}, false, err
	}
	return b.Load(ctx, p.User)
}

// Find reads a user in the scope; the 404 fault for any other id. One call.
func (b *Store) Find(ctx context.Context, scope auth.Scope, userID string) (User, error) {
	var u User
	if !id.Valid(userID) {
		return u, fault.Missing()
	}
	got, err := b.DB.GetMany(ctx, []store.Key{Key(userID), seenKey(userID, string(scope))}, true)
	if err != nil {
		return u, err
	}
	if got[1] == nil {
		return u, fault.Missing()
	}
	ok, err := store.Decode(got[0], &u)
	if err == nil && (!ok || u.Deleted) {
		err = fault.Missing()
	}
	return u, err
}

// Visible gives those of some users that the scope sees, in their order; others are left out. One call.
func (b *Store) Visible(ctx context.Context, scope auth.Scope, ids []string) ([]string, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = seenKey(id, string(scope))
	}
	rows, err := b.DB.GetMany(ctx, keys, true)
	var out []string
	for i, row := range rows {
		if row != nil {
			out = append(out, ids[i])
		}
	}
	return out, err
}

// Owner gives the owner of a user's things, for the platform itself. The 404 fault for an unknown id.
func (b *Store) Owner(ctx context.Context, userID string) (auth.Owner, error) {
	u, ok, err := b.Load(ctx, userID)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return u.Owner(), err
}

// Holder is Owner together with whether the user itself is locked; one that is gone counts as locked.
func (b *Store) Holder(ctx context.Context, userID string) (o auth.Owner, locked bool, err error) {
	u, ok, err := store.Load[User](ctx, b.DB, Key(userID), true)
	if err != nil || !ok {
		return auth.Owner{User: userID, Tenant: userID}, true, err
	}
	return u.Owner(), u.Locked || u.Deleted, nil
}

// Names of users by id, of those that are gone too.
func (b *Store) Names(ctx context.Context, ids []string) (map[string]string, error) {
	known, err := b.Known(ctx, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(known))
	for id, u := range known {
		out[id] = u.Name
	}
	return out, nil
}

// Known is what others may read of a user by its id.
type Known struct {
	Name    string    `dynamodbav:"name"`
	Type    auth.Type `dynamodbav:"type"`
	Deleted bool      `dynamodbav:"deleted,omitempty"`
}

// Known gives users by id, those that are gone too, in one batch. An id that no user has is left out.
func (b *Store) Known(ctx context.Context, ids []string) (map[string]Known, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = Key(id)
	}
	rows, err := b.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	out := make(map[string]Known, len(ids))
	for i, row := range rows {
		var u Known
		if ok, err := store.Decode(row, &u); err != nil {
			return nil, err
		} else if ok {
			out[ids[i]] = u
		}
	}
	return out, nil
}

// Locked reports whether the user, or the first-level customer above it, is locked or gone.
func (b *Store) Locked(ctx context.Context, userID string) (bool, error) {
	u, ok, err := b.Load(ctx, userID)
	if err != nil || !ok || u.Locked || u.Tenant == u.ID {
		return !ok || u.Locked, err
	}
	t, ok, err := b.Load(ctx, u.Tenant)
	return !ok || t.Locked, err
}

// tries bounds how often a change is decided anew after a conflict. The counters of the lists are shared, so
// creations in the same scope conflict.
const tries = 12
