package testkit

import (
	"sync"

	parts "herald/pkg"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
)

// ModuleParts gives what every room of the house brings beside its code: a room of a lower district is tested with all of it, and
// imports none of them.
func ModuleParts() []moduleparts.Parts { return parts.ModuleFiles() }

// Texts are the messages of every room.
var Texts = sync.OnceValue(func() *i18n.Catalogue {
	c, err := i18n.Load(moduleparts.All(ModuleParts(), "messages.json")...)
	if err != nil {
		panic(err)
	}
	return c
})
