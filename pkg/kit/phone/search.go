package phone

import "strings"

// Search gives a test of numbers (digits without +) that finds a part of a number, however it is written, and a whole number in every form
// in which WhatsApp knows it.
func Search(filter string) func(number string) bool {
	t, problem := scan(filter)
	if problem != nil && t.n == 0 {
		literal := strings.TrimSpace(filter)
		return func(number string) bool { return strings.Contains(number, literal) }
	}
	digits := t.digits()
	part := make([]byte, len(digits))
	copy(part, digits)
	if !t.plus && len(part) > 2 && part[0] == '0' && part[1] == '0' {
		part = part[2:]
	}
	whole, _, none := ParseReached(filter, "")
	return func(number string) bool {
		if strings.Contains(number, string(part)) {
			return true
		}
		if none != nil {
			return false
		}
		n, ok := read(number)
		return ok && Same(n, whole)
	}
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
