package phone

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	maxDigits = 15 // of an E.164 number
	bufDigits = 64 // a cell with more digits is never a number
	minNumber = 7  // digits of the shortest thing that is taken for a number of its own
)

// text is what a cell holds after its spaces and signs are read.
type text struct {
	buf  [bufDigits]byte
	n    int  // digits seen; those beyond the buffer are only counted
	plus bool // a + stands before the first digit
}

func (t *text) digits() []byte { return t.buf[:min(t.n, bufDigits)] }

func (t *text) add(d byte) {
	if t.n < bufDigits {
		t.buf[t.n] = '0' + d
	}
	t.n++
}

// kind of a rune in a cell.
type kind int

const (
	digit kind = iota
	plus
	separator // dash, dot, parenthesis, invisible: part of how a number is written
	space     // may also stand between two numbers
	other     // stands at most between two numbers
)

// groups counts runs of digits that are long enough to be a number of their own.
type groups struct{ run, long int }

func (g *groups) end() {
	if g.run >= minNumber {
		g.long++
	}
	g.run = 0
}

// scanner reads the runes of a cell.
type scanner struct {
	text
	joined groups // runs between signs that separate numbers
	spaced groups // the same where a space separates too
	bad    bool   // a sign that does not belong in a number
	letter bool
}

// scan reads a cell. A problem is one of Empty, Letters, Scientific and Two.
func scan(value string) (text, *Problem) {
	value = trim(value)
	if value == "" {
		return text{}, Empty
	}
	for _, zeros := range []string{".00", ".0"} {
		if whole, ok := strings.CutSuffix(value, zeros); ok && digitAtEnd(whole) {
			value = whole // how a table program writes a whole number as a fraction
			break
		}
	}
	var s scanner
	for _, r := range value {
		s.read(r)
	}
	s.joined.end()
	s.spaced.end()
	return s.text, s.verdict(value)
}

func (s *scanner) read(r rune) {
	k, d := classify(r)
	if k == digit {
		s.add(d)
		s.joined.run++
		s.spaced.run++
		return
	}
	if k == plus && s.n == 0 && !s.plus {
		s.plus = true
		return
	}
	if k == separator {
		return
	}
	s.spaced.end()
	if k == space {
		return
	}
	s.joined.end()
	s.bad = true
	s.letter = s.letter || unicode.IsLetter(r)
}

func (s *scanner) verdict(value string) *Problem {
	switch {
	case s.joined.long > 1:
		return Two
	case s.letter && s.parseScientific(value):
		return nil
	case s.letter && powered(value):
		return Scientific
	case s.bad, s.n == 0:
		return Letters
	case s.n > maxDigits+len("00") && s.spaced.long > 1:
		return Two
	}
	return nil
}

// trim removes what stands around the number: spaces, invisible marks, line breaks and the apostrophe with which a
// table program marks text.
func trim(value string) string {
	value = strings.TrimFunc(value, blank)
	for _, mark := range []string{"'", "’", "‘", "＇", "`"} {
		if rest, ok := strings.CutPrefix(value, mark); ok {
			return strings.TrimLeftFunc(rest, blank)
		}
	}
	return value
}

func blank(r rune) bool {
	k, _ := classify(r)
	return k == space || r == '\n' || r == '\r' || r == '\u2028' || r == '\u2029' || invisible(r)
}

func digitAtEnd(s string) bool {
	r, _ := utf8.DecodeLastRuneInString(s)
	k, _ := classify(r)
	return k == digit
}

func classify(r rune) (kind, byte) {
	if r < utf8.RuneSelf {
		switch {
		case '0' <= r && r <= '9':
			return digit, byte(r - '0')
		case r == '+':
			return plus, 0
		case r == ' ', r == '\t':
			return space, 0
		case r == '-', r == '.', r == '(', r == ')':
			return separator, 0
		}
		return other, 0
	}
	switch r {
	case '＋', '﹢':
		return plus, 0
	case '’', '‐', '‑', '‒', '–', '—', '―', '−', '－', '﹣', 'ー', '．', '․', '·', '・', '（', '）', '﹙', '﹚':
		return separator, 0
	}
	switch {
	case unicode.Is(unicode.Nd, r):
		return digit, decimal(r)
	case unicode.Is(unicode.Zs, r):
		return space, 0
	case invisible(r):
		return separator, 0
	}
	return other, 0
}

// invisible reports marks without a width of their own: zero-width spaces, direction marks, byte order marks.
func invisible(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r == '\ufe0e' || r == '\ufe0f' || r == '\u034f' || r == '\u3164' || r == '\u2800'
}

// decimal is the value of a decimal digit: in every script the ten stand together, in order.
func decimal(r rune) byte {
	for _, rng := range unicode.Nd.R16 {
		if uint16(r) >= rng.Lo && uint16(r) <= rng.Hi && r <= 0xffff {
			return byte((uint16(r) - rng.Lo) % 10)
		}
	}
	for _, rng := range unicode.Nd.R32 {
		if uint32(r) >= rng.Lo && uint32(r) <= rng.Hi {
			return byte((uint32(r) - rng.Lo) % 10)
		}
	}
	return 0
}

// mantissa splits 5.5119E+12 into its digits, the count of those behind the point, and the exponent.
func mantissa(value string) (digits string, fraction, exponent int, ok bool) {
	i := strings.LastIndexAny(value, "eE")
	if i < 1 || !ascii(value) {
		return "", 0, 0, false
	}
	value, power := strings.TrimPrefix(value[:i], "+"), strings.TrimPrefix(value[i+1:], "+")
	if len(power) == 0 || len(power) > 2 {
		return "", 0, 0, false
	}
	whole, part, _ := strings.Cut(strings.Replace(value, ",", ".", 1), ".")
	for _, s := range []string{whole + part, power} {
		if s == "" || strings.Trim(s, "0123456789") != "" {
			return "", 0, 0, false
		}
	}
	for _, c := range power {
		exponent = exponent*10 + int(c-'0')
	}
	return whole + part, len(part), exponent, true
}

// parseScientific reads a number in scientific notation that still has all its digits, such as 5.511987654321E12.
func (s *scanner) parseScientific(value string) bool {
	digits, fraction, exponent, ok := mantissa(value)
	if !ok || exponent > fraction {
		return false
	}
	cut := len(digits) - (fraction - exponent)
	if strings.Trim(digits[cut:], "0") != "" {
		return false
	}
	s.text = text{plus: s.plus}
	for _, c := range digits[:cut] {
		s.add(byte(c - '0'))
	}
	return true
}

// powered reports scientific notation.
func powered(value string) bool {
	_, _, _, ok := mantissa(value)
	return ok
}

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
