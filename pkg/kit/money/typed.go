package money

import (
	"strings"
	"unicode"
)

// Typed reads an amount as tables of any country write it: 3.50, 3,50, 1.234,50, 1,234.50 or 1 234,50. It fails with ErrForm, and
// so does an amount that two countries read differently, such as 1,234.
func Typed(text string) (Amount, error) {
	text = strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cf, c) {
			return -1
		}
		return c
	}, strings.TrimSpace(text))
	at := strings.LastIndexAny(text, ".,")
	if at < 0 || len(text)-at-1 > 2 {
		at = len(text) // no decimals
	}
	whole, ok := ungrouped(text[:at], at < len(text), text[min(at, len(text)):])
	if !ok {
		return 0, ErrForm
	}
	if at == len(text) {
		return Parse(whole)
	}
	return Parse(whole + "." + text[at+1:])
}

// ungrouped removes one kind of separator between groups of three digits, other than the one of the decimals that follow. A single
// separator with nothing behind its group may be one of decimals elsewhere, so it fails.
func ungrouped(whole string, decimals bool, rest string) (string, bool) {
	groups := strings.FieldsFunc(whole, func(c rune) bool { return c == '.' || c == ',' || c == '\'' || unicode.IsSpace(c) })
	if len(groups) < 2 {
		return whole, true
	}
	first := len(groups[0])
	signs := strings.Map(func(c rune) rune {
		if c >= '0' && c <= '9' {
			return -1
		}
		return c
	}, whole)
	sign := []rune(signs)[0]
	switch {
	case strings.Trim(signs, string(sign)) != "", len([]rune(signs)) != len(groups)-1, first < 1 || first > 3:
		return "", false
	case strings.HasPrefix(rest, string(sign)):
		return "", false
	case !decimals && len(groups) == 2 && (sign == '.' || sign == ','):
		return "", false
	}
	for _, g := range groups[1:] {
		if len(g) != 3 {
			return "", false
		}
	}
	return strings.Join(groups, ""), true
}
