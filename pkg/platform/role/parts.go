package role

import (
	_ "embed"
	"encoding/json"
	"strings"

	"herald/pkg/kit/i18n"
	"herald/pkg/kit/room"
)

// Messages are the texts of the role's refusals.
//
//go:embed messages.json
var Messages []byte

//go:embed menu.json
var menuFile []byte

// Parts are what the room brings to the house.
var Parts = room.Parts{Messages: Messages, Menu: menuFile}

// namesFile holds the names of the built-in roles.
//
//go:embed names.json
var namesFile []byte

var names = func() map[string]map[i18n.Lang]string {
	var n map[string]map[i18n.Lang]string
	if err := json.Unmarshal(namesFile, &n); err != nil {
		panic(err) // the file is part of the program
	}
	return n
}()

func groupOf(permission string) string {
	group, _, _ := strings.Cut(permission, ":")
	return group
}
