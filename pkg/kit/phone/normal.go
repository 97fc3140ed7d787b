package phone

// Normal is the form of a number in which suppression lists and inbound messages are compared. WhatsApp knows some
// numbers under other digits than the dialled ones: in Brazil without the ninth digit, in Mexico with 521…, in
// Argentina with 549… (facts §1.11). Normal is for comparing only, never for dialling.
func Normal(number uint64) uint64 {
	switch {
	case number/1e11 == 55: // 13 digits of Brazil: area code, then 9 and the eight digits of before
		area, local := number/1e9%100, number%1e9
		if local/1e8 == 9 && local/1e7%10 >= 6 { // the old mobile numbers began with 6 to 9, fixed lines with 2 to 5
			return 55e10 + area*1e8 + local%1e8
		}
	case number/1e10 == 521:
		return 52e10 + number%1e10
	case number/1e10 == 549:
		return 54e10 + number%1e10
	}
	return number
}

// Same reports whether two numbers reach the same person.
func Same(a, b uint64) bool { return Normal(a) == Normal(b) }
