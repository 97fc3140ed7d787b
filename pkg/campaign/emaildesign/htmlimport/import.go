// Package htmlimport reads HTML that was written elsewhere as a design. It carries a reader of style sheets, so only the function edm
// imports it.
package htmlimport

import (
	"strconv"
	"strings"

	"github.com/vanng822/go-premailer/premailer"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emaildesign/clean"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/lazyregexp"
)

// MaxSize is the most HTML that is read, in bytes.
const MaxSize = 500 << 10

const (
	maxBlocks = 90    // of an imported design; an author may add some
	longText  = 15000 // characters after which a text block ends
)

// Import reads HTML as a design of one container. Style sheets are written into the elements first. Texts, pictures, buttons, lines and
// columns become blocks; a text keeps the elements that a text block has. Problems say what was left out or changed. Faults: 413 for more
// than MaxSize, 400 for HTML without content.
func Import(text string) (*emaildesign.Design, []emaildesign.Problem, error) {
	if len(text) > MaxSize {
		return nil, nil, fault.New(fault.TooLarge, 0, "email.import.large", "max", MaxSize>>10)
	}
	root, err := inlined(text)
	if err != nil {
		return nil, nil, fault.Bad("html", "email.import.unreadable").With(err)
	}
	r := &reader{seen: map[string]bool{}, rich: map[*html.Node]bool{}}
	r.findRich(root)
	body := find(root, atom.Body)
	if body == nil {
		body = root
	}
	r.design.Version = 1
	if page := find(root, atom.Html); page != nil {
		r.design.Language = languageOf(attribute(page, "lang"))
	}
	r.design.Style.Background = colourOf(style(body, "background-color"), attribute(body, "bgcolor"))
	r.children(body, look{})
	r.flush(look{})
	if len(r.blocks) == 0 {
		return nil, nil, fault.Bad("html", "email.import.empty")
	}
	if len(r.blocks) > maxBlocks {
		r.blocks = r.blocks[:maxBlocks]
		r.tell("email.import.blocks", "max", maxBlocks)
	}
	r.tell("email.import.footer")
	r.blocks = append(r.blocks, emaildesign.Block{ID: r.id(), Type: emaildesign.FooterBlock, Footer: &emaildesign.Footer{}})
	r.design.Blocks = []emaildesign.Block{{ID: r.id(), Type: emaildesign.ContainerBlock, Blocks: r.blocks}}
	clean.Design(&r.design)
	return &r.design, r.problems, nil
}

// inlined is HTML with its style sheets in the elements. Sheets that cannot be read are left out.
func inlined(text string) (*html.Node, error) {
	text = mergeTags(text)
	root, err := html.Parse(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	affordable(root)
	var bounded strings.Builder
	if html.Render(&bounded, root) != nil {
		return root, nil
	}
	text = bounded.String()
	p, err := premailer.NewPremailerFromString(text, premailer.NewOptions(premailer.WithCssToAttributes(false)))
	if err == nil {
		var out string
		if out, err = p.Transform(); err == nil {
			text = out
		}
	}
	return html.Parse(strings.NewReader(text))
}

// Merge tags of other products: {{ name }}, {{contact.name}}, *|NAME|*, %NAME%, [[name]]. They become {name}.
var tags = lazyregexp.New(`\{\{\{?\s*(?:[\p{L}_]+\.)?([\p{L}\p{N}_]{1,60})\s*\}?\}\}|` +
	`\*\|([A-Za-z0-9_]{1,60})\|\*|\[\[\s*([\p{L}\p{N}_]{1,60})\s*\]\]|%%([A-Za-z0-9_]{1,60})%%`)

func mergeTags(text string) string {
	return tags.Regexp().ReplaceAllStringFunc(text, func(hit string) string {
		for _, name := range tags.Regexp().FindStringSubmatch(hit)[1:] {
			if name != "" {
				return "{" + strings.ToLower(name) + "}"
			}
		}
		return ""
	})
}

// reader makes blocks while it walks through a page.
type reader struct {
	design   emaildesign.Design
	blocks   []emaildesign.Block
	text     strings.Builder // of the text block that is being read
	problems []emaildesign.Problem
	seen     map[string]bool // problems, each once
	ids      int
	rich     map[*html.Node]bool // elements with a picture, table or button within
	column   bool                // no columns within columns
	written  bool                // something visible was read
}

// look is what elements inherit.
type look struct{ align string }

func (r *reader) id() string {
	r.ids++
	return "i" + strconv.Itoa(r.ids)
}

func (r *reader) tell(key string, args ...any) {
	if !r.seen[key] {
		r.seen[key] = true
		r.problems = append(r.problems, emaildesign.Problem{Key: key, Args: fault.Args(args...), Severity: emaildesign.Warning})
	}
}

// flush ends the text block.
func (r *reader) flush(l look) {
	text := clean.Fragment(r.text.String())
	r.text.Reset()
	if visible(text) == "" {
		return
	}
	r.add(emaildesign.Block{Type: emaildesign.TextBlock, Align: l.align, Text: &emaildesign.Text{HTML: text}})
}

func (r *reader) add(b emaildesign.Block) {
	b.ID = r.id()
	r.written = true
	r.blocks = append(r.blocks, b)
}

func (r *reader) children(n *html.Node, l look) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		r.node(c, l)
	}
}

func (r *reader) node(n *html.Node, l look) {
	switch n.Type {
	case html.TextNode:
		r.text.WriteString(html.EscapeString(n.Data))
		return
	case html.ElementNode:
	default:
		return
	}
	switch {
	case lost(n):
		if n.DataAtom != atom.Style && n.DataAtom != atom.Head {
			r.tell("email.import.removed")
		}
	case hidden(n):
		if words := visible(inner(n)); words != "" && !r.written && r.design.Preheader == "" && visible(r.text.String()) == "" {
			r.design.Preheader = cut(words, 200)
		}
	default:
		r.element(n, aligned(n, l))
	}
}

