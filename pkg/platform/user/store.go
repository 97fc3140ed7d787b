package user

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/id"
	"herald/pkg/kit/store"
)

// Keys, all in table platform:
//
//	U#<user> / U                          the user
//	LOGIN#<name> / LOGIN                  whose login name it is
//	L#customer|agent|sysuser#<scope> / <user>   the list rows; a user is in the one list of its type
//	ADMINS / N                            how many can administer, so that the last one stays
//	LOCKING / <user>                      a lock, unlock or deletion whose rest is to be done: a few rows, for a moment
const table = "platform"

// Key of a user.
func Key(id string) store.Key { return store.Key{Table: table, PK: "U#" + id, SK: "U"} }

// LoginKey of a login name in the form of LoginName.
func LoginKey(name string) store.Key {
	return store.Key{Table: table, PK: "LOGIN#" + name, SK: "LOGIN"}
}

func lockingKey(userID string) store.Key {
	return store.Key{Table: table, PK: "LOCKING", SK: userID}
}

var adminKey = store.Key{Table: table, PK: "ADMINS", SK: "N"}

// Pointer is the row of a login name.
type Pointer struct {
	User string `dynamodbav:"u"`
}

// Row is a user in a list.
type Row struct {
	UserID          string    `dynamodbav:"id" json:"userId"`
	Name            string    `dynamodbav:"nm" json:"name"`
	Nickname        string    `dynamodbav:"nn,omitempty" json:"nickname"`
	Phone           string    `dynamodbav:"ph" json:"phone"`
	PhoneNumber     string    `dynamodbav:"pn" json:"phoneNumber" doc:"the same as phone"`
	Email           string    `dynamodbav:"em,omitempty" json:"email"`
	CompanyName     string    `dynamodbav:"cn,omitempty" json:"companyName"`
	CountryCode     string    `dynamodbav:"co,omitempty" json:"countryCode"`
	CustomerType    string    `dynamodbav:"ck,omitempty" json:"customerType"`
	CustomerLevel   any       `dynamodbav:"cl,omitempty" json:"customerLevel"`
	RecommendUserID string    `dynamodbav:"ri,omitempty" json:"recommendUserId"`
	RecommendName   string    `dynamodbav:"rn,omitempty" json:"recommendUserName"`
	GroupSendWeight int       `dynamodbav:"gw,omitempty" json:"groupSendWeight"`
	Type            auth.Type `dynamodbav:"ty" json:"type" doc:"1 admin, 2 first-level, 3 secondary, 11 agent"`
	ParentID        string    `dynamodbav:"pa,omitempty" json:"parentId,omitempty" doc:"the first-level customer of a secondary"`
	AgentID         string    `dynamodbav:"ag,omitempty" json:"agentId,omitempty"`
	Locked          bool      `dynamodbav:"lk,omitempty" json:"locked"`
	Status          string    `dynamodbav:"st" json:"status" doc:"active or locked"`
	Username        string    `dynamodbav:"ln,omitempty" json:"username,omitempty" doc:"of staff"`
	Roles           []string  `dynamodbav:"ro,omitempty" json:"roles,omitempty" doc:"of staff"`
	CreateTime      time.Time `dynamodbav:"ca" json:"createTime"`
}

// RowOf projects a user.
func RowOf(u *User) Row {
	r := Row{UserID: u.ID, Name: u.Name, Nickname: u.Nickname, Phone: u.Phone, PhoneNumber: u.Phone, Email: u.Email, CompanyName: u.Company, CountryCode: u.Country,
		CustomerType: u.Kind, CustomerLevel: u.Level, RecommendUserID: u.Recommender, RecommendName: u.RecommendedBy, GroupSendWeight: u.Weight,
		Type: u.Type, AgentID: u.Agent, Locked: u.Locked, Status: u.Status(), CreateTime: u.Created}
	if u.Type == auth.Secondary {
		r.ParentID = u.Tenant
	}
	if u.Type == auth.Agent {
		r.AgentID = ""
	}
	if u.Type == auth.Admin {
		r.Username, r.Roles = u.Login, u.Roles
	}
	return r
}

