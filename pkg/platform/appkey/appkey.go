// Package appkey lets a customer's program act for it: requests are signed instead of signed in, may create orders and read
// their state, and nothing else (business-domain §7; decisions §3).
package appkey

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/lazyregexp"
	"herald/pkg/kit/store"
	"herald/pkg/platform/role"
	"herald/pkg/platform/user"
)

// Keys, all in table platform. A key is named <user>-<id>, so that one read finds it and its user:
//
//	U#<user> / KEY              the key of a user
//	NONCE#<key> / <nonce>       a nonce that was used, until it is too old anyway
const table = "platform"

func keyOf(userID string) store.Key { return store.Key{Table: table, PK: "U#" + userID, SK: "KEY"} }

func nonceOf(key, nonce string) store.Key {
	return store.Key{Table: table, PK: "NONCE#" + key, SK: nonce}
}

// Key of a user. A withdrawn one stays, so that the customer cannot help itself to another.
type Key struct {
	ID        string    `dynamodbav:"id"`
	Secret    string    `dynamodbav:"secret,omitempty"` // sealed
	Withdrawn bool      `dynamodbav:"withdrawn,omitempty"`
	Created   time.Time `dynamodbav:"created"`
}

// window is how far a timestamp may be off.
const window = 300 * time.Second

// Service keeps app keys.
type Service struct {
	DB     store.DB
	Users  *user.Store
	Roles  *role.Store
	Sealer *auth.Sealer
	Now    func() time.Time
	NewID  func() string
	Notify user.AccessNotice // notifies a customer of its key; nil: no notice is sent
}

// NewKey is a new key: its secret is shown this once.
type NewKey struct {
	AppKey    string `json:"appKey"`
	AppSecret string `json:"appSecret" doc:"Secret, shown only once."`
}

// grant gives a user another key; the one before is dead at once. with is written in the same transaction.
func (r *Service) grant(ctx context.Context, u *user.User, with []store.Op) (*NewKey, error) {
	f, _, err := r.put(ctx, u, nil, with)
	return f, err
}

// again gives a user another key in the place of the one that staff granted, decided by the row itself: a withdrawal at the
// same moment stands (S7). Faults, both 409: appkey.withdrawn; appkey.none for a user that was never granted one.
func (r *Service) again(ctx context.Context, u *user.User) (*NewKey, error) {
	f, k, err := r.put(ctx, u, store.And(store.Exists("pk"), store.Ne("withdrawn", true)), nil)
	failed := store.ConditionFailed(err)
	if failed == nil {
		return f, err
	}
	var stands Key
	if _, err := store.Decode(failed.Old, &stands); err != nil {
		return nil, err
	}
	switch {
	case stands.ID == k.ID:
		return f, nil // by this very write, which was repeated
	case stands.Withdrawn:
		return nil, fault.State("appkey.withdrawn")
	}
	return nil, fault.State("appkey.none")
}

func (r *Service) put(ctx context.Context, u *user.User, cond store.Cond, with []store.Op) (*NewKey, Key, error) {
	secret := make([]byte, 32)
	if _, err := rand.Read(secret); err != nil {
		return nil, Key{}, err
	}
	f := &NewKey{AppKey: u.ID + "-" + r.NewID(), AppSecret: base64.RawURLEncoding.EncodeToString(secret)}
	k := Key{ID: f.AppKey, Secret: r.Sealer.Seal(f.AppSecret, f.AppKey), Created: r.Now()}
	return f, k, r.write(ctx, store.Op{Verb: store.Put, Key: keyOf(u.ID), Item: k, If: cond}, with)
}

// tries bounds how often a key is written again after a conflict.
const tries = 8

// write writes a key with what belongs to it.
func (r *Service) write(ctx context.Context, key store.Op, with []store.Op) error {
	if len(with) > 0 {
		return store.TransactWithRetry(ctx, r.DB, tries, append([]store.Op{key}, with...))
	}
	_, err := r.DB.Write(ctx, key)
	return err
}

// withdraw ends a user's key and keeps the user from making one. with is written in the same transaction.
func (r *Service) withdraw(ctx context.Context, u *user.User, with []store.Op) error {
	return r.write(ctx, store.Op{Verb: store.Put, Key: keyOf(u.ID), Item: Key{Withdrawn: true, Created: r.Now()}}, with)
}

var nonceForm = lazyregexp.New(`^[A-Za-z0-9_-]{16,64}$`)

// Verify gives the caller behind a signed request. Faults, each 401 with its own code: appkey.malformed (40111),
// appkey.late (40112), appkey.unknown (40113), appkey.signature (40114) for one that was altered or signed with
// another key, appkey.replayed (40115); and 403 web.locked (40302) for a locked user. One read and one write.
func (r *Service) Verify(ctx context.Context, s auth.Signed) (*auth.Principal, error) {
	refuse := func(code int, key string) error { return fault.New(fault.Unauthorized, code, key) }
	userID, own, _ := strings.Cut(s.Key, "-")
	at, err := strconv.ParseInt(s.Timestamp, 10, 64)
	if err != nil || !id.Valid(userID) || !id.Valid(own) || !nonceForm.MatchString(s.Nonce) || len(s.Signature) != 64 {
		return nil, refuse(40111, "appkey.malformed")
	}
	if off := r.Now().Sub(time.Unix(at, 0)); off > window || off < -window {
		return nil, refuse(40112, "appkey.late")
	}
	u, k, err := r.load(ctx, userID)
	if err != nil {
		return nil, err
	}
	if k.ID != s.Key || k.Withdrawn || u.ID == "" || u.Deleted || u.Type != auth.First {
		return nil, refuse(40113, "appkey.unknown")
	}
	secret, err := r.Sealer.Open(k.Secret, k.ID)
	if err != nil || !s.Holds(secret) {
		return nil, refuse(40114, "appkey.signature")
	}
	if u.Locked {
		return nil, user.ErrLocked()
	}
	// Twice the window: a timestamp of the future may come again until it is too old.
	_, err = r.DB.Write(ctx, store.Op{Verb: store.Put, Key: nonceOf(s.Key, s.Nonce),
		Item: map[string]any{"ttl": r.Now().Add(2*window + time.Minute).Unix()}, If: store.Missing("pk")})
	if store.ConditionFailed(err) != nil {
		return nil, refuse(40115, "appkey.replayed")
	}
	if err != nil {
		return nil, err
	}
	kept, err := r.Roles.Load(ctx, role.Custom(u.Roles))
	if err != nil {
		return nil, err
	}
	p := u.Principal("", nil, r.Roles.Grants, kept)
	p.Perms = r.Roles.Grants.Programmed(p.Perms)
	p.Program = true // while the password is the initial one, or was reset, the key is suspended as the user is (decisions §3)
	return p, nil
}

func (r *Service) load(ctx context.Context, userID string) (u user.User, k Key, err error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{user.Key(userID), keyOf(userID)}, true)
	if err != nil {
		return u, k, err
	}
	if _, err = store.Decode(rows[0], &u); err == nil {
		_, err = store.Decode(rows[1], &k)
	}
	return u, k, err
}
