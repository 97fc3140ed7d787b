// Package clean makes HTML written by users harmless before others see it: an allow-list of elements, no scripts,
// styles, frames or forms; links leave without a way back; pictures come by https or from the platform's own origin.
package clean

import (
	"regexp"
	"strings"
	"sync"

	"github.com/microcosm-cc/bluemonday"
)

// HTML makes a cleaner. origin is the console's, e.g. https://herald.example.
func HTML(origin string) func(string) string {
	policy := sync.OnceValue(func() *bluemonday.Policy { return build(origin) })
	return func(html string) string { return strings.TrimSpace(policy().Sanitize(html)) }
}

func build(origin string) *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "b", "em", "i", "u", "s", "del", "sub", "sup", "mark",
		"small",
		"blockquote", "pre", "code", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tfoot", "tr", "th", "td",
		"caption", "figure", "figcaption", "div", "span")
	p.AllowAttrs("colspan", "rowspan").Matching(bluemonday.Integer).OnElements("td", "th")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowStyles("text-align").MatchingEnum("left", "center", "right", "justify").OnElements("p", "h1", "h2", "h3", "h4", "h5", "h6", "div",
		"td", "th")
	p.AllowURLSchemes("https", "http", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.RequireParseableURLs(true)
	p.AllowAttrs("href").OnElements("a")
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).OnElements("a", "img")
	p.RequireNoFollowOnLinks(false)
	p.RequireNoReferrerOnLinks(true) // implies no opener
	p.AddTargetBlankToFullyQualifiedLinks(true)
	p.AllowAttrs("src").Matching(pictures(origin)).OnElements("img")
	p.AllowAttrs("alt").Matching(bluemonday.Paragraph).OnElements("img")
	p.AllowAttrs("width", "height").Matching(bluemonday.NumberOrPercent).OnElements("img")
	return p
}

// pictures matches sources by https, or of the platform's own origin.
func pictures(origin string) *regexp.Regexp {
	own := ""
	if origin = strings.TrimRight(origin, "/"); origin != "" { // an empty one would let //another.host pass
		own = "|" + regexp.QuoteMeta(origin) + "/"
	}
	return regexp.MustCompile(`^(https://[^/\\@?#\s]+/|/[^/\\\s]` + own + `)`)
}
