package linkpage

import (
	"net/http"

	g "maragu.dev/gomponents"
	"maragu.dev/gomponents/html"

	"herald/pkg/kit/webpage"
)

// view is what the page shows.
type view struct {
	webpage.Frame
	Choice  string // heading of the options; empty: there are none
	Options []option
	Button  string
	Value   string // of the button without options

	Note   string
	More   string // a second button, for all emails
	Undo   string // text before the button that undoes
	UndoDo string
}

type option struct {
	Value, Text string
	Checked     bool
}

// nodes are the forms below the text.
func (v *view) nodes() []g.Node {
	act := func(value string) g.Node { return g.Group{html.Name("action"), html.Value(value)} }
	return []g.Node{
		g.Iff(v.Button != "" && v.Choice != "", func() g.Node {
			return v.Frame.Form(
				html.FieldSet(html.Legend(g.Text(v.Choice)), g.Map(v.Options, func(o option) g.Node {
					return html.Label(html.Input(html.Type("radio"), act(o.Value), g.If(o.Checked, html.Checked())), html.Span(g.Text(o.Text)))
				})),
				webpage.Button("first", v.Button))
		}),
		g.Iff(v.Button != "" && v.Choice == "", func() g.Node { return v.Frame.Form(webpage.Button("first", v.Button, act(v.Value))) }),
		webpage.Note(v.Note),
		g.Iff(v.More != "", func() g.Node { return v.Frame.Form(webpage.Button("second", v.More, act("all"))) }),
		g.Iff(v.Undo != "", func() g.Node { return g.Group{html.Hr(), webpage.Note(v.Undo)} }),
		g.Iff(v.UndoDo != "", func() g.Node { return v.Frame.Form(webpage.Button("second", v.UndoDo, act("undo"))) }),
	}
}

// write answers a page.
func (s *Service) write(w http.ResponseWriter, r *http.Request, status int, v view) {
	lang := webpage.Lang(r)
	v.Fill(lang, s.Texts.Text(lang, "emaillink.language", nil))
	if err := webpage.Write(w, status, lang, &v.Frame, v.nodes()...); err != nil {
		s.Log(map[string]any{"error": "page: " + err.Error()})
	}
}

// statement is a page that says one thing, by the keys of its texts.
type statement struct{ title, text string }

var (
	missing = statement{"emaillink.missing.title", "emaillink.missing.text"}
	failed  = statement{"emaillink.failed.title", "emaillink.failed.text"}
	busy    = statement{"emaillink.busy.title", "emaillink.busy.text"}
)

// plain answers a page that says one thing.
func (s *Service) plain(w http.ResponseWriter, r *http.Request, status int, what statement) {
	lang := webpage.Lang(r)
	s.write(w, r, status, view{Frame: webpage.Frame{Sign: "missing", Title: s.Texts.Text(lang, what.title, nil),
		Text: s.Texts.Text(lang, what.text, nil)}})
}
