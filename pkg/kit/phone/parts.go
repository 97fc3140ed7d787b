package phone

import "embed"

// Parts are what the package brings to the house: package room.
//
//go:embed *.json
var Parts embed.FS
