package emaildesign

import (
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
)

// Limits of a design.
const (
	maxBlocks  = 100 // in all
	maxColumns = 4
	minColumns = 2
	version    = 1
	shownNames = 10 // beyond those that are allowed
)

// Rules are what a check needs beside the design.
type Rules struct {
	Subject      string // with its placeholders
	Placeholders int    // most placeholders beside Free; 0: MaxPlaceholders
}

// Check gives the problems of a design, with the default rules. Its texts are the messages of this package.
func Check(d *Design) []Problem { return Rules{}.Check(d) }

// Check gives the problems of a design, in the order of its blocks.
func (r Rules) Check(d *Design) []Problem {
	c := &checker{seen: map[string]bool{}}
	c.style(d)
	if len(d.Blocks) > MaxContainers {
		c.add(Problem{Field: "blocks", Key: "email.containers", Args: map[string]any{"max": MaxContainers}, Severity: Error})
	}
	for i := range d.Blocks {
		b := &d.Blocks[i]
		c.named(b)
		if b.Type != ContainerBlock {
			c.wrong(b, "type", "email.outside")
			continue
		}
		if len(b.Blocks) == 0 {
			c.warn(b, "blocks", "email.empty")
		}
		for j := range b.Blocks {
			c.block(&b.Blocks[j], true)
		}
	}
	if c.count > maxBlocks {
		c.add(Problem{Field: "blocks", Key: "email.blocks", Args: map[string]any{"max": maxBlocks}, Severity: Error})
	}
	switch {
	case c.count == len(d.Blocks):
		c.add(Problem{Field: "blocks", Key: "email.nothing", Severity: Error, Unfinished: true})
	case !c.footer:
		c.add(Problem{Field: "blocks", Key: "email.footer", Severity: Error, Unfinished: true})
	case c.hiddenFooter:
		c.add(Problem{Field: "blocks", Key: "email.footerCondition", Severity: Error})
	}
	c.placeholders(r)
	return c.problems
}

type checker struct {
	problems     []Problem
	seen         map[string]bool // ids
	fields       names
	count        int
	footer       bool // one that every recipient gets
	hiddenFooter bool
}

func (c *checker) style(d *Design) {
	whole := &Block{}
	if d.Version != version {
		c.wrong(whole, "version", "email.version")
	}
	s := &d.Style
	for _, one := range []struct{ field, colour string }{{"background", s.Background}, {"surface", s.Surface}, {"text", s.Text}, {"link",
		s.Link}} {
		c.colour(whole, "style."+one.field, one.colour)
	}
	if s.Font != "" && fonts[s.Font] == "" {
		c.wrong(whole, "style.font", "email.font")
	}
	c.number(whole, "style.width", s.Width, 320, 800)
	c.number(whole, "style.fontSize", s.FontSize, 10, 32)
	c.text(whole, "preheader", d.Preheader, 200)
}

// named checks what every block has.
func (c *checker) named(b *Block) {
	c.count++
	if b.ID == "" || utf8.RuneCountInString(b.ID) > 40 || c.seen[b.ID] {
		c.wrong(b, "id", "email.id")
	}
	c.seen[b.ID] = true
	c.colour(b, "background", b.Background)
	if !slices.Contains([]string{"", "left", "center", "right"}, b.Align) {
		c.wrong(b, "align", "email.align")
	}
	if p := b.Padding; p != nil {
		for _, n := range []int{p.Top, p.Right, p.Bottom, p.Left} {
			if n < 0 || n > 120 {
				c.wrong(b, "padding", "email.number", "min", 0, "max", 120)
				break
			}
		}
	}
	if k := b.Condition; k != nil {
		switch {
		case !onlyName.MatchString(k.Field):
			c.missing(b, "condition.field", "email.conditionField")
		case !slices.Contains([]string{"filled", "empty", "equals", "notEquals"}, k.Op):
			c.wrong(b, "condition.op", "email.conditionOp")
		default:
			c.fields.add(k.Field)
		}
	}
	if b.Type != ContainerBlock && len(b.Blocks) > 0 || b.Type != ColumnsBlock && len(b.Columns) > 0 {
		c.wrong(b, "blocks", "email.nested")
	}
}

