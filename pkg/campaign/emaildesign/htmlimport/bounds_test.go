package htmlimport_test

import (
	"fmt"
	"strings"
	"testing"

	"herald/pkg/campaign/emaildesign"
	"herald/pkg/campaign/emaildesign/htmlimport"
)

// HTML whose reading would take steps without end is read in a few million: a cell of many links, elements deep within each other, sheets
// of many rules, and selectors of many parts. Without a bound each of these takes minutes.
func TestHTMLThatIsSlowToRead(t *testing.T) {
	var rules strings.Builder
	for i := range 8000 {
		fmt.Fprintf(&rules, "div p a.c%d{color:#%06x}", i, i)
	}
	for name, text := range map[string]string{
		"links in a cell":  "<table><tr><td>" + strings.Repeat("<a href=x>a</a>", 20000) + "</td></tr></table>",
		"cells in cells":   strings.Repeat("<table><tr><td>x</td><td>", 100) + strings.Repeat("word ", 60000),
		"links in quotes":  strings.Repeat("<blockquote>", 400) + strings.Repeat("<a href=x>a</a>", 15000) + "<img src=https://a.example/c>",
		"many rules":       "<style>" + rules.String() + "</style>" + strings.Repeat("<p class=c1>a</p>", 10000),
		"rules that match": "<style>" + strings.Repeat("p{color:red}", 15000) + "</style>" + strings.Repeat("<p>y</p>", 30000),
		"a selector of many parts": "<style>x div div div div div div p{color:red}</style>" + strings.Repeat("<div>", 400) +
			strings.Repeat("<p>y</p>", 10000),
		"siblings":    "<style>a ~ a ~ a ~ a ~ p{color:red}</style>" + strings.Repeat("<p>y</p>", 10000),
		"conditions":  "<style>" + strings.Repeat("div:has(p:contains(x)){color:red}", 600) + "</style>" + strings.Repeat("<div>y</div>", 10000),
		"open quotes": `<style>p{a:"}` + strings.Repeat("x y z p{", 1000) + "</style><p>y</p>",
	} {
		if d, _, err := htmlimport.Import(text); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if _, err := emaildesign.Compile(d, emaildesign.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The rules of an ordinary newsletter are written into its elements, also with remarks, rules for media and other rules among them.
func TestOrdinaryRulesAreTaken(t *testing.T) {
	for rule, taken := range map[string]bool{
		"p{color:#aa0000}": true, "P.a { color : #aa0000 }": true, "#i{color:#aa0000}": true, "table.w td > p.a{color:#aa0000}": true,
		"h1, p{color:#aa0000}": true, "/* p { } */ p{color:#aa0000}": true, "@media (max-width:600px){p{color:#00aa00}} p{color:#aa0000}": true,
		`@import url("x.css"); p{color:#aa0000}`: true, `b{font-family:"A"} p{color:#aa0000}`: true,
		"@media print{p{color:#aa0000}}": false, "p:hover{color:#aa0000}": false, "p.b{color:#aa0000}": false, "p{color:#aa0000": true,
	} {
		d, _, err := htmlimport.Import(`<style>` + rule + `</style><table class="w"><tr><td><p class="a" id="i">text</p></td></tr></table>`)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(d.Blocks[0].Blocks[0].Text.HTML, "#aa0000"); got != taken {
			t.Errorf("%s: %s", rule, d.Blocks[0].Blocks[0].Text.HTML)
		}
	}
}
