// Package plain removes from a text what its reader cannot see, and compares texts as people do.
package plain

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Text normalizes a text that is sent to people. It is composed (NFC); blanks of other widths and tabs become
// spaces, separators of lines become line ends, and marks without width are removed. A short message with one of
// them would take more parts, which cost more. Joiners of letters or emoji stay.
func Text(text string) string {
	if ascii(text) && !strings.ContainsAny(text, "\t\r\v\x00") {
		return text
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return norm.NFC.String(strings.Map(shown, text))
}

func shown(c rune) rune {
	switch {
	case c == '\u2028', c == '\u2029', c == '\u0085', c == '\r', c == '\v':
		return '\n'
	case c == '\t', c != ' ' && unicode.Is(unicode.Zs, c):
		return ' '
	case c == '\n', c == '\f', c == '\u200c', c == '\u200d': // joiners of scripts and emoji
		return c
	case unicode.Is(unicode.Cc, c), c >= 0xe0020 && c <= 0xe007f: // the tags that flags are made of stay
		if c >= 0xe0020 {
			return c
		}
		return -1
	case unicode.Is(unicode.Cf, c):
		return -1
	}
	return c
}

// Pasted normalizes an identifier that was copied from elsewhere: in one form (NFKC), without invisible marks and
// blanks around it.
func Pasted(text string) string {
	if ascii(text) {
		return strings.TrimSpace(text)
	}
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if unicode.Is(unicode.Cf, c) {
			return -1
		}
		return c
	}, norm.NFKC.String(text)))
}

// Hash finds the one run of 64 hexadecimal digits in a pasted text, in lowercase letters: 0x before it, an
// explorer's address around it and invisible marks do not matter. It is empty when there is none or more than one.
func Hash(text string) string {
	const digits = 64
	found := ""
	for _, run := range strings.FieldsFunc(strings.ToLower(Pasted(text)), func(c rune) bool {
		return !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z')
	}) {
		run = strings.TrimPrefix(run, "0x")
		if len(run) != digits || strings.Trim(run, "0123456789abcdef") != "" || run == found {
			continue
		}
		if found != "" {
			return ""
		}
		found = run
	}
	return found
}

// URL is a pasted address; one without a scheme that begins with the name of a host gets https://.
func URL(text string) string {
	if !ascii(text) {
		text = strings.Map(func(c rune) rune {
			if unicode.Is(unicode.Cf, c) {
				return -1
			}
			return c
		}, text)
	}
	text = strings.TrimSpace(text)
	host, _, _ := strings.Cut(text, "/")
	name, port, _ := strings.Cut(host, ":")
	if strings.Contains(text, "://") || !strings.Contains(strings.Trim(name, "."), ".") || strings.Trim(port, "0123456789") != "" ||
		strings.ContainsAny(host, "@ \\?#") {
		return text
	}
	return "https://" + text
}

// Fold is a text as searches compare it: composed and case-folded, so that café is found in both Unicode forms.
func Fold(text string) string {
	if ascii(text) {
		return strings.ToLower(text)
	}
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(text)))
}

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
