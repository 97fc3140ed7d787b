package country

import "embed"

// Parts are what the room brings to the house: package room.
//
//go:embed *.json dict.tsv grants.tsv
var Parts embed.FS
