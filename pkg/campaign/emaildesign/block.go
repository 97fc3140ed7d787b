package emaildesign

import (
	"cmp"
	"fmt"
	"html"
	"strconv"
	"strings"
)

// block writes a block that holds no others, as a row.
func (c *compiler) block(b *Block, in place) error {
	write, known := writers[b.Type]
	if !known {
		return fmt.Errorf("emaildesign: block %s is a %s in a place where none can be", b.ID, b.Type)
	}
	p := paddingOf(b)
	in.own = in.own && b.Background == ""
	in.width = max(in.width-p.Left-p.Right, 1)
	align := cmp.Or(b.Align, c.start)
	if b.Align == "" && centred[b.Type] {
		align = "center"
	}
	h, t := c.html.begin(b.Condition), c.text.begin(b.Condition)
	c.condition(b)
	c.html.raw(`<tr><td align="`, align, `" style="padding:`, p.css(), background(b), `;word-break:break-word`)
	if b.Type != TextBlock && b.Type != FooterBlock && b.Type != RawBlock {
		c.html.raw(`;font-size:0`)
	}
	c.html.raw(`">`)
	err := write(c, b, in, align)
	c.html.raw("</td></tr>\n")
	c.text.paragraph()
	c.html.end(h)
	c.text.end(t)
	return err
}

// centred are blocks that stand in the middle unless they say otherwise.
var centred = map[BlockType]bool{PictureBlock: true, ButtonBlock: true, DividerBlock: true, SocialBlock: true, FooterBlock: true}

var writers = map[BlockType]func(c *compiler, b *Block, in place, align string) error{
	TextBlock: (*compiler).textBlock, PictureBlock: (*compiler).picture, ButtonBlock: (*compiler).button, DividerBlock: (*compiler).divider,
	SpacerBlock: (*compiler).spacer, SocialBlock: (*compiler).social, FooterBlock: (*compiler).footer, RawBlock: (*compiler).rawBlock,
}

// font is the style of a text.
func (c *compiler) font(size int, colour, align string) string {
	return "font-family:" + fonts[c.style.Font] + ";font-size:" + strconv.Itoa(size) + "px;line-height:1.5;color:" + colour +
		";text-align:" + align
}

// class gives a class for dark mode where the design's own colours are.
func class(in place, name string) string {
	if in.own {
		return ` class="` + name + `"`
	}
	return ""
}

func (c *compiler) textBlock(b *Block, in place, align string) error {
	if b.Text == nil {
		return nil
	}
	c.html.raw(`<div`, class(in, "h-tx"), ` style="`, c.font(c.style.FontSize, c.style.Text, align), `">`)
	err := c.fragment(b, b.Text.HTML, in)
	c.html.raw(`</div>`)
	return err
}

func (c *compiler) rawBlock(b *Block, in place, align string) error {
	if !onlyName.MatchString(b.Raw) {
		return nil
	}
	c.fields.add(b.Raw)
	c.html.raw(`<div`, class(in, "h-tx"), ` style="`, c.font(c.style.FontSize, c.style.Text, align), `">`)
	c.html.add(part{kind: value, field: b.Raw})
	c.html.raw(`</div>`)
	c.text.words("{" + b.Raw + "}")
	return nil
}

func (c *compiler) picture(b *Block, in place, align string) error {
	p := b.Picture
	if p == nil || !PictureURL(p.URL) {
		return nil
	}
	width := in.width
	if p.Width > 0 {
		width = min(p.Width, in.width)
	}
	shown := *p
	if uploaded.MatchString(p.URL) {
		shown.URL = c.options.Origin + "/api" + p.URL
	}
	c.pictures = append(c.pictures, shown)
	c.fields.text(p.Alt)
	text := strconv.Itoa(width)
	c.html.raw(`<table align="`, align, `" border="0" cellpadding="0" cellspacing="0" role="presentation" `+
		`style="border-spacing:0"><tbody><tr><td style="width:`, text, `px">`)
	linked := Address(p.Link)
	if linked {
		c.html.raw(`<a href="`)
		c.href(b, p.Link, p.Alt)
		c.html.raw(`" target="_blank">`)
	}
	c.html.raw(`<img src="`, html.EscapeString(shown.URL), `" alt="`)
	c.html.words(p.Alt, html.EscapeString)
	c.html.raw(`" width="`, text, `" style="display:block;border:0;outline:none;text-decoration:none;width:100%;max-width:`, text,
		`px;height:auto;font-size:13px">`)
	if linked {
		c.html.raw(`</a>`)
	}
	c.html.raw(`</td></tr></tbody></table>`)
	if alt := strings.TrimSpace(p.Alt); alt != "" {
		c.text.words("[" + alt + "]")
	}
	if linked {
		c.text.address(c.number(b, p.Link, p.Alt))
	}
	return nil
}

