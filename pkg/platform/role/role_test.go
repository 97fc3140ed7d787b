package role_test

import (
	"regexp"
	"testing"
	"testing/fstest"

	"herald/internal/testkit"
	"herald/pkg/platform/role"
)

func TestEveryPermissionIsConcreteAndAdminHasThemAll(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+(:[a-z][a-z0-9]*){1,3}$`)
	g := role.Read(testkit.ModuleParts()...)
	for _, p := range g.All() {
		if !form.MatchString(p) {
			t.Errorf("%q does not look like group:noun:verb", p)
		}
		if !g.Set([]string{role.Admin})[p] {
			t.Errorf("admin lacks %s", p)
		}
	}
	for _, name := range role.Names() {
		if !role.Known(name) || len(g.Set([]string{name})) == 0 {
			t.Errorf("%s has no permissions", name)
		}
	}
}

func TestWhatOnlyStaffMayDo(t *testing.T) {
	g := role.Read(testkit.ModuleParts()...)
	for _, p := range []string{"gc:groupsendorder:review", "aty:ledger:reconcile", "lop:config:edit"} {
		for _, name := range []string{role.Agent, role.Customer, role.Secondary, role.Promoter} {
			if g.Set([]string{name})[p] {
				t.Errorf("%s may %s", name, p)
			}
		}
	}
	for _, p := range []string{"aty:customerinfo:recharge", "aty:customerinfo:lock", "aty:customerinfo:price"} {
		if g.Set([]string{role.Customer})[p] || g.Set([]string{role.Secondary})[p] {
			t.Errorf("a customer may %s", p)
		}
	}
}

func TestDamagedGrantsAreNoticed(t *testing.T) {
	for _, text := range []string{"a:b", "\tagent\n", "a:b\tadmin\n", "a:b\tagents\n", "a:b\tagent\na:b\tsales\n"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q is read", text)
				}
			}()
			role.Read(fstest.MapFS{"grants.tsv": {Data: []byte(text)}})
		}()
	}
}
