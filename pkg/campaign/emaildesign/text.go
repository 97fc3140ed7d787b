package emaildesign

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// textWriter writes the plain text of an email. It is written from the tree, so it has no layout to take apart.
type textWriter struct {
	builder
	ends    int  // line ends since the last word
	blank   bool // a space is due before the next word
	started bool // a word was written since the last condition began or ended
	fresh   bool // nothing stands on the line but the mark of an item
}

// begin opens a block for some recipients. What precedes it ends with a blank line, so it can be left out.
func (w *textWriter) begin(c *Condition) int {
	if c == nil {
		return -1
	}
	w.paragraph()
	w.started = false
	return w.builder.begin(c)
}

func (w *textWriter) end(place int) {
	if place < 0 {
		return
	}
	w.paragraph()
	w.started = false
	w.builder.end(place)
}

// words writes a text with its placeholders; runs of white space are one space.
func (w *textWriter) words(text string) {
	for _, p := range split(text) {
		if p.field != "" {
			w.gap()
			w.add(part{kind: value, field: p.field, text: p.text})
			w.wrote()
			continue
		}
		if first, _ := utf8.DecodeRuneInString(p.text); unicode.IsSpace(first) {
			w.blank = true
		}
		for i, word := range strings.Fields(p.text) {
			if i > 0 {
				w.blank = true
			}
			w.gap()
			w.raw(word)
			w.wrote()
		}
		if last, _ := utf8.DecodeLastRuneInString(p.text); unicode.IsSpace(last) {
			w.blank = true
		}
	}
}

func (w *textWriter) gap() {
	if w.blank && w.started && w.ends == 0 && !w.fresh {
		w.raw(" ")
	}
	w.blank = false
}

func (w *textWriter) wrote() { w.started, w.ends, w.fresh = true, 0, false }

// lines ends the line, and leaves n-1 blank ones.
func (w *textWriter) lines(n int) {
	w.blank = false
	if !w.started {
		return
	}
	for ; w.ends < n; w.ends++ {
		w.raw("\n")
	}
}

// paragraph leaves a blank line.
func (w *textWriter) paragraph() { w.lines(2) }

// mark begins an item of a list.
func (w *textWriter) mark(text string) {
	w.raw(text)
	w.wrote()
	w.fresh = true
}

// address follows the words of a link.
func (w *textWriter) address(p part) {
	if w.started && w.ends == 0 {
		w.raw(": ")
	}
	w.add(p)
	w.wrote()
}
