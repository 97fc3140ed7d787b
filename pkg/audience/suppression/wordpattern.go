package suppression

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pattern matches a whole message that is stop words with politeness around them, and at least one of them.
type pattern struct{ re *regexp.Regexp }

func (p *pattern) match(plain string) bool { return p.re.MatchString(plain) }

// stop is the pattern of a country, by its calling code.
func (v *vocabulary) stop(code string) *pattern {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.stops[code] == nil {
		said := v.phrases["stop"]["*"]
		if code != "*" {
			said = slices.Concat(said, v.phrases["stop"][code])
		}
		word, beside := anyOf(said), anyOf(slices.Concat(v.phrases["polite"]["*"], v.phrases["aside"]["*"]))
		v.stops[code] = &pattern{regexp.MustCompile(`^(?:` + beside + `)*(?:` + word + `)(?:` + word + `|` + beside + `)*$`)}
	}
	return v.stops[code]
}

// anyOf is an expression of phrases, each with what ends it: the end of a word, or nothing in a script without spaces.
func anyOf(phrases []string) string {
	out := make([]string, len(phrases))
	for i, p := range phrases {
		out[i] = `(?:` + expression(p) + `)` + border(p) + ` ?`
	}
	return strings.Join(out, "|")
}

// expression is a phrase with its alternatives in brackets as a regular expression, its words in the form of Plain.
func expression(phrase string) string {
	var b strings.Builder
	for phrase != "" {
		i := strings.IndexAny(phrase, "(|)")
		if i < 0 {
			i = len(phrase)
		}
		b.WriteString(spaced(phrase[:i]))
		if i < len(phrase) {
			b.WriteString(strings.Replace(phrase[i:i+1], "(", "(?:", 1))
			i++
		}
		phrase = phrase[i:]
	}
	return b.String()
}

// spaced is Plain that keeps a space at either end.
func spaced(text string) string {
	plain := Plain(text)
	if plain == "" {
		return strings.Repeat(" ", min(1, len(text)))
	}
	if text[0] == ' ' {
		plain = " " + plain
	}
	if text[len(text)-1] == ' ' {
		plain += " "
	}
	return plain
}

// border is what follows a phrase: in Latin letters no other letter, in Chinese anything, elsewhere a space.
func border(phrase string) string {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(phrase, "|)"))
	switch {
	case last < utf8.RuneSelf:
		return `\b`
	case unicode.Is(unicode.Han, last):
		return ""
	}
	return `(?: |$)`
}

// unsigned is a message without the signature below it: from a line that begins as signatures do to the end.
func (v *vocabulary) unsigned(text string) string {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\u2028", "\n", "\u2029", "\n", "\v", "\n", "\f", "\n").Replace(text)
	at, begun := 0, false
	for line := range strings.Lines(text) {
		if begun && v.signs(line) {
			return text[:at]
		}
		begun = begun || Plain(line) != ""
		at += len(line)
	}
	return text
}

const signed = 60 // characters of a signature's first line

func (v *vocabulary) signs(line string) bool {
	line = strings.TrimSpace(line)
	plain := Plain(line)
	if len([]rune(line)) > signed {
		return false
	}
	for _, mark := range []string{"--", "__", "==", "—", "–", "- ", "~"} { // the delimiter, or a name behind a dash
		if strings.HasPrefix(line, mark) && len(strings.Fields(plain)) <= 4 {
			return true
		}
	}
	return slices.ContainsFunc(v.signatures, func(s string) bool {
		rest, begins := strings.CutPrefix(plain, s)
		return begins && (rest == "" || rest[0] == ' ' || s[0] >= utf8.RuneSelf)
	})
}
