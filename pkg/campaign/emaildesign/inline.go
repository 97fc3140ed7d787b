package emaildesign

import (
	"html"
	"strconv"

	nodes "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// fragment writes a fragment of HTML, with its known elements alone, as HTML and as text.
func (c *compiler) fragment(b *Block, text string, in place) error {
	all, err := parse(text)
	if err != nil {
		return err
	}
	f := &fragmentWriter{compiler: c, block: b, in: in}
	f.write(all)
	return nil
}

type fragmentWriter struct {
	*compiler
	block *Block
	in    place
	lists []int // number of the last item of each list around; -1: without numbers
}

func (f *fragmentWriter) write(all []*nodes.Node) {
	for i, n := range all {
		switch n.Type {
		case nodes.TextNode:
			f.fields.text(n.Data)
			f.html.words(n.Data, html.EscapeString)
			f.text.words(n.Data)
		case nodes.ElementNode:
			f.element(n, i == len(all)-1)
		}
	}
}

func (f *fragmentWriter) element(n *nodes.Node, last bool) {
	for _, out := range dropped {
		if n.DataAtom == out {
			return
		}
	}
	switch as := elements[n.DataAtom]; as {
	case 0:
		f.write(children(n))
	case atom.Br:
		f.html.raw("<br>")
		f.text.lines(1)
	case atom.A:
		f.link(n)
	case atom.Ul, atom.Ol:
		f.list(n, as)
	case atom.Li:
		f.item(n)
	case atom.P, atom.H1, atom.H2, atom.H3:
		f.text.paragraph()
		f.open(as, margins[as]+bottom[last], n)
		f.write(children(n))
		f.html.raw("</", as.String(), ">")
		f.text.paragraph()
	default:
		f.open(as, "", n)
		f.write(children(n))
		f.html.raw("</", as.String(), ">")
	}
}

// margins and sizes of what mailboxes style differently; bottom is the space below one that is not the last, and below the last.
var (
	margins = map[atom.Atom]string{atom.P: "margin:0", atom.H1: "font-size:28px;line-height:1.25;font-weight:700;margin:0",
		atom.H2: "font-size:22px;line-height:1.3;font-weight:700;margin:0", atom.H3: "font-size:18px;line-height:1.35;font-weight:600;margin:0"}
	bottom = map[bool]string{false: " 0 12px;", true: ";"}
)

func (f *fragmentWriter) open(as atom.Atom, style string, n *nodes.Node) {
	f.html.raw("<", as.String())
	if style += styleOf(n); style != "" {
		f.html.raw(` style="`, style, `"`)
	}
	f.html.raw(">")
}

func (f *fragmentWriter) link(n *nodes.Node) {
	to := attribute(n, "href")
	if !Address(to) {
		f.write(children(n))
		return
	}
	label := inner(n)
	own := styleOf(n)
	f.html.raw(`<a href="`)
	f.href(f.block, to, label)
	f.html.raw(`" target="_blank"`, class(f.in, "h-ln"), ` style="color:`, f.style.Link, `;text-decoration:underline;`, own, `">`)
	f.write(children(n))
	f.html.raw("</a>")
	f.text.address(f.number(f.block, to, label))
}

func (f *fragmentWriter) list(n *nodes.Node, as atom.Atom) {
	number := -1
	if as == atom.Ol {
		number = 0
	}
	f.text.lines(1)
	f.lists = append(f.lists, number)
	f.open(as, "margin:0 0 12px;padding:0 0 0 24px;", n)
	f.write(children(n))
	f.html.raw("</", as.String(), ">")
	if f.lists = f.lists[:len(f.lists)-1]; len(f.lists) == 0 {
		f.text.paragraph()
	}
}

func (f *fragmentWriter) item(n *nodes.Node) {
	mark := "- "
	if deep := len(f.lists); deep > 0 {
		if f.lists[deep-1] >= 0 {
			f.lists[deep-1]++
			mark = strconv.Itoa(f.lists[deep-1]) + ". "
		}
		for range deep - 1 {
			mark = "  " + mark
		}
	}
	f.text.lines(1)
	f.text.mark(mark)
	f.open(atom.Li, "margin:0 0 4px;", n)
	f.write(children(n))
	f.html.raw("</li>")
	f.text.lines(1)
}

// href writes an address into an attribute.
func (c *compiler) href(b *Block, to, label string) { c.html.add(c.number(b, to, label)) }

// number gives the part of an address. A page gets a number, the same at each of its places.
func (c *compiler) number(b *Block, to, label string) part {
	c.fields.text(to)
	p := part{kind: address, text: to, link: uncounted}
	if pieces := split(to); len(pieces) > 1 || len(pieces) == 1 && pieces[0].field != "" {
		p.url = pieces
	}
	if !tracked(to) {
		return p
	}
	if known, ok := c.numbers[to]; ok {
		p.link = known
		return p
	}
	p.link = len(c.links)
	c.numbers[to] = p.link
	c.links = append(c.links, Link{URL: to, Label: label, Block: b.ID})
	return p
}
