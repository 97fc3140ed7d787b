package user

import _ "embed"

// Messages are the texts of the user's refusals.
//
//go:embed messages.json
var Messages []byte
