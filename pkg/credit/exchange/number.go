package exchange

import (
	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/provider"
)

// Number is a rate on the wire: a number with at most eight decimals.
type Number provider.Rate

// MarshalJSON writes a number.
func (n Number) MarshalJSON() ([]byte, error) { return []byte(provider.Rate(n).String()), nil }

// UnmarshalJSON reads a number that is above 0.
func (n *Number) UnmarshalJSON(text []byte) error {
	rate, err := provider.ParseRate(string(text))
	if err == nil {
		*n = Number(rate)
	}
	return err
}

// Schema describes it to the API.
func (Number) Schema(huma.Registry) *huma.Schema {
	least := 0.0
	return &huma.Schema{Type: huma.TypeNumber, ExclusiveMinimum: &least, Description: "Yuan for one unit of the currency, with at most eight decimals.", Examples: []any{7.1023}}
}
