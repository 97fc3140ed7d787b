package exchange

import (
	"math/big"

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
	return &huma.Schema{Type: huma.TypeNumber, ExclusiveMinimum: &least,
		Description: "Yuan for one unit of the currency, with at most eight decimals.", Examples: []any{7.1023}}
}

// NumberText is a rate as staff wrote it: what is finer than a rate is refused and not rounded.
type NumberText string

// UnmarshalJSON keeps the number's text.
func (w *NumberText) UnmarshalJSON(text []byte) error {
	*w = NumberText(text)
	return nil
}

// Schema describes it to the API.
func (NumberText) Schema(r huma.Registry) *huma.Schema { return Number(0).Schema(r) }

// rate reads it. ErrRange for what is no rate, ErrDecimals for more than eight decimals.
func (w NumberText) rate() (provider.Rate, error) {
	rate, err := provider.ParseRate(string(w))
	if err != nil {
		return 0, ErrRange
	}
	exact, _ := new(big.Rat).SetString(string(w)) // it was read above
	if exact.Cmp(big.NewRat(int64(rate), int64(provider.RateOne))) != 0 {
		return 0, ErrDecimals
	}
	return rate, nil
}
