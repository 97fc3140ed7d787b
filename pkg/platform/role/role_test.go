package role

import (
	"regexp"
	"slices"
	"testing"
)

func TestEveryPermissionIsConcreteAndAdminHasThemAll(t *testing.T) {
	form := regexp.MustCompile(`^[a-z]+(:[a-z]+){1,3}$`)
	for _, p := range All() {
		if !form.MatchString(p) {
			t.Errorf("%q does not look like group:noun:verb", p)
		}
		if !slices.Contains(permissions[Admin], p) {
			t.Errorf("admin lacks %s", p)
		}
	}
	for _, name := range Names() {
		if !Known(name) {
			t.Errorf("%s has no permissions", name)
		}
	}
}

func TestWhatOnlyStaffMayDo(t *testing.T) {
	for _, p := range []string{"gc:groupsendorder:review", "aty:ledger:reconcile", "lop:config:edit"} {
		for _, name := range []string{Agent, Customer, Secondary, Promoter} {
			if Set([]string{name})[p] {
				t.Errorf("%s may %s", name, p)
			}
		}
	}
	for _, p := range []string{"aty:customerinfo:recharge", "aty:customerinfo:lock", "aty:customerinfo:price"} {
		if Set([]string{Customer})[p] || Set([]string{Secondary})[p] {
			t.Errorf("a customer may %s", p)
		}
	}
}
