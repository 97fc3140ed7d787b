package stock

import _ "embed"

// Messages are the texts of the room's refusals.
//
//go:embed messages.json
var Messages []byte
