package contact

import _ "embed"

// Messages are the texts of the contact room.
//
//go:embed messages.json
var Messages []byte
