// Package role has the permissions of each role (decisions §3). The modules bring those of the built-in ones
// (Grants); admins make and store others. A role is a set of permission strings; the first part of a permission is
// its route group, so that a reader finds the routes.
package role

import (
	"maps"
	"slices"

	"herald/pkg/kit/auth"
)

// Built-in roles.
const (
	Admin       = "admin"
	Finance     = "finance"
	Sales       = "sales"
	ServiceRole = "service"
	Operations  = "operations" // looks at how the platform runs and changes nothing
	Agent       = "agent"
	Customer    = "customer"
	Secondary   = "secondary"
	Promoter    = "promoter"
)

// types of users that a built-in role may be given to.
var types = map[string][]auth.Type{
	Admin: {auth.Admin}, Finance: {auth.Admin}, Sales: {auth.Admin}, ServiceRole: {auth.Admin}, Operations: {auth.Admin},
	Agent: {auth.Agent}, Customer: {auth.First}, Secondary: {auth.Secondary}, Promoter: {auth.Admin, auth.First, auth.Secondary, auth.Agent},
}

// Names of the built-in roles, those of staff first.
func Names() []string {
	return []string{Admin, Finance, Sales, ServiceRole, Operations, Agent, Customer, Secondary, Promoter}
}

// Known reports whether a role is built in.
func Known(name string) bool { return types[name] != nil }

// Custom are those of some roles that are not built in.
func Custom(roles []string) []string {
	return slices.DeleteFunc(slices.Clone(roles), Known)
}

// List is a set in order.
func List(set map[string]bool) []string {
	return slices.Sorted(maps.Keys(set))
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
