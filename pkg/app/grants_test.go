package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/platform/role"
)

// Permissions of built-in roles, of users by type, of staff with a narrowed scope, and of a customer's program. The golden file shows every
// change of a grant in review.
func TestGrants(t *testing.T) {
	var b strings.Builder
	mark := func(name string, has bool) string {
		if has {
			return name
		}
		return strings.Repeat(" ", len(name)-1) + "-"
	}
	types := []struct {
		name string
		t    auth.Type
	}{{"can1", auth.Admin}, {"can2", auth.First}, {"can3", auth.Secondary}, {"can11", auth.Agent}}
	for _, p := range Grants().All() {
		line := fmt.Sprintf("%-34s", p)
		for _, name := range role.Names() {
			line += " " + mark(name, Grants().Set([]string{name})[p])
		}
		for _, of := range types {
			line += " " + mark(of.name, slices.Contains(Grants().Grantable(of.t), p))
		}
		line += " " + mark("narrowed", Grants().Narrow(map[string]bool{p: true})[p]) +
			" " + mark("program", slices.Contains(Grants().Program(), p))
		b.WriteString(line + "\n")
	}
	for _, of := range types {
		fmt.Fprintf(&b, "a new user of type %d: %s\n", of.t, strings.Join(role.Of(of.t), " "))
	}
	testkit.Golden(t, "grants", b.String())
}
