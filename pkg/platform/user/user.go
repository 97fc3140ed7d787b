// Package user stores the users that may sign in: staff, agents, customers and their secondaries, with the data of
// their scope, their password and their lock. Rules about customers as business partners are account/customer's.
package user

import (
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/platform/role"
)

// User is an account that signs in: its identity, scope, permissions, and credentials. Package account/customer
// holds its data as a business partner. A User is never sent as a response.
type User struct {
	ID       string     `dynamodbav:"id"`
	Login    string     `dynamodbav:"login"`              // the phone without area code; of staff a name
	Phone    string     `dynamodbav:"phone,omitempty"`    // digits, without area code
	Name     string     `dynamodbav:"name"`               //
	Nickname string     `dynamodbav:"nickname,omitempty"` //
	Avatar   string     `dynamodbav:"avatar,omitempty"`   // id of an uploaded image
	Email    string     `dynamodbav:"email,omitempty"`    //
	EmailAt  *time.Time `dynamodbav:"emailAt,omitempty"`  // when Email was changed; nil: it is that of the creation
	Company  string     `dynamodbav:"company,omitempty"`  // of staff: the organization it works for
	Type     auth.Type  `dynamodbav:"type"`               //
	Tenant   string     `dynamodbav:"tenant"`             // see auth.Principal
	Agent    string     `dynamodbav:"agent,omitempty"`    // the agent above; of an agent itself
	Roles    []string   `dynamodbav:"roles"`              //
	Bound    auth.Scope `dynamodbav:"bound,omitempty"`    // see auth.Principal
	Locked   bool       `dynamodbav:"locked,omitempty"`   // may sign in and read only (decisions §3): one of the two locks is there

	StaffLock *LockHold `dynamodbav:"staffLock,omitempty"`
	// by the agent above; StaffLock by staff, or by the review of registrations
	AgentLock         *LockHold  `dynamodbav:"agentLock,omitempty"`
	LockReason        string     `dynamodbav:"lockReason,omitempty"`
	LockedAt          *time.Time `dynamodbav:"lockedAt,omitempty"`
	Deleted           bool       `dynamodbav:"deleted,omitempty"`   // not shown any more; the row stays for references to it
	Hash              string     `dynamodbav:"hash"`                // PHC string of argon2id
	Initial           bool       `dynamodbav:"initial,omitempty"`   // still has the initial password: may only change it
	InitialAt         *time.Time `dynamodbav:"initialAt,omitempty"` // when it was given
	GeneratedPassword string     `dynamodbav:"-"`                   // a random initial password that was made just now
	Epoch             int64      `dynamodbav:"epoch"`               // rises with everything that ends all sessions
	Language          string     `dynamodbav:"language,omitempty"`  // of the wire, e.g. pt_BR; what was used at the last change
	Created           time.Time  `dynamodbav:"created"`             //
	Updated           time.Time  `dynamodbav:"updated"`             //
	Version           int64      `dynamodbav:"version"`             // of the row, for writing on what was read
}

// Owner of what belongs to the user, and of the user's own rows.
func (u *User) Owner() auth.Owner {
	return auth.Owner{User: u.ID, Tenant: u.Tenant, Agent: u.Agent}
}

// Scopes that see the user, as lists take them.
func (u *User) Scopes() []string { return u.Owner().ScopeNames() }

// InitialPassword is the last six digits of the phone (decisions §10); empty for a user without phone.
func (u *User) InitialPassword() string {
	if len(u.Phone) < 6 {
		return ""
	}
	return u.Phone[len(u.Phone)-6:]
}

// Status in lists and details.
func (u *User) Status() string {
	switch {
	case u.Deleted:
		return "deleted"
	case u.Locked:
		return "locked"
	}
	return "active"
}

// administers reports whether the user can give rights to others: a member of staff with the built-in role that has them all,
// whose view is not narrowed.
func (u *User) administers() bool {
	return u.Type == auth.Admin && !u.Locked && !u.Deleted && u.Bound == "" && slices.Contains(u.Roles, role.Admin)
}

// Named is the user as the actor of an action, without any permission; the audit log records it.
func (u *User) Named(session string) *auth.Principal {
	return &auth.Principal{UserID: u.ID, Name: u.Name, Type: u.Type, Tenant: u.Tenant, Agent: u.Agent, Roles: u.Roles,
		SessionID: session, Bound: u.Bound, Locked: u.Locked, MustChange: u.Initial}
}

// Principal is the user as a caller with what it may do: by its built-in roles, by those of its roles that are kept, and less
// when its view is narrowed. tenant is the first-level customer of a secondary, else nil: its lock holds for its secondaries.
func (u *User) Principal(session string, tenant *User, g *role.Grants, kept []role.Role) *auth.Principal {
	p := u.Named(session)
	p.Perms = g.Effective(u.Type, u.Roles, kept)
	if u.Bound != "" {
		p.Perms = g.Narrow(p.Perms)
	}
	if tenant != nil && tenant.Locked {
		p.Locked = true
	}
	return p
}

// LoginName brings what is typed into the form in which it is kept: without spaces around, a plus sign and capitals.
func LoginName(text string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimSpace(text), "+"))
}

// OnLock is called after a user was locked, unlocked or deleted, so that what runs for it stops. It may be called again.
type OnLock func(ctx context.Context, userID string, locked bool) error
