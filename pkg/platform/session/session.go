// Package session signs users in and out: access and refresh tokens, the back-off of wrong passwords, websocket tickets,
// and the list of sessions (platform-services §3, §4; decisions §3, §10, §12).
package session

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/queue"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/role"
	"herald/pkg/platform/setting"
	"herald/pkg/platform/user"
)

// Service signs users in and out.
type Service struct {
	DB     store.DB
	Users  *user.Store
	Roles  *role.Store
	Signer *auth.Signer
	Now    func() time.Time
	NewID  func() string
	// Ended is called when a session has ended, or with an empty id when all sessions of a user have; it may be nil.
	Ended func(ctx context.Context, userID, session string)
	// PingSeconds is the setting ws.ping.seconds; nil: 25.
	PingSeconds func(ctx context.Context) (int, error)
	// Subscribed tells of the service subscription of a tenant; nil: there are none.
	Subscribed func(ctx context.Context, tenant string) (Subscription, error)
	// Sealer seals the secrets of second factors.
	Sealer *auth.Sealer
	// Settings has session.twofactor.staff: staff cannot sign in without a second factor; nil: they can.
	Settings *setting.Store
	// Queues has the queue of emails, and Public is the address of the console: of links to a new password that are sent by email; without
	// them none is sent.
	Queues queue.Queues
	Public string
	// Notify sends users a notice when staff remove their second factor; nil: no notice is sent.
	Notify user.AccessNotice
}

// Subscription is what a session tells of the service subscription of its user's tenant (platform-services §3).
type Subscription struct {
	Status   int // 1 not purchased, 2 active, 3 expired
	Expire   *time.Time
	Required bool // orders need one that runs
}

// session is one signed-in family of tokens: it lives from sign-in to sign-out, and its refresh token changes at every use.
type session struct {
	User          string    `dynamodbav:"user"`
	Epoch         int64     `dynamodbav:"epoch"`            // of the user at sign-in; another one now means that the session has ended
	Refresh       string    `dynamodbav:"refresh"`          // hash of the one refresh token that is valid
	Before        string    `dynamodbav:"before,omitempty"` // hash of the one that it was traded for
	TradeNotified bool      `dynamodbav:"told,omitempty"`   // the trade was answered, or is about to be: Before is not taken again
	Until         int64     `dynamodbav:"until"`            // unix ms: end of the refresh token
	Address       string    `dynamodbav:"address,omitempty"`
	Agent         string    `dynamodbav:"agent,omitempty"`
	Created       time.Time `dynamodbav:"created"`
	Last          time.Time `dynamodbav:"last"` // last use, to a quarter of an hour
	Expires       int64     `dynamodbav:"ttl"`
}

// tokens are those of a session. Exp is unix seconds.
type tokens struct {
	access, refresh string
	exp             int64
}

func ended() error { return fault.New(fault.Unauthorized, 0, "web.unauthorized") }

// sessionID names the tenant of a secondary and the roles that are not built in, so that one read finds everything that
// decides about a request. Another role ends the session, so the names stay true.
func sessionID(fresh string, u *user.User) string {
	sid := fresh
	if u.Tenant != u.ID {
		sid += "-" + u.Tenant
	}
	if custom := role.Custom(u.Roles); len(custom) > 0 {
		sid += "-" + strings.Join(custom, "_")
	}
	return sid
}

// parts of a session's id; false for what cannot be one. Roles are written small, ids in capitals.
func parts(sid string) (fresh, tenant string, roles []string, ok bool) {
	words := strings.Split(sid, "-")
	fresh, words = words[0], words[1:]
	if len(words) > 0 && id.Valid(words[0]) && strings.ToUpper(words[0]) == words[0] {
		tenant, words = words[0], words[1:]
	}
	if len(words) > 0 {
		roles, words = strings.Split(words[0], "_"), words[1:]
	}
	return fresh, tenant, roles, id.Valid(fresh) && len(words) == 0 && len(roles) <= role.Most
}

// Authenticate is web's: the caller behind an access token. One read, so that a lock, a new password, another role and a
// sign-out hold at once.
func (r *Service) Authenticate(ctx context.Context, bearer string) (*auth.Principal, error) {
	c, err := r.Signer.Parse(bearer)
	if err != nil {
		return nil, err
	}
	known, err := r.load(ctx, c.UserID, c.SessionID)
	if err != nil {
		return nil, err
	}
	return known.principal(c.SessionID, r.Roles.Grants), r.used(ctx, c.UserID, c.SessionID, &known.session)
}

