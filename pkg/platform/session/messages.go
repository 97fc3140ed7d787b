package session

import _ "embed"

// Messages are the texts of the session's refusals.
//
//go:embed messages.json
var Messages []byte