// block checks a block within a container, or within a column where no columns can be.
func (c *checker) block(b *Block, columns bool) {
	c.named(b)
	switch b.Type {
	case ColumnsBlock:
		if !columns {
			c.wrong(b, "type", "email.misplaced")
			return
		}
		c.columns(b)
	case TextBlock:
		if b.Text == nil || strings.TrimSpace(b.Text.HTML) == "" {
			c.missing(b, "text.html", "email.text")
			return
		}
		c.fragment(b, "text.html", b.Text.HTML, 20000)
	case PictureBlock:
		c.picture(b)
	case ButtonBlock:
		c.button(b)
	case DividerBlock:
		if v := b.Divider; v != nil {
			c.colour(b, "divider.color", v.Color)
			c.number(b, "divider.thickness", v.Thickness, 1, 20)
		}
	case SpacerBlock:
		c.number(b, "height", b.Height, 1, 200)
	case SocialBlock:
		c.social(b)
	case FooterBlock:
		c.footerBlock(b)
	case RawBlock:
		if !onlyName.MatchString(b.Raw) {
			c.missing(b, "raw", "email.raw")
			return
		}
		c.fields.add(b.Raw)
	default:
		c.wrong(b, "type", "email.misplaced")
	}
}

func (c *checker) columns(b *Block) {
	sum := 0
	for i := range b.Columns {
		column := &b.Columns[i]
		sum += column.Width
		if column.Width < 10 || column.Width > 90 {
			c.wrong(b, indexed("columns", i, ".width"), "email.number", "min", 10, "max", 90)
		}
		for j := range column.Blocks {
			c.block(&column.Blocks[j], false)
		}
	}
	if len(b.Columns) < minColumns || len(b.Columns) > maxColumns {
		c.wrong(b, "columns", "email.columns", "min", minColumns, "max", maxColumns)
	} else if sum != 100 {
		c.wrong(b, "columns", "email.widths", "sum", sum)
	}
}

func (c *checker) picture(b *Block) {
	p := b.Picture
	if p == nil || p.URL == "" {
		c.missing(b, "picture.url", "email.picture")
		return
	}
	if !PictureURL(p.URL) {
		c.wrong(b, "picture.url", "email.pictureUrl")
	}
	if strings.TrimSpace(p.Alt) == "" {
		c.warn(b, "picture.alt", "email.alt")
	}
	c.text(b, "picture.alt", p.Alt, 200)
	c.number(b, "picture.width", p.Width, 1, 800)
	if p.Link != "" {
		c.address(b, "picture.link", p.Link)
	}
}

func (c *checker) button(b *Block) {
	u := b.Button
	if u == nil {
		c.missing(b, "button.label", "email.label")
		return
	}
	if strings.TrimSpace(u.Label) == "" {
		c.missing(b, "button.label", "email.label")
	}
	c.text(b, "button.label", u.Label, 80)
	if u.Link == "" {
		c.missing(b, "button.link", "email.linkMissing")
	} else {
		c.address(b, "button.link", u.Link)
	}
	c.colour(b, "button.color", u.Color)
	c.colour(b, "button.text", u.Text)
	c.number(b, "button.radius", u.Radius, 0, 50)
}

func (c *checker) social(b *Block) {
	if len(b.Social) == 0 {
		c.missing(b, "social", "email.social")
	}
	for i := range b.Social {
		s := &b.Social[i]
		if networks[s.Network] == "" {
			c.wrong(b, indexed("social", i, ".network"), "email.network")
		}
		if s.URL == "" {
			c.missing(b, indexed("social", i, ".url"), "email.linkMissing")
		} else {
			c.address(b, indexed("social", i, ".url"), s.URL)
		}
	}
}

