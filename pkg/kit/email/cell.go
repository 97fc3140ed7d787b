package email

import (
	"strings"
	"unicode"

	"herald/pkg/kit/fault"
)

// Problem is why a value is no address that can be written to.
type Problem = fault.Problem

// The problems, in the order in which a value is examined. The last two are found by what receives the address' domain.
var (
	Empty     = &Problem{Key: "address.empty", Code: 40071}
	Two       = &Problem{Key: "address.two", Code: 40072}
	Number    = &Problem{Key: "address.number", Code: 40073} // a telephone number
	NoAt      = &Problem{Key: "address.noAt", Code: 40074}
	TooLong   = &Problem{Key: "address.tooLong", Code: 40075}
	Malformed = &Problem{Key: "address.malformed", Code: 40076}
	Skipped   = &Problem{Key: "address.skipped", Code: 40077} // its provider's domain is skipped
	NoHost    = &Problem{Key: "address.noHost", Code: 40078}  // no host receives email of its domain
)

// Problems lists all problems.
var Problems = []*Problem{Empty, Two, Number, NoAt, TooLong, Malformed, Skipped, NoHost}

const leastDigits = 7 // of what looks like a telephone number

// Read reads a value as people and programs write an address: with spaces around it, behind mailto:, as Name <address> or
// address (name), with full-width signs, with characters that are not shown, and with punctuation behind it. The address is normalised.
func Read(text string) (address, name string, problem *Problem) {
	text = strings.TrimSpace(visible(text))
	if text == "" {
		return "", "", Empty
	}
	if strings.Count(text, "<") > 1 {
		return "", "", Two
	}
	text, name = parted(text)
	text = bare(text)
	switch at := strings.Count(text, "@"); {
	case at > 1 && several(text):
		return "", "", Two
	case at == 0 && isNumber(text):
		return "", "", Number
	case at == 0:
		return "", "", NoAt
	}
	address, ok := Normalise(text)
	switch {
	case len(text) > longest || len(address) > longest:
		return "", "", TooLong
	case !ok:
		return "", "", Malformed
	}
	return address, name, nil
}

// visible is a text without characters that are not shown. Angle brackets, at signs and colons of full width become those of ASCII.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80 && r >= ' ':
			return r
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u034f' || r >= '\ufe00' && r <= '\ufe0f':
			return -1
		case strings.ContainsRune("＜＞＠：（）＂", r):
			return r - 0xfee0
		}
		return r
	}, text)
}

// parted divides an address from the name that is written beside it.
func parted(text string) (address, name string) {
	if from := strings.IndexByte(text, '<'); from >= 0 {
		rest := text[from+1:]
		address, behind, _ := strings.Cut(rest, ">")
		if name = nameOf(text[:from]); name == "" {
			name = nameOf(behind)
		}
		return address, name
	}
	if from := strings.IndexByte(text, '('); from > 0 && strings.HasSuffix(text, ")") && strings.Contains(text[:from], "@") {
		return text[:from], nameOf(text[from+1 : len(text)-1])
	}
	return text, ""
}

// nameOf is a name without its quotation marks; a name that is an address itself is none.
func nameOf(text string) string {
	text = strings.Trim(text, " \"',;")
	if strings.Contains(text, "@") {
		return ""
	}
	return strings.ReplaceAll(text, `\"`, `"`)
}

// bare is an address without what a program or a sentence puts around it, in ASCII where a full-width sign stands for one.
func bare(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r > 0xff00 && r < 0xff5f:
			return r - 0xfee0
		case r == '。' || r == '｡':
			return '.'
		}
		return r
	}, text)
	text = strings.Trim(text, " \"`")
	if len(text) > 1 && text[0] == '\'' && text[len(text)-1] == '\'' {
		text = text[1 : len(text)-1]
	}
	if len(text) > 1 && text[0] == '\'' && strings.IndexByte("=+-@", text[1]) >= 0 { // as exported files neutralise what looks like a formula
		text = text[1:]
	}
	const scheme = "mailto:"
	if len(text) > len(scheme) && strings.EqualFold(text[:len(scheme)], scheme) {
		text, _, _ = strings.Cut(text[len(scheme):], "?")
	}
	return strings.Trim(text, " .,;:、")
}

// several reports more than one address, with something between them.
func several(text string) bool {
	addresses := 0
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;/|、", r) }) {
		if strings.Contains(part, "@") {
			addresses++
		}
	}
	return addresses > 1
}

// isNumber reports what looks like a telephone number.
func isNumber(text string) bool {
	digits := 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Nd, r):
			digits++
		case !strings.ContainsRune(" +-.()/", r):
			return false
		}
	}
	return digits >= leastDigits
}
