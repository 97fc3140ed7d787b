package testkit

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/room"
)

// Rooms gives what every room of the house brings beside its code, read from the rooms' folders: a room of a lower district is
// tested with all of it, and imports none of them.
func Rooms(t testing.TB) []room.Parts {
	t.Helper()
	all, err := rooms()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

var rooms = sync.OnceValues(func() ([]room.Parts, error) {
	root, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	for filepath.Base(root) != "pkg" && root != filepath.Dir(root) {
		root = filepath.Dir(root)
	}
	folders, err := filepath.Glob(filepath.Join(root, "*", "*", "parts.go"))
	var all []room.Parts
	for _, f := range folders {
		all = append(all, os.DirFS(filepath.Dir(f)))
	}
	if len(all) == 0 {
		err = errors.Join(err, errors.New("no room brings anything: is this a package below pkg?"))
	}
	return all, err
})

// Texts are the messages of every room.
var Texts = sync.OnceValue(func() *i18n.Catalogue {
	all, err := rooms()
	if err != nil {
		panic(err)
	}
	c, err := i18n.Load(room.All(all, "messages.json")...)
	if err != nil {
		panic(err)
	}
	return c
})
