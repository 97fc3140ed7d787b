package ledger

import _ "embed"

// Messages are the texts of the ledger's refusals.
//
//go:embed messages.json
var Messages []byte
