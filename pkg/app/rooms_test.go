package app

import (
	"io/fs"
	"slices"
	"testing"

	"herald/pkg/kit/room"
	"herald/pkg/kit/testkit"
)

// What lies in the rooms' folders is what the house is joined of: no room is forgotten, and no file.
func TestEveryRoomIsJoined(t *testing.T) {
	texts := func(rooms []room.Parts) (all []string) {
		for _, r := range rooms {
			for _, pattern := range []string{"*.json", "*.tsv"} {
				names, err := fs.Glob(r, pattern)
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range names {
					if name == "countries.tsv" || name == "plan.tsv" { // what a package reads itself
						continue
					}
					text, err := fs.ReadFile(r, name)
					if err != nil {
						t.Fatal(err)
					}
					all = append(all, name+" "+string(text))
				}
			}
		}
		slices.Sort(all)
		return all
	}
	here, there := texts(rooms), texts(testkit.Rooms())
	if !slices.Equal(here, there) {
		t.Errorf("app joins %d files, and in the folders lie %d", len(here), len(there))
		for _, f := range there {
			if !slices.Contains(here, f) {
				t.Errorf("not joined: %.200s", f)
			}
		}
	}
}
