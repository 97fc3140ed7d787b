package web

import _ "embed"

// Messages are the texts of the kit's own refusals.
//
//go:embed messages.json
var Messages []byte
