package dict

import "strconv"

// CheckBuiltIn checks a line of a dict.tsv against the rules for values from admins.
func CheckBuiltIn(code, valueType, value, colour string) error {
	n, err := strconv.Atoi(valueType)
	if err != nil || !codeForm.MatchString(code) {
		return strconv.ErrSyntax
	}
	if _, err := checkValue(n, value); err != nil {
		return err
	}
	_, err = checkLook("x", Attributes{TagColor: colour})
	return err
}