func (c *checker) footerBlock(b *Block) {
	if b.Condition != nil && !c.footer {
		c.hiddenFooter = true
	} else if b.Condition == nil {
		c.hiddenFooter = false
	}
	c.footer = true
	if b.Footer != nil {
		c.fragment(b, "footer.html", b.Footer.HTML, 5000)
		c.text(b, "footer.unsubscribe", b.Footer.Unsubscribe, 120)
	}
}

// fragment checks HTML: its length, links and placeholders, and names what is left out of it.
func (c *checker) fragment(b *Block, field, text string, most int) {
	if utf8.RuneCountInString(text) > most {
		c.wrong(b, field, "email.long", "max", most)
		return
	}
	all, err := parse(text)
	if err != nil {
		c.wrong(b, field, "email.html")
		return
	}
	var whole, parts names
	var shown strings.Builder
	removed := false
	removed = unknown(all)
	each(all, func(n *html.Node) {
		switch n.Type {
		case html.TextNode:
			parts.text(n.Data)
			shown.WriteString(n.Data)
		case html.ElementNode:
			removed = removed || handler(n)
			if to := attribute(n, "href"); to != "" {
				c.address(b, field, to)
			}
		}
	})
	whole.text(shown.String())
	switch {
	case wrongPlaceholder(shown.String()), len(whole) > len(parts): // formatting within a placeholder
		c.wrong(b, field, "email.placeholder")
	default:
		for _, name := range parts {
			c.fields.add(name)
		}
	}
	if removed {
		c.warn(b, field, "email.removed")
	}
}

// unknown reports scripts and the like, and elements that are left out.
func unknown(all []*html.Node) bool {
	return slices.ContainsFunc(all, func(n *html.Node) bool {
		return n.Type == html.CommentNode || n.Type == html.ElementNode && (elements[n.DataAtom] == 0 || unknown(children(n)))
	})
}

// handler reports an attribute that is a script.
func handler(n *html.Node) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return strings.HasPrefix(strings.ToLower(a.Key), "on") })
}

// text checks a text on one line.
func (c *checker) text(b *Block, field, text string, most int) {
	switch {
	case utf8.RuneCountInString(text) > most:
		c.wrong(b, field, "email.long", "max", most)
	case wrongPlaceholder(text):
		c.wrong(b, field, "email.placeholder")
	case line(text) != text:
		c.wrong(b, field, "email.line")
	default:
		c.fields.text(text)
	}
}

func (c *checker) address(b *Block, field, to string) {
	switch {
	case wrongPlaceholder(to):
		c.wrong(b, field, "email.placeholder")
	case !Address(to):
		c.wrong(b, field, "email.link", "link", short(to))
	default:
		c.fields.text(to)
	}
}

// short is an address as a message names it.
func short(text string) string {
	if r := []rune(text); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return text
}

func (c *checker) colour(b *Block, field, text string) {
	if text != "" && !Colour(text) {
		c.wrong(b, field, "email.colour")
	}
}

// number checks a number; 0 is the default.
func (c *checker) number(b *Block, field string, n, least, most int) {
	if n != 0 && (n < least || n > most) {
		c.wrong(b, field, "email.number", "min", least, "max", most)
	}
}

func (c *checker) placeholders(r Rules) {
	whole := &Block{}
	c.text(whole, "subject", r.Subject, 200)
	most := r.Placeholders
	if most == 0 {
		most = MaxPlaceholders
	}
	counted := slices.DeleteFunc(slices.Clone(c.fields), func(name string) bool { return slices.Contains(Free, name) })
	if len(counted) > most {
		names := strings.Join(counted[:min(len(counted), most+shownNames)], ", ")
		c.wrong(whole, "placeholders", "email.placeholders", "max", most, "names", names)
	}
}