// button writes a link on a coloured cell. Outlook takes colour and padding from the cell, others from the link.
func (c *compiler) button(b *Block, in place, align string) error {
	u := b.Button
	if u == nil || !Address(u.Link) {
		return nil
	}
	colours, label := colour(u.Color, c.style.Link), colour(u.Text, defaultLabel)
	radius := defaultRadius
	if u.Radius > 0 {
		radius = u.Radius
	}
	width, shown := "", "inline-block"
	if u.Full {
		width, shown = ";width:100%", "block"
	}
	c.fields.text(u.Label)
	corner := strconv.Itoa(radius)
	c.html.raw(`<table align="`, align, `" border="0" cellpadding="0" cellspacing="0" role="presentation" class="h-full" `+
		`style="border-collapse:separate;line-height:100%`,
		width, `"><tbody><tr><td align="center" bgcolor="`, colours, `" role="presentation" valign="middle" style="border:none;border-radius:`,
		corner,
		`px;cursor:auto;mso-padding-alt:12px 24px;background:`, colours, `"><a href="`)
	c.href(b, u.Link, u.Label)
	c.html.raw(`" target="_blank" style="display:`, shown, `;background:`, colours, `;color:`, label, `;font-family:`, fonts[c.style.Font],
		`;font-size:`, strconv.Itoa(c.style.FontSize), `px;font-weight:600;line-height:120%;margin:0;text-decoration:none;`+
			`text-transform:none;padding:12px 24px;mso-padding-alt:0;border-radius:`,
		corner, `px">`)
	c.html.words(u.Label, html.EscapeString)
	c.html.raw(`</a></td></tr></tbody></table>`)
	c.text.words(u.Label)
	c.text.address(c.number(b, u.Link, u.Label))
	return nil
}

func (c *compiler) divider(b *Block, _ place, _ string) error {
	thickness, shade := 1, defaultLine
	if b.Divider != nil {
		thickness, shade = cmp.Or(b.Divider.Thickness, 1), colour(b.Divider.Color, defaultLine)
	}
	c.html.raw(`<p style="border-top:solid `, strconv.Itoa(thickness), `px `, shade, `;font-size:1px;margin:0 auto;width:100%"></p>`)
	c.text.words("----------")
	return nil
}

func (c *compiler) spacer(b *Block, _ place, _ string) error {
	height := strconv.Itoa(cmp.Or(b.Height, 20))
	c.html.raw(`<div style="height:`, height, `px;line-height:`, height, `px">&#8202;</div>`)
	return nil
}

// networks are the names of social networks, which are the same in every language but two.
var networks = map[string]string{"facebook": "Facebook", "instagram": "Instagram", "x": "X", "linkedin": "LinkedIn", "youtube": "YouTube",
	"tiktok": "TikTok", "whatsapp": "WhatsApp", "wechat": "WeChat", "weibo": "Weibo", "website": "Website"}

// social writes links as words: they need no pictures, which mailboxes block.
func (c *compiler) social(b *Block, in place, align string) error {
	c.html.raw(`<div`, class(in, "h-mu"), ` style="`, c.font(14, mutedText, align), `">`)
	written := 0
	for i := range b.Social {
		s := &b.Social[i]
		if !Address(s.URL) || networks[s.Network] == "" {
			continue
		}
		if written++; written > 1 {
			c.html.raw(` &nbsp;·&nbsp; `)
			c.text.lines(1)
		}
		name := c.networkName(s.Network)
		c.html.raw(`<a href="`)
		c.href(b, s.URL, name)
		c.html.raw(`" target="_blank"`, class(in, "h-ln"), ` style="color:`, c.style.Link, `;text-decoration:none">`, html.EscapeString(name),
			`</a>`)
		c.text.words(name)
		c.text.address(c.number(b, s.URL, name))
	}
	c.html.raw(`</div>`)
	return nil
}

func (c *compiler) networkName(network string) string {
	if words := local[c.tongue()].networks[network]; words != "" {
		return words
	}
	return networks[network]
}

func (c *compiler) footer(b *Block, in place, align string) error {
	f := b.Footer
	if f == nil {
		f = &Footer{}
	}
	c.html.raw(`<div`, class(in, "h-mu"), ` style="`, c.font(12, mutedText, align), `">`)
	if err := c.fragment(b, f.HTML, in); err != nil {
		return err
	}
	words := cmp.Or(strings.TrimSpace(f.Unsubscribe), c.options.Unsubscribe, local[c.tongue()].unsubscribe)
	c.fields.text(words)
	c.html.raw(`<p style="margin:8px 0 0"><a href="`)
	c.html.add(part{kind: address, link: Unsubscribe})
	c.html.raw(`" target="_blank" style="color:inherit;text-decoration:underline">`)
	c.html.words(words, html.EscapeString)
	c.html.raw(`</a></p></div>`)
	c.text.lines(1)
	c.text.words(words)
	c.text.address(part{kind: address, link: Unsubscribe})
	return nil
}
