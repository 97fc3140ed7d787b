// Package phone reads telephone numbers as they stand in contact files (decisions §11) and packs them for storage.
// A number is its E.164 digits without +, as a uint64.
package phone

import "strconv"

// Parse reads the value of a cell as a number of the country (ISO 3166-1 alpha-2). The value must include the
// calling code, with or without + or 00; it is never completed from the country. Decisions §11 define the tolerated
// and the refused characters beside digits; validity and the removal of trunk prefixes are those of libphonenumber
// for the country itself, not for a neighbour with the same calling code. The problem is nil when the number is
// good.
func Parse(value, country string) (uint64, *Problem) {
	t, problem := scan(value)
	if problem != nil {
		return 0, problem
	}
	digits, explicit := t.digits(), t.plus
	if !explicit && len(digits) > 2 && digits[0] == '0' && digits[1] == '0' {
		digits, explicit = digits[2:], true
	}
	own := planOf(country)
	code, national := callingCode(digits)
	if own == nil || code != own.code {
		return 0, foreign(digits, explicit, own)
	}
	national = mainPlan(code).strip(national)
	if len(code)+len(national) <= maxDigits && own.valid(national) {
		return join(code, national), nil
	}
	return 0, ownProblem(digits, national, explicit, own)
}

// National reads the value of a cell that lacks the calling code as a number of the country; ok is false when it is none.
func National(value, country string) (number uint64, ok bool) {
	t, problem := scan(value)
	own := planOf(country)
	if problem != nil || own == nil || t.plus || !nationally(t.digits(), own) {
		return 0, false
	}
	return join(own.code, mainPlan(own.code).strip(t.digits())), true
}

// Valid reports whether the digits of a number are valid for the country as they stand.
func Valid(number uint64, country string) bool {
	own := planOf(country)
	if own == nil {
		return false
	}
	code, national := callingCode(strconv.AppendUint(nil, number, 10))
	return code == own.code && own.valid(national)
}

// Mobile reports whether the digits of a number are those of a mobile number of the country, or may be, where the
// plan does not tell mobile from fixed lines.
func Mobile(number uint64, country string) bool {
	own := planOf(country)
	if own == nil || !own.mobile {
		return false
	}
	code, national := callingCode(strconv.AppendUint(nil, number, 10))
	return code == own.code && len(national) <= maxDigits && own.general.matches(national) && own.types[0].matches(national)
}

// Format writes the digits of a number without +, as they stand on the wire.
func Format(number uint64) string { return strconv.FormatUint(number, 10) }

// Ending is what all forms of one person's number end with, to look for them.
func Ending(number uint64) string {
	text := Format(number)
	return text[max(0, len(text)-8):]
}

// CallingCode is the calling code of a country without +, or "" when it has no numbering plan of its own.
func CallingCode(country string) string {
	if p := planOf(country); p != nil {
		return p.code
	}
	return ""
}

// CodeOf is the calling code that digits begin with, or "" when they begin with none.
func CodeOf(digits string) string {
	code, _ := callingCode([]byte(digits))
	return code
}

// foreign explains digits that do not begin with the country's calling code.
func foreign(digits []byte, explicit bool, own *plan) *Problem {
	switch code, national := callingCode(digits); {
	case !explicit && own != nil && nationally(digits, own):
		return NoPrefix
	case len(digits) < minNumber:
		return TooShort
	case len(digits) > maxDigits:
		return TooLong
	case code == "" && explicit:
		return Invalid
	case code == "":
		return NoPrefix
	case explicit || possible(code, national):
		return OtherCountry
	}
	return NoPrefix
}

// ownProblem explains digits that begin with the country's calling code and are no number of it.
func ownProblem(digits, national []byte, explicit bool, own *plan) *Problem {
	for _, region := range plans.index().regions[own.code] {
		if region != own.region && planOf(region).valid(national) {
			return OtherCountry
		}
	}
	if !explicit && nationally(digits, own) {
		return NoPrefix
	}
	if len(digits) > maxDigits {
		return TooLong
	}
	if key := own.lengthOf(len(national)); key != "" {
		return problemOf(key)
	}
	return Invalid
}

// nationally reports digits that would be a number of the country if its calling code stood before them.
func nationally(digits []byte, own *plan) bool {
	return own.valid(mainPlan(own.code).strip(digits))
}

// possible reports a national number of a length that the calling code has.
func possible(code string, national []byte) bool {
	main := mainPlan(code)
	return main.lengthOf(len(main.strip(national))) == ""
}

// mainPlan is the plan whose prefix rules hold for all regions of a calling code.
func mainPlan(code string) *plan { return planOf(plans.index().regions[code][0]) }

func join(code string, national []byte) uint64 {
	var n uint64
	for i := range len(code) {
		n = n*10 + uint64(code[i]-'0')
	}
	for _, d := range national {
		n = n*10 + uint64(d-'0')
	}
	return n
}
