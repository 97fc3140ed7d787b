package price

import _ "embed"

// Messages are the texts of the price's refusals.
//
//go:embed messages.json
var Messages []byte
