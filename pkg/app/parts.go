package app

import (
	"sync"

	parts "herald/pkg"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
	"herald/pkg/platform/dict"
	"herald/pkg/platform/lov"
	"herald/pkg/platform/menu"
	"herald/pkg/platform/role"
	"herald/pkg/platform/setting"
)

// combinedParts are the modules' parts beside their code; each sort is read once in a process, at its first use.
type combinedParts struct {
	// texts are one catalogue, so that a fault that crosses modules is never without its text. A key that lacks a language is found
	// by a test, not by a function at start.
	texts    func() *i18n.Catalogue
	codes    func() map[string][]string
	settings func() setting.Definitions
	dicts    func() dict.Shipped
	nodes    func() menu.Nodes
	pickers  func() lov.Shipped
	grants   func() *role.Grants
}

func join(rooms []moduleparts.Parts) *combinedParts {
	return &combinedParts{
		texts: sync.OnceValue(func() *i18n.Catalogue {
			return i18n.Later(func() (*i18n.Catalogue, error) { return i18n.Load(moduleparts.All(rooms, "messages.json")...) })
		}),
		codes:    sync.OnceValue(func() map[string][]string { return moduleparts.Codes(rooms...) }),
		settings: sync.OnceValue(func() setting.Definitions { return setting.Define(rooms...) }),
		dicts:    sync.OnceValue(func() dict.Shipped { return dict.Read(rooms...) }),
		nodes:    sync.OnceValue(func() menu.Nodes { return menu.Read(rooms...) }),
		pickers:  sync.OnceValue(func() lov.Shipped { return lov.Read(rooms...) }),
		grants:   sync.OnceValue(func() *role.Grants { return role.Read(rooms...) }),
	}
}

// shipped are the parts of the product.
var shipped = join(parts.ModuleFiles())

// ownParts are those of the product, unless a test has others.
func (e *Env) ownParts() *combinedParts {
	if e.parts != nil {
		return e.parts
	}
	return shipped
}

// Catalogue is the texts of all modules.
func Catalogue() *i18n.Catalogue { return shipped.texts() }

// Grants returns the permissions that the modules declare.
func Grants() *role.Grants { return shipped.grants() }
