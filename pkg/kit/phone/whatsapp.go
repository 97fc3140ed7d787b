package phone

import "strconv"

// ParseReached is Parse, of any country where none is named, that also takes WhatsApp's form of a number: Mexico's
// with 1 behind 52, Brazil's without the ninth digit. It is for lists that are compared by Normal and never dialled.
func ParseReached(value, country string) (number uint64, of string, problem *Problem) {
	if country == "" {
		number, of, problem = ParseAny(value)
	} else {
		number, problem = Parse(value, country)
		of = country
	}
	if problem == nil {
		return number, of, nil
	}
	if dialled, shown, region := reached(value); dialled != 0 && (country == "" || country == region) {
		return shown, region, nil
	}
	return 0, "", problem
}

// Dialled gives the number that is dialled for one in WhatsApp's own form; 0 for any other value.
func Dialled(value, country string) uint64 {
	if dialled, _, region := reached(value); region == country {
		return dialled
	}
	return 0
}

// reached reads a number in WhatsApp's own form, and as it is dialled.
func reached(value string) (dialled, shown uint64, country string) {
	t, problem := scan(value)
	if problem != nil {
		return 0, 0, ""
	}
	digits := t.digits()
	if !t.plus && len(digits) > 2 && digits[0] == '0' && digits[1] == '0' {
		digits = digits[2:]
	}
	if len(digits) > maxDigits {
		return 0, 0, ""
	}
	shown, err := strconv.ParseUint(string(digits), 10, 64)
	switch {
	case err != nil:
		return 0, 0, ""
	case shown/1e10 == 521:
		dialled, country = 52e10+shown%1e10, "MX"
	case shown/1e10 == 55 && shown/1e7%10 >= 6:
		dialled, country = 55e11+shown/1e8%100*1e9+9e8+shown%1e8, "BR"
	default:
		return 0, 0, ""
	}
	if !Valid(dialled, country) {
		return 0, 0, ""
	}
	return dialled, shown, country
}
