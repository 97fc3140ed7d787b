package form

import (
	"net/http"
	"strconv"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"herald/pkg/audience/lead"
	"herald/pkg/audience/saleschannel"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/i18n"
	"herald/pkg/kit/webpage"
)

// form is the page with what was typed, and what is wrong with it.
func (s *Service) form(r *http.Request, c *saleschannel.Channel, in *input, bad *fault.Error) view {
	lang := webpage.Lang(r)
	say := func(key string) string { return s.Texts.Text(lang, "lead.form."+key, nil) }
	company := c.CustomerName
	if company == "" {
		company = say("us")
	}
	args := map[string]any{"company": company}
	v := view{Frame: webpage.Frame{Sign: "ask", Title: say("title"), Text: s.Texts.Text(lang, "lead.form.text", args)}, Form: true,
		Trap: say("trap"), Consent: s.Texts.Text(lang, "lead.form.consent", args), Agreed: in.agreed, Button: say("button"),
		Fields: []field{
			{Name: "name", Kind: "text", Label: say("name"), Value: in.Name, Auto: "name", Most: lead.MostName, Required: true},
			{Name: "phone", Kind: "tel", Label: say("phone"), Value: in.Phone, Auto: "tel", Most: 64},
			{Name: "email", Kind: "email", Label: say("email"), Value: in.Email, Auto: "email", Most: 320},
			{Name: "message", Kind: "area", Label: say("message"), Value: in.message, Auto: "off", Most: lead.MostMessage},
		}}
	if bad == nil {
		return v
	}
	v.Alert = say("check")
	for _, f := range bad.Fields {
		text := s.problem(lang, &f)
		if f.Name == "agree" {
			v.Wrong = text
		}
		for i := range v.Fields {
			if v.Fields[i].Name == f.Name || f.Name == "phoneNumber" && v.Fields[i].Name == "phone" {
				v.Fields[i].Wrong = text
			}
		}
	}
	return v
}

func (s *Service) problem(lang i18n.Lang, f *fault.Field) string {
	return s.Texts.Text(lang, f.Key, f.Args)
}

// nodes are the form and the link to the chat, below the text.
func (v *view) nodes() []g.Node {
	return []g.Node{
		g.Iff(v.Form && v.Alert != "", func() g.Node { return html.P(html.Class("alert"), html.Role("alert"), g.Text(v.Alert)) }),
		g.Iff(v.Form, func() g.Node {
			return v.Frame.Form(html.Class("fields"), g.Map(v.Fields, field.node),
				html.Div(html.Class("trap"), html.Aria("hidden", "true"), html.Label(html.For("website"), g.Text(v.Trap)),
					html.Input(html.ID("website"), html.Name("website"), html.Type("text"), html.TabIndex("-1"), html.AutoComplete("off"))),
				html.Label(html.Class("agree"), html.Input(html.Type("checkbox"), html.Name("agree"), html.Value("yes"), html.Required(),
					g.If(v.Agreed, html.Checked())), html.Span(g.Text(v.Consent))),
				g.If(v.Wrong != "", html.P(html.Class("wrong"), g.Text(v.Wrong))),
				webpage.Button("first", v.Button))
		}),
		g.Iff(v.ChatURL != "", func() g.Node {
			return g.Group{html.Hr(), html.P(html.Class("note"),
				html.A(html.Class("second"), html.Href(v.ChatURL), html.Rel("nofollow"), g.Text(v.Chat)))}
		}),
	}
}

// node is the field with its label, and what is wrong with it.
func (f field) node() g.Node {
	attributes := g.Group{html.ID(f.Name), html.Name(f.Name), html.MaxLength(strconv.Itoa(f.Most)), html.AutoComplete(f.Auto),
		g.If(f.Required, html.Required()),
		g.If(f.Wrong != "", g.Group{html.Aria("invalid", "true"), html.Aria("describedby", f.Name+"-wrong")})}
	control := html.Input(html.Type(f.Kind), html.Value(f.Value), attributes)
	if f.Kind == "area" {
		control = html.Textarea(html.Rows("4"), attributes, g.Text(f.Value))
	}
	return html.Div(html.Class("field"), html.Label(html.For(f.Name), g.Text(f.Label)), control,
		g.If(f.Wrong != "", html.P(html.Class("wrong"), html.ID(f.Name+"-wrong"), g.Text(f.Wrong))))
}
