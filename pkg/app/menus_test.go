package app

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"herald/internal/testkit"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/i18n"
	"herald/pkg/platform/role"
)

// The menu of each built-in role follows its permissions: no page without its permission, and no permission without its page.
func TestMenusOfBuiltInRoles(t *testing.T) {
	var b strings.Builder
	types := map[string]auth.Type{role.Agent: auth.Agent, role.Customer: auth.First, role.Secondary: auth.Secondary, role.Promoter: auth.First}
	for _, name := range role.Names() {
		fmt.Fprintf(&b, "%s\n", name)
		p := &auth.Principal{Type: cmp.Or(types[name], auth.Admin), Perms: Grants().Set([]string{name})}
		for _, group := range shipped.nodes().VisibleTo(p, i18n.EnUS) {
			var pages []string
			for _, page := range group.Children {
				pages = append(pages, page.Title)
			}
			b.WriteString(strings.TrimSuffix(fmt.Sprintf("  %s: %s", group.Title, strings.Join(pages, ", ")), ": ") + "\n")
		}
	}
	testkit.Golden(t, "menus", b.String())
}

// The parent of each shipped menu node is a shipped node: one with an unknown parent would appear at the top of the menu.
func TestMenuNodesHaveTheirParent(t *testing.T) {
	nodes := shipped.nodes()
	known := map[string]bool{"": true}
	for _, n := range nodes {
		known[n.ID] = true
	}
	for _, n := range nodes {
		if !known[n.Parent] {
			t.Errorf("menu node %s has the unknown parent %s", n.ID, n.Parent)
		}
	}
}
