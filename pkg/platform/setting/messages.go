package setting

import _ "embed"

// Messages are the texts of the setting's refusals.
//
//go:embed messages.json
var Messages []byte
