// Package numbers makes contact files for the demo and for tests: numbers that the numbering plan of a country allows,
// with wrong rows in between. It is no part of the product.
package numbers

import (
	"fmt"
	"math/rand/v2"
	"strconv"

	"github.com/nyaruka/phonenumbers"

	"herald/pkg/kit/phone"
)

// Generate makes n different mobile numbers of the country (ISO 3166-1 alpha-2) as E.164 digits without +, the same
// ones for the same seed. It fails when the country has no mobile numbers, or not so many.
func Generate(country string, n int, seed uint64) ([]string, error) {
	source, err := newSource(country, seed)
	if err != nil {
		return nil, err
	}
	out := make([]string, 0, n)
	for len(out) < n {
		number, err := source.next()
		if err != nil {
			return nil, fmt.Errorf("after %d numbers: %w", len(out), err)
		}
		out = append(out, number)
	}
	return out, nil
}

// source walks through the valid numbers of a country: it changes the last digits of a number that it has, sometimes
// many of them, so that it wanders from block to block without guessing what the blocks are.
type source struct {
	country string
	rng     *rand.Rand
	code    int    // digits of the calling code
	now     []byte // a valid number
	seen    map[uint64]bool
}

func newSource(country string, seed uint64) (*source, error) {
	example := phonenumbers.GetExampleNumberForType(country, phonenumbers.MOBILE)
	if example == nil {
		return nil, fmt.Errorf("%q has no mobile numbers", country)
	}
	return &source{
		country: country,
		rng:     rand.New(rand.NewPCG(seed, 0x6e756d62657273)),
		code:    len(phone.CallingCode(country)),
		now:     []byte(phonenumbers.Format(example, phonenumbers.E164)[1:]),
		seen:    map[uint64]bool{},
	}, nil
}

const patience = 10_000 // attempts for one number before the country counts as used up

func (s *source) next() (string, error) {
	try := make([]byte, len(s.now))
	for attempt := range patience {
		copy(try, s.now)
		keep := 3 // of the national digits
		if attempt%4 == 0 {
			keep = s.rng.IntN(3)
		}
		for i := min(s.code+keep, len(try)-1); i < len(try); i++ {
			try[i] = byte('0' + s.rng.IntN(10))
		}
		number, err := strconv.ParseUint(string(try), 10, 64)
		if err != nil || s.seen[number] || !phone.Mobile(number, s.country) {
			continue
		}
		s.seen[number] = true
		copy(s.now, try)
		return string(try), nil
	}
	return "", fmt.Errorf("%s has no more mobile numbers near those that were found", s.country)
}
