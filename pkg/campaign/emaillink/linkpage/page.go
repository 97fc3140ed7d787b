package linkpage

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
	"net/http"
	"strings"
	"sync"

	"herald/pkg/kit/i18n"
)

//go:embed page.html
var markup string

//go:embed page.css
var style string

var page = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(markup)) })

// policy allows the page's own style and its form, and nothing else.
var policy = sync.OnceValue(func() string {
	sum := sha256.Sum256([]byte(style))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) +
		"'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
})

// view is what the page shows.
type view struct {
	Lang  string // of the document
	Query string // of the form: its language
	Style template.CSS
	Title string
	Text  string

	Sign    string // of the picture: ask, done, undone, missing
	Choice  string // heading of the options; empty: there are none
	Options []option
	Button  string
	Value   string // of the button without options

	Note   string
	More   string // a second button, for all emails
	Undo   string // text before the button that undoes
	UndoDo string
	Label  string // of the languages
	Langs  []language
}

type option struct {
	Value, Text string
	Checked     bool
}

type language struct {
	Query, Tag, Name string
	Here             bool
}

var languageNames = map[i18n.Lang]string{i18n.ZhCN: "简体中文", i18n.EnUS: "English", i18n.PtBR: "Português", i18n.ZhTW: "繁體中文"}

// tag is the language of a document.
func tag(l i18n.Lang) string { return strings.ReplaceAll(string(l), "_", "-") }

// langOf is the language that the reader chose on the page, else the best of Accept-Language.
func langOf(r *http.Request) i18n.Lang {
	return i18n.Choose(r.URL.Query().Get("lang"), strings.Join(r.Header.Values("Accept-Language"), ","))
}

// write answers a page.
func (s *Service) write(w http.ResponseWriter, r *http.Request, status int, v view) {
	lang := langOf(r)
	v.Lang, v.Query, v.Style = tag(lang), "?lang="+string(lang), template.CSS(style)
	v.Label = s.Texts.Text(lang, "emaillink.language", nil)
	for _, l := range i18n.Langs {
		v.Langs = append(v.Langs, language{Query: "?lang=" + string(l), Tag: tag(l), Name: languageNames[l], Here: l == lang})
	}
	var b strings.Builder
	if err := page().Execute(&b, v); err != nil {
		s.Log(map[string]any{"error": "page: " + err.Error()})
		status = http.StatusInternalServerError
	}
	harden(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", v.Lang)
	w.Header().Set("Vary", "Accept-Language")
	if status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "30")
	}
	w.WriteHeader(status)
	_, _ = w.Write([]byte(b.String())) // the client is gone when this fails
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
	lang := langOf(r)
	s.write(w, r, status, view{Sign: "missing", Title: s.Texts.Text(lang, what.title, nil), Text: s.Texts.Text(lang, what.text, nil)})
}
