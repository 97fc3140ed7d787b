package testkit

import (
	"sync"

	parts "herald/pkg"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/room"
)

// Rooms gives what every room of the house brings beside its code: a room of a lower district is tested with all of it, and
// imports none of them.
func Rooms() []room.Parts { return parts.Rooms() }

// Texts are the messages of every room.
var Texts = sync.OnceValue(func() *i18n.Catalogue {
	c, err := i18n.Load(room.All(Rooms(), "messages.json")...)
	if err != nil {
		panic(err)
	}
	return c
})
