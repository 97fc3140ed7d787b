package webpage

import (
	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"
)

// page is the document. gomponents escapes its text and attributes. A template calls methods by their names, so that a program with one
// holds every method of every type: three times the size.
func (f *Frame) page(more []g.Node) g.Node {
	named := func(name, content string) g.Node { return html.Meta(html.Name(name), html.Content(content)) }
	return html.Doctype(html.HTML(html.Lang(f.Lang),
		html.Head(
			html.Meta(html.Charset("utf-8")),
			named("viewport", "width=device-width, initial-scale=1"),
			named("robots", "noindex, nofollow"),
			named("referrer", "no-referrer"),
			named("color-scheme", "light dark"),
			html.TitleEl(g.Text(f.Title)),
			g.Map(f.Meta, func(m Meta) g.Node { return html.Meta(g.Attr("property", m.Property), html.Content(m.Content)) }),
			html.StyleEl(g.Raw(style)),
		),
		html.Body(
			html.Main(
				f.picture(),
				html.H1(g.Text(f.Title)),
				html.P(g.Text(f.Text)),
				g.Group(more),
			),
			html.Nav(html.Aria("label", f.Label), g.Map(f.Langs, language)),
		),
	))
}

// picture shows what the page is about.
func (f *Frame) picture() g.Node {
	lines := map[string]string{"done": "M15 24.5l6.5 6.5L34 18", "missing": "M24 14v13M24 33v.5", "chat": "M14 15h20v14H22l-6 5v-5h-2z"}
	line, ok := lines[f.Sign]
	if !ok {
		line = "M12.5 17h23v15h-23zM13 18l11 8.5L35 18"
	}
	return html.SVG(html.Class(f.Sign), g.Attr("viewBox", "0 0 48 48"), html.Width("56"), html.Height("56"), html.Aria("hidden", "true"),
		g.Attr("focusable", "false"),
		g.El("circle", g.Attr("cx", "24"), g.Attr("cy", "24"), g.Attr("r", "24")),
		g.El("path", g.Attr("d", line)))
}

// language is a link to the page in it, or the one that is shown.
func language(l Language) g.Node {
	if l.Here {
		return html.Span(html.Lang(l.Tag), html.Aria("current", "true"), g.Text(l.Name))
	}
	return html.A(html.Href(l.Query), html.Lang(l.Tag), g.Attr("hreflang", l.Tag), html.Rel("nofollow"), g.Text(l.Name))
}

// Form posts to the page's own address.
func (f *Frame) Form(children ...g.Node) g.Node {
	return html.Form(html.Method("post"), html.Action(f.Query), g.Group(children))
}

// Note is a line of small text; nothing for none.
func Note(text string) g.Node {
	return g.If(text != "", html.P(html.Class("note"), g.Text(text)))
}

// Button sends a form. class is first or second; a name and a value tell which button it was.
func Button(class, text string, more ...g.Node) g.Node {
	return html.Button(html.Type("submit"), html.Class(class), g.Group(more), g.Text(text))
}
