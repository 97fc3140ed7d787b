package sysuser

import _ "embed"

// Messages are the texts of the system user's refusals.
//
//go:embed messages.json
var Messages []byte
