package phone

import (
	"herald/pkg/kit/fault"
)

// Keys of the problems, as they stand in messages.json.
const (
	KeyEmpty        = "phone.empty"
	KeyLetters      = "phone.letters"
	KeyScientific   = "phone.scientific"
	KeyTwo          = "phone.two"
	KeyNoPrefix     = "phone.noPrefix"
	KeyTooShort     = "phone.tooShort"
	KeyTooLong      = "phone.tooLong"
	KeyOtherCountry = "phone.otherCountry"
	KeyInvalid      = "phone.invalid"
	KeyNinthDigit   = "phone.ninthDigit"
)

// Problem is why a value is no number of its collection's country.
type Problem = fault.Problem

// The problems, in the order in which a value is examined.
var (
	Empty        = &Problem{Key: KeyEmpty, Code: 40061}
	Letters      = &Problem{Key: KeyLetters, Code: 40062}
	Scientific   = &Problem{Key: KeyScientific, Code: 40063}
	Two          = &Problem{Key: KeyTwo, Code: 40064}
	NoPrefix     = &Problem{Key: KeyNoPrefix, Code: 40065}
	TooShort     = &Problem{Key: KeyTooShort, Code: 40066}
	TooLong      = &Problem{Key: KeyTooLong, Code: 40067}
	OtherCountry = &Problem{Key: KeyOtherCountry, Code: 40068}
	Invalid      = &Problem{Key: KeyInvalid, Code: 40069}
	NinthDigit   = &Problem{Key: KeyNinthDigit, Code: 40070} // of a Brazilian mobile number
)

// Problems lists all problems.
var Problems = []*Problem{Empty, Letters, Scientific, Two, NoPrefix, TooShort, TooLong, OtherCountry, Invalid, NinthDigit}

func problemOf(key string) *Problem {
	for _, p := range Problems {
		if p.Key == key {
			return p
		}
	}
	return Invalid
}