// known is what one read tells about a session.
type known struct {
	user    user.User
	tenant  *user.User  // of a secondary
	roles   []role.Role // that are not built in
	session session
}

func (k *known) principal(sid string, g *role.Grants) *auth.Principal {
	p := k.user.Principal(sid, k.tenant, g, k.roles)
	p.Row = &k.user
	return p
}

// load reads a session with its user; 401 when either has ended.
func (r *Service) load(ctx context.Context, userID, sid string) (*known, error) {
	_, tenant, roles, ok := parts(sid)
	if !ok || !id.Valid(userID) {
		return nil, ended()
	}
	keys := []store.Key{user.Key(userID), sessionKey(userID, sid)}
	for _, code := range roles {
		keys = append(keys, role.Key(code))
	}
	if tenant != "" {
		keys = append(keys, user.Key(tenant))
	}
	rows, err := r.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	k, err := r.checkSession(rows[:2], rows[2:2+len(roles)])
	if err != nil {
		return nil, err
	}
	if k.user.Tenant != k.user.ID {
		k.tenant = &user.User{}
		if k.user.Tenant != tenant {
			return nil, ended()
		}
		if ok, err := store.Decode(rows[len(rows)-1], k.tenant); err != nil || !ok || k.tenant.Deleted {
			return nil, firstError(err, ended())
		}
	}
	return k, nil
}

// checkSession reads user and session, and the roles that exist; 401 when it has ended.
func (r *Service) checkSession(rows, roles []store.Item) (*known, error) {
	var k known
	hasUser, err1 := store.Decode(rows[0], &k.user)
	hasSession, err2 := store.Decode(rows[1], &k.session)
	if err1 != nil || err2 != nil {
		return nil, firstError(err1, err2)
	}
	if !hasUser || !hasSession || k.user.Deleted || k.session.Epoch != k.user.Epoch || k.session.Until <= r.Now().UnixMilli() {
		return nil, ended()
	}
	var err error
	k.roles, err = store.DecodeAll[role.Role](slices.DeleteFunc(roles, func(it store.Item) bool { return it == nil }))
	return &k, err
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// open starts a session and ends the failures in a row of the name. with is written in the same transaction; a condition of it that does
// not hold is a *store.Failed with its index there.
func (r *Service) open(ctx context.Context, u *user.User, o opening, with ...store.Op) (tokens, error) {
	now := r.Now()
	sid := sessionID(r.NewID(), u)
	t, s := r.mint(u, sid, now)
	s.Address, s.Agent, s.Created, s.Last = o.address, web.Agent(ctx), now, now
	own := []store.Op{
		{Verb: store.Put, Key: sessionKey(u.ID, sid), Item: s, If: store.Missing("pk")},
		{Verb: store.Delete, Key: attemptKey(u.Login)},
	}
	err := store.TransactWithRetry(ctx, r.DB, tries, slices.Concat(own, with, auditlog.Ops(r.record(u, sid, o))))
	failed := store.ConditionFailed(err)
	if failed != nil && len(own) <= failed.Index && failed.Index < len(own)+len(with) {
		return t, &store.Failed{Index: failed.Index - len(own), Old: failed.Old}
	}
	if failed != nil {
		return t, nil // the session is there: an earlier try wrote it
	}
	return t, err
}

// mint makes the tokens of a session and the row that knows them.
func (r *Service) mint(u *user.User, sid string, now time.Time) (tokens, session) {
	secret := newSecret()
	access, exp := r.Signer.Sign(u.ID, sid)
	until := now.Add(auth.RefreshLife)
	s := session{User: u.ID, Epoch: u.Epoch, Refresh: digest(secret), Until: until.UnixMilli(), Expires: until.Unix() + 1}
	return tokens{access: access, refresh: u.ID + "." + sid + "." + secret, exp: exp.Unix()}, s
}

// end ends a session with everything that it holds open.
func (r *Service) end(ctx context.Context, userID, sid string) error {
	_, err := r.DB.Write(ctx, store.Op{Verb: store.Delete, Key: sessionKey(userID, sid)})
	if err == nil {
		r.tellEnded(ctx, userID, sid)
	}
	return err
}

func (r *Service) tellEnded(ctx context.Context, userID, sid string) {
	if r.Ended != nil {
		r.Ended(ctx, userID, sid)
	}
}

// newSecret is 256 random bits.
func newSecret() string {
	b := make([]byte, 32)
	if _, err := rand.Read(b); err != nil {
		panic(err) // without randomness no sign-in is safe
	}
	return base64.RawURLEncoding.EncodeToString(b)
}

// digest is what is kept of a secret.
func digest(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}
