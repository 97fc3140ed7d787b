package consent

import _ "embed"

// Messages are the texts of the room.
//
//go:embed messages.json
var Messages []byte
