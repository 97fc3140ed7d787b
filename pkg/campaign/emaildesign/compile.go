package emaildesign

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
)

// Options are what an email has beside its design.
type Options struct {
	Subject     string // with placeholders; also the title of the page
	Language    string // of a design that names none, BCP 47; "": en
	Origin      string // of the console, where uploaded pictures are; "": they are found from the page that shows the email
	Unsubscribe string // text of the link to unsubscribe of a footer that has none; "": in the design's language
}

// compiler writes a design once.
type compiler struct {
	style   Style
	options Options
	html    builder
	text    textWriter

	links    []Link
	numbers  map[string]int // of links by address
	pictures []Picture
	fields   names
	start    string // where lines begin: left or right
	language string
}

// place is where a block stands.
type place struct {
	width int  // of the content, in pixels
	own   bool // on the design's own surface, which changes in dark mode
}

// Compile writes a design as a program that gives the email of each recipient. The design is not changed. An error is only what Check
// calls one: unknown blocks, too many containers, a fragment that is too deep.
func Compile(d *Design, o Options) (*Program, error) {
	c := &compiler{style: filled(d.Style), options: o, language: Language(cmp.Or(d.Language, o.Language)),
		numbers: map[string]int{}}
	c.start = "left"
	direction := "ltr"
	if slices.Contains(rightToLeft, strings.ToLower(strings.SplitN(c.language, "-", 2)[0])) {
		c.start, direction = "right", "rtl"
	}
	if len(d.Blocks) > MaxContainers {
		return nil, fmt.Errorf("emaildesign: %d containers, at most %d", len(d.Blocks), MaxContainers)
	}
	c.fields.text(o.Subject)
	c.fields.text(d.Preheader)
	c.head(d, direction)
	c.html.raw(c.opening(direction))
	c.preheader(d.Preheader)
	for i := range d.Blocks {
		if d.Blocks[i].Type != ContainerBlock {
			return nil, fmt.Errorf("emaildesign: block %s is a %s outside of a container", d.Blocks[i].ID, d.Blocks[i].Type)
		}
		if err := c.container(&d.Blocks[i]); err != nil {
			return nil, err
		}
	}
	c.html.raw("</div>\n")
	c.html.add(part{kind: hidden, link: Honeypot, lead: `<a href="`, text: honeypotEnd})
	c.html.add(part{kind: hidden, link: LoadPicture, lead: `<img src="`, text: pixelEnd})
	c.html.raw("\n</body>\n</html>\n")
	p := &Program{Subject: line(o.Subject), Fields: c.fields, Links: c.links, Pictures: c.pictures, html: c.html.done(), text: c.text.done()}
	p.Size = c.html.size()
	return p, nil
}

// What follows the addresses of the link and the picture that people do not see.
const (
	honeypotEnd = `" rel="nofollow" tabindex="-1" aria-hidden="true" ` +
		`style="display:none;mso-hide:all;font-size:0;line-height:0;max-height:0;overflow:hidden"></a>`
	pixelEnd = `" width="1" height="1" alt="" style="display:block;border:0;width:1px;height:1px">`
)

// Language is a language tag as HTML has it; en for what is none.
func Language(tag string) string {
	tag = strings.ReplaceAll(tag, "_", "-")
	if tag == "" || strings.ContainsFunc(tag, func(r rune) bool {
		return r != '-' && !(r >= 'a' && r <= 'z') && !(r >= 'A' && r <= 'Z') && !(r >= '0' && r <= '9')
	}) {
		return "en"
	}
	return tag
}

func (c *compiler) head(d *Design, direction string) {
	schemes, night := "light dark", dark
	if d.Style.KeepLight {
		schemes, night = "light only", ""
	}
	c.html.raw(fmt.Sprintf(head, c.language, direction, schemes))
	c.html.words(c.options.Subject, html.EscapeString)
	var wide strings.Builder
	for _, w := range columnWidths(d.Blocks) {
		fmt.Fprintf(&wide, ".h-c%d{width:%d%%!important;max-width:%d%%!important}", w, w, w)
	}
	c.html.raw(fmt.Sprintf(styles, schemes, wide.String(), night))
}

