package role

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/moduleparts"
)

// Columns of a grants.tsv beside built-in roles.
const (
	// narrowed are, beside the permissions of agents, those of staff whose view is narrowed to one agent or
	// customer. Their routes are held to the scope, or only read data that all users see, or refuse such a caller
	// with a reason of their own.
	narrowed = "narrowed"
	// unnarrowed are the permissions that agents have and such staff have not: what an agent does with its own credit, and staff with the
	// platform's.
	unnarrowed = "unnarrowed"
	// program is a customer's program, which signs its requests. It may create orders (business-domain §7), bring
	// their contacts, list the things that orders name and read their state, and nothing else.
	program = "program"
)

// Grants are the permissions that exist with those who have them. It is read once in a process, and safe for concurrent use.
type Grants struct {
	all  []string
	of   map[string][]string // built-in role, narrowed, unnarrowed or program → permissions in order
	sets sync.Map            // roles joined by comma → map[string]bool
}

// Read reads the grants of modules, a permission a line: its name, and after a tab its holders beside admin, which
// has all permissions. Holders are a concrete list and never a wildcard, for the console reads it. It panics when a
// file is damaged: the files are part of the program.
func Read(rooms ...moduleparts.Parts) *Grants {
	g := &Grants{of: map[string][]string{}}
	for line := range bytes.Lines(bytes.Join(moduleparts.All(rooms, "grants.tsv"), nil)) {
		permission, holders, ok := strings.Cut(strings.TrimSuffix(string(line), "\n"), "\t")
		if !ok || permission == "" || slices.Contains(g.all, permission) {
			panic(fmt.Sprintf("role: a file is damaged at %q", line))
		}
		g.all = append(g.all, permission)
		for _, h := range strings.Fields(holders) {
			if h == Admin || !Known(h) && h != narrowed && h != unnarrowed && h != program {
				panic(fmt.Sprintf("role: nobody is called %q: %q", h, line))
			}
			g.of[h] = append(g.of[h], permission)
		}
	}
	g.of[Admin] = g.all
	for h := range g.of {
		g.of[h] = join(g.of[h])
	}
	g.all = g.of[Admin]
	g.of[narrowed] = slices.DeleteFunc(join(g.of[narrowed], g.Grantable(auth.Agent)),
		func(p string) bool { return slices.Contains(g.of[unnarrowed], p) })
	return g
}

func join(sets ...[]string) []string {
	all := slices.Concat(sets...)
	slices.Sort(all)
	return slices.Compact(all)
}

// All are the permissions that exist, in order.
func (g *Grants) All() []string { return slices.Clone(g.all) }

// Program are the permissions of a signed request, as far as its user has them, in order.
func (g *Grants) Program() []string { return slices.Clone(g.of[program]) }

// Grantable are the permissions that a user of a type can have: those that a built-in role of the type has. Nothing else is
// held to the scope of such a user.
func (g *Grants) Grantable(t auth.Type) []string {
	var sets [][]string
	for name, of := range types {
		if slices.Contains(of, t) {
			sets = append(sets, g.of[name])
		}
	}
	return join(sets...)
}

// Set gives the permissions of a user with these built-in roles; another role gives none. The set is shared and must
// not be changed.
func (g *Grants) Set(roles []string) map[string]bool {
	key := strings.Join(roles, ",")
	if set, ok := g.sets.Load(key); ok {
		return set.(map[string]bool)
	}
	set := map[string]bool{}
	for _, r := range roles {
		if !Known(r) {
			continue
		}
		for _, p := range g.of[r] {
			set[p] = true
		}
	}
	g.sets.Store(key, set)
	return set
}

// Effective gives the permissions of a user of a type with these roles; kept are the stored roles that are not built
// in. A role gives nothing to a type that it is not for. The set must not be changed.
func (g *Grants) Effective(t auth.Type, roles []string, kept []Role) map[string]bool {
	if len(kept) == 0 {
		return g.Set(roles)
	}
	set := maps.Clone(g.Set(slices.DeleteFunc(slices.Clone(roles), func(r string) bool { return !Known(r) })))
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

// Narrow is the part of a set for staff whose view is narrowed. It has nothing that reaches the whole platform, as
// its settings, its stock and posts for all users.
func (g *Grants) Narrow(set map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, p := range g.of[narrowed] {
		if set[p] {
			out[p] = true
		}
	}
	return out
}

// Unnarrowed refuses narrowed staff the actions that the platform alone would pay for. Fault role.narrowed (40309).
func Unnarrowed(p *auth.Principal) error {
	if p.Type == auth.Admin && p.Bound != "" {
		return fault.New(fault.Forbidden, 40309, "role.narrowed")
	}
	return nil
}

// Programmed is what is left of a set for a customer's program.
func (g *Grants) Programmed(set map[string]bool) map[string]bool {
	out := map[string]bool{}
	for _, p := range g.of[program] {
		out[p] = set[p]
	}
	return out
}
