package linkpage

import (
	_ "embed"
	"net/http"

	"herald/pkg/kit/webpage"
)

//go:embed page.html
var markup string

var page = webpage.Template(markup)

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

// write answers a page.
func (s *Service) write(w http.ResponseWriter, r *http.Request, status int, v view) {
	lang := webpage.Lang(r)
	v.Fill(lang, s.Texts.Text(lang, "emaillink.language", nil))
	if err := webpage.Write(w, page(), status, lang, v); err != nil {
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
