package stock

import (
	_ "embed"

	"herald/pkg/kit/room"
)

// Messages are the texts of the room's refusals.
//
//go:embed messages.json
var Messages []byte

//go:embed menu.json
var menuFile []byte

// Parts are what the room brings to the house.
var Parts = room.Parts{Messages: Messages, Menu: menuFile}
