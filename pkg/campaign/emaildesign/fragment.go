package emaildesign

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"herald/pkg/kit/lazyregexp"
)

// Elements of a fragment. A synonym is written as the element that is meant.
var elements = map[atom.Atom]atom.Atom{
	atom.P: atom.P, atom.Div: atom.P, atom.H1: atom.H1, atom.H2: atom.H2, atom.H3: atom.H3, atom.Ul: atom.Ul, atom.Ol: atom.Ol,
	atom.Li: atom.Li, atom.A: atom.A, atom.Strong: atom.Strong, atom.B: atom.Strong, atom.Em: atom.Em, atom.I: atom.Em, atom.U: atom.U,
	atom.S: atom.S, atom.Del: atom.S, atom.Span: atom.Span, atom.Br: atom.Br,
}

// dropped are elements whose content is no text.
var dropped = []atom.Atom{atom.Script, atom.Style, atom.Head, atom.Title, atom.Iframe, atom.Object, atom.Embed, atom.Svg, atom.Math,
	atom.Noscript, atom.Template, atom.Textarea, atom.Select}

// parse reads a fragment of HTML. Anything can be parsed; what is too deep gives an error.
func parse(text string) ([]*html.Node, error) {
	return html.ParseFragment(strings.NewReader(text), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
}

func attribute(n *html.Node, name string) string {
	for i := range n.Attr {
		if n.Attr[i].Key == name && n.Attr[i].Namespace == "" {
			return n.Attr[i].Val
		}
	}
	return ""
}

// each visits the nodes of a fragment that an email shows, parents first.
func each(nodes []*html.Node, visit func(n *html.Node)) {
	for _, n := range nodes {
		if n.Type == html.ElementNode && slices.Contains(dropped, n.DataAtom) {
			continue
		}
		visit(n)
		each(children(n), visit)
	}
}

func children(n *html.Node) (out []*html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		out = append(out, c)
	}
	return out
}

// inner is the text of a node.
func inner(n *html.Node) string {
	var out strings.Builder
	each([]*html.Node{n}, func(n *html.Node) {
		if n.Type == html.TextNode {
			out.WriteString(n.Data)
		}
	})
	return strings.Join(strings.Fields(out.String()), " ")
}

var (
	sizes  = lazyregexp.New(`^([1-9][0-9]?)(\.[0-9]+)?px$`)
	sums   = lazyregexp.New(`^rgb\(\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*\)$`)
	shorts = lazyregexp.New(`^#[0-9A-Fa-f]{3}$`)
)

// styleOf gives the styles of an element that an email keeps: colour, background, size and alignment.
func styleOf(n *html.Node) string {
	text := attribute(n, "style")
	if text == "" {
		return ""
	}
	var out strings.Builder
	for _, one := range strings.Split(text, ";") {
		name, v, _ := strings.Cut(one, ":")
		name, v = strings.ToLower(strings.TrimSpace(name)), strings.ToLower(strings.TrimSpace(v))
		switch name {
		case "color", "background-color":
			v = Hex(v)
		case "font-size":
			if !sizes.MatchString(v) {
				v = ""
			}
		case "text-align":
			if !slices.Contains([]string{"left", "center", "right", "justify"}, v) {
				v = ""
			}
		default:
			v = ""
		}
		if v != "" {
			out.WriteString(name + ":" + v + ";")
		}
	}
	return out.String()
}

// Hex writes a colour as #rrggbb; empty for what is none.
func Hex(text string) string {
	switch {
	case Colour(text):
		return text
	case shorts.MatchString(text):
		return "#" + strings.Repeat(text[1:2], 2) + strings.Repeat(text[2:3], 2) + strings.Repeat(text[3:4], 2)
	}
	m := sums.Regexp().FindStringSubmatch(text)
	if m == nil {
		return ""
	}
	const digits = "0123456789abcdef"
	out := []byte{'#'}
	for _, part := range m[1:] {
		n := 0
		for _, c := range part {
			n = n*10 + int(c-'0')
		}
		n = min(n, 255)
		out = append(out, digits[n>>4], digits[n&15])
	}
	return string(out)
}
