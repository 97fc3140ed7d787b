package menu

import _ "embed"

// Messages are the texts of the menu's refusals.
//
//go:embed messages.json
var Messages []byte
