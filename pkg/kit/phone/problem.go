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

// Problem is why a value is no number of its collection's country. Problems are compared by identity or by Key.
type Problem struct {
	Key  string
	Code int // wire code
}

// The problems, in the order in which a value is examined.
var (
	Empty        = &Problem{KeyEmpty, 40061}
	Letters      = &Problem{KeyLetters, 40062}
	Scientific   = &Problem{KeyScientific, 40063}
	Two          = &Problem{KeyTwo, 40064}
	NoPrefix     = &Problem{KeyNoPrefix, 40065}
	TooShort     = &Problem{KeyTooShort, 40066}
	TooLong      = &Problem{KeyTooLong, 40067}
	OtherCountry = &Problem{KeyOtherCountry, 40068}
	Invalid      = &Problem{KeyInvalid, 40069}
	NinthDigit   = &Problem{KeyNinthDigit, 40070} // of a Brazilian mobile number
)

// Problems lists all problems.
var Problems = []*Problem{Empty, Letters, Scientific, Two, NoPrefix, TooShort, TooLong, OtherCountry, Invalid, NinthDigit}

// Error is the key, so that a problem can travel as an error.
func (p *Problem) Error() string { return p.Key }

// Fault is the problem as a 400 of a request.
func (p *Problem) Fault() *fault.Error { return fault.New(fault.Invalid, p.Code, p.Key) }

func problemOf(key string) *Problem {
	for _, p := range Problems {
		if p.Key == key {
			return p
		}
	}
	return Invalid
}