// Customers, Agents and Staff are the lists by type: 2 and 3, 11, 1.
var (
	Customers = list("customer")
	Agents    = list("agent")
	Staff     = list("sysuser")
)

func list(entity string) store.List[Row] {
	text := func(name string, get func(*Row) string) store.Column[Row] {
		return store.Column[Row]{Name: name, Kind: store.Text, Sort: true, Get: func(r *Row) any { return get(r) }}
	}
	exact := func(name string, get func(*Row) string) store.Column[Row] {
		return store.Column[Row]{Name: name, Kind: store.Exact, Sort: true, Get: func(r *Row) any { return get(r) }}
	}
	return store.List[Row]{Table: table, Entity: entity, ByTime: true, Columns: []store.Column[Row]{
		{Name: "createTime", Kind: store.Time, Sort: true, Get: func(r *Row) any { return r.CreateTime }},
		text("name", func(r *Row) string { return r.Name }),
		text("nickname", func(r *Row) string { return r.Nickname }),
		text("phone", func(r *Row) string { return r.Phone }),
		text("phoneNumber", func(r *Row) string { return r.Phone }),
		text("email", func(r *Row) string { return r.Email }),
		text("companyName", func(r *Row) string { return r.CompanyName }),
		text("recommendUserName", func(r *Row) string { return r.RecommendName }),
		{Name: "status", Kind: store.Exact, Sort: true, Get: func(r *Row) any { return r.Status }, Words: []string{"active", "locked"}},
		exact("countryCode", func(r *Row) string { return r.CountryCode }),
		{Name: "customerType", Kind: store.Exact, Sort: true,
			Get: func(r *Row) any { return r.CustomerType }, Words: []string{Person, Enterprise}},
		exact("customerLevel", func(r *Row) string { return LevelText(r.CustomerLevel) }),
		exact("userId", func(r *Row) string { return r.UserID }),
		exact("parentId", func(r *Row) string { return r.ParentID }),
		exact("agentId", func(r *Row) string { return r.AgentID }),
		text("username", func(r *Row) string { return r.Username }),
		{Name: "role", Kind: store.Exact, Get: func(r *Row) any { return r.Roles }},
		{Name: "type", Kind: store.Number, Sort: true, Get: func(r *Row) any { return int64(r.Type) }},
	}}
}

func listOf(t auth.Type) store.List[Row] {
	switch t {
	case auth.Admin:
		return Staff
	case auth.Agent:
		return Agents
	}
	return Customers
}

func scopes(u *User) []string {
	var out []string
	for _, s := range u.Owner().Scopes() {
		out = append(out, string(s))
	}
	return out
}

// Book is the users.
type Book struct {
	DB     store.DB
	Now    func() time.Time
	OnLock OnLock // nil: nothing runs
	// Ended is told that all sessions of a user have ended; nil: nobody needs to know.
	Ended func(ctx context.Context, userID string)
	// MinLength is the setting password.min.length; nil: 6.
	MinLength func(ctx context.Context) (int, error)
	// Cost of new passwords; zero: the product's.
	Cost auth.Cost
}

// Load reads a user by id for the house itself; whoever answers a caller uses Find. False for an unknown or deleted one.
func (b *Book) Load(ctx context.Context, userID string) (User, bool, error) {
	u, ok, err := store.Load[User](ctx, b.DB, Key(userID), true)
	return u, ok && !u.Deleted, err
}

// Admins is the number of those who can administer.
func (b *Book) Admins(ctx context.Context) (int, error) {
	n, _, err := store.Load[struct {
		N int `dynamodbav:"n"`
	}](ctx, b.DB, adminKey, true)
	return n.N, err
}

