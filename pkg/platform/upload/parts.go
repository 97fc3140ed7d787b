package upload

import "embed"

// Parts are what the room brings to the house: package room.
//
//go:embed *.json *.tsv
var Parts embed.FS
