package role

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/store"
)

// Keys, all in table platform:
//
//	ROLE#<code> / ROLE           a role with the number of its users, read by every request of such a user
//	L#role#all / <code>          its row in the list
const table = "platform"

// Key of a role that is kept.
func Key(code string) store.Key { return store.Key{Table: table, PK: "ROLE#" + code, SK: "ROLE"} }

// CodeOf is the role that a key belongs to.
func CodeOf(key store.Key) (string, bool) { return strings.CutPrefix(key.PK, "ROLE#") }

// Role is one that an admin has made.
type Role struct {
	Code        string               `dynamodbav:"id"`
	Name        string               `dynamodbav:"name"`
	Languages   map[i18n.Lang]string `dynamodbav:"languages,omitempty"`
	Types       []auth.Type          `dynamodbav:"types"`
	Permissions []string             `dynamodbav:"permissions"`
	Remark      string               `dynamodbav:"remark,omitempty"`
	Users       int                  `dynamodbav:"users,omitempty"` // users with the role; written by their own transactions
	Created     time.Time            `dynamodbav:"created"`
	Updated     time.Time            `dynamodbav:"updated"`
	Version     int64                `dynamodbav:"version"`
	Op          string               `dynamodbav:"operation,omitempty"` // operation that made it
}

// Row is a role in a list.
type Row struct {
	Code        string               `dynamodbav:"id" json:"code"`
	Name        string               `dynamodbav:"nm" json:"name" doc:"Name in the caller's language, if there is one."`
	Languages   map[i18n.Lang]string `dynamodbav:"la,omitempty" json:"languages"`
	Types       []auth.Type          `dynamodbav:"ty" json:"types" doc:"User types that can have it: 1 admin, 2 first-level, 3 secondary, 11 agent."`
	Permissions []string             `dynamodbav:"pe" json:"permissions"`
	Remark      string               `dynamodbav:"re,omitempty" json:"remark"`
	BuiltIn     bool                 `dynamodbav:"-" json:"builtIn" doc:"Shipped with the product: can be copied, not changed."`
	Users       int                  `dynamodbav:"-" json:"users" doc:"Number of users with the role. Always 0 for a built-in role."`
	CreateTime  time.Time            `dynamodbav:"ca" json:"createTime"`
	UpdateTime  time.Time            `dynamodbav:"ua" json:"updateTime"`
}

func rowOf(r *Role) Row {
	return Row{Code: r.Code, Name: r.Name, Languages: r.Languages, Types: r.Types, Permissions: r.Permissions, Remark: r.Remark,
		Users:      r.Users,
		CreateTime: r.Created, UpdateTime: r.Updated}
}

var roles = store.List[Row]{Table: table, Entity: "role", Columns: []store.Column[Row]{
	{Name: "createTime", Kind: store.Time, Sort: true, Get: func(r *Row) any { return r.CreateTime }},
	{Name: "code", Kind: store.Text, Sort: true, Filter: true, Get: func(r *Row) any { return r.Code }},
	{Name: "name", Kind: store.Text, Sort: true, Filter: true, Get: func(r *Row) any { return r.Name }},
	{Name: "builtIn", Kind: store.Exact, Sort: true, Filter: true, Doc: "true or false.", Words: []string{"true", "false"},
		Get: func(r *Row) any { return r.BuiltIn }},
}}

var scope = []string{string(auth.Everything)}

// Store keeps roles.
type Store struct {
	DB     store.DB
	Now    func() time.Time
	Grants *Grants // of the built-in roles
}

// Load reads roles by their codes, those that exist, in one call; none for no codes.
func (b *Store) Load(ctx context.Context, codes []string) ([]Role, error) {
	if len(codes) == 0 {
		return nil, nil
	}
	keys := make([]store.Key, len(codes))
	for i, c := range codes {
		keys[i] = Key(c)
	}
	rows, err := b.DB.GetMany(ctx, keys, true)
	if err != nil {
		return nil, err
	}
	return store.DecodeAll[Role](slices.DeleteFunc(rows, func(it store.Item) bool { return it == nil }))
}

