package emaildesign

import (
	"slices"
	"strings"
	"unicode"

	"herald/pkg/kit/lazyregexp"
)

// MaxPlaceholders is how many placeholders an email has beside those that every recipient has (business-domain §5).
const MaxPlaceholders = 3

// Free are the placeholders that do not count: every recipient of an email list has them.
var Free = []string{"email", "name"}

// A placeholder is {name}, or {name|fallback} with a text for recipients without the value.
var (
	placeholders = lazyregexp.New(`\{([\p{L}\p{N}_]{1,60})(?:\|([^{}|\r\n]{0,200}))?\}`)
	braces       = lazyregexp.New(`\{[^{}]*\}`)
	onlyName     = lazyregexp.New(`^[\p{L}\p{N}_]{1,60}$`)
)

// piece is a part of a text: what is the same for all, or a placeholder.
type piece struct {
	text     string // of a placeholder: its fallback
	field    string // empty: the text
	fallback bool   // it has a fallback, maybe an empty one
}

// split cuts a text at its placeholders.
func split(text string) (out []piece) {
	at := 0
	for _, hit := range placeholders.Regexp().FindAllStringSubmatchIndex(text, -1) {
		if hit[0] > at {
			out = append(out, piece{text: text[at:hit[0]]})
		}
		p := piece{field: text[hit[2]:hit[3]]}
		if hit[4] >= 0 {
			p.text, p.fallback = text[hit[4]:hit[5]], true
		}
		out, at = append(out, p), hit[1]
	}
	if at < len(text) {
		out = append(out, piece{text: text[at:]})
	}
	return out
}

// wrongPlaceholder reports braces that look like a placeholder and are none: {first name}, {{name}}.
func wrongPlaceholder(text string) bool {
	if strings.Contains(text, "{{") || strings.Contains(text, "}}") {
		return true
	}
	return slices.ContainsFunc(braces.Regexp().FindAllString(text, -1), func(hit string) bool {
		return placeholders.Regexp().FindString(hit) != hit
	})
}

// Fields gives the names of placeholders of texts in the order of their first use.
func Fields(texts ...string) []string {
	var all names
	for _, text := range texts {
		all.text(text)
	}
	return all
}

// names is a set in the order of first use. More than mostNames are far beyond what an email has, and are left out.
type names []string

const mostNames = 100

func (n *names) add(name string) {
	if name != "" && len(*n) < mostNames && !slices.Contains(*n, name) {
		*n = append(*n, name)
	}
}

func (n *names) text(text string) {
	for _, p := range split(text) {
		n.add(p.field)
	}
}

// line is a value or text on one line, without control characters: nothing of it can begin another header of an email.
func line(text string) string {
	if !strings.ContainsFunc(text, unicode.IsControl) && !strings.ContainsAny(text, "\u2028\u2029") {
		return text
	}
	return strings.Join(strings.FieldsFunc(text, func(c rune) bool { return unicode.IsControl(c) || c == '\u2028' || c == '\u2029' }), " ")
}

// Fill replaces the placeholders of a text, for example a subject, by a recipient's values. The result is one line.
func Fill(text string, values func(name string) string) string {
	var out strings.Builder
	for _, p := range split(text) {
		out.WriteString(p.fill(values))
	}
	return line(out.String())
}

func (p *piece) fill(values func(name string) string) string {
	if p.field == "" || values == nil {
		return p.text
	}
	if v := strings.TrimSpace(values(p.field)); v != "" {
		return line(v)
	}
	return p.text
}
