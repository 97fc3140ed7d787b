package emaildesign

import (
	"html"
	"strings"
)

// Program is a compiled email. It is read only, so any number of workers can share it.
type Program struct {
	Subject  string    // with its placeholders, on one line; Fill gives a recipient's
	Fields   []string  // names of the placeholders and conditions of subject, HTML and text, in the order of their first use
	Links    []Link    // each address once; its place is its number for good
	Pictures []Picture // in the order of the email
	Size     int       // estimated bytes of the HTML with values and counted links

	html, text []part
}

// Link is an address of a page. Addresses of mailto and tel are not among them.
type Link struct {
	URL   string // with its placeholders
	Label string // of its first place: text, button or what the picture shows
	Block string // id of the block of its first place
}

// Numbers of what has no address in a design. Links gives their addresses by these numbers.
const (
	Unsubscribe = -1 // in the footer; empty: "#"
	Honeypot    = -2 // a link that people cannot see: who follows it is a machine; empty: it is left out
	LoadPicture = -3 // a picture of one pixel; empty: it is left out
)

// Values gives a recipient's value of a placeholder; empty where it has none.
type Values func(name string) string

// Links gives the address that stands in the email for the link of a number: url itself, or one that counts. Its result is an address,
// not yet escaped for HTML. The numbers below 0 have no url.
type Links func(link int, url string) string

type kind uint8

const (
	static kind = iota
	value
	address
	condition
	hidden // a link or picture that is left out where its address is empty
)

// part is a piece of a compiled email.
type part struct {
	kind  kind
	text  string  // static: the bytes; value: what stands for a missing value; condition: what is compared; hidden: what follows it
	field string  // value, condition
	op    string  // condition
	link  int     // address, hidden
	url   []piece // address
	next  int     // condition: the part behind its block
	lead  string  // hidden: what precedes it
}

// HTML writes the email for a recipient. values and links may be nil.
func (p *Program) HTML(values Values, links Links) string {
	return render(p.html, values, links, html.EscapeString)
}

// Text writes the plain text of the email for a recipient.
func (p *Program) Text(values Values, links Links) string {
	text := render(p.text, values, links, func(text string) string { return text })
	for strings.Contains(text, "\n\n\n") { // a block is a value that this recipient does not have
		text = strings.ReplaceAll(text, "\n\n\n", "\n\n")
	}
	return strings.TrimSpace(text) + "\n"
}

// Places gives at how many places of the HTML each value stands.
func (p *Program) Places() map[string]int {
	out := map[string]int{}
	for i := range p.html {
		if at := &p.html[i]; at.kind == value {
			out[at.field]++
		}
		for _, piece := range p.html[i].url {
			if piece.field != "" {
				out[piece.field]++
			}
		}
	}
	return out
}

// Places gives at how many places of a text each value stands.
func Places(text string) map[string]int {
	out := map[string]int{}
	for _, p := range split(text) {
		if p.field != "" {
			out[p.field]++
		}
	}
	return out
}

func render(parts []part, values Values, links Links, escape func(string) string) string {
	if values == nil {
		values = func(string) string { return "" }
	}
	if links == nil {
		links = func(_ int, url string) string { return url }
	}
	size := 0
	for i := range parts {
		size += len(parts[i].text) + len(parts[i].lead) + bytesOf[parts[i].kind]
	}
	var out strings.Builder
	out.Grow(size)
	for i := 0; i < len(parts); i++ {
		switch p := &parts[i]; p.kind {
		case static:
			out.WriteString(p.text)
		case value:
			if v := strings.TrimSpace(values(p.field)); v != "" {
				out.WriteString(escape(line(v)))
			} else {
				out.WriteString(p.text)
			}
		case address:
			out.WriteString(escape(p.address(values, links)))
		case condition:
			if !p.holds(strings.TrimSpace(values(p.field))) {
				i = p.next - 1
			}
		case hidden:
			if at := links(p.link, ""); at != "" {
				out.WriteString(p.lead)
				out.WriteString(escape(at))
				out.WriteString(p.text)
			}
		}
	}
	return out.String()
}

// valueBytes is how many bytes of Size each value has.
const valueBytes = 24

// Filled is about how many bytes a text has with some values, by its size without any and the places of each.
func Filled(size int, places map[string]int, values Values) int {
	for name, n := range places {
		size += n * max(0, len(values(name))-valueBytes)
	}
	return size
}

// bytesOf is how many bytes a part that is not the same for all needs, so that a rendered email is allocated once and its size can be
// estimated. A counted link is a sealed token.
var bytesOf = [...]int{static: 0, value: valueBytes, address: 140, condition: 0, hidden: 140}

func (p *part) address(values Values, links Links) string {
	if p.link == Unsubscribe {
		if at := links(Unsubscribe, ""); at != "" {
			return at
		}
		return "#"
	}
	at := p.text
	if len(p.url) > 0 {
		var out strings.Builder
		for i := range p.url {
			switch piece := &p.url[i]; {
			case piece.field == "":
				out.WriteString(piece.text)
			default:
				out.WriteString(escapeIn(piece.fill(values)))
			}
		}
		at = out.String()
	}
	if p.link < 0 {
		return at // mailto, tel
	}
	return links(p.link, at)
}

func (p *part) holds(v string) bool {
	switch p.op {
	case "filled":
		return v != ""
	case "empty":
		return v == ""
	case "equals":
		return v == p.text
	}
	return v != p.text
}

// uncounted is the number of addresses that are no pages.
const uncounted = -9

// builder collects parts; what is the same for all is one part.
type builder struct {
	parts []part
	now   strings.Builder
}

func (b *builder) raw(texts ...string) {
	for _, text := range texts {
		b.now.WriteString(text)
	}
}

func (b *builder) cut() {
	if b.now.Len() > 0 {
		b.parts = append(b.parts, part{kind: static, text: b.now.String()})
		b.now.Reset()
	}
}

func (b *builder) add(p part) {
	b.cut()
	b.parts = append(b.parts, p)
}

// words writes a text with its placeholders.
func (b *builder) words(text string, escape func(string) string) {
	for _, p := range split(text) {
		if p.field == "" {
			b.raw(escape(p.text))
		} else {
			b.add(part{kind: value, field: p.field, text: escape(p.text)})
		}
	}
}

// begin opens a block for the recipients for which the condition holds, and end closes it. No condition holds for all.
func (b *builder) begin(c *Condition) (place int) {
	if c == nil {
		return -1
	}
	b.add(part{kind: condition, field: c.Field, op: c.Op, text: strings.TrimSpace(c.Value)})
	return len(b.parts) - 1
}

func (b *builder) end(place int) {
	if place >= 0 {
		b.cut()
		b.parts[place].next = len(b.parts)
	}
}

func (b *builder) done() []part {
	b.cut()
	return b.parts
}

func (b *builder) size() (n int) {
	for i := range b.parts {
		if p := &b.parts[i]; p.kind != condition {
			n += len(p.text) + len(p.lead) + bytesOf[p.kind]
		}
	}
	return n
}