// Self reads the caller, whatever its scope shows; the 404 fault for one that is gone.
func (b *Book) Self(ctx context.Context, p *auth.Principal) (User, error) {
	u, ok, err := b.Load(ctx, p.UserID)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return u, err
}

// ByLogin reads a user by its login name, as typed; false when nobody has it. Two reads.
func (b *Book) ByLogin(ctx context.Context, name string) (User, bool, error) {
	p, ok, err := store.Load[Pointer](ctx, b.DB, LoginKey(LoginName(name)), true)
	if err != nil || !ok {
		return User{}, false, err
	}
	return b.Load(ctx, p.User)
}

// Find reads a user in the scope; the 404 fault for any other id. One call.
func (b *Book) Find(ctx context.Context, scope auth.Scope, userID string) (User, error) {
	var u User
	if !id.Valid(userID) {
		return u, fault.Missing()
	}
	s := string(scope)
	got, err := b.DB.GetMany(ctx, []store.Key{Key(userID), Customers.Key(s, userID), Agents.Key(s, userID), Staff.Key(s, userID)}, true)
	if err != nil {
		return u, err
	}
	if got[1] == nil && got[2] == nil && got[3] == nil {
		return u, fault.Missing()
	}
	ok, err := store.Decode(got[0], &u)
	if err == nil && (!ok || u.Deleted) {
		err = fault.Missing()
	}
	return u, err
}

// Owner of what belongs to a user, for the house itself. The 404 fault for an unknown id.
func (b *Book) Owner(ctx context.Context, userID string) (auth.Owner, error) {
	u, ok, err := b.Load(ctx, userID)
	if err == nil && !ok {
		err = fault.Missing()
	}
	return u.Owner(), err
}

// Holder is Owner together with whether the user itself is locked; one that is gone counts as locked.
func (b *Book) Holder(ctx context.Context, userID string) (o auth.Owner, locked bool, err error) {
	u, ok, err := store.Load[User](ctx, b.DB, Key(userID), true)
	if err != nil || !ok {
		return auth.Owner{User: userID, Tenant: userID}, true, err
	}
	return u.Owner(), u.Locked || u.Deleted, nil
}

// Names of users by id, of those that are gone too.
func (b *Book) Names(ctx context.Context, ids []string) (map[string]string, error) {
	keys := make([]store.Key, len(ids))
	for i, id := range ids {
		keys[i] = Key(id)
	}
	rows, err := b.DB.GetMany(ctx, keys, false)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(ids))
	for i, row := range rows {
		var u struct {
			Name string `dynamodbav:"nm"`
		}
		if _, err := store.Decode(row, &u); err != nil {
			return nil, err
		}
		out[ids[i]] = u.Name
	}
	return out, nil
}

// Locked reports whether the user, or the first-level customer above it, is locked or gone.
func (b *Book) Locked(ctx context.Context, userID string) (bool, error) {
	u, ok, err := b.Load(ctx, userID)
	if err != nil || !ok || u.Locked || u.Tenant == u.ID {
		return !ok || u.Locked, err
	}
	t, ok, err := b.Load(ctx, u.Tenant)
	return !ok || t.Locked, err
}

// All are the users in a scope: its customers and secondaries, then agents, then staff.
func (b *Book) All(ctx context.Context, scope auth.Scope) ([]Row, error) {
	var all []Row
	for _, l := range []store.List[Row]{Customers, Agents, Staff} {
		rows, err := l.All(ctx, b.DB, string(scope), store.ListQuery{})
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// tries bounds how often a change is decided anew after somebody else's; the counters of the lists are shared, so that
// creations in the same scope meet.
const tries = 12

// again waits a little before another try, longer each time; the error when there is none left.
func again(ctx context.Context, try int, err error) error {
	if try >= tries || !(errors.Is(err, store.ErrConflict) || errors.Is(err, store.ErrUnclear) || store.ConditionFailed(err) != nil) {
		return err
	}
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(time.Duration(rand.Int64N(int64(5*time.Millisecond) << min(try, 6)))):
		return nil
	}
}
