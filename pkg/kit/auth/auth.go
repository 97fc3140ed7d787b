// Package auth knows who is calling: the principal with its scope, the tokens it carries and the password it signs in with.
package auth

import (
	"context"

	"herald/pkg/kit/fault"
)

// Type of a user (platform-services §6).
type Type int

const (
	Admin     Type = 1
	First     Type = 2
	Secondary Type = 3
	Agent     Type = 11
)

// Principal is the signed-in caller of a request.
type Principal struct {
	UserID string
	Name   string
	Type   Type
	// the first-level customer whose credit and data are used: itself, or the parent of a secondary; an agent's or admin's own id
	Tenant     string
	Agent      string // the agent above, if any
	Roles      []string
	Perms      map[string]bool
	SessionID  string
	Bound      Scope // of staff whose view is narrowed to one agent or customer; empty for all
	Program    bool  // signs with an app key: holds its own permissions and is refused what only asks for a sign-in
	Locked     bool  // may sign in and read; nothing that pays, consumes or starts (decisions §3)
	MustChange bool  // still has the initial password: may only change it
	Row        any   // of the user, as the sign-in check of this very request read it: the module of sign-ins need not read it again
}

// Can reports whether the caller holds a permission.
func (p *Principal) Can(perm string) bool { return p.Perms[perm] || p.Perms["*"] }

// Scope is the part of a key that a caller's reads are bound to. It is never a filter afterwards (decisions §3).
type Scope string

// Everything is the scope of staff.
const Everything Scope = "all"

// AgentScope covers an agent, its customers and their secondaries; UserScope a user and the secondaries below it.
func AgentScope(userID string) Scope { return Scope("a#" + userID) }
func UserScope(userID string) Scope  { return Scope("u#" + userID) }

// Scope of the caller.
func (p *Principal) Scope() Scope {
	switch p.Type {
	case Admin:
		if p.Bound != "" {
			return p.Bound
		}
		return Everything
	case Agent:
		return AgentScope(p.UserID)
	}
	return UserScope(p.UserID)
}

// Owner is the owner of an object; it decides the scopes in which the object is seen.
type Owner struct {
	User   string `dynamodbav:"ou"`           // its creator
	Tenant string `dynamodbav:"ot"`           // the first-level customer
	Agent  string `dynamodbav:"oa,omitempty"` // its agent
}

// Owner of what the caller makes for itself.
func (p *Principal) Owner() Owner { return Owner{User: p.UserID, Tenant: p.Tenant, Agent: p.Agent} }

// Scopes are all scopes that see what the owner has.
func (o Owner) Scopes() []Scope {
	s := []Scope{Everything, UserScope(o.Tenant)}
	if o.User != o.Tenant {
		s = append(s, UserScope(o.User))
	}
	if o.Agent != "" {
		s = append(s, AgentScope(o.Agent))
	}
	return s
}

// ScopeNames are the names of Scopes, as lists take them.
func (o Owner) ScopeNames() []string {
	var names []string
	for _, s := range o.Scopes() {
		names = append(names, string(s))
	}
	return names
}

type contextKey struct{}

// Into puts the caller into a context.
func Into(ctx context.Context, p *Principal) context.Context {
	return context.WithValue(ctx, contextKey{}, p)
}

// From is the caller of a request; nil for none.
func From(ctx context.Context) *Principal {
	p, _ := ctx.Value(contextKey{}).(*Principal)
	return p
}

// Must is the caller of a signed-in route; it panics on a public one, which a test finds.
func Must(ctx context.Context) *Principal {
	p := From(ctx)
	if p == nil {
		panic(fault.New(fault.Unauthorized, 0, "web.unauthorized"))
	}
	return p
}
