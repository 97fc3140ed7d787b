package provider

import (
	"context"
	"math/big"
	"strings"
	"time"
)

// Rate is a price in 1/100,000,000: how much of the counter currency one unit of the base currency costs.
type Rate int64

// RateOne is a rate of 1.
const RateOne Rate = 100_000_000

// String writes a rate with the decimals that it has, at least one: 7.1023.
func (r Rate) String() string {
	text := new(big.Rat).SetFrac64(int64(r), int64(RateOne)).FloatString(8)
	text = strings.TrimRight(text, "0")
	if strings.HasSuffix(text, ".") {
		text += "0"
	}
	return text
}

// ParseRate reads a positive decimal number, also with an exponent, as JSON has them; what is finer than a Rate is rounded
// half away from zero. BadInput for everything else.
func ParseRate(text string) (Rate, error) {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if len(mantissa) == 0 || len(mantissa) > 40 || len(exponent) > 3 || strings.Trim(mantissa, "0123456789.") != "" {
		return 0, Refuse(BadInput, "rate %.60q", text)
	}
	value, ok := new(big.Rat).SetString(text)
	if !ok {
		return 0, Refuse(BadInput, "rate %.60q", text)
	}
	return rateOf(value)
}

// Over is the cross rate of two rates with the same base: a/c ÷ b/c.
func (r Rate) Over(other Rate) (Rate, error) {
	if other <= 0 {
		return 0, Refuse(BadInput, "rate %d", other)
	}
	return rateOf(new(big.Rat).SetFrac64(int64(r), int64(other)))
}

func rateOf(value *big.Rat) (Rate, error) {
	scaled := new(big.Rat).Mul(value, new(big.Rat).SetInt64(int64(RateOne)))
	scaled.Add(scaled, big.NewRat(1, 2))
	n := new(big.Int).Quo(scaled.Num(), scaled.Denom())
	if n.Sign() <= 0 || !n.IsInt64() {
		return 0, Refuse(BadInput, "rate %.20s", value.FloatString(10))
	}
	return Rate(n.Int64()), nil
}

// Credit is what so much USDT is worth in credit units of 1/100 at a rate in yuan: 1 yuan is 100 credits, 1 credit 100 units.
// Fractions of a unit are dropped. TooLarge when it does not fit.
func (r Rate) Credit(amount Micro) (int64, error) {
	n := new(big.Int).Mul(big.NewInt(int64(amount)), big.NewInt(int64(r)))
	n.Quo(n, big.NewInt(int64(RateOne)*1_000_000/10_000))
	if n.Sign() < 0 || !n.IsInt64() {
		return 0, Refuse(TooLarge, "%d at %s", amount, r)
	}
	return n.Int64(), nil
}

// Quote is a rate of a source at a time of the source's own clock.
type Quote struct {
	Base, Counter string // ISO codes, and USDT
	Rate          Rate
	At            time.Time
	Source        string
}

// Quoter asks a source for rates. Whether a quote is fresh enough and near enough to the last one its caller decides.
type Quoter interface {
	// Quotes gives the rates in CNY of the currencies that the source knows among those asked for. The errors are *Failure.
	Quotes(ctx context.Context, bases ...string) ([]Quote, error)
}