// storedRows gives every role that admins have made, with the number of its users.
func (b *Store) storedRows(ctx context.Context) ([]Row, error) {
	rows, err := roles.All(ctx, b.DB, scope[0], store.ListQuery{})
	if err != nil {
		return nil, err
	}
	codes := make([]string, len(rows))
	for i, r := range rows {
		codes[i] = r.Code
	}
	whole, err := b.Load(ctx, codes)
	out := make([]Row, len(whole))
	for i := range whole {
		out[i] = rowOf(&whole[i])
	}
	return out, err
}

// most bounds the roles, so that all of them are read in one call.
const most = 90

// create keeps a new role; the same operation again gives what it made. Faults: role.codeTaken (40912), role.tooMany (409).
func (b *Store) create(ctx context.Context, r Role) (Role, error) {
	r.Created, r.Version = b.Now(), 1
	r.Updated = r.Created
	all, err := roles.All(ctx, b.DB, scope[0], store.ListQuery{})
	if err != nil {
		return r, err
	}
	if len(all) >= most {
		return r, fault.State("role.tooMany", "n", most)
	}
	ops := append([]store.Op{{Verb: store.Put, Key: Key(r.Code), Item: r, If: store.Missing("pk")}}, roles.Insert(scope, r.Code, rowOf(&r))...)
	err = b.DB.Transact(ctx, ops)
	if failed := store.ConditionFailed(err); failed != nil {
		var stands Role
		if _, err := store.Decode(failed.Old, &stands); err != nil || r.Op != "" && stands.Op == r.Op {
			return stands, err
		}
		e := fault.Bad("code", "role.codeTaken", "code", r.Code)
		e.Kind, e.Code = fault.Conflict, 40912
		return r, e
	}
	return r, err
}

// change writes a role over one that was read; its users are not touched. 409 web.inFlight when another writer was
// faster.
func (b *Store) change(ctx context.Context, was *Role, r Role) (Role, error) {
	r.Created, r.Users, r.Version, r.Updated = was.Created, was.Users, was.Version+1, b.Now()
	set := map[string]any{"name": r.Name, "languages": r.Languages, "types": r.Types, "permissions": r.Permissions, "remark": r.Remark,
		"updated": r.Updated, "version": r.Version}
	ops := append([]store.Op{{Verb: store.Update, Key: Key(r.Code), Set: set, If: store.Eq("version", was.Version)}},
		roles.Replace(scope, r.Code, rowOf(&r))...)
	err := b.DB.Transact(ctx, ops)
	if store.ConditionFailed(err) != nil {
		return r, fault.State("role.changed")
	}
	return r, err
}

// remove deletes a role without users; role.inUse (409) otherwise.
func (b *Store) remove(ctx context.Context, r *Role) error {
	free := store.And(store.Exists("pk"), store.Or(store.Missing("users"), store.Eq("users", 0)))
	ops := append([]store.Op{{Verb: store.Delete, Key: Key(r.Code), If: free}}, roles.Remove(scope, r.Code)...)
	err := b.DB.Transact(ctx, ops)
	if failed := store.ConditionFailed(err); failed != nil {
		var now Role
		if ok, err := store.Decode(failed.Old, &now); err != nil || !ok {
			return err // another caller has deleted it
		}
		return fault.State("role.inUse", "n", now.Users)
	}
	return err
}

// Holds gives the operations that count who has a role that is not built in; they belong into the transaction that changes
// a user, and their condition fails for a role that does not exist.
func Holds(before, after []string) []store.Op {
	var ops []store.Op
	for _, code := range Custom(after) {
		if !slices.Contains(before, code) {
			ops = append(ops, store.Op{Verb: store.Update, Key: Key(code), Add: map[string]int64{"users": 1}, If: store.Exists("pk")})
		}
	}
	for _, code := range Custom(before) {
		if !slices.Contains(after, code) {
			ops = append(ops, store.Op{Verb: store.Update, Key: Key(code), Add: map[string]int64{"users": -1}, If: store.Exists("pk")})
		}
	}
	return ops
}
