package contact

import (
	_ "embed"

	"herald/pkg/kit/room"
)

// Messages are the texts of the contact room.
//
//go:embed messages.json
var Messages []byte

var (
	//go:embed menu.json
	menuFile []byte

	//go:embed settings.json
	settingsFile []byte

	//go:embed dict.tsv
	dictFile []byte

	//go:embed pickers.json
	pickersFile []byte
)

// Parts are what the room brings to the house.
var Parts = room.Parts{Messages: Messages, Menu: menuFile, Settings: settingsFile, Dicts: dictFile, Pickers: pickersFile}
