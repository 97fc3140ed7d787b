// Package money counts credit: 1 credit is 100 units, 1 yuan is 100 credits (decisions §1). No float touches it.
package money

import (
	"errors"
	"math"
	"math/bits"
	"strconv"

	"github.com/danielgtaylor/huma/v2"
)

// Amount is credit in units of 1/100. On the wire it is a number with at most two decimals.
type Amount int64

// Credit is one credit.
const Credit Amount = 100

// Errors of reading and reckoning.
var (
	ErrForm     = errors.New("money: not a number with at most two decimals")
	ErrOverflow = errors.New("money: the amount is too large")
)

// Parse reads 12, 12.5, 12.34 or -3. Exponents, a sign +, a third decimal and spaces are refused with ErrForm, what
// does not fit with ErrOverflow.
func Parse(text string) (Amount, error) {
	digits, negative := text, false
	if len(digits) > 0 && digits[0] == '-' {
		digits, negative = digits[1:], true
	}
	var n uint64
	whole, decimals, point := 0, 0, false
	for i := range len(digits) {
		c := digits[i]
		if c == '.' && !point && whole > 0 {
			point = true
			continue
		}
		if c < '0' || c > '9' || decimals == 2 {
			return 0, ErrForm
		}
		if point {
			decimals++
		} else {
			whole++
		}
		var ok bool
		if n, ok = shift(n, uint64(c-'0')); !ok {
			return 0, overflowOrForm(digits[i+1:], point, decimals)
		}
	}
	if whole == 0 || (point && decimals == 0) {
		return 0, ErrForm
	}
	for ; decimals < 2; decimals++ {
		var ok bool
		if n, ok = shift(n, 0); !ok {
			return 0, ErrOverflow
		}
	}
	return signed(n, negative)
}

// overflowOrForm looks at the rest after the digit that did not fit, so that bad form is reported before size.
func overflowOrForm(rest string, point bool, decimals int) error {
	for i := range len(rest) {
		if rest[i] == '.' && !point {
			point = true
			continue
		}
		if point {
			decimals++
		}
		if rest[i] < '0' || rest[i] > '9' || decimals > 2 {
			return ErrForm
		}
	}
	return ErrOverflow
}

func shift(n, digit uint64) (uint64, bool) {
	hi, lo := bits.Mul64(n, 10)
	sum, carry := bits.Add64(lo, digit, 0)
	return sum, hi == 0 && carry == 0
}

func signed(n uint64, negative bool) (Amount, error) {
	if negative {
		if n > 1<<63 {
			return 0, ErrOverflow
		}
		return Amount(-n), nil
	}
	if n > math.MaxInt64 {
		return 0, ErrOverflow
	}
	return Amount(n), nil
}

// String writes the amount with the decimals that it has: 12, 12.5, -0.07.
func (a Amount) String() string { return string(a.append(nil)) }

func (a Amount) append(b []byte) []byte {
	n := uint64(a)
	if a < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendUint(b, n/100, 10)
	switch cents := n % 100; {
	case cents == 0:
		return b
	case cents%10 == 0:
		return append(b, '.', byte('0'+cents/10))
	default:
		return append(b, '.', byte('0'+cents/10), byte('0'+cents%10))
	}
}

// MarshalJSON writes a number.
func (a Amount) MarshalJSON() ([]byte, error) { return a.append(nil), nil }

// UnmarshalJSON reads a number as Parse does; a null changes nothing.
func (a *Amount) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		return nil
	}
	n, err := Parse(string(data))
	if err == nil {
		*a = n
	}
	return err
}

// Schema describes the amount to the API. The factor stands among the extensions, as it documents the bound but is
// not checked by float arithmetic; UnmarshalJSON checks it.
func (Amount) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type:        huma.TypeNumber,
		Description: "Credit with at most two decimals.",
		Extensions:  map[string]any{"multipleOf": 0.01},
	}
}

// Mul is the amount n times, e.g. a price for n targets; ErrOverflow when it does not fit.
func (a Amount) Mul(n int64) (Amount, error) {
	if a == 0 || n == 0 {
		return 0, nil
	}
	if product := a * Amount(n); product/Amount(n) == a && !(n == -1 && a == math.MinInt64) {
		return product, nil
	}
	return 0, ErrOverflow
}

// Add is the sum; ErrOverflow when it does not fit.
func (a Amount) Add(b Amount) (Amount, error) {
	if (b > 0 && a > math.MaxInt64-b) || (b < 0 && a < math.MinInt64-b) {
		return 0, ErrOverflow
	}
	return a + b, nil
}

// Part is the part of a whole that falls to an amount of it, a·part/whole, rounded up; 0 of a whole of 0. None may be negative, and
// a is at most the whole.
func Part(a, part, whole Amount) Amount {
	if whole <= 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(a), uint64(part))
	q, rest := bits.Div64(hi, lo, uint64(whole))
	if rest > 0 {
		q++
	}
	return Amount(q)
}
