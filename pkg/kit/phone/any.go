package phone

// ParseAny is Parse for a number of any country, found by its calling code; for lists of several countries. The
// country is the first of the calling code for which the number is valid.
func ParseAny(value string) (number uint64, country string, problem *Problem) {
	t, problem := scan(value)
	if problem != nil {
		return 0, "", problem
	}
	digits := t.digits()
	if !t.plus && len(digits) > 2 && digits[0] == '0' && digits[1] == '0' {
		digits = digits[2:]
	}
	code, _ := callingCode(digits)
	if code == "" {
		return 0, "", NoPrefix
	}
	for _, region := range plans.index().regions[code] {
		n, p := Parse(value, region)
		if p == nil {
			return n, region, nil
		}
		if problem == nil || problem == OtherCountry {
			problem = p
		}
	}
	return 0, "", problem
}
