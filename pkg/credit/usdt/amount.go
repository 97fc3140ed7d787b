package usdt

import (
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"herald/pkg/provider"
)

// Amount are USDT on the wire: a number with at most six decimals.
type Amount provider.Micro

// String writes them with the decimals that they have.
func (c Amount) String() string { return strings.TrimSuffix(provider.Rate(c*100).String(), ".0") }

// MarshalJSON writes a number.
func (c Amount) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// Schema describes them to the API.
func (Amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeNumber, Description: "USDT with at most six decimals."}
}

// UnmarshalJSON reads a number of at most six decimals.
func (c *Amount) UnmarshalJSON(text []byte) error {
	if string(text) == "0" {
		*c = 0
		return nil
	}
	rate, err := provider.ParseRate(string(text))
	if err == nil {
		*c = Amount(rate / 100)
	}
	return err
}
