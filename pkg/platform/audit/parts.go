package audit

import (
	_ "embed"

	"herald/pkg/kit/room"
)

//go:embed menu.json
var menuFile []byte

// Parts are what the room brings to the house.
var Parts = room.Parts{Menu: menuFile}
