package htmlimport

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"herald/pkg/kit/lazyregexp"
)

// Writing style sheets into the elements takes as many steps as there are rules times elements, and more for selectors of several parts.
// So rules are taken in their order as long as their steps stay within a bound. A newsletter takes a hundredth of it.
const mostSteps = 10_000_000

// page counts what rules of style sheets are compared with.
type page struct {
	elements, depth int
	named           map[string]int // elements by "tag", ".class" and "#id"
	steps           int            // of the rules that were taken
}

// selectors are those that are taken: names, classes and ids, beside, below or within each other. Others ask for more than an email needs,
// and may take steps without end.
var (
	selectors = lazyregexp.New(`^[A-Za-z0-9_.# >+-]+$`)
	remarks   = lazyregexp.New(`(?s)/\*.*?\*/`)
	parts     = lazyregexp.New(`[.#]?[A-Za-z0-9_-]+`)
	joints    = lazyregexp.New(`\s*[>+]\s*`)
)

// affordable leaves in the style sheets of a document only the rules that the elements can be compared with in a short time.
func affordable(root *html.Node) {
	p := &page{named: map[string]int{}}
	var sheets []*html.Node
	p.count(root, 0, &sheets)
	for _, sheet := range sheets {
		var text strings.Builder
		for c := sheet.FirstChild; c != nil; c = c.NextSibling {
			text.WriteString(c.Data)
		}
		for sheet.FirstChild != nil {
			sheet.RemoveChild(sheet.FirstChild)
		}
		sheet.AppendChild(&html.Node{Type: html.TextNode, Data: p.rules(text.String())})
	}
}

func (p *page) count(n *html.Node, depth int, sheets *[]*html.Node) {
	p.depth = max(p.depth, depth)
	if n.Type == html.ElementNode {
		p.elements++
		p.named[n.Data]++
		for _, class := range strings.Fields(attribute(n, "class")) {
			p.named["."+class]++
		}
		if id := attribute(n, "id"); id != "" {
			p.named["#"+id]++
		}
		if n.DataAtom == atom.Style {
			*sheets = append(*sheets, n)
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		p.count(c, depth+1, sheets)
	}
}

// rules are those of a style sheet that are taken. Rules for some media are not.
func (p *page) rules(text string) string {
	var out strings.Builder
	for text = remarks.Regexp().ReplaceAllString(text, " "); ; {
		head, rest, found := strings.Cut(text, "{")
		if !found {
			return out.String()
		}
		head = strings.TrimSpace(head[strings.LastIndexByte(head, ';')+1:])
		if strings.HasPrefix(head, "@") {
			text = behind(rest)
			continue
		}
		var body string
		body, text, _ = strings.Cut(rest, "}")
		if strings.Contains(body, "{") || strings.Count(body, `"`)%2 != 0 || strings.Count(body, "'")%2 != 0 {
			continue
		}
		var kept []string
		for _, one := range strings.Split(head, ",") {
			if one = strings.Join(strings.Fields(one), " "); p.takes(one, len(body)) {
				kept = append(kept, one)
			}
		}
		if len(kept) > 0 {
			out.WriteString(strings.Join(kept, ",") + "{" + body + "}\n")
		}
	}
}

// behind is what follows a block.
func behind(text string) string {
	open := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			open++
		case '}':
			if open--; open == 0 {
				return text[i+1:]
			}
		}
	}
	return ""
}

// takes counts the steps of a selector, and tells whether they are left.
func (p *page) takes(selector string, body int) bool {
	if !selectors.MatchString(selector) {
		return false
	}
	within := strings.Fields(joints.Regexp().ReplaceAllString(selector, ">"))
	last := within[len(within)-1]
	hits := p.elements
	for _, part := range parts.Regexp().FindAllString(last[strings.LastIndexAny(last, ">+")+1:], -1) {
		if part[0] != '.' && part[0] != '#' {
			part = strings.ToLower(part)
		}
		hits = min(hits, p.named[part])
	}
	each := 1
	for range len(within) - 1 {
		each = min(each*max(p.depth, 1), mostSteps)
	}
	if steps := p.elements + hits*(each+body); p.steps+steps <= mostSteps {
		p.steps += steps
		return true
	}
	return false
}
