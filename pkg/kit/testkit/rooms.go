package testkit

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"herald/pkg/kit/room"
)

// Rooms gives what every room of the house brings beside its code and messages, read from the rooms' folders: a platform room
// that shows it is tested with all of it, and imports none of them.
func Rooms(t testing.TB) []room.Parts {
	t.Helper()
	folders, err := filepath.Glob("../../*/*")
	if err != nil {
		t.Fatal(err)
	}
	read := func(folder, name string) []byte {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR) {
			t.Fatal(err)
		}
		return text
	}
	var all []room.Parts
	for _, f := range folders {
		settings := read(f, "settings.json")
		if settings == nil {
			settings = read(f, "pending.json")
		}
		p := room.Parts{Menu: read(f, "menu.json"), Settings: settings, Dicts: read(f, "dict.tsv"), Pickers: read(f, "pickers.json")}
		if cmp.Or(len(p.Menu), len(p.Settings), len(p.Dicts), len(p.Pickers)) > 0 {
			all = append(all, p)
		}
	}
	if len(all) == 0 {
		t.Fatal("no room brings anything: is this the folder of a room?")
	}
	return all
}
