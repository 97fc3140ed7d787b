package role

import "embed"

// Parts are what the room brings to the house: package room.
//
//go:embed *.json
var Parts embed.FS