func (r *reader) element(n *html.Node, l look) {
	switch n.DataAtom {
	case atom.Img:
		r.flush(l)
		r.picture(n, "", l)
	case atom.Hr:
		r.flush(l)
		r.add(emaildesign.Block{Type: emaildesign.DividerBlock})
	case atom.A:
		r.link(n, l)
	case atom.Tr:
		r.row(n, l)
	case atom.P, atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Ul, atom.Ol, atom.Dl, atom.Blockquote:
		if r.rich[n] {
			r.flush(l)
			r.children(n, l)
			r.flush(l)
			return
		}
		if r.text.Len() > longText {
			r.flush(l)
		}
		r.text.WriteString(r.fragment(n))
	case atom.Div, atom.Td, atom.Th, atom.Table, atom.Center, atom.Section, atom.Article, atom.Header, atom.Footer, atom.Main:
		r.flush(look{})
		r.children(n, l)
		r.flush(l)
	case atom.Br, atom.Strong, atom.B, atom.Em, atom.I, atom.U, atom.S, atom.Span, atom.Font, atom.Del:
		if r.rich[n] {
			r.children(n, l)
			return
		}
		r.text.WriteString(r.fragment(n))
	default:
		r.children(n, l)
	}
}

// row reads a row of a table: columns when two to four of its cells have content.
func (r *reader) row(n *html.Node, l look) {
	var cells []*html.Node
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if (c.DataAtom == atom.Td || c.DataAtom == atom.Th) && !hidden(c) && content(c) {
			cells = append(cells, c)
		}
	}
	if r.column || len(cells) < 2 || len(cells) > 4 {
		r.children(n, l)
		return
	}
	r.flush(l)
	columns := emaildesign.Block{Type: emaildesign.ColumnsBlock}
	outer := r.blocks
	r.column = true
	for i, width := range widths(cells) {
		r.blocks = []emaildesign.Block{}
		at := aligned(cells[i], l)
		r.children(cells[i], at)
		r.flush(at)
		columns.Columns = append(columns.Columns, emaildesign.Column{Width: width, Blocks: r.blocks})
	}
	r.column, r.blocks = false, outer
	r.add(columns)
}

// picture reads a picture. One without a size that people can see counts loads, and is left out.
func (r *reader) picture(n *html.Node, to string, l look) {
	width, height := pixels(n, "width"), pixels(n, "height")
	if width > 0 && width <= 2 || height > 0 && height <= 2 {
		r.tell("email.import.removed")
		return
	}
	src := r.secure(attribute(n, "src"))
	if !emaildesign.PictureURL(src) {
		r.tell("email.import.pictures")
		return
	}
	p := &emaildesign.Picture{URL: src, Alt: cut(visible(attribute(n, "alt")), 200), Width: min(width, 800)}
	if to = r.secure(to); emaildesign.Address(to) {
		p.Link = to
	}
	r.add(emaildesign.Block{Type: emaildesign.PictureBlock, Align: l.align, Picture: p})
}

// link reads a link: around a picture, as a button, or within a text. A link to unsubscribe is left to the footer.
func (r *reader) link(n *html.Node, l look) {
	to := attribute(n, "href")
	words := visible(inner(n))
	switch {
	case unsubscribes(to, words):
	case holds(n, func(n *html.Node) bool { return n.DataAtom == atom.Img }):
		r.flush(l)
		for _, picture := range all(n, atom.Img) {
			r.picture(picture, to, l)
		}
	case button(n) && words != "":
		r.flush(l)
		to = r.secure(to)
		if !emaildesign.Address(to) {
			r.tell("email.import.links")
			to = ""
		}
		r.add(emaildesign.Block{Type: emaildesign.ButtonBlock, Align: l.align, Button: &emaildesign.Button{Label: cut(words, 80), Link: to,
			Color: backgroundOf(n), Text: colourOf(style(n, "color"))}})
	default:
		r.text.WriteString(r.fragment(n))
	}
}

// secure is an address with https for http.
func (r *reader) secure(to string) string {
	to = strings.TrimSpace(to)
	if rest, plain := strings.CutPrefix(to, "http://"); plain {
		r.tell("email.import.secure")
		return "https://" + rest
	}
	return to
}

// fragment writes an element as a text block has it.
func (r *reader) fragment(n *html.Node) string {
	r.adapt(n)
	var out strings.Builder
	if err := html.Render(&out, n); err != nil {
		return html.EscapeString(inner(n))
	}
	return out.String()
}

// adapt changes what a text block lacks.
func (r *reader) adapt(n *html.Node) {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if c.Type == html.ElementNode && (lost(c) || hidden(c)) {
			n.RemoveChild(c)
		} else {
			r.adapt(c)
		}
		c = next
	}
	switch n.DataAtom {
	case atom.H4, atom.H5, atom.H6:
		n.Data, n.DataAtom = "h3", atom.H3
	case atom.Font:
		n.Data, n.DataAtom = "span", atom.Span
		if c := colourOf(attribute(n, "color")); c != "" {
			n.Attr = []html.Attribute{{Key: "style", Val: "color:" + c}}
		}
	case atom.A:
		for i := range n.Attr {
			if n.Attr[i].Key == "href" {
				n.Attr[i].Val = r.secure(n.Attr[i].Val)
				if !emaildesign.Address(n.Attr[i].Val) {
					r.tell("email.import.links")
					n.Attr[i].Val = ""
				}
			}
		}
	}
}
