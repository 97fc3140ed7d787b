package sheet

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

// entities reports whether every & begins a reference that XML knows.
func entities(text []byte) bool {
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return true
		}
		r, n := entity(text[i:])
		if n == 0 || r < 0 {
			return false
		}
		text = text[i+n:]
	}
}

// entity reads a reference and its length; length 0 when it is none.
func entity(text []byte) (rune, int) {
	end := bytes.IndexByte(text[:min(len(text), 12)], ';')
	if end < 2 {
		return -1, 0
	}
	switch name := string(text[1:end]); name {
	case "amp":
		return '&', end + 1
	case "lt":
		return '<', end + 1
	case "gt":
		return '>', end + 1
	case "quot":
		return '"', end + 1
	case "apos":
		return '\'', end + 1
	default:
		if name[0] != '#' {
			return -1, 0
		}
		base, digits := 10, name[1:]
		if digits != "" && digits[0] == 'x' {
			base, digits = 16, digits[1:]
		}
		r, err := strconv.ParseUint(digits, base, 32)
		if err != nil || r > utf8.MaxRune || (r < ' ' && r != '\t' && r != '\n' && r != '\r') || r == 0xfffe || r == 0xffff || (r >= 0xd800 && r < 0xe000) {
			return -1, 0
		}
		return rune(r), end + 1
	}
}

// unescape gives the characters of the last token or of an attribute's value.
func unescape(text []byte) []byte {
	i := bytes.IndexByte(text, '&')
	if i < 0 {
		return text
	}
	out := make([]byte, 0, len(text))
	for i >= 0 {
		out = append(out, text[:i]...)
		r, n := entity(text[i:])
		out = utf8.AppendRune(out, r)
		text = text[i+n:]
		i = bytes.IndexByte(text, '&')
	}
	return append(out, text...)
}