// columnWidths are the widths of all columns, each once.
func columnWidths(blocks []Block) []int {
	seen := map[int]bool{}
	var out []int
	for i := range blocks {
		for j := range blocks[i].Blocks {
			for _, column := range blocks[i].Blocks[j].Columns {
				if !seen[column.Width] {
					seen[column.Width], out = true, append(out, column.Width)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

func (c *compiler) opening(direction string) string {
	return `<body class="h-bg" style="margin:0;padding:0;word-spacing:normal;background-color:` + c.style.Background + `">` + "\n" +
		`<div class="h-bg" role="article" aria-roledescription="email" lang="` + c.language + `" dir="` + direction +
		`" style="background-color:` + c.style.Background + `">` + "\n"
}

func (c *compiler) preheader(text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	c.html.raw(`<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">`)
	c.html.words(text, html.EscapeString)
	c.html.raw(preheaderEnd, "</div>\n")
}

// container writes a section of the email: in Outlook a table of its width, elsewhere a box that shrinks.
func (c *compiler) container(b *Block) error {
	surface := colour(b.Background, c.style.Surface)
	in := place{width: c.style.Width, own: b.Background == ""}
	width, class := strconv.Itoa(c.style.Width), ""
	if in.own {
		class = ` class="h-sf"`
	}
	h, t := c.html.begin(b.Condition), c.text.begin(b.Condition)
	c.condition(b)
	p := paddingOf(b)
	c.html.raw(`<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" width="`, width,
		`" bgcolor="`, surface, `"><tr><td style="line-height:0;font-size:0;mso-line-height-rule:exactly"><![endif]-->`, "\n",
		`<div`, class, ` style="margin:0 auto;max-width:`, width, `px;background-color:`, surface, `">`, "\n",
		`<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" style="width:100%;`+
			`border-collapse:separate">`,
		`<tbody><tr><td style="padding:`, p.css(), `">`, "\n", tableOpen)
	in.width = max(in.width-p.Left-p.Right, 1)
	for i := range b.Blocks {
		if b.Blocks[i].Type == ColumnsBlock {
			if err := c.columns(&b.Blocks[i], in); err != nil {
				return err
			}
		} else if err := c.block(&b.Blocks[i], in); err != nil {
			return err
		}
	}
	c.html.raw(tableClose, "</td></tr></tbody></table>\n</div>\n", "<!--[if mso | IE]></td></tr></table><![endif]-->\n")
	c.html.end(h)
	c.text.end(t)
	return nil
}

const (
	tableOpen  = `<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" style="width:100%"><tbody>` + "\n"
	tableClose = "</tbody></table>\n"
)

// columns writes columns that stack on phones: boxes beside each other, in Outlook the cells of a table.
func (c *compiler) columns(b *Block, in place) error {
	p := paddingOf(b)
	in.own = in.own && b.Background == ""
	h, t := c.html.begin(b.Condition), c.text.begin(b.Condition)
	c.condition(b)
	c.html.raw(`<tr><td style="font-size:0;padding:`, p.css(), background(b), `">`, "\n",
		`<!--[if mso | IE]><table border="0" cellpadding="0" cellspacing="0" role="presentation" width="`, strconv.Itoa(in.width),
		`"><tr><![endif]-->`, "\n")
	whole := max(in.width-p.Left-p.Right, 1)
	for i := range b.Columns {
		column := &b.Columns[i]
		width := whole * column.Width / 100
		c.html.raw(`<!--[if mso | IE]><td valign="top" width="`, strconv.Itoa(width), `"><![endif]-->`,
			`<div class="h-c`, strconv.Itoa(column.Width), `" style="display:inline-block;vertical-align:top;width:100%;text-align:`, c.start,
			`">`, "\n", tableOpen)
		for j := range column.Blocks {
			if err := c.block(&column.Blocks[j], place{width, in.own}); err != nil {
				return err
			}
		}
		c.html.raw(tableClose, `</div><!--[if mso | IE]></td><![endif]-->`, "\n")
	}
	c.html.raw(`<!--[if mso | IE]></tr></table><![endif]-->`, "\n</td></tr>\n")
	c.html.end(h)
	c.text.end(t)
	return nil
}

// condition names what a block's condition asks for.
func (c *compiler) condition(b *Block) {
	if b.Condition != nil {
		c.fields.add(b.Condition.Field)
	}
}

func background(b *Block) string {
	if Colour(b.Background) {
		return ";background-color:" + strings.ToLower(b.Background)
	}
	return ""
}
