package auth_test

import (
	"slices"
	"testing"

	"herald/pkg/kit/auth"
)

// Each type of user reads within its own scope; staff with a narrowed scope read within that scope.
func TestScopesOfUsers(t *testing.T) {
	for _, one := range []struct {
		who  auth.Principal
		want auth.Scope
	}{
		{auth.Principal{Type: auth.Admin, UserID: "1"}, auth.Everything},
		{auth.Principal{Type: auth.Admin, UserID: "1", Bound: auth.AgentScope("7")}, "a#7"},
		{auth.Principal{Type: auth.Agent, UserID: "2"}, "a#2"},
		{auth.Principal{Type: auth.First, UserID: "3", Agent: "2"}, "u#3"},
		{auth.Principal{Type: auth.Secondary, UserID: "4", Tenant: "3"}, "u#4"},
	} {
		if got := one.who.Scope(); got != one.want {
			t.Errorf("%+v: %s, want %s", one.who, got, one.want)
		}
	}
}

// An object is visible to its creator, its tenant, its agent and staff, and to no other user.
func TestScopesOfAnOwner(t *testing.T) {
	secondary := auth.Principal{Type: auth.Secondary, UserID: "4", Tenant: "3", Agent: "2"}
	if got := secondary.Owner().ScopeNames(); !slices.Equal(got, []string{"all", "u#3", "u#4", "a#2"}) {
		t.Error(got)
	}
	direct := auth.Principal{Type: auth.First, UserID: "3", Tenant: "3"}
	if got := direct.Owner().ScopeNames(); !slices.Equal(got, []string{"all", "u#3"}) {
		t.Error(got)
	}
}

func TestPermissions(t *testing.T) {
	some, all := auth.Principal{Perms: map[string]bool{"a": true}}, auth.Principal{Perms: map[string]bool{"*": true}}
	if !some.Can("a") || some.Can("b") || !all.Can("b") || (&auth.Principal{}).Can("a") {
		t.Error("a permission is held that was not given, or the other way round")
	}
}

// A handler of a route with sign-in fails when it is called without a session.
func TestMustNeedsACaller(t *testing.T) {
	ctx := auth.Into(t.Context(), &auth.Principal{UserID: "1"})
	if auth.Must(ctx).UserID != "1" || auth.From(t.Context()) != nil {
		t.Error("the caller is lost, or there is one without a sign-in")
	}
	defer func() {
		if recover() == nil {
			t.Error("a call by nobody was served")
		}
	}()
	auth.Must(t.Context())
}
