package phone

import (
	"slices"
	"strconv"
	"strings"
)

// nationalDigits is how many digits a filter has at least that is read as a whole national number.
const nationalDigits = 8

// Search gives a test of numbers: digits without +, with their country's code or, as in login names, without. It
// finds a part of a number in any notation. It finds a whole number in every form of WhatsApp's: with + or 00,
// without the country's code, with the trunk's 0 before it.
func Search(filter string) func(number string) bool {
	t, problem := scan(filter)
	if problem != nil && t.n == 0 {
		literal := strings.TrimSpace(filter)
		return func(number string) bool { return strings.Contains(number, literal) }
	}
	part := string(t.digits())
	if !t.plus {
		part = strings.TrimPrefix(part, "00")
	}
	local := strings.TrimLeft(part, "0")
	if t.plus {
		local = ""
	}
	whole, _, none := ParseReached(filter, "")
	return func(number string) bool {
		if strings.Contains(number, part) || len(local) >= nationalDigits &&
			(strings.Contains(number, local) || completes(local, number) || sameAtHome(local, number)) {
			return true
		}
		if none != nil {
			return false
		}
		n, ok := read(number)
		return ok && (Same(n, whole) || len(number) >= nationalDigits && completes(number, strconv.FormatUint(whole, 10)))
	}
}

// completes tells whether a national number becomes a whole one, or the same person's, behind its first digits: a country's code has one to
// three.
func completes(national, whole string) bool {
	n, ok := read(whole)
	for k := 1; ok && k <= min(3, len(whole)-nationalDigits); k++ {
		if m, ok := read(whole[:k] + national); ok && Same(m, n) {
			return true
		}
	}
	return false
}

// sameAtHome tells whether two national numbers are one person's in a country whose numbers have several forms.
func sameAtHome(a, b string) bool {
	return slices.ContainsFunc([]string{"55", "52", "54"}, func(code string) bool {
		n, ok := read(code + a)
		m, valid := read(code + b)
		return ok && valid && Same(n, m)
	})
}

// read is the number of its digits.
func read(digits string) (n uint64, ok bool) {
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' || i >= maxDigits {
			return 0, false
		}
		n = n*10 + uint64(digits[i]-'0')
	}
	return n, digits != ""
}
