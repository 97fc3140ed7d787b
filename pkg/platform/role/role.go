// Package role says what each role may do (decisions §3): the built-in ones are written here, others are made by admins and
// kept. A role is a set of permission strings; the first part of a permission is its route group, so that a reader finds the
// routes.
package role

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"herald/pkg/kit/auth"
)

// Built-in roles.
const (
	Admin     = "admin"
	Finance   = "finance"
	Sales     = "sales"
	Service   = "service"
	Agent     = "agent"
	Customer  = "customer"
	Secondary = "secondary"
	Promoter  = "promoter"
)

// Sets of permissions that roles share.
var (
	// own is what everybody who sends has over its own things.
	own = []string{
		"aty:contactsgroup:page", "aty:contactsgroup:add", "aty:contactsgroup:edit", "aty:contactsgroup:del", "aty:contactsgroup:import", "aty:contactsgroup:member",
		"aty:suppression:page", "aty:suppression:add", "aty:suppression:del", "aty:suppression:import", "aty:consent:page", "aty:consent:add",
		"gc:groupsendorder:page", "gc:groupsendorder:add", "gc:groupsendorder:edit", "gc:groupsendorder:del", "gc:groupsendorder:estimate",
		"gc:groupsendorder:pause", "gc:groupsendorder:start", "gc:groupsendorder:cancel", "gc:groupsendorder:stop", "gc:groupsendorder:retry",
		"gc:groupsendorder:test", "gc:groupsendorder:refund", "gc:groupsendorder:export",
		"gc:groupsendorder:countrys", "kfsms:repertory:read",
		"aty:accountstatement:page", "uf:uploadfile:add", "lop:config:read",
		"pay:third:wx", "pay:third:usdt", // platform-services §6: which payment methods are shown
	}
	// money is what moves a customer's credit.
	money = []string{
		"aty:customerinfo:recharge", "aty:customerinfo:give", "aty:customerinfo:rebate", "aty:customerinfo:withdrawal", "aty:customerinfo:amount", "aty:customerinfo:move",
	}
	// posts is what is written for everybody.
	posts = []string{
		"im:announcement:page", "im:announcement:add", "im:announcement:edit", "im:announcement:del", "im:announcement:publish", "im:announcement:revoke", "im:announcement:cancel",
		"im:notice:page", "im:notice:add", "im:notice:edit", "im:notice:del", "im:notice:publish", "im:notice:revoke", "im:notice:cancel",
	}
	// people is what an agent does with its customers (business-domain §6).
	people = []string{
		"aty:customerinfo:page", "aty:customerinfo:add", "aty:customerinfo:edit", "aty:customerinfo:del", "aty:customerinfo:secondary",
		"aty:customerinfo:appkey", "aty:customerinfo:resetpw", "aty:customerinfo:lock", "aty:customerinfo:price", "aty:contactsgroupactive:read",
	}
)

// catalogues are what everybody reads and only an admin changes.
var catalogues = []string{
	"system:dict:page", "system:dict:add", "system:dict:edit", "system:dict:del", "system:lov:page", "system:lov:add", "system:lov:edit", "system:lov:del",
	"conf:country:page", "conf:country:edit",
}

// identity is what decides who may do what.
var identity = []string{
	"system:role:page", "system:role:add", "system:role:edit", "system:role:del", "aty:customerinfo:getsalecustomer",
	"sysuser:page", "sysuser:add", "sysuser:edit", "sysuser:del", "sysuser:pass", "sysuser:status", "sysuser:scope",
	"oauth:session:page", "oauth:session:del",
	"system:menu:list", "system:menu:add", "system:menu:edit", "system:menu:del",
}

// permissions of each role. That of admin is the concrete list of all, never a wildcard, for the console reads it.
var permissions = map[string][]string{
	Admin: join(own, money, people, posts, []string{
		"gc:bulksendstock:page", "gc:bulksendstock:add", "gc:bulksendstock:edit", "gc:bulksendstock:del",
		"kfsms:repertory:add", "kfsms:repertory:edit", "kfsms:repertory:del", "bgo:resource:edit",
		"gc:groupsendorder:review", "aty:ledger:reconcile", "lop:config:edit", "system:audit:page",
	}, catalogues, identity),
	Finance: join(money, []string{
		"aty:customerinfo:page", "aty:customerinfo:price", "aty:accountstatement:page", "aty:ledger:reconcile", "gc:groupsendorder:page", "gc:groupsendorder:export", "lop:config:read",
	}),
	Sales: {
		"aty:customerinfo:getsalecustomer",
		"aty:customerinfo:page", "aty:customerinfo:add", "aty:customerinfo:edit", "aty:accountstatement:page", "gc:groupsendorder:page", "lop:config:read",
	},
	Service: {
		"aty:customerinfo:page", "aty:contactsgroup:page", "aty:suppression:page", "aty:suppression:add", "aty:accountstatement:page", "gc:groupsendorder:page", "gc:groupsendorder:review", "gc:groupsendorder:export",
		"uf:uploadfile:add", "lop:config:read",
	},
	Agent:     join(own, money, people),
	Customer:  join(own, []string{"aty:customerinfo:page", "aty:customerinfo:secondary", "aty:customerinfo:move"}),
	Secondary: own,
	Promoter:  {"aty:accountstatement:page", "lop:config:read"},
}

