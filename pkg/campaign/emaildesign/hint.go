package emaildesign

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"herald/pkg/kit/link"
)

// Sizes of the HTML in bytes. Gmail shows the beginning of an email only when it is larger than MaxSize.
const (
	LargeSize = 90 << 10
	MaxSize   = 102 << 10
)

const (
	longSubject     = 60 // characters that phones show
	wordsAPicture   = 20
	fewestWords     = 10
	mostExclamation = 2
)

// Hints gives what mailbox providers and readers dislike of an email that can be sent, and its size. Too large a size is an error.
func Hints(d *Design, p *Program) []Problem {
	h := &hinter{checker: checker{}}
	h.size(p.Size)
	h.subject(p.Subject)
	if strings.TrimSpace(d.Preheader) == "" {
		h.hint(&Block{}, "preheader", "email.hint.preheader")
	}
	for i := range d.Blocks {
		h.block(&d.Blocks[i])
	}
	whole := &Block{}
	switch {
	case h.words < fewestWords && h.pictures > 0:
		h.hint(whole, "blocks", "email.hint.onlyPictures")
	case h.words < h.pictures*wordsAPicture:
		h.hint(whole, "blocks", "email.hint.fewWords")
	}
	if shouting(h.text.String()) {
		h.hint(whole, "blocks", "email.hint.capitals")
	}
	if strings.Count(h.text.String(), "!")+strings.Count(h.text.String(), "！") > mostExclamation*3 {
		h.hint(whole, "blocks", "email.hint.exclamation")
	}
	return h.problems
}

type hinter struct {
	checker
	words, pictures int
	text            strings.Builder
}

func (h *hinter) hint(b *Block, field, key string, args ...any) {
	h.warn(b, field, key, args...)
	h.problems[len(h.problems)-1].Severity = Hint
}

func (h *hinter) size(bytes int) {
	kb := (bytes + 1023) >> 10
	switch whole := (&Block{}); {
	case bytes > MaxSize:
		h.wrong(whole, "blocks", "email.tooLarge", "size", kb, "max", MaxSize>>10)
	case bytes > LargeSize:
		h.warn(whole, "blocks", "email.large", "size", kb, "max", MaxSize>>10)
	}
}

func (h *hinter) subject(text string) {
	whole := &Block{}
	switch {
	case strings.TrimSpace(text) == "":
		h.missing(whole, "subject", "email.subject")
	case utf8.RuneCountInString(text) > longSubject:
		h.hint(whole, "subject", "email.hint.longSubject", "n", longSubject)
	}
	if shouting(text) {
		h.hint(whole, "subject", "email.hint.subjectCapitals")
	}
	if strings.Count(text, "!")+strings.Count(text, "！") > mostExclamation-1 {
		h.hint(whole, "subject", "email.hint.subjectExclamation")
	}
}

// shouting reports a text of more than a word, most of whose letters are capitals.
func shouting(text string) bool {
	letters, capitals := 0, 0
	for _, r := range text {
		if unicode.IsUpper(r) || unicode.IsLower(r) {
			letters++
			if unicode.IsUpper(r) {
				capitals++
			}
		}
	}
	return letters >= 8 && capitals*10 >= letters*7
}

func (h *hinter) block(b *Block) {
	for i := range b.Blocks {
		h.block(&b.Blocks[i])
	}
	for i := range b.Columns {
		for j := range b.Columns[i].Blocks {
			h.block(&b.Columns[i].Blocks[j])
		}
	}
	switch {
	case b.Type == PictureBlock && b.Picture != nil:
		h.pictures++
	case b.Type == TextBlock && b.Text != nil:
		h.fragment(b, "text.html", b.Text.HTML, true)
	case b.Type == FooterBlock && b.Footer != nil:
		h.fragment(b, "footer.html", b.Footer.HTML, false)
	}
}

func (h *hinter) fragment(b *Block, field, text string, counted bool) {
	all, err := parse(text)
	if err != nil {
		return
	}
	each(all, func(n *html.Node) {
		if n.Type == html.TextNode && counted {
			h.words += wordsIn(n.Data)
			h.text.WriteString(n.Data + " ")
		}
		if n.Type == html.ElementNode && disguised(attribute(n, "href"), inner(n)) {
			h.hint(b, field, "email.hint.linkText", "text", short(inner(n)))
		}
	})
}

// wordsIn counts words; of scripts without spaces, two characters are about a word.
func wordsIn(text string) (n int) {
	wide := 0
	for _, w := range strings.Fields(text) {
		n++
		for _, r := range w {
			if unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai) {
				wide++
			}
		}
	}
	return max(n, wide/2)
}

// disguised reports a link whose text is the address of another host.
func disguised(to, label string) bool {
	at, ok := link.Parse(to)
	if !ok || strings.ContainsAny(label, " {}") || !strings.Contains(label, ".") {
		return false
	}
	shown, ok := link.Parse(label)
	if !ok {
		if shown, ok = link.Parse("https://" + label); !ok || !strings.Contains(shown.Hostname(), ".") {
			return false
		}
	}
	bare := func(host string) string { return strings.TrimPrefix(strings.ToLower(host), "www.") }
	return bare(shown.Hostname()) != bare(at.Hostname())
}
