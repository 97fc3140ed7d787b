package order

import (
	"strings"
	"unicode"
)

// Blank reports a text that shows nothing.
func Blank(text string) bool {
	return strings.IndexFunc(text, func(c rune) bool {
		return !unicode.IsSpace(c) && !unicode.Is(unicode.Cf, c) && !strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", c)
	}) < 0
}
