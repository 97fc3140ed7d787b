// Package clean makes the fragments of HTML in a design harmless before they are stored. It carries an HTML sanitiser, so only functions
// that store designs import it. Compiling does not need it.
package clean

import (
	"strconv"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/kit/lazyregexp"
)

var policy = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "div", "h1", "h2", "h3", "ul", "ol", "li", "strong", "b", "em", "i", "u", "s", "del", "span", "br")
	p.AllowURLSchemes("https", "mailto", "tel")
	p.RequireParseableURLs(true)
	p.RequireNoFollowOnLinks(false)
	p.AllowAttrs("href").OnElements("a")
	p.AllowStyles("color", "background-color", "font-size").OnElements("p", "div", "h1", "h2", "h3", "li", "a", "span", "strong", "em", "u",
		"s")
	p.AllowStyles("text-align").MatchingEnum("left", "center", "right", "justify").OnElements("p", "div", "h1", "h2", "h3", "li")
	return p
})

// A placeholder without characters of HTML, and what stands for it while the sanitiser reads addresses.
var (
	placeholder = lazyregexp.New(`\{[\p{L}\p{N}_]{1,60}(?:\|[^{}|\r\n<>"'&\x60]{0,200})?\}`)
	standIn     = lazyregexp.New(`xplaceholder([0-9]+)x`)
)

// Fragment gives a fragment with its allowed elements, attributes and styles alone. Placeholders stay.
func Fragment(text string) string {
	var kept []string
	if standIn.MatchString(text) { // an author cannot name one
		text = standIn.Regexp().ReplaceAllString(text, "")
	}
	text = placeholder.Regexp().ReplaceAllStringFunc(text, func(hit string) string {
		kept = append(kept, hit)
		return "xplaceholder" + strconv.Itoa(len(kept)-1) + "x"
	})
	text = policy().Sanitize(text)
	return strings.TrimSpace(standIn.Regexp().ReplaceAllStringFunc(text, func(hit string) string {
		n, err := strconv.Atoi(standIn.Regexp().FindStringSubmatch(hit)[1])
		if err != nil || n >= len(kept) {
			return ""
		}
		return kept[n]
	}))
}

// Design cleans every fragment of a design.
func Design(d *emaildesign.Design) { blocks(d.Blocks) }

func blocks(all []emaildesign.Block) {
	for i := range all {
		b := &all[i]
		if b.Text != nil {
			b.Text.HTML = Fragment(b.Text.HTML)
		}
		if b.Footer != nil {
			b.Footer.HTML = Fragment(b.Footer.HTML)
		}
		blocks(b.Blocks)
		for j := range b.Columns {
			blocks(b.Columns[j].Blocks)
		}
	}
}
