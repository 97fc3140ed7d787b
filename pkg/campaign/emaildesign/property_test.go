package emaildesign_test

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"pgregory.net/rapid"

	"herald/pkg/campaign/emaildesign"
)

// drawer draws designs that Check has no errors for.
type drawer struct {
	*rapid.T
	blocks int
}

func (d *drawer) id() string { d.blocks++; return fmt.Sprintf("b%d", d.blocks) }

func (d *drawer) of(label string, all ...string) string {
	return rapid.SampledFrom(all).Draw(d.T, label)
}

func (d *drawer) number(label string, least, most int) int {
	return rapid.IntRange(least, most).Draw(d.T, label)
}

func (d *drawer) colour() string {
	return d.of("colour", "", "#ffffff", "#1677ff", "#aa0033", "#0b6623")
}

func (d *drawer) design() *emaildesign.Design {
	out := &emaildesign.Design{Version: 1, Language: d.of("language", "", "en-US", "pt-BR", "zh-TW", "ar"), Preheader: d.of("preheader", "",
		"News & more"),
		Style: emaildesign.Style{Width: d.of2("width", 0, 480, 640), Font: d.of("font", "", "sans", "serif", "mono"), FontSize: d.of2("size",
			0, 14, 18),
			Background: d.colour(), Surface: d.colour(), Link: d.colour(), KeepLight: rapid.Bool().Draw(d.T, "light")}}
	for range d.number("containers", 1, 4) {
		c := emaildesign.Block{ID: d.id(), Type: emaildesign.ContainerBlock, Background: d.colour(), Padding: d.padding(),
			Condition: d.condition()}
		for range d.number("blocks", 1, 5) {
			c.Blocks = append(c.Blocks, d.block(true))
		}
		out.Blocks = append(out.Blocks, c)
	}
	last := &out.Blocks[len(out.Blocks)-1]
	last.Condition = nil
	last.Blocks = append(last.Blocks, emaildesign.Block{ID: d.id(), Type: emaildesign.FooterBlock,
		Footer: &emaildesign.Footer{HTML: "<p>Herald</p>"}})
	return out
}

func (d *drawer) of2(label string, all ...int) int { return rapid.SampledFrom(all).Draw(d.T, label) }

func (d *drawer) padding() *emaildesign.Padding {
	if rapid.Bool().Draw(d.T, "padded") {
		return nil
	}
	return &emaildesign.Padding{Top: d.number("top", 0, 40), Right: d.number("right", 0, 40), Bottom: d.number("bottom", 0, 40),
		Left: d.number("left", 0, 40)}
}

func (d *drawer) condition() *emaildesign.Condition {
	if d.number("conditional", 0, 4) > 0 {
		return nil
	}
	return &emaildesign.Condition{Field: "tier", Op: d.of("op", "filled", "empty", "equals", "notEquals"), Value: "gold"}
}

