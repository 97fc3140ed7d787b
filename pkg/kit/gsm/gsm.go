// Package gsm tells in what alphabet a short message goes over the air, and in how many parts (3GPP TS 23.038 and 23.040): an
// operator charges for each.
package gsm

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Encoding of a short message.
type Encoding string

const (
	GSM7 Encoding = "GSM-7" // the default alphabet with its extension
	UCS2 Encoding = "UCS-2" // everything else, 16 bits a unit
)

// Sizes of a part: of a message of one part, and of a part of a longer one, which begins with a header that joins
// the parts.
const (
	gsmSingle, gsmPart = 160, 153 // septets
	ucsSingle, ucsPart = 70, 67   // units of 16 bits
)

// Size is the size of a text. Characters are counted as people do; Units are septets, or units of 16 bits.
type Size struct {
	Encoding   Encoding
	Characters int
	Units      int
	Parts      int // 0 for an empty text
	Remaining  int // units that still fit into the last part
}

// The default alphabet but for ESC, and the extension, of which a character takes two septets.
const (
	basic = "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ " +
		"!\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
	extra = "\f^{}\\[~]|€"
)

// septets of a character; 0 for one that the alphabet lacks.
func septets(c rune) int {
	switch {
	case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == ' ':
		return 1
	case strings.ContainsRune(extra, c):
		return 2
	case strings.ContainsRune(basic, c):
		return 1
	}
	return 0
}

// units of 16 bits that a character takes: two beyond the basic plane.
func units(c rune) int {
	if c > 0xffff {
		return 2
	}
	return 1
}

// Measure tells what a text takes. A character is never divided between two parts: neither one of the extension, nor one that is
// a pair of surrogates.
func Measure(text string) Size {
	s := Size{Encoding: GSM7}
	for _, c := range text {
		if s.Characters++; s.Encoding == GSM7 && septets(c) == 0 {
			s.Encoding = UCS2
		}
	}
	cut(text, s.Encoding, func(_ string, taken, room int) {
		s.Parts++
		s.Units += taken
		s.Remaining = room - taken
	})
	return s
}

// Lacking gives the characters of a text outside the default alphabet, each once, at most so many.
func Lacking(text string, most int) string {
	var out []rune
	for _, c := range text {
		if len(out) < most && septets(c) == 0 && !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return string(out)
}

// Parts gives the texts of the parts.
func Parts(text string) []string {
	var out []string
	cut(text, Measure(text).Encoding, func(part string, _, _ int) { out = append(out, part) })
	return out
}

// cut gives of each part its text, the units that it takes and its capacity.
func cut(text string, in Encoding, part func(text string, taken, room int)) {
	width, single, room := septets, gsmSingle, gsmPart
	if in == UCS2 {
		width, single, room = units, ucsSingle, ucsPart
	}
	whole := 0
	for _, c := range text {
		whole += width(c)
	}
	if whole <= single {
		room = single
	}
	from, taken := 0, 0
	for i, c := range text {
		if n := width(c); taken+n > room {
			part(text[from:i], taken, room)
			from, taken = i, n
		} else {
			taken += n
		}
	}
	if from < len(text) {
		part(text[from:], taken, room)
	}
}

// Longest is the size of the text with the most parts of several; of equal ones the first.
func Longest(texts ...string) Size {
	var most Size
	for i, t := range texts {
		if s := Measure(t); i == 0 || s.Parts > most.Parts {
			most = s
		}
	}
	return most
}

// Plain reports a text that is one part in any encoding, so that it need not be measured.
func Plain(text string) bool { return utf8.RuneCountInString(text)*2 <= ucsSingle }
