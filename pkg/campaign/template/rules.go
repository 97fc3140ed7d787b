package template

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
)

// Rules of WhatsApp for the texts of a template. It refuses a template that breaks one at once, with the subcode that is named here
// (facts §1.3; developers.facebook.com, WhatsApp error codes and template components). testdata/rules.json has a case for each; the
// console and the simulator read the same file.

// problems collects what is wrong with the fields of a request. A refusal names all of them, each field once.
type problems []fault.Field

func (p *problems) add(field, key string, args ...any) {
	if !slices.ContainsFunc(*p, func(f fault.Field) bool { return f.Name == field }) {
		*p = append(*p, fault.Field{Name: field, Key: key, Args: fault.Args(args...)})
	}
}

// length refuses a text that is shorter or longer (2388040).
func (p *problems) length(field, text string, least, most int) {
	if f := fault.As(length(field, text, least, most)); f != nil {
		*p = append(*p, f.Fields...)
	}
}

func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	e := fault.Bad(p[0].Name, p[0].Key).WithArgs(p[0].Args)
	e.Fields = p
	return e
}

// checkTexts refuses a header, a body and a footer that WhatsApp refuses.
func (w *Request) checkTexts(p *problems) {
	p.length("header", w.Header, 0, mostHeader)
	p.length("content", w.Content, 1, mostBody)
	p.length("footer", w.Footer, 0, mostHeader)
	w.checkHeader(p)
	w.checkBody(p)
	switch {
	case strings.ContainsFunc(w.Footer, unicode.IsControl):
		p.add("footer", "template.oneLine")
	case strings.Contains(w.Footer, "{{"), len(names(w.Footer)) > 0: // 2388073
		p.add("footer", "template.footerPlaceholders")
	case strings.ContainsFunc(w.Footer, isEmoji): // 2388073
		p.add("footer", "template.footerEmoji")
	}
}

func (w *Request) checkHeader(p *problems) {
	switch {
	case strings.Contains(w.Header, "{{"):
		p.add("header", "template.braces")
	case strings.ContainsFunc(w.Header, unicode.IsControl): // 2388047
		p.add("header", "template.oneLine")
	case len(placeholder.Regexp().FindAllString(w.Header, -1)) > 1:
		p.add("header", "template.headerPlaceholders")
	case formatted(w.Header), strings.ContainsFunc(w.Header, isEmoji): // 2388047
		p.add("header", "template.headerSigns")
	}
}

// spaced finds blanks that WhatsApp does not take in a body: tabs, two empty lines, five spaces (2388072).
var spaced = lazyregexp.New(`\t|\n[ ]*\n[ ]*\n| {5}`)

func (w *Request) checkBody(p *problems) {
	text := w.Content
	in := placeholder.Regexp().FindAllStringIndex(text, -1)
	switch {
	case strings.Contains(text, "{{"):
		p.add("content", "template.braces")
	case spaced.MatchString(text):
		p.add("content", "template.blanks")
	case len(in) == 0:
	case wordless(text):
		p.add("content", "template.words")
	case in[0][0] == 0, in[len(in)-1][1] == len(text): // 2388299
		p.add("content", "template.edge")
	case adjacent(text, in):
		p.add("content", "template.adjacent")
	case words(text) < leastWords(len(in)): // 2388293
		p.add("content", "template.ratio", "n", leastWords(len(in)))
	}
}

// wordless tells that a text is nothing but placeholders, and signs between them: the provider wants words around.
func wordless(text string) bool {
	rest := placeholder.Regexp().ReplaceAllString(text, "")
	return !strings.ContainsFunc(rest, func(c rune) bool { return !unicode.IsSpace(c) && !unicode.IsPunct(c) })
}

// adjacent tells that nothing but blanks is between two placeholders.
func adjacent(text string, in [][]int) bool {
	for i := 1; i < len(in); i++ {
		if strings.TrimSpace(text[in[i-1][1]:in[i][0]]) == "" {
			return true
		}
	}
	return false
}

// leastWords is how many words a body with placeholders has beside them: two for each, and one.
func leastWords(placeholders int) int { return 2*placeholders + 1 }

// words counts the words of a text beside its placeholders. A character of a script without spaces counts as a word.
func words(text string) (n int) {
	inside := false
	for _, c := range placeholder.Regexp().ReplaceAllString(text, " ") {
		switch {
		case unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
			n++
			inside = false
		case unicode.IsLetter(c), unicode.IsDigit(c), unicode.IsMark(c):
			if !inside {
				n++
			}
			inside = true
		case c == '\'', c == '’', c == '-': // within a word
		default:
			inside = false
		}
	}
	return n
}

// formatted tells that a text has a line end, or a sign that WhatsApp reads as a format outside of its placeholders.
func formatted(text string) bool {
	return strings.ContainsAny(placeholder.Regexp().ReplaceAllString(text, ""), "*_~`\n")
}

// emoji are the pictographs of Unicode, without the signs of trade and law that texts have.
var emoji = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x20e3, Hi: 0x20e3, Stride: 1}, {Lo: 0x231a, Hi: 0x231b, Stride: 1}, {Lo: 0x23e9, Hi: 0x23fa, Stride: 1},
		{Lo: 0x2600, Hi: 0x27bf, Stride: 1}, {Lo: 0x2b05, Hi: 0x2b07, Stride: 1}, {Lo: 0x2b1b, Hi: 0x2b1c, Stride: 1},
		{Lo: 0x2b50, Hi: 0x2b50, Stride: 1}, {Lo: 0x2b55, Hi: 0x2b55, Stride: 1}, {Lo: 0xfe0f, Hi: 0xfe0f, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f000, Hi: 0x1faff, Stride: 1}, {Lo: 0xe0020, Hi: 0xe007f, Stride: 1}},
}

func isEmoji(c rune) bool { return unicode.Is(emoji, c) }

// scattered tells that quick replies are not one group beside the other buttons: all before them or all behind.
func scattered(buttons []Button) bool {
	changes := 0
	for i := 1; i < len(buttons); i++ {
		if (buttons[i].Type == "reply") != (buttons[i-1].Type == "reply") {
			changes++
		}
	}
	return changes > 1
}

func length(field, text string, least, most int) error {
	switch n := utf8.RuneCountInString(text); {
	case n < least:
		return fault.Bad(field, "web.valid.missing")
	case n > most:
		return fault.Bad(field, "web.valid.maxLength", "n", most)
	}
	return nil
}
