package dict

import "strconv"

// CheckBuiltIn holds a line of a dict.tsv to the rules for what admins write.
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
