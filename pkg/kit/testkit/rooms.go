package testkit

import (
	"errors"
	"os"
	"path/filepath"
	"sync"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/room"
)

// Rooms gives what every room of the house brings beside its code, read from the rooms' folders: a room of a lower district is
// tested with all of it, and imports none of them.
var Rooms = sync.OnceValue(func() []room.Parts {
	root, err := os.Getwd()
	for err == nil && filepath.Base(root) != "pkg" {
		if root == filepath.Dir(root) {
			err = errors.New("testkit: no room brings anything: is this a package below pkg?")
		}
		root = filepath.Dir(root)
	}
	folders, err2 := filepath.Glob(filepath.Join(root, "*", "*", "parts.go"))
	if err = errors.Join(err, err2); err != nil {
		panic(err)
	}
	var all []room.Parts
	for _, f := range folders {
		all = append(all, os.DirFS(filepath.Dir(f)))
	}
	return all
})

// Texts are the messages of every room.
var Texts = sync.OnceValue(func() *i18n.Catalogue {
	c, err := i18n.Load(room.All(Rooms(), "messages.json")...)
	if err != nil {
		panic(err)
	}
	return c
})
