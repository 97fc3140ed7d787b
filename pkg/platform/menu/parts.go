package menu

import (
	_ "embed"

	"herald/pkg/kit/room"
)

// Messages are the texts of the menu's refusals.
//
//go:embed messages.json
var Messages []byte

var (
	//go:embed menu.json
	menuFile []byte

	//go:embed dict.tsv
	dictFile []byte
)

// Parts are what the room brings to the house.
var Parts = room.Parts{Messages: Messages, Menu: menuFile, Dicts: dictFile}
