package apptest

import (
	"testing"

	"herald/pkg/app"
	"herald/pkg/kit/testkit"
	"herald/pkg/platform/session/sessiontest"
)

func SeededAgents(t *testing.T) (*app.Env, *testkit.Env, *sessiontest.SeededUsers) {
	t.Helper()
	k := testkit.Memory(t)
	s, e := Serve(t, k)
	return e, k, (&sessiontest.Fixture{Env: k, Users: e.Users(), Session: e.Sessions()}).SeedUsers(t, s)
}
