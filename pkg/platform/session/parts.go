package session

import (
	_ "embed"

	"herald/pkg/kit/room"
)

// Messages are the texts of the session's refusals.
//
//go:embed messages.json
var Messages []byte

var (
	//go:embed menu.json
	menuFile []byte

	//go:embed settings.json
	settingsFile []byte
)

// Parts are what the room brings to the house.
var Parts = room.Parts{Messages: Messages, Menu: menuFile, Settings: settingsFile}
