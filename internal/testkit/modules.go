package testkit

import (
	"sync"

	parts "herald/pkg"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/moduleparts"
)

// ModuleParts returns the parts of all modules: a module of a lower layer is tested with all of them, and imports none.
func ModuleParts() []moduleparts.Parts { return parts.ModuleFiles() }

// Texts are the messages of every module.
var Texts = sync.OnceValue(func() *i18n.Catalogue {
	c, err := i18n.Load(moduleparts.All(ModuleParts(), "messages.json")...)
	if err != nil {
		panic(err)
	}
	return c
})