func (d *drawer) block(columns bool) emaildesign.Block {
	b := emaildesign.Block{ID: d.id(), Padding: d.padding(), Align: d.of("align", "", "left", "center", "right"), Background: d.colour(),
		Condition: d.condition()}
	link := d.of("link", "https://shop.example/a", "https://shop.example/b?c=1&d=2", "https://shop.example/c/{code|x}", "mailto:a@b.example")
	kinds := []emaildesign.BlockType{emaildesign.TextBlock, emaildesign.PictureBlock, emaildesign.ButtonBlock, emaildesign.DividerBlock,
		emaildesign.SpacerBlock, emaildesign.SocialBlock, emaildesign.RawBlock, emaildesign.ColumnsBlock}
	if !columns {
		kinds = kinds[:len(kinds)-1]
	}
	switch b.Type = rapid.SampledFrom(kinds).Draw(d.T, "type"); b.Type {
	case emaildesign.TextBlock:
		b.Text = &emaildesign.Text{HTML: d.of("html", "<p>Plain</p>",
			"<h1>Title {name}</h1><p>Text &lt;b&gt; <a href=\""+strings.ReplaceAll(link, "&", "&amp;")+
				"\">here</a></p>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>", "bare <strong>words", "<p>a<p>b</div></p><li>c")}
	case emaildesign.PictureBlock:
		b.Picture = &emaildesign.Picture{URL: "https://cdn.example/a.png?x=1&y=2", Alt: d.of("alt", "A shoe", `"Red" & blue`),
			Width: d.of2("pixels", 0, 120, 700)}
		if rapid.Bool().Draw(d.T, "linked") {
			b.Picture.Link = link
		}
	case emaildesign.ButtonBlock:
		b.Button = &emaildesign.Button{Label: d.of("label", "Buy", "Go & see"), Link: link, Color: d.colour(), Text: d.colour(),
			Radius: d.number("radius", 0, 30),
			Full:   rapid.Bool().Draw(d.T, "full")}
	case emaildesign.DividerBlock:
		b.Divider = &emaildesign.Divider{Color: d.colour(), Thickness: d.number("thickness", 0, 5)}
	case emaildesign.SpacerBlock:
		b.Height = d.number("height", 1, 200)
	case emaildesign.SocialBlock:
		b.Social = []emaildesign.Social{{Network: "x", URL: "https://x.com/a"}, {Network: "website", URL: link}}
	case emaildesign.RawBlock:
		b.Raw = "code"
	case emaildesign.ColumnsBlock:
		for _, w := range rapid.SampledFrom([][]int{{50, 50}, {30, 70}, {33, 34, 33}, {25, 25, 25, 25}}).Draw(d.T, "widths") {
			column := emaildesign.Column{Width: w}
			for range d.number("stacked", 1, 3) {
				column.Blocks = append(column.Blocks, d.block(false))
			}
			b.Columns = append(b.Columns, column)
		}
	}
	return b
}

// The HTML of any design is well formed, as a browser and as Outlook read it, for recipients with and without values.
func TestAnyDesignIsWellFormed(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		d := (&drawer{T: r}).design()
		for _, p := range emaildesign.Errors(emaildesign.Check(d)) {
			r.Fatalf("%+v", p)
		}
		p, err := emaildesign.Compile(d, emaildesign.Options{})
		if err != nil {
			r.Fatal(err)
		}
		value := d.Blocks[0].ID + `"><td>&`
		for _, values := range []emaildesign.Values{nil, func(string) string { return value }, func(string) string { return "gold" }} {
			out := p.HTML(values, func(link int, url string) string { return fmt.Sprintf("https://u.example/%d?u=%s", link, url) })
			balanced(r, out)
			balanced(r, outlook(out))
			if text := p.Text(values, nil); strings.Contains(text, "\n\n\n") || strings.TrimSpace(text)+"\n" != text {
				r.Fatalf("blank lines in %q", text)
			}
			if len(out) > p.Size+40*len(value) {
				r.Fatalf("%d bytes, estimated %d", len(out), p.Size)
			}
		}
	})
}

// outlook gives what Outlook reads: the content of conditional comments too.
func outlook(text string) string {
	return strings.NewReplacer("<!--[if mso | IE]>", "", "<!--[if mso]>", "", "<![endif]-->", "").Replace(text)
}

// balanced fails for an element that is not closed in its place.
func balanced(t *rapid.T, text string) {
	var open []string
	z := html.NewTokenizer(strings.NewReader(text))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Fatalf("not closed: %v\n%s", open, text)
			}
			return
		case html.StartTagToken:
			name, _ := z.TagName()
			switch string(name) {
			case "meta", "img", "br":
			default:
				open = append(open, string(name))
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			if len(open) == 0 || open[len(open)-1] != string(name) {
				t.Fatalf("%s closes %v\n%s", name, open, text)
			}
			open = open[:len(open)-1]
		}
	}
}
