package app

import (
	"testing"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/platform/lov"
	"herald/pkg/platform/role"
)

// Internals that the external tests of this folder look at.
var (
	IsList      = isList
	Lists       = lists
	Parsable    = parsable
	BareAPI     = whole
	FileTasksOf = fileTasks
)

// Pickers returns the pickers that the modules declare.
func Pickers() lov.Shipped { return shipped.pickers() }

// AddGroup adds a route group for the duration of a test.
func AddGroup(t *testing.T, group func(*Env) Modules) {
	was := groups
	t.Cleanup(func() { groups = was })
	groups = append(append([]func(*Env) Modules{}, groups...), group)
}

// SetParts gives an environment the declarations of other modules.
func (e *Env) SetParts(all []moduleparts.Parts) { e.parts = join(all) }

// ShareParts gives an environment the declarations of another.
func (e *Env) ShareParts(with *Env) { e.parts = with.parts }

// OwnGrants returns the permissions of the environment's modules.
func (e *Env) OwnGrants() *role.Grants { return e.ownParts().grants() }

// OwnTexts returns the texts of the environment's modules.
func (e *Env) OwnTexts() *i18n.Catalogue { return e.ownParts().texts() }