func join(sets ...[]string) []string {
	all := slices.Concat(sets...)
	slices.Sort(all)
	return slices.Compact(all)
}

// types of users that a built-in role may be given to.
var types = map[string][]auth.Type{
	Admin: {auth.Admin}, Finance: {auth.Admin}, Sales: {auth.Admin}, Service: {auth.Admin},
	Agent: {auth.Agent}, Customer: {auth.First}, Secondary: {auth.Secondary}, Promoter: {auth.Admin, auth.First, auth.Secondary, auth.Agent},
}

// Names of the built-in roles.
func Names() []string {
	return []string{Admin, Finance, Sales, Service, Agent, Customer, Secondary, Promoter}
}

// Known reports whether a role is built in.
func Known(name string) bool { return permissions[name] != nil }

// Custom are those of some roles that are not built in.
func Custom(roles []string) []string {
	return slices.DeleteFunc(slices.Clone(roles), Known)
}

// All are the permissions that exist.
func All() []string {
	var all [][]string
	for _, set := range permissions {
		all = append(all, set)
	}
	return join(all...)
}

// Grantable are the permissions that a user of a type can have: those that a built-in role of the type has. Nothing else is
// held to the scope of such a user.
func Grantable(t auth.Type) []string {
	var sets [][]string
	for name, of := range types {
		if slices.Contains(of, t) {
			sets = append(sets, permissions[name])
		}
	}
	return join(sets...)
}

// Permissions of somebody with these built-in roles, in order. Another role gives nothing.
func Permissions(roles []string) []string {
	var sets [][]string
	for _, r := range roles {
		sets = append(sets, permissions[r])
	}
	return join(sets...)
}

var sets sync.Map // roles joined by comma → map[string]bool

// Set is Permissions for looking up. It is shared: nobody may change it.
func Set(roles []string) map[string]bool {
	key := strings.Join(roles, ",")
	if set, ok := sets.Load(key); ok {
		return set.(map[string]bool)
	}
	set := map[string]bool{}
	for _, p := range Permissions(roles) {
		set[p] = true
	}
	sets.Store(key, set)
	return set
}

// Effective is the set of somebody of a type with these roles, those that are not built in as they are kept. A role gives
// nothing to a type that it is not for. Nobody may change the set.
func Effective(t auth.Type, roles []string, kept []Role) map[string]bool {
	if len(kept) == 0 {
		return Set(roles)
	}
	set := maps.Clone(Set(slices.DeleteFunc(slices.Clone(roles), func(r string) bool { return !Known(r) })))
	for _, k := range kept {
		if !slices.Contains(k.Types, t) {
			continue
		}
		for _, p := range k.Permissions {
			set[p] = true
		}
	}
	return set
}

// List is a set in order.
func List(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
}

// narrowed are, beside what an agent can have, the permissions of staff whose view is narrowed to one agent or customer: they
// are held to the scope, or only read what everybody sees, or refuse such a caller with a reason of their own.
var narrowed = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for _, p := range append(Grantable(auth.Agent), "gc:groupsendorder:review", "aty:customerinfo:getsalecustomer",
		"system:dict:page", "system:lov:page", "conf:country:page", "oauth:session:page", "oauth:session:del",
		"sysuser:page", "sysuser:add", "sysuser:edit", "sysuser:del", "sysuser:pass", "sysuser:status", "sysuser:scope") {
		set[p] = true
	}
	return set
})

// Narrow is what is left of a set for staff whose view is narrowed: nothing that reaches the whole platform, as its settings,
// its stock and what is written for everybody.
func Narrow(set map[string]bool) map[string]bool {
	out := map[string]bool{}
	for p := range set {
		if narrowed()[p] {
			out[p] = true
		}
	}
	return out
}

// Of is the role that a new user of a type has.
func Of(t auth.Type) []string {
	switch t {
	case auth.Admin:
		return []string{Admin}
	case auth.Agent:
		return []string{Agent}
	case auth.Secondary:
		return []string{Secondary}
	}
	return []string{Customer}
}
