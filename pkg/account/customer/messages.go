package customer

import _ "embed"

// Messages are the texts of the customer's refusals.
//
//go:embed messages.json
var Messages []byte
