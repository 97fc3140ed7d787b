package htmlimport

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/lazyregexp"
)

func attribute(n *html.Node, name string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == name {
			return n.Attr[i].Val
		}
	}
	return ""
}

// style is a property of an element's own style.
func style(n *html.Node, name string) string {
	found := ""
	for _, one := range strings.Split(attribute(n, "style"), ";") {
		if key, v, ok := strings.Cut(one, ":"); ok && strings.EqualFold(strings.TrimSpace(key), name) {
			found = strings.TrimSpace(strings.TrimSuffix(strings.ToLower(v), "!important"))
		}
	}
	return found
}

func find(n *html.Node, as atom.Atom) *html.Node {
	if n.DataAtom == as {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if hit := find(c, as); hit != nil {
			return hit
		}
	}
	return nil
}

func all(n *html.Node, as atom.Atom) (out []*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.DataAtom == as {
			out = append(out, c)
		}
		out = append(out, all(c, as)...)
	}
	return out
}

// holds reports an element within n that is one of those.
func holds(n *html.Node, is func(*html.Node) bool) bool {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if c.Type == html.ElementNode && (is(c) || holds(c, is)) {
			return true
		}
	}
	return false
}

// findRich notes the elements that hold a picture, a table or a button, each once: it tells whether n is one of those, or holds one.
func (r *reader) findRich(n *html.Node) bool {
	within := false
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		within = r.findRich(c) || within
	}
	if within {
		r.rich[n] = true
	}
	return within || n.Type == html.ElementNode && (n.DataAtom == atom.Img || n.DataAtom == atom.Table || button(n))
}

func inner(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var out strings.Builder
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out.WriteString(inner(c))
	}
	return out.String()
}

var markup = lazyregexp.New(`<[^>]*>|&[a-zA-Z]+;|&#[0-9]+;`)

// visible is the words of a text, without elements and without what mailboxes do not show.
func visible(text string) string {
	text = markup.Regexp().ReplaceAllString(text, " ")
	text = strings.Map(func(c rune) rune {
		if unseen(c) {
			return -1
		}
		return c
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

func unseen(c rune) bool {
	return c == '\u00ad' || c == '\u034f' || c == '\u200c' || c == '\u200b' || c == '\ufeff' || c == '\u2007'
}

// says reports an element with words. It ends at the first of them.
func says(n *html.Node) bool {
	if n.Type == html.TextNode {
		return strings.ContainsFunc(n.Data, func(c rune) bool { return !unicode.IsSpace(c) && !unseen(c) })
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if says(c) {
			return true
		}
	}
	return false
}

func cut(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most])
	}
	return text
}

// lost are elements that no email has.
func lost(n *html.Node) bool {
	return slices.Contains([]atom.Atom{atom.Script, atom.Style, atom.Head, atom.Title, atom.Iframe, atom.Object, atom.Embed, atom.Form,
		atom.Input,
		atom.Select, atom.Textarea, atom.Button, atom.Svg, atom.Math, atom.Video, atom.Audio, atom.Noscript, atom.Template}, n.DataAtom)
}

func hidden(n *html.Node) bool {
	return style(n, "display") == "none" || style(n, "visibility") == "hidden" || style(n, "mso-hide") == "all" ||
		style(n, "opacity") == "0" || style(n, "max-height") == "0" && style(n, "overflow") == "hidden"
}

// content reports an element that shows something.
func content(n *html.Node) bool {
	return says(n) || holds(n, func(c *html.Node) bool {
		return c.DataAtom == atom.Img && pixels(c, "width") > 2 ||
			c.DataAtom == atom.Img && pixels(c, "width") == 0
	})
}

func aligned(n *html.Node, l look) look {
	for _, v := range []string{style(n, "text-align"), strings.ToLower(attribute(n, "align"))} {
		if slices.Contains([]string{"left", "center", "right"}, v) {
			l.align = v
			return l
		}
	}
	if n.DataAtom == atom.Center {
		l.align = "center"
	}
	return l
}

func pixels(n *html.Node, name string) int {
	for _, v := range []string{attribute(n, name), style(n, name)} {
		if n, err := strconv.Atoi(strings.TrimSuffix(v, "px")); err == nil && n > 0 {
			return n
		}
	}
	return 0
}

// widths are percents that add up to 100, by the widths of cells where all have one.
func widths(cells []*html.Node) []int {
	out, sum := make([]int, len(cells)), 0
	for i, c := range cells {
		n := pixels(c, "width")
		if v, percent := strings.CutSuffix(attribute(c, "width"), "%"); percent {
			n, _ = strconv.Atoi(v) // 0 for what is no number: all get the same
		}
		out[i] = n
		sum += n
	}
	if slices.Contains(out, 0) || sum == 0 {
		for i := range out {
			out[i] = 1
		}
		sum = len(out)
	}
	rest := 100
	for i := range out {
		out[i] = min(max(out[i]*100/sum, 10), 90)
		rest -= out[i]
	}
	widest := slices.Index(out, slices.Max(out))
	if out[widest]+rest < 10 || out[widest]+rest > 90 { // cells so uneven that a bound of columns decides
		for i := range out {
			out[i] = 100 / len(out)
		}
		out[0], widest, rest = 100-100/len(out)*(len(out)-1), 0, 0
	}
	out[widest] += rest
	return out
}

// button reports a link that looks like a button: it has a background and space around its words, or its cell has.
func button(n *html.Node) bool {
	return n.DataAtom == atom.A && backgroundOf(n) != "" && (style(n, "padding") != "" || style(n, "padding-top") != "" ||
		strings.HasPrefix(style(n, "display"), "inline-block") || style(n, "display") == "block" || style(n, "border-radius") != "")
}

// mostBeside is how many nodes, as line ends and remarks, may stand beside a link that stands alone.
const mostBeside = 20

// alone reports that nothing with words stands beside a node.
func alone(n *html.Node) bool {
	beside := 0
	for c := n.Parent.FirstChild; c != nil; c = c.NextSibling {
		if beside++; beside > mostBeside || c != n && says(c) {
			return false
		}
	}
	return true
}

// backgroundOf is the colour behind a link: its own, or that of the cell in which it stands alone.
func backgroundOf(n *html.Node) string {
	own := colourOf(style(n, "background-color"), style(n, "background"))
	if own != "" || n.Parent == nil || n.Parent.DataAtom != atom.Td || !alone(n) {
		return own
	}
	return colourOf(style(n.Parent, "background-color"), style(n.Parent, "background"), attribute(n.Parent, "bgcolor"))
}

// colourOf is the first of texts that is a colour.
func colourOf(texts ...string) string {
	for _, text := range texts {
		text, _, _ = strings.Cut(strings.TrimSpace(strings.ToLower(text)), " ")
		if hex := emaildesign.Hex(text); hex != "" {
			return hex
		}
	}
	return ""
}

func languageOf(tag string) string {
	if tag == "" || len(tag) > 16 || tag != emaildesign.Language(tag) {
		return ""
	}
	return tag
}

// unsubscribes reports the link that other products put into an email; the footer of a design has ours.
func unsubscribes(to, words string) bool {
	text := strings.ToLower(to + " " + words)
	return slices.ContainsFunc([]string{"unsubscribe", "{unsub}", "descadastr", "cancelar inscri", "退订", "取消訂閱", "opt-out", "optout"},
		func(w string) bool {
			return strings.Contains(text, w)
		})
}
